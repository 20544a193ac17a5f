//! Looks for another passage that supports a failed claim.

use super::VerifyInput;
use super::agreement::Ground;
use super::known::Reader;
use super::quotes::Context;
use super::windows::{Wanted, with_term};
use crate::Material;
use crate::text::sentences::sentences;
use gorkd_core::model::Support;
use gorkd_core::text::slice;
use std::collections::BTreeSet;
use std::ops::Range;

/// Number of sentences to check closely, after a first selection by shared words.
const CLOSELY: usize = 12;
/// The share of the claim's words that a sentence alone must contain: more than for a quote that a writer chose.
const AT_LEAST: f64 = 0.6;

/// Every sentence of the evidence once, with its words. They are parsed when the first claim fails, and used for all
/// that fail.
pub(super) struct EvidenceSentences {
    /// Material, bytes of its text, and the keys of its words.
    sentences: Vec<(usize, Range<usize>, Vec<u32>)>,
}

impl EvidenceSentences {
    pub(super) fn new(input: &VerifyInput<'_>, reader: &mut Reader<'_>) -> Self {
        let mut seen = BTreeSet::new();
        let mut said = Vec::new();
        for evidence in input.evidence {
            let place = input.materials.iter().position(|material| {
                material.source == evidence.source && material.document.hash == evidence.passage.hash
            });
            let Some(place) = place else { continue };
            let text = input.materials[place].text;
            let passage = slice(text, evidence.passage.span);
            if passage.is_empty() {
                continue;
            }
            let start = passage.as_ptr() as usize - text.as_ptr() as usize;
            for range in sentences(text, start..start + passage.len()) {
                if seen.insert((place, range.start, range.end)) {
                    let keys = reader.keys_in(&text[range.clone()]);
                    said.push((place, range, keys));
                }
            }
        }
        Self { sentences: said }
    }
}

/// A sentence in the evidence that supports the claim, and what the support is based on.
pub(super) fn recite(
    claim: &str,
    tried: &[(usize, Range<usize>)],
    input: &VerifyInput<'_>,
    reader: &mut Reader<'_>,
    said: &EvidenceSentences,
) -> Option<(usize, Range<usize>, Ground)> {
    let known = reader.of(claim);
    let wanted = reader.keys(&known);
    if wanted.is_empty() {
        return None;
    }
    let failed = |place: usize, range: &Range<usize>| {
        tried.iter().any(|(other, at)| *other == place && at.start <= range.start && range.end <= at.end)
    };
    let mut near: Vec<(usize, usize, Range<usize>)> = Vec::new();
    for (place, range, found) in &said.sentences {
        let shared = wanted.iter().filter(|key| found.contains(key)).count();
        if shared as f64 >= AT_LEAST * wanted.len() as f64 && !failed(*place, range) {
            near.push((shared, *place, range.clone()));
        }
    }
    near.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.start.cmp(&b.2.start)));
    let (place, range, ground) = near.into_iter().take(CLOSELY).find_map(|(_, place, range)| {
        let ground = bears_out(claim, &input.materials[place], &range, reader)?;
        Some((place, range, ground))
    })?;
    let material = &input.materials[place];
    let wanted = Wanted::of(claim, reader);
    let wider = with_term(material, &range, &wanted, reader);
    let wider = wider.filter(|wider| bears_out(claim, material, wider, reader).is_some());
    Some((place, wider.unwrap_or(range), ground))
}

/// What the support of a claim by a sentence is based on.
fn bears_out(
    claim: &str,
    material: &Material<'_>,
    range: &Range<usize>,
    reader: &mut Reader<'_>,
) -> Option<Ground> {
    let finding = reader.agreement(claim, &Context::new(material, range.clone()));
    (finding.support == Support::Supported).then_some(finding.ground)
}
