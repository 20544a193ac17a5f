//! One file per stage. Each returns what it still needs, or nothing if it is satisfied, and decides what a
//! failure means.

mod clarify;
mod drive;
mod evaluate;
mod plan;
mod read;
mod search;
mod synthesize;
mod verify;

pub use clarify::clarify;
pub use drive::{TURN_TRIES, drive, goes_on, may_drive};
pub use evaluate::evaluate;
pub use plan::plan;
pub use read::read;
pub use search::search;
pub use synthesize::synthesize;
pub use verify::verify;

use super::{Effect, Job, PlannedEffect, Size, fits};
use crate::model::{Maker, Spend};

/// Maximum starts of our own rules. They fail only because of a bug, so more attempts rarely help.
pub const RULES_TRIES: usize = 2;
/// Maximum starts of a search that may be retried.
pub const SEARCH_TRIES: usize = 2;

/// A decision by a model if there is one, or by our own rules if it fails or costs too much.
///
/// The model is tried `model_tries` times under `stem`; rules run under `stem.rules`. Returns the needed
/// effect, or nothing if both have failed for good. A model is started only if `kept` also fits: stages before
/// writing must leave enough for the writer.
fn by_model_or_rules(
    job: &Job,
    stem: &str,
    model: Option<&String>,
    model_tries: usize,
    (size, kept): (Size, Spend),
    effect: impl Fn(Maker) -> Effect,
) -> Vec<PlannedEffect> {
    if let Some(name) = model {
        let id = job.ledger.id(stem);
        let reserve = model_reserve(job, model, size);
        let usable = job.ledger.running.contains_key(&id)
            || (!job.ledger.gave_up(stem, model_tries) && fits(job, reserve + kept));
        if usable && !job.time_up {
            return vec![PlannedEffect { id, effect: effect(Maker::Model(name.clone())), reserve }];
        }
    }
    let rules = format!("{stem}.rules");
    let id = job.ledger.id(if model.is_some() { &rules } else { stem });
    if job.ledger.gave_up(id.stem(), RULES_TRIES) {
        return Vec::new();
    }
    vec![PlannedEffect::free(id, effect(Maker::Rules))]
}

/// The maximum cost of a model call, at the job's prices; zero if rules decide.
pub fn model_reserve(job: &Job, model: Option<&String>, size: Size) -> Spend {
    let Some(name) = model else { return Spend::default() };
    let price = job.prices.models.get(name).copied().unwrap_or_default();
    let tokens = Spend { input_tokens: size.prompt, output_tokens: size.reply, ..Spend::default() };
    Spend { usd: price.of(&tokens), ..tokens }
}

/// The maximum that the writer needs for one draft; zero if rules write.
fn writers_share(job: &Job) -> Spend {
    model_reserve(job, job.models.writer.as_ref(), Size::draft(&job.budget))
}
