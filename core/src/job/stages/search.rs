//! Search with the providers whose turn it is. A search that fails is skipped and reported, after one retry if that may
//! help; if no provider finds anything, those whose turn is later are used in the same round.

use super::{SEARCH_TRIES, effects};
use crate::job::state::{Round, search_stem};
use crate::job::{Effect, Job, Need, Wanted};
use crate::model::{Query, Spend};

pub fn search(job: &Job) -> Need {
    let Some((number, round)) = job.open_round() else { return Need::Nothing };
    if round.selection.is_some() {
        return Need::Nothing;
    }
    let mut wanted = searches(job, number, round);
    wanted.retain(|one| {
        let Effect::Search { query, provider } = &one.effect else { return true };
        job.ledger.running.contains_key(&one.id) || !was_answered(job, number, query, provider)
    });
    effects(wanted)
}

/// Did a provider answer an equal query in an earlier round? It is not sent twice, whoever asks for it again.
fn was_answered(job: &Job, number: usize, query: &Query, provider: &str) -> bool {
    let equal = |other: &&Query| {
        other.text.trim().to_lowercase() == query.text.trim().to_lowercase() && other.filters == query.filters
    };
    job.rounds.iter().take(number).enumerate().any(|(earlier, round)| {
        let mut queries = round.queries.iter().filter(equal);
        queries.any(|query| round.found.contains_key(&search_stem(earlier, query, provider)))
    })
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
