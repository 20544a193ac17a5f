//! Judge the results of a round, once all its pages are settled or research was stopped with pages that are not
//! yet judged. If a model fails, rules judge instead; if those fail too, research ends with what was read.

use super::{by_model_or_rules, writers_share};
use crate::job::{Effect, EffectKind, Job, PlannedEffect, Size};

pub fn evaluate(job: &Job) -> Vec<PlannedEffect> {
    let Some((number, round)) = job.rounds.iter().enumerate().next_back() else { return Vec::new() };
    let stopped = job.stop.is_some();
    let read_something = round.reads.values().any(|read| read.document.is_some());
    if round.judgement.is_some() || job.draft.is_some() || (stopped && !read_something) {
        return Vec::new();
    }
    let stem = EffectKind::Judge.in_round(number);
    let model = job.models.planner.as_ref().filter(|_| !stopped);
    let size = (Size::judgement(&job.budget), writers_share(job));
    by_model_or_rules(job, &stem, model, 1, size, |by| Effect::Judge { round: number, by })
}
