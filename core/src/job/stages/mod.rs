//! One file per stage. Each says what it still needs, or nothing if it is satisfied, and what a failure means.

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

use super::Size;
use super::{Effect, Job, Need, Wanted, fits};
use crate::model::{Maker, Spend};

/// Maximum starts of our own rules. They fail only because of a bug, and then often again.
pub const RULES_TRIES: usize = 2;
/// Maximum starts of a search that may be retried.
pub const SEARCH_TRIES: usize = 2;

/// A decision by a model if there is one, or by our own rules if it fails or costs too much.
///
/// The model is tried `model_tries` times under `stem`; rules run under `stem.rules`. Gives the effect that is
/// wanted, or nothing when both have failed for good. A model is started only if `kept` fits beside it: what
/// comes before writing leaves the writer what it may need.
fn by_model_or_rules(
    job: &Job,
    stem: &str,
    model: Option<&String>,
    model_tries: usize,
    (reserve, kept): (Spend, Spend),
    effect: impl Fn(Maker) -> Effect,
) -> Option<Wanted> {
    if let Some(name) = model {
        let id = job.ledger.id(stem);
        let usable = job.ledger.running.contains_key(&id)
            || (!job.ledger.gave_up(stem, model_tries) && fits(job, reserve + kept));
        if usable && !job.time_up {
            return Some(Wanted { id, effect: effect(Maker::Model(name.clone())), reserve });
        }
    }
    let rules = format!("{stem}.rules");
    let id = job.ledger.id(if model.is_some() { &rules } else { stem });
    let stem = id.stem().to_owned();
    (!job.ledger.gave_up(&stem, RULES_TRIES)).then(|| Wanted {
        id,
        effect: effect(Maker::Rules),
        reserve: Spend::default(),
    })
}

/// What a call of a model may cost at most, at the prices of the job.
fn model_reserve(job: &Job, model: Option<&String>, size: Size) -> Spend {
    let price = model.and_then(|name| job.prices.models.get(name)).copied().unwrap_or_default();
    let tokens = Spend { input_tokens: size.prompt, output_tokens: size.reply, ..Spend::default() };
    Spend { usd: price.of(&tokens), ..tokens }
}

/// What the writer may need for one draft; nothing if rules write.
fn writers_share(job: &Job) -> Spend {
    match &job.models.writer {
        Some(_) => model_reserve(job, job.models.writer.as_ref(), Size::draft(&job.budget)),
        None => Spend::default(),
    }
}

fn effects(wanted: Vec<Wanted>) -> Need {
    if wanted.is_empty() { Need::Nothing } else { Need::Effects(wanted) }
}
