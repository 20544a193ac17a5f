//! Finds sources that give different values for the same thing. It is conservative: the two sentences must share
//! nearly all words, have one value of the same kind each, and come from different sources.

use super::VerifyInput;
use crate::authority::authority;
use crate::judge::ANSWERS;
use crate::text::mentions::{Mention, mentions};
use crate::text::sentences::sentences;
use crate::text::words::terms;
use crate::{Brief, Material};
use gorkd_core::model::{Conflict, Evidence, Position, SourceId};
use gorkd_core::text::slice;
use gorkd_words::Msg;
use std::collections::BTreeSet;

/// Maximum number of sentences to compare.
const MOST: usize = 80;
/// The share of their words, without values, that two sentences must have in common.
const SAME: f64 = 0.7;
/// Minimum number of words besides the value. Shorter sentences are similar by chance.
const SHORTEST: usize = 3;

/// The draft's conflicts, and those found among the evidence.
pub(super) fn conflicts(input: &VerifyInput<'_>) -> Vec<Conflict> {
    let mut found = input.draft.conflicts.clone();
    let statements = statements(&input.brief, input.materials, input.evidence);
    for (at, a) in statements.iter().enumerate() {
        for b in &statements[at + 1..] {
            if !disagree(a, b) {
                continue;
            }
            let known = found.iter().any(|conflict| {
                let values: Vec<&str> = conflict.positions.iter().map(|p| p.value.as_str()).collect();
                values.contains(&a.written.as_str()) && values.contains(&b.written.as_str())
            });
            if !known {
                found.push(conflict(input, a, b));
            }
        }
    }
    found.truncate(8);
    found
}

/// Pieces of evidence that disagree, by position.
pub(crate) fn disagreeing(
    brief: &Brief<'_>,
    materials: &[Material<'_>],
    evidence: &[Evidence],
) -> Vec<(usize, usize)> {
    let statements = statements(brief, materials, evidence);
    let pairs =
        statements.iter().enumerate().flat_map(|(at, a)| statements[at + 1..].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| disagree(a, b)).map(|(a, b)| (a.piece, b.piece)).collect()
}

fn disagree(a: &Statement, b: &Statement) -> bool {
    a.source != b.source && a.hash != b.hash && differ(a, b)
}

struct Statement {
    /// The piece of evidence that contains it.
    piece: usize,
    source: SourceId,
    hash: String,
    place: usize,
    text: String,
    words: BTreeSet<String>,
    value: Mention,
    written: String,
}

fn statements(brief: &Brief<'_>, materials: &[Material<'_>], evidence: &[Evidence]) -> Vec<Statement> {
    let language = brief.question.language.as_str();
    let mut found: Vec<Statement> = Vec::new();
    let mut seen: BTreeSet<(SourceId, String)> = BTreeSet::new();
    let strong = |(_, evidence): &(usize, &Evidence)| evidence.relevance >= ANSWERS;
    for (piece, evidence) in evidence.iter().enumerate().filter(strong) {
        let Some(place) = materials.iter().position(|material| material.source == evidence.source) else {
            continue;
        };
        let passage = slice(materials[place].text, evidence.passage.span);
        for range in sentences(passage, 0..passage.len()) {
            let sentence = &passage[range];
            let all = mentions(sentence, language);
            let values: Vec<&Mention> =
                all.iter().filter(|mention| mention.value.comparable(&mention.value)).collect();
            let [value] = values.as_slice() else { continue };
            let words: BTreeSet<String> = terms(sentence, language)
                .into_iter()
                .filter(|term| term.range.end <= value.range.start || term.range.start >= value.range.end)
                .map(|term| term.key)
                .collect();
            if words.len() >= SHORTEST
                && found.len() < MOST
                && seen.insert((evidence.source.clone(), sentence.to_owned()))
            {
                found.push(Statement {
                    piece,
                    source: evidence.source.clone(),
                    hash: materials[place].document.hash.0.clone(),
                    place,
                    written: sentence[value.range.clone()].to_owned(),
                    text: sentence.trim().to_owned(),
                    value: (*value).clone(),
                    words,
                });
            }
        }
    }
    found
}

fn differ(a: &Statement, b: &Statement) -> bool {
    let shared = a.words.intersection(&b.words).count() as f64;
    let all = a.words.union(&b.words).count() as f64;
    a.value.value.comparable(&b.value.value) && !a.value.value.agrees(&b.value.value) && shared / all >= SAME
}

/// Prefers the newer of two dated pages if they are at least a year apart, then the clearly more authoritative one,
/// or neither.
fn conflict(input: &VerifyInput<'_>, a: &Statement, b: &Statement) -> Conflict {
    const YEAR: u64 = 365 * 86_400_000;
    let (left, right) = (input.materials[a.place].document, input.materials[b.place].document);
    let entities = &input.brief.question.entities;
    let weight = |url: &str| authority(url, entities);
    let (preferred, why) = match (left.published_at, right.published_at) {
        (Some(x), Some(y)) if x.since(y) >= YEAR => (Some(a), Msg::NewerSource),
        (Some(x), Some(y)) if y.since(x) >= YEAR => (Some(b), Msg::NewerSource),
        (Some(_) | None, _) => {
            let (x, y) = (weight(&left.url), weight(&right.url));
            if x >= y + 0.2 {
                (Some(a), Msg::WeightierSource)
            } else if y >= x + 0.2 {
                (Some(b), Msg::WeightierSource)
            } else {
                (None, Msg::NeitherSource)
            }
        }
    };
    Conflict {
        about: a.text.replace(&a.written, "…").trim_end_matches('.').to_owned(),
        positions: vec![
            Position { value: a.written.clone(), source_ids: vec![a.source.clone()] },
            Position { value: b.written.clone(), source_ids: vec![b.source.clone()] },
        ],
        preferred: preferred.map(|statement| statement.written.clone()),
        why: why.to(input.brief.locale()),
    }
}
