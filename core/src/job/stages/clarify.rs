//! Ask clarifying questions before planning: whenever the asker wants them, and once if the question is clearly
//! ambiguous. If this fails, no questions are asked.

use super::{by_model_or_rules, writers_share};
use crate::job::{Effect, EffectKind, Job, PlannedEffect, Size};
use crate::model::Planning;

pub fn clarify(job: &Job) -> Vec<PlannedEffect> {
    let bidden = job.terms.planning == Planning::Interactive;
    let unclear = job.gates.ask_back && job.unclear;
    let begun = job.plan.is_some() || job.plans > 0 || job.clarification.is_some();
    if begun || job.stop.is_some() || !(bidden || unclear) {
        return Vec::new();
    }
    // Unrequested questions are decided by rules alone.
    let flipped = job.gate.is_some_and(|gate| !gate.auto);
    let model = job.models.planner.as_ref().filter(|_| bidden && !flipped);
    let size = (Size::short(&job.budget), writers_share(job));
    by_model_or_rules(job, EffectKind::Clarify.name(), model, 1, size, |by| Effect::Clarify { by })
}
