//! Ask clarifying questions before planning: whenever the asker wants them, and once if the question is clearly
//! ambiguous. If this fails, no questions are asked.

use super::{by_model_or_rules, effects, model_reserve, writers_share};
use crate::job::{Effect, EffectKind, Job, Need, Size};
use crate::model::Planning;

pub fn clarify(job: &Job) -> Need {
    let bidden = job.terms.planning == Planning::Interactive;
    let unclear = job.gates.ask_back && job.unclear;
    if job.plan.is_some() || job.plans > 0 || job.stop.is_some() || !(bidden || unclear) {
        return Need::Nothing;
    }
    if job.clarification.is_some() {
        return Need::Nothing;
    }
    // Unrequested questions are decided by rules alone.
    let flipped = job.gate.is_some_and(|gate| !gate.auto);
    let model = job.models.planner.as_ref().filter(|_| bidden && !flipped);
    let reserve = (model_reserve(job, model, Size::short(&job.budget)), writers_share(job));
    let wanted =
        by_model_or_rules(job, EffectKind::Clarify.name(), model, 1, reserve, |by| Effect::Clarify { by });
    effects(wanted.into_iter().collect())
}
