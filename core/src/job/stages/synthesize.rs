//! Write from the evidence. If a model fails twice, the extractive writer takes over and the answer says so. If
//! that fails too, verifying an empty draft leads to an answer that says that there is none.

use super::{by_model_or_rules, effects, model_reserve};
use crate::job::{Effect, EffectKind, Job, Need, Size};
use crate::model::Spend;

pub fn synthesize(job: &Job) -> Need {
    if job.draft.is_some() {
        return Need::Nothing;
    }
    let revision = u32::from(job.repair.is_some());
    let has_evidence = job.judgement().is_some_and(|judged| !judged.evidence.is_empty());
    let model = job.models.writer.as_ref().filter(|_| has_evidence);
    let reserve = (model_reserve(job, model, Size::draft(&job.budget)), Spend::default());
    let problems = job.repair.clone().unwrap_or_default();
    let effect = |by| Effect::Synthesize { revision, by, problems: problems.clone() };
    let stem = EffectKind::Synthesize.numbered(revision);
    effects(by_model_or_rules(job, &stem, model, 2, reserve, effect).into_iter().collect())
}
