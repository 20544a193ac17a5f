//! Write from the evidence. If a model fails twice, the extractive writer takes over and the answer says so. If
//! that fails too, verifying an empty draft leads to an answer that says that there is none.

use super::by_model_or_rules;
use crate::job::{Effect, EffectKind, Job, PlannedEffect, Size};
use crate::model::Spend;

pub fn synthesize(job: &Job) -> Vec<PlannedEffect> {
    if job.draft.is_some() {
        return Vec::new();
    }
    let revision = u32::from(job.repair.is_some());
    let has_evidence = job.judgement().is_some_and(|judged| !judged.evidence.is_empty());
    let model = job.models.writer.as_ref().filter(|_| has_evidence);
    let size = (Size::draft(&job.budget), Spend::default());
    let problems = job.repair.clone().unwrap_or_default();
    let effect = |by| Effect::Synthesize { revision, by, problems: problems.clone() };
    let stem = EffectKind::Synthesize.numbered(revision);
    by_model_or_rules(job, &stem, model, 2, size, effect)
}
