//! Chooses which hits of a round are read: one page under many addresses counts once, ranks of all lists are
//! fused, and what looks alike or comes from one site makes room for others.

mod address;
mod candidates;
mod parts;

pub use address::{canonical_url, site_of};
pub use parts::RankParts;

use super::authority::is_own_site;
use super::plan::{Wishes, wishes};
use super::{Brief, Chosen, Selection, SkipReason, Skipped};
use crate::model::{Budget, Plan, Query, SearchHit, SourceId};
use address::page_key;
use candidates::{Candidate, gather};
use std::collections::{BTreeMap, BTreeSet};

/// What a selection is made from.
#[derive(Clone, Debug)]
pub struct SelectInput<'a> {
    pub brief: Brief<'a>,
    pub plan: &'a Plan,
    /// The round's result lists, each with the query it answers.
    pub lists: &'a [(&'a Query, &'a [SearchHit])],
    /// Canonical addresses that were read or tried before.
    pub read: &'a BTreeSet<String>,
    /// Sources that must not be used.
    pub excluded: &'a BTreeSet<SourceId>,
    /// Pages to read at most in this round.
    pub pages: u32,
}

/// Pages of one site in a round at most, unless the site was asked for, is the subject's own, or is the library.
const PAGES_A_SITE: usize = 2;
/// What the best hit of a query that nothing was chosen for yet is raised by: every query was asked for a reason.
const FIRST_OF_LIST: f64 = 0.12;

/// Pages that a round may read: about half in the first, the rest spread over the others, the last takes all that
/// is left. Reading everything in round one would leave nothing for what round one points to.
pub fn pages_for_round(budget: &Budget, round: usize, pages_read: u32) -> u32 {
    let left = budget.pages.saturating_sub(pages_read);
    let rounds_left = budget.rounds.saturating_sub(u32::try_from(round).unwrap_or(u32::MAX));
    match rounds_left {
        0 => 0,
        1 => left,
        _ if round == 0 => budget.pages.div_ceil(2).min(left),
        rounds => left.div_ceil(rounds),
    }
}

/// The pages to read, best first, and why each other hit is not read.
pub fn select(input: &SelectInput<'_>) -> Selection {
    let question = input.brief.question;
    let wishes = wishes(input.brief.constraints, question, input.brief.now);
    let mut selection = Selection::default();
    let (candidates, copies) = gather(input.lists);
    let read: BTreeSet<String> =
        input.read.iter().map(|address| page_key(&canonical_url(address)).to_owned()).collect();
    selection.skipped.extend(copies.into_iter().map(|url| Skipped { url, reason: SkipReason::Duplicate }));
    let mut open: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        match barred(&candidate, input, &wishes, &read) {
            Some(reason) => selection.skipped.push(Skipped { url: candidate.url, reason }),
            None => open.push(candidate),
        }
    }
    let ranked = parts::rank(open, input);
    let (ranked, copies) = candidates::without_copies(ranked, &question.language);
    selection.skipped.extend(copies.into_iter().map(|url| Skipped { url, reason: SkipReason::Duplicate }));
    choose(ranked, input, &wishes, &mut selection);
    selection
}

/// Why a hit cannot be read at all.
fn barred(
    candidate: &Candidate,
    input: &SelectInput<'_>,
    wishes: &Wishes,
    read: &BTreeSet<String>,
) -> Option<SkipReason> {
    if read.contains(page_key(&candidate.canonical)) {
        return Some(SkipReason::AlreadyRead);
    }
    let excluded = input.excluded.contains(&SourceId::of_url(&candidate.canonical))
        || input.excluded.contains(&SourceId::of_url(&candidate.url));
    if excluded || !candidates::wanted(candidate, wishes) {
        return Some(SkipReason::Excluded);
    }
    candidates::outside(candidate, wishes, input.brief.question).then_some(SkipReason::OutsidePeriod)
}

/// Takes the best, then the next best given what was taken.
fn choose(
    mut ranked: Vec<(Candidate, RankParts)>,
    input: &SelectInput<'_>,
    wishes: &Wishes,
    selection: &mut Selection,
) {
    let mut sites: BTreeMap<String, usize> = BTreeMap::new();
    let mut served: BTreeSet<usize> = BTreeSet::new();
    let entities = &input.brief.question.entities;
    let several: BTreeSet<String> =
        ranked.iter().filter(|(candidate, _)| !candidate.local).map(|(c, _)| site_of(&c.url)).collect();
    let free = |candidate: &Candidate| {
        candidate.local
            || !wishes.only.is_empty()
            || several.len() <= 1
            || is_own_site(&candidate.url, entities)
    };
    while !ranked.is_empty() {
        let score = |(candidate, parts): &(Candidate, RankParts)| {
            let first = candidate.firsts.iter().any(|list| !served.contains(list));
            parts.total() + if first { FIRST_OF_LIST } else { 0.0 }
        };
        let mut best = 0;
        for at in 1..ranked.len() {
            if score(&ranked[at]) > score(&ranked[best]) {
                best = at;
            }
        }
        let (candidate, parts) = ranked.remove(best);
        let site = site_of(&candidate.url);
        let reason = if selection.read.len() >= input.pages as usize {
            Some(SkipReason::RankedLower)
        } else if !free(&candidate) && sites.get(&site).is_some_and(|count| *count >= PAGES_A_SITE) {
            Some(SkipReason::SameSite)
        } else {
            None
        };
        match reason {
            Some(reason) => selection.skipped.push(Skipped { url: candidate.url, reason }),
            None => {
                *sites.entry(site).or_default() += 1;
                served.extend(candidate.lists.iter().copied());
                selection.read.push(chosen(candidate, &parts, input));
            }
        }
    }
}

fn chosen(candidate: Candidate, parts: &RankParts, input: &SelectInput<'_>) -> Chosen {
    Chosen {
        why: parts.why(&candidate, input),
        score: parts.total().clamp(0.0, 1.0),
        url: candidate.url,
        canonical_url: candidate.canonical,
        hash: candidate.hash,
        title: candidate.title,
        snippet: candidate.snippet,
    }
}

#[cfg(test)]
#[path = "select_tests.rs"]
mod tests;
