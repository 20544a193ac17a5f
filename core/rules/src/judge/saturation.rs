//! How much a round added: entities and facts first seen in it, and how much the sources repeat one another.

use super::evidence::Weighed;
use super::{ANSWERS, JudgeInput};
use crate::text::mentions::{MentionKind, mentions};
use crate::text::sentences::said;
use gorkd_core::job::Saturation;
use gorkd_core::model::{Evidence, LOCAL_FILE, host_of};
use std::collections::{BTreeMap, BTreeSet};

/// Relevance from which a passage's entities and facts are counted: every page has new names in its margins.
const COUNTED: f64 = 0.3;
/// Likeness of two sources' best passages from which one repeats the other.
const REPEATS: f64 = 0.75;
/// Passages looked through for entities and facts.
const MOST: usize = 120;

/// Measures the round that just ended against everything read.
pub(super) fn measure(input: &JudgeInput<'_>, weighed: &Weighed<'_>, evidence: &[Evidence]) -> Saturation {
    let mut seen = SeenFacts::default();
    let mut new = SeenFacts::default();
    let relevant: Vec<usize> = weighed
        .ranked()
        .into_iter()
        .filter(|(_, best)| *best >= COUNTED)
        .take(MOST)
        .map(|(at, _)| at)
        .collect();
    let round = |passage: &usize| input.materials[weighed.passages[*passage].0].round;
    for passage in relevant.iter().filter(|passage| round(passage) < input.round) {
        seen.read(weighed.text(*passage), weighed.language());
    }
    for passage in relevant.iter().filter(|passage| round(passage) >= input.round) {
        new.read(weighed.text(*passage), weighed.language());
    }
    let fresh = |new: &BTreeSet<String>, seen: &BTreeSet<String>| {
        let all = new.union(seen).count();
        let first = new.difference(seen).count();
        (if all == 0 { 0.0 } else { first as f64 / all as f64 }, all as u32)
    };
    let (new_entities, entities) = fresh(&new.entities, &seen.entities);
    let (new_facts, facts) = fresh(&new.facts, &seen.facts);
    let parts = &input.plan.sub_questions;
    let covered = parts
        .iter()
        .filter(|part| evidence.iter().any(|e| e.sub_question == part.id && e.relevance >= ANSWERS))
        .count();
    Saturation {
        new_entities,
        new_facts,
        coverage: if parts.is_empty() { 0.0 } else { covered as f64 / parts.len() as f64 },
        circularity: circularity(input, weighed),
        entities,
        facts,
    }
}

#[derive(Default)]
struct SeenFacts {
    entities: BTreeSet<String>,
    /// What is said of what: the name a sentence begins with, and each value in it.
    facts: BTreeSet<String>,
}

impl SeenFacts {
    fn read(&mut self, text: &str, language: &str) {
        for sentence in said(text) {
            let found = mentions(sentence, language);
            let keys: Vec<(MentionKind, String)> = found.iter().map(|m| (m.kind, m.key())).collect();
            let subject =
                keys.iter().find(|(kind, _)| *kind == MentionKind::Name).map(|(_, key)| key.clone());
            for (mention, (kind, key)) in found.iter().zip(&keys) {
                if mention.entity_kind().is_some() {
                    self.entities.insert(key.clone());
                }
                if !matches!(kind, MentionKind::Negation | MentionKind::Quoted)
                    && let Some(subject) = subject.as_ref().filter(|subject| *subject != key)
                {
                    self.facts.insert(format!("{subject} {key}"));
                }
            }
        }
    }
}

/// Share of the sources that bear on the question whose best passage repeats another source's, or that name the
/// other's site as where they have it from.
fn circularity(input: &JudgeInput<'_>, weighed: &Weighed<'_>) -> f64 {
    let mut best: BTreeMap<usize, usize> = BTreeMap::new();
    for (passage, relevance) in weighed.ranked() {
        if relevance >= COUNTED {
            best.entry(weighed.passages[passage].0).or_insert(passage);
        }
    }
    if best.len() < 2 {
        return 0.0;
    }
    let sources: Vec<(usize, usize)> = best.into_iter().collect();
    let leans = |(material, passage): &(usize, usize)| {
        let text = weighed.text(*passage).to_lowercase();
        sources.iter().any(|(other, theirs)| {
            let host = host_of(&input.materials[*other].document.url);
            other != material
                && (weighed.texts.likeness(*passage, *theirs) >= REPEATS
                    || (host != LOCAL_FILE && text.contains(&host)))
        })
    };
    sources.iter().filter(|source| leans(source)).count() as f64 / sources.len() as f64
}
