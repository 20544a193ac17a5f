//! Looks for another place that says what a failing claim says.

use super::VerifyInput;
use super::agreement::agreement;
use super::quotes::Context;
use crate::model::Support;
use crate::research::language::sentences::sentences;
use crate::research::language::words::keys;
use crate::text::slice;
use std::ops::Range;

/// Sentences that are checked closely, after a first look at shared words.
const CLOSELY: usize = 12;
/// Share of the claim's words that a sentence must hold on its own: more than for a quote that a writer chose.
const AT_LEAST: f64 = 0.6;

/// A sentence among the evidence that supports the claim, if one does.
pub(super) fn recite(
    claim: &str,
    tried: &[(usize, Range<usize>)],
    input: &VerifyInput<'_>,
) -> Option<(usize, Range<usize>)> {
    let language = input.brief.question.language.as_str();
    let wanted = keys(claim, language);
    if wanted.is_empty() {
        return None;
    }
    let mut near: Vec<(usize, usize, Range<usize>)> = Vec::new();
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
            let found = keys(&text[range.clone()], language);
            let shared = wanted.iter().filter(|key| found.contains(key)).count();
            let known = near.iter().any(|(_, other, at)| *other == place && *at == range);
            let failed = tried
                .iter()
                .any(|(other, at)| *other == place && at.start <= range.start && range.end <= at.end);
            if shared as f64 >= AT_LEAST * wanted.len() as f64 && !known && !failed {
                near.push((shared, place, range));
            }
        }
    }
    near.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.start.cmp(&b.2.start)));
    near.into_iter().take(CLOSELY).map(|(_, place, range)| (place, range)).find(|(place, range)| {
        let context = Context::new(&input.materials[*place], range.clone());
        agreement(claim, &context, language).support == Support::Supported
    })
}
