//! Verify every claim before the answer counts. If verification itself fails permanently, no claim passes: the
//! fold marks the draft's claims as unsupported, and the answer says that it could not be checked.
//!
//! If a model is configured for it, it is first asked about the claims that rules leave in doubt. If it fails,
//! or the budget doesn't allow it, rules decide alone.

use super::{RULES_TRIES, model_reserve};
use crate::job::{Effect, EffectKind, Job, PlannedEffect, Size, fits};

pub fn verify(job: &Job) -> Vec<PlannedEffect> {
    let revision = u32::from(job.repair.is_some());
    let stem = EffectKind::Verify.numbered(revision);
    if job.held.is_some() || job.ledger.gave_up(&stem, RULES_TRIES) {
        return Vec::new();
    }
    if let Some(doubt) = doubt(job, revision) {
        return vec![doubt];
    }
    vec![PlannedEffect::free(job.ledger.id(&stem), Effect::Verify { revision })]
}

fn doubt(job: &Job, revision: u32) -> Option<PlannedEffect> {
    let name = job.models.checker.as_ref()?;
    let claims = job.draft.as_ref().is_some_and(|draft| !draft.claims.is_empty());
    if job.opinions.is_some() || job.time_up || !claims {
        return None;
    }
    let stem = EffectKind::Doubt.numbered(revision);
    let id = job.ledger.id(&stem);
    let reserve = model_reserve(job, Some(name), Size::judgement(&job.budget));
    let usable =
        job.ledger.running.contains_key(&id) || (!job.ledger.gave_up(&stem, 1) && fits(job, reserve));
    usable.then(|| PlannedEffect { id, effect: Effect::Doubt { revision, by: name.clone() }, reserve })
}
