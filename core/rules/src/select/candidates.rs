//! Merges the hits of all lists into candidates: one per page, however often and under whichever address it was found.

use super::parts::RankParts;
use crate::analyze::year_of;
use crate::plan::Wishes;
use crate::text::words::fold;
use crate::weigh::Texts;
use gorkd_core::model::{DocumentHash, Millis, Period, Query, Question, SearchHit};
use gorkd_core::text::is_site;
use gorkd_core::text::{canonical_url, page_key, site_of};
use std::collections::BTreeMap;

/// A page that was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    pub url: String,
    pub canonical: String,
    pub title: String,
    pub snippet: String,
    pub sections: Vec<String>,
    pub hash: Option<DocumentHash>,
    pub published_at: Option<Millis>,
    /// From the library or a file: its text is at hand.
    pub local: bool,
    /// Found in this round, not only in earlier ones.
    pub own: bool,
    /// The lists that contain it, its best rank in each, and the lists that it leads.
    pub lists: Vec<usize>,
    pub ranks: Vec<u32>,
    pub firsts: Vec<usize>,
}

/// Candidates in order of first appearance, and the addresses of the round that were merged into another. The first
/// `own` lists are the round's.
pub(super) fn gather(lists: &[(&Query, &[SearchHit])], own: usize) -> (Vec<Candidate>, Vec<String>) {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut hashes: BTreeMap<DocumentHash, usize> = BTreeMap::new();
    let mut merged: Vec<String> = Vec::new();
    for (list, (_, hits)) in lists.iter().enumerate() {
        for (at, hit) in hits.iter().enumerate() {
            let canonical = canonical_url(&hit.url);
            let key = page_key(&canonical).to_owned();
            let known =
                places.get(&key).or_else(|| hit.hash.as_ref().and_then(|hash| hashes.get(hash))).copied();
            let place = known.unwrap_or_else(|| {
                candidates.push(Candidate {
                    url: hit.url.clone(),
                    canonical: canonical.clone(),
                    title: hit.title.clone(),
                    local: hit.hash.is_some() || !hit.url.starts_with("http"),
                    ..Candidate::default()
                });
                candidates.len() - 1
            });
            places.entry(key).or_insert(place);
            let candidate = &mut candidates[place];
            candidate.own |= list < own;
            if list < own && candidate.url != hit.url && !merged.contains(&hit.url) {
                merged.push(hit.url.clone());
            }
            if let Some(hash) = &hit.hash {
                hashes.entry(hash.clone()).or_insert(place);
                candidate.hash.get_or_insert_with(|| hash.clone());
            }
            let rank = if hit.rank > 0 { hit.rank } else { at as u32 + 1 };
            candidate.found(list, rank, hit, list < own);
        }
    }
    (candidates, merged)
}

impl Candidate {
    fn found(&mut self, list: usize, rank: u32, hit: &SearchHit, own: bool) {
        if self.title.is_empty() {
            self.title.clone_from(&hit.title);
        }
        if hit.snippet.chars().count() > self.snippet.chars().count() {
            self.snippet.clone_from(&hit.snippet);
        }
        if let Some(section) = &hit.section
            && !self.sections.contains(section)
        {
            self.sections.push(section.clone());
        }
        self.published_at = self.published_at.or(hit.published_at);
        match self.lists.iter().position(|known| *known == list) {
            Some(at) => self.ranks[at] = self.ranks[at].min(rank),
            None => {
                self.lists.push(list);
                self.ranks.push(rank);
            }
        }
        if own && rank == 1 && !self.firsts.contains(&list) {
            self.firsts.push(list);
        }
    }
}

/// Does a person's wish leave room for this page: its address, title, and snippet?
pub(super) fn wanted((url, title, snippet): (&str, &str, &str), wishes: &Wishes) -> bool {
    let host = gorkd_core::model::host_of(url);
    let on = |site: &String| {
        let site = site.trim_start_matches('.');
        host == site || host.ends_with(&format!(".{site}"))
    };
    if !wishes.only.is_empty() && !wishes.only.iter().any(on) {
        return false;
    }
    if wishes.exclude.is_empty() {
        return true;
    }
    let shown = fold(&format!("{url} {title} {snippet}"));
    !wishes.exclude.iter().any(|words| {
        if is_site(words) {
            return on(words) || site_of(url) == *words;
        }
        // "vendor blogs" also puts off a "vendor's blog": plurals do not count.
        words
            .split(' ')
            .all(|word| shown.contains(word.strip_suffix('s').filter(|w| w.len() > 2).unwrap_or(word)))
    })
}

/// Is the page known to be from a time that cannot tell? A demanded time bounds both ends; the time a question is
/// about only bounds the beginning, as later pages tell of earlier years.
pub(super) fn outside(candidate: &Candidate, wishes: &Wishes, question: &Question) -> bool {
    let Some(published) = candidate.published_at else { return false };
    let year = year_of(published);
    let too_early = |period: &Period| {
        period.from_year.is_some_and(|from| year < from) || period.from.is_some_and(|from| published < from)
    };
    let too_late = |period: &Period| {
        period.to_year.is_some_and(|to| year > to) || period.before.is_some_and(|before| published >= before)
    };
    match (&wishes.period, &question.period) {
        (Some(demanded), _) => too_early(demanded) || too_late(demanded),
        (None, Some(about)) => too_early(about),
        (None, None) => false,
    }
}

/// Copies of one text under several addresses: the best ranked stays.
pub(super) fn without_copies(
    ranked: Vec<(Candidate, RankParts)>,
    language: &str,
) -> (Vec<(Candidate, RankParts)>, Vec<String>) {
    let mut texts = Texts::default();
    for (candidate, _) in &ranked {
        texts.add(&format!("{} {}", candidate.title, candidate.snippet), language);
    }
    let mut kept: Vec<usize> = Vec::new();
    let mut copies = Vec::new();
    let mut stays = Vec::new();
    for (at, (candidate, parts)) in ranked.into_iter().enumerate() {
        let long = candidate.snippet.chars().count() >= SHORTEST_SNIPPET;
        if long && kept.iter().any(|other| texts.likeness(at, *other) >= COPY) {
            if candidate.own {
                copies.push(candidate.url);
            }
        } else {
            kept.push(at);
            stays.push((candidate, parts));
        }
    }
    (stays, copies)
}

/// Likeness of title and snippet from which two hits count as copies; headlines of one agency text reach it,
/// two articles on one event do not.
const COPY: f64 = 0.9;
/// Shorter snippets are alike by chance.
const SHORTEST_SNIPPET: usize = 80;
