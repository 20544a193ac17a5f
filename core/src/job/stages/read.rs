//! Choose among the hits, then read. A page that fails is skipped and listed as unread; a known open-access
//! copy of it is read as well.

use super::RULES_TRIES;
use crate::job::obstacles::worth_another_try;
use crate::job::state::{Round, read_stem};
use crate::job::{Chosen, Effect, EffectKind, Job, PlannedEffect};
use crate::model::SearchHit;

pub fn read(job: &Job) -> Vec<PlannedEffect> {
    let Some((number, round)) = job.open_round() else { return Vec::new() };
    if round.judgement.is_some() {
        return Vec::new();
    }
    let Some(selection) = &round.selection else {
        if is_chosen(job, round) {
            return Vec::new();
        }
        let stem = EffectKind::Select.in_round(number);
        let nothing_found = round.found.values().all(|found| found.hits.is_empty());
        // Addresses in the question are read even if no search found anything.
        let nothing_named = job.question.addresses.is_empty();
        if (nothing_found && nothing_named) || job.ledger.gave_up(&stem, RULES_TRIES) {
            return Vec::new();
        }
        let effect = Effect::Select { round: number };
        return vec![PlannedEffect::free(job.ledger.id(&stem), effect)];
    };
    pages(job, number, round, selection.read.iter().chain(copies(round)))
}

/// Whether a driving model has chosen what to read. Rules still choose if there are documents that it may not
/// see, or if it has read nothing.
fn is_chosen(job: &Job, round: &Round) -> bool {
    let hidden = || {
        let unseen = round.turns.last().is_some_and(|turn| !turn.sees_private);
        let mut hits = round.found.values().flat_map(|found| found.hits.iter());
        unseen && hits.any(SearchHit::is_private)
    };
    job.driver.is_some() && round.is_driven() && !hidden()
}

/// The pages that have no outcome yet.
pub(super) fn pages<'a>(
    job: &Job,
    number: usize,
    round: &Round,
    chosen: impl Iterator<Item = &'a Chosen>,
) -> Vec<PlannedEffect> {
    let mut wanted: Vec<PlannedEffect> = Vec::new();
    for chosen in chosen {
        let stem = read_stem(number, chosen);
        let read = round.reads.get(&stem).is_some_and(|read| read.document.is_some());
        let id = job.ledger.id(&stem);
        // A running attempt continues, even if by now too little time is left to start one.
        let tried = || worth_another_try(job.ledger.failures(&stem), job.clock.active_ms, &job.budget);
        let given_up = !job.ledger.running.contains_key(&id) && !tried();
        if read || given_up || wanted.iter().any(|other| other.id == id) {
            continue;
        }
        let effect = Effect::Read { chosen: Box::new(chosen.clone()) };
        wanted.push(PlannedEffect::free(id, effect));
    }
    wanted
}

/// Open-access copies of pages that this run could not access.
fn copies(round: &Round) -> impl Iterator<Item = &Chosen> {
    round.reads.values().map(|read| &read.chosen).filter(|chosen| {
        chosen.copy_of.as_ref().is_some_and(|original| {
            round.reads.values().any(|read| {
                let known = read.failure.as_ref().and_then(|failure| failure.open_copy.as_ref());
                read.chosen.url == *original && known == Some(&chosen.url)
            })
        })
    })
}
