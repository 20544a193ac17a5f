//! Chooses which hits of a round to read: one page under many addresses counts once, the ranks of all lists are fused,
//! and similar hits or hits from one site make room for others.

mod candidates;
mod parts;

pub use gorkd_core::job::pages_for_round;
use gorkd_core::text::{canonical_url, site_of};
pub use parts::RankParts;

use super::Brief;
use super::addresses::addresses;
use super::authority::is_academic;
use super::authority::is_own_site;
use super::plan::{Wishes, wishes};
use super::routing::SiteRecord;
use candidates::{Candidate, gather};
use gorkd_core::job::{Chosen, Selection, SkipReason, Skipped};
use gorkd_core::model::{DocumentKind, Plan, Query, SearchHit, SourceId};
use gorkd_core::text::page_key;
use std::collections::{BTreeMap, BTreeSet};

/// What a selection is made from.
#[derive(Clone, Debug)]
pub struct SelectInput<'a> {
    pub brief: Brief<'a>,
    pub plan: &'a Plan,
    /// The round's result lists, each with the query it answers.
    pub lists: &'a [(&'a Query, &'a [SearchHit])],
    /// Those of earlier rounds: what they found is still there, and what both found counts more.
    pub earlier: &'a [(&'a Query, &'a [SearchHit])],
    /// What is known of sites: whether they could be read, and whether they helped.
    pub sites: &'a BTreeMap<String, SiteRecord>,
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

/// The pages to read, best first, and why each other hit of the round is not read.
pub fn select(input: &SelectInput<'_>) -> Selection {
    let question = input.brief.question;
    let wishes = wishes(input.brief.constraints, question, input.brief.now);
    let mut selection = Selection::default();
    let lists: Lists<'_> = input.lists.iter().chain(input.earlier).copied().collect();
    let (candidates, copies) = gather(&lists, input.lists.len());
    let read: BTreeSet<String> =
        input.read.iter().map(|address| page_key(&canonical_url(address)).to_owned()).collect();
    selection.skipped.extend(copies.into_iter().map(|url| Skipped { url, reason: SkipReason::Duplicate }));
    let named = named(input, &read, &candidates);
    let mut open: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if named.iter().any(|chosen| chosen.url == candidate.url) {
            continue;
        }
        match barred(&candidate, input, &wishes, &read) {
            // What an earlier round had found is told of once.
            Some(_) if !candidate.own => {}
            Some(reason) => selection.skipped.push(Skipped { url: candidate.url, reason }),
            None => open.push(candidate),
        }
    }
    selection.read = named;
    let ranked = parts::rank(open, input, &lists);
    let (ranked, copies) = candidates::without_copies(ranked, &question.language);
    selection.skipped.extend(copies.into_iter().map(|url| Skipped { url, reason: SkipReason::Duplicate }));
    choose(ranked, input, &wishes, &mut selection);
    selection
}

/// Result lists of the round, then those of earlier ones, each with the query it answers.
type Lists<'a> = Vec<(&'a Query, &'a [SearchHit])>;

/// Pages whose addresses the question holds: read first, whether or not a search has found them.
fn named(input: &SelectInput<'_>, read: &BTreeSet<String>, candidates: &[Candidate]) -> Vec<Chosen> {
    let mut named: Vec<Chosen> = Vec::new();
    for url in addresses(&input.brief.question.text) {
        let canonical = canonical_url(&url);
        let excluded = input.excluded.contains(&SourceId::of_url(&canonical));
        let known = named.iter().any(|chosen| page_key(&chosen.canonical_url) == page_key(&canonical));
        if excluded || known || read.contains(page_key(&canonical)) || named.len() >= input.pages as usize {
            continue;
        }
        let found =
            candidates.iter().find(|candidate| page_key(&candidate.canonical) == page_key(&canonical));
        named.push(Chosen {
            url: found.map_or(url, |found| found.url.clone()),
            canonical_url: canonical,
            hash: found.and_then(|found| found.hash.clone()),
            title: found.map(|found| found.title.clone()).unwrap_or_default(),
            snippet: found.map(|found| found.snippet.clone()).unwrap_or_default(),
            why: "the question names its address".to_owned(),
            score: 1.0,
            copy_of: None,
        });
    }
    named
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
    let page = (candidate.url.as_str(), candidate.title.as_str(), candidate.snippet.as_str());
    if excluded || !may_be_read(page, wishes, input.plan) {
        return Some(SkipReason::Excluded);
    }
    candidates::outside(candidate, wishes, input.brief.question).then_some(SkipReason::OutsidePeriod)
}

