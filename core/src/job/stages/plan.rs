//! Turn the question into queries. If a model fails, rules plan; if those fail too, the question itself is the
//! query.

use super::{by_model_or_rules, writers_share};
use crate::job::{Effect, EffectKind, Job, PlannedEffect, Size};

pub fn plan(job: &Job) -> Vec<PlannedEffect> {
    if job.plan.is_some() || job.stop.is_some() || !job.rounds.is_empty() {
        return Vec::new();
    }
    // A driving model chooses the searches itself, so the plan only lists what has to be found out.
    let model = job.models.planner.as_ref().filter(|_| job.driver.is_none());
    let size = (Size::short(&job.budget), writers_share(job));
    // A plan changed by a person gets an ID of its own.
    let stem = match job.plans {
        0 => EffectKind::Plan.name().to_owned(),
        changed => EffectKind::Plan.numbered(changed),
    };
    by_model_or_rules(job, &stem, model, 1, size, |by| Effect::Plan { by })
}
