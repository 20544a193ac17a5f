//! Turn the question into queries. If a model fails, rules plan; if those fail too, the question itself is the
//! query.

use super::{by_model_or_rules, effects, model_reserve, writers_share};
use crate::job::{Effect, EffectKind, Job, Need, Size};

pub fn plan(job: &Job) -> Need {
    if job.plan.is_some() || job.stop.is_some() || !job.rounds.is_empty() {
        return Need::Nothing;
    }
    // A driving model chooses the searches itself, so the plan only lists what has to be found out.
    let model = job.models.planner.as_ref().filter(|_| job.driver.is_none());
    let reserve = (model_reserve(job, model, Size::short(&job.budget)), writers_share(job));
    // A plan changed by a person gets an ID of its own.
    let stem = match job.plans {
        0 => EffectKind::Plan.name().to_owned(),
        changed => EffectKind::Plan.numbered(changed),
    };
    let wanted = by_model_or_rules(job, &stem, model, 1, reserve, |by| Effect::Plan { by });
    effects(wanted.into_iter().collect())
}
