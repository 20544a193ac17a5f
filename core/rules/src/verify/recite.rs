//! Looks for another passage that supports a failed claim.

use super::agreement::Ground;
use super::known::Reader;
use super::windows::{Wanted, with_term};
use super::{Checker, Place, VerifyInput};
use crate::text::sentences::sentences;
use gorkd_core::model::Support;
use gorkd_core::text::byte_range;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Number of sentences to check closely, after a first selection by shared words.
const CLOSELY: usize = 12;
/// The share of the claim's words that a sentence alone must contain: more than for a quote that a writer chose.
const AT_LEAST: f64 = 0.6;

/// A sentence of the evidence, with the keys of its words.
pub(super) type Said = (Place, Vec<u32>);

/// Every sentence of the evidence once. They are parsed when the first claim fails, and used for all that fail.
fn sentences_of(input: &VerifyInput<'_>, reader: &mut Reader<'_>) -> Vec<Said> {
    let mut seen = BTreeSet::new();
    let mut said = Vec::new();
    for evidence in input.evidence {
        let place = input.materials.iter().position(|material| {
            material.source == evidence.source && material.document.hash == evidence.passage.hash
        });
        let Some(place) = place else { continue };
        let text = input.materials[place].text;
        let passage = byte_range(text, evidence.passage.span);
        if passage.is_empty() {
            continue;
        }
        for range in sentences(text, passage) {
            if seen.insert((place, range.start, range.end)) {
                let keys = reader.keys_in(&text[range.clone()]);
                said.push(((place, range), keys));
            }
        }
    }
    said
}

impl Checker<'_, '_> {
    /// A sentence in the evidence that supports the claim, and what the support is based on.
    pub(super) fn recite(&mut self, claim: &str, tried: &[Place]) -> Option<(Place, Ground)> {
        let (input, reader) = (self.input, &mut self.reader);
        let said = self.said.get_or_insert_with(|| Rc::new(sentences_of(input, reader)));
        let said = Rc::clone(said);
        let known = self.reader.of(claim);
        let wanted = self.reader.keys(&known);
        if wanted.is_empty() {
            return None;
        }
        let failed = |(place, range): &Place| {
            tried.iter().any(|(other, at)| other == place && at.start <= range.start && range.end <= at.end)
        };
        let mut near: Vec<(usize, &Place)> = Vec::new();
        for (place, found) in said.iter() {
            let shared = wanted.iter().filter(|key| found.contains(key)).count();
            if shared as f64 >= AT_LEAST * wanted.len() as f64 && !failed(place) {
                near.push((shared, place));
            }
        }
        near.sort_by_key(|(shared, (at, range))| (Reverse(*shared), *at, range.start));
        let mut near = near.into_iter().take(CLOSELY);
        let (place, ground) = near.find_map(|(_, place)| Some((place, self.bears_out(claim, place)?)))?;
        let wanted = Wanted::of(claim, &mut self.reader);
        let wider = with_term(&input.materials[place.0], &place.1, &wanted, &mut self.reader);
        let wider = wider.map(|range| (place.0, range));
        let wider = wider.filter(|wider| self.bears_out(claim, wider).is_some());
        Some((wider.unwrap_or_else(|| place.clone()), ground))
    }

    /// What the support of a claim by a sentence is based on.
    fn bears_out(&mut self, claim: &str, place: &Place) -> Option<Ground> {
        let finding = self.reader.agreement(claim, &self.input.context(place));
        (finding.support == Support::Supported).then_some(finding.ground)
    }
}
