//! Ask the providers whose turn it is. A search that fails is skipped, and said so; one that may be tried again is,
//! once; when nobody found anything, those whose turn is later are asked in the same round.

use super::{SEARCH_TRIES, effects};
use crate::job::state::{Round, search_stem};
use crate::job::{Effect, Job, Need, Wanted};
use crate::model::Spend;

pub fn search(job: &Job) -> Need {
    let Some((number, round)) = job.open_round() else { return Need::Nothing };
    if round.selection.is_some() {
        return Need::Nothing;
    }
    effects(searches(job, number, round))
}

/// Searches of a round that have no outcome yet.
pub(super) fn searches(job: &Job, number: usize, round: &Round) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    for query in &round.queries {
        for provider in job.places(number, query) {
            let stem = search_stem(number, query, provider);
            if round.found.contains_key(&stem) || job.ledger.gave_up(&stem, SEARCH_TRIES) {
                continue;
            }
            let id = job.ledger.id(&stem);
            if wanted.iter().any(|other| other.id == id) {
                continue;
            }
            let usd = job.prices.searches.get(provider).copied().unwrap_or_default();
            let effect = Effect::Search { query: query.clone(), provider: provider.clone() };
            wanted.push(Wanted { id, effect, reserve: Spend { usd, ..Spend::default() } });
        }
    }
    wanted
}
