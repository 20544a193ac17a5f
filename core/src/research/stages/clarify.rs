//! Ask back before planning, where the asker wants to be asked. A failure means: no questions.

use super::{by_model_or_rules, effects, model_reserve, writers_share};
use crate::model::Planning;
use crate::research::prompts::Size;
use crate::research::{Effect, Job, Need};

pub fn clarify(job: &Job) -> Need {
    if job.terms.planning != Planning::Interactive || job.plan.is_some() || job.stop.is_some() {
        return Need::Nothing;
    }
    if job.clarification.is_none() {
        let model = job.models.planner.as_ref();
        let reserve = (model_reserve(job, model, Size::short(&job.budget)), writers_share(job));
        let wanted = by_model_or_rules(job, "clarify", model, 1, reserve, |by| Effect::Clarify { by });
        return effects(wanted.into_iter().collect());
    }
    match job.interrupt() {
        Some((interrupt, until)) => Need::Person(interrupt, until),
        None => Need::Nothing,
    }
}