/// Do the asker and the field of the question leave room for a page: its address, title, and snippet?
pub fn may_be_read(page: (&str, &str, &str), wishes: &Wishes, plan: &Plan) -> bool {
    // What a person keeps to counts more than what a field leaves out.
    let not_of_the_field = wishes.only.is_empty() && on_site(page.0, &plan.routing.rules.excluded_sites);
    !not_of_the_field && candidates::wanted(page, wishes)
}

/// Is the address on one of the sites, or below one?
fn on_site(address: &str, sites: &[String]) -> bool {
    let host = gorkd_core::model::host_of(address);
    sites.iter().any(|site| host == *site || host.ends_with(&format!(".{site}")))
}

/// Takes the best, then the next best given what was taken.
fn choose(
    mut ranked: Vec<(Candidate, RankParts)>,
    input: &SelectInput<'_>,
    wishes: &Wishes,
    selection: &mut Selection,
) {
    let mut sites: BTreeMap<String, usize> = BTreeMap::new();
    for chosen in &selection.read {
        *sites.entry(site_of(&chosen.url)).or_default() += 1;
    }
    let mut paper_wanted = lacks_a_paper(input, selection);
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
        let by_score = |a: &usize, b: &usize| score(&ranked[*a]).total_cmp(&score(&ranked[*b]));
        let best = (0..ranked.len()).rev().max_by(by_score).unwrap_or_default();
        // Where the field needs a paper, the best one has a place before all others.
        let paper = |(candidate, _): &(Candidate, RankParts)| is_paper(&candidate.url);
        let required = paper_wanted.then(|| ranked.iter().position(paper)).flatten();
        paper_wanted = false;
        let (candidate, parts) = ranked.remove(required.unwrap_or(best));
        let site = site_of(&candidate.url);
        // What the library holds costs nothing to read: as much of it as one search may give.
        let held = candidate.hash.is_some();
        let room = if held { input.brief.budget.results.max(input.pages) } else { input.pages };
        let alike = selection.read.iter().filter(|chosen| chosen.hash.is_some() == held).count();
        let reason = if alike >= room as usize {
            Some(SkipReason::RankedLower)
        } else if !free(&candidate) && sites.get(&site).is_some_and(|count| *count >= PAGES_A_SITE) {
            Some(SkipReason::SameSite)
        } else {
            None
        };
        match reason {
            Some(_) if !candidate.own => {}
            Some(reason) => selection.skipped.push(Skipped { url: candidate.url, reason }),
            None => {
                *sites.entry(site).or_default() += 1;
                served.extend(candidate.lists.iter().copied());
                let mut chosen = chosen(candidate, &parts, input);
                if required.is_some() {
                    chosen.why = format!("an academic source is required, {}", chosen.why);
                }
                selection.read.push(chosen);
            }
        }
    }
}

/// Does the field of the question need an academic source, and is none read or chosen yet?
fn lacks_a_paper(input: &SelectInput<'_>, selection: &Selection) -> bool {
    input.plan.routing.rules.academic_required
        && !input.read.iter().any(|address| is_paper(address))
        && !selection.read.iter().any(|chosen| is_paper(&chosen.url))
}

fn is_paper(address: &str) -> bool {
    is_academic(address, DocumentKind::Page)
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
        copy_of: None,
    }
}

#[cfg(test)]
#[path = "select_tests.rs"]
mod tests;
