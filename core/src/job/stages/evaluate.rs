//! Judge the results of a round, once all its pages are settled or research was stopped with pages that are not
//! yet judged. If a model fails, rules judge instead; if those fail too, research ends with what was read.

use super::{by_model_or_rules, effects, model_reserve, writers_share};
use crate::job::{Effect, EffectKind, Job, Need, Size};

pub fn evaluate(job: &Job) -> Need {
    let Some((number, round)) = job.rounds.iter().enumerate().next_back() else { return Need::Nothing };
    let stopped = job.stop.is_some();
    let read_something = round.reads.values().any(|read| read.document.is_some());
    if round.judgement.is_some() || job.draft.is_some() || (stopped && !read_something) {
        return Need::Nothing;
    }
    let stem = EffectKind::Judge.in_round(number);
    let model = job.models.planner.as_ref().filter(|_| !stopped);
    let reserve = (model_reserve(job, model, Size::judgement(&job.budget)), writers_share(job));
    let effect = |by| Effect::Judge { round: number, by };
    effects(by_model_or_rules(job, &stem, model, 1, reserve, effect).into_iter().collect())
}
