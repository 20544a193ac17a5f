//! What becomes of a part of the question whose sentence was cut: the words that a model took down for it are quoted in
//! its place, and where there are none, the part is no longer answered.

use super::shortfalls::{has_words_of, is_about, meets};
use super::{Checked, VerifyInput, material_of};
use crate::safety;
use crate::text::one_line;
use crate::text::sentences::sentences;
use crate::text::words::keys;
use gorkd_core::job::PartJudgement;
use gorkd_core::model::*;
use gorkd_core::text::{slice, span_of};
use std::cmp::Reverse;
use std::ops::Range;

/// Sentences that are quoted instead of one, and bytes of each: as long as the quote of a claim may be.
const MOST: usize = 2;
const LONGEST: usize = 600;

/// The sentences that were taken down for what a sentence of the summary was to tell before it was cut, each with its
/// place among the statements. The first sentence is the answer itself; another one is missed where the summary tells
/// nothing else of its part. What the summary cites otherwise is not said twice.
pub(super) fn quotations(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Vec<(usize, DraftClaim)> {
    let holds = |claim: &&Checked<'_>| claim.draft.part == Part::Summary && claim.support >= Support::Partly;
    let mut told: Vec<(usize, Range<usize>)> =
        checked.iter().filter(holds).flat_map(|claim| claim.cited.iter().cloned()).collect();
    let mut found = Vec::new();
    let first = checked.iter().position(|claim| claim.draft.part == Part::Summary);
    let is_told = |part: &SubQuestion| checked.iter().filter(holds).any(|claim| is_about(claim, part, input));
    for (at, claim) in checked.iter().enumerate().filter(|(_, claim)| is_lost(claim, input)) {
        let mut parts = input.plan.sub_questions.iter().filter(|part| was_for(claim, part, input));
        if first != Some(at) && parts.all(is_told) {
            continue;
        }
        let mut near = noted(claim, input);
        near.sort_by_key(|(shared, ..)| Reverse(*shared));
        let mut left = MOST;
        for (_, place, range) in near {
            let is_cited = |(other, known): &(usize, Range<usize>)| {
                *other == place && known.start < range.end && range.start < known.end
            };
            if left == 0 || told.iter().any(is_cited) {
                continue;
            }
            left -= 1;
            found.push((at, quotation(input, place, range.clone())));
            told.push((place, range));
        }
    }
    found
}

/// The judgement of each part as it stands after the check: a part is not answered by what was cut, and only partly by
/// what the summary does not tell.
pub(super) fn parts(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Vec<PartJudgement> {
    let lost: Vec<&Checked<'_>> = checked.iter().filter(|claim| is_lost(claim, input)).collect();
    let left = |judged: &PartJudgement| {
        let part = input.plan.sub_questions.iter().find(|part| part.id == judged.sub_question);
        let Some(part) = part.filter(|part| lost.iter().any(|claim| was_for(claim, part, input))) else {
            return judged.answered;
        };
        let about = |claim: &&Checked<'_>| is_about(claim, part, input);
        match checked.iter().filter(about).map(|claim| claim.draft.part == Part::Summary).max() {
            Some(true) => judged.answered,
            Some(false) => judged.answered.min(Answered::Partly),
            None => Answered::No,
        }
    };
    input.parts.iter().map(|judged| PartJudgement { answered: left(judged), ..judged.clone() }).collect()
}

/// Is it a sentence of the summary of a model that does not hold?
fn is_lost(claim: &Checked<'_>, input: &VerifyInput<'_>) -> bool {
    let answers = input.draft.by != Maker::Rules && claim.draft.part == Part::Summary;
    answers && claim.support <= Support::Unsupported
}

/// Was a sentence to answer a part? Told by the notes that it cites, or else by its words.
fn was_for(claim: &Checked<'_>, part: &SubQuestion, input: &VerifyInput<'_>) -> bool {
    let cites = |note: &&Note| meets(&claim.quoted, (&note.source, note.passage.span), input);
    let mut cited = input.notes.iter().filter(cites).peekable();
    match cited.peek() {
        Some(_) => cited.any(|note| note.sub_question == part.id),
        None => input.plan.sub_questions.len() == 1 || has_words_of(claim, part, input),
    }
}

/// The sentences of the notes on the parts that a sentence was to answer: how many of its words they share, the material,
/// and bytes of its text. Only whole sentences that a person would read.
fn noted(claim: &Checked<'_>, input: &VerifyInput<'_>) -> Vec<(usize, usize, Range<usize>)> {
    let language = input.brief.question.language.as_str();
    let wanted = keys(&claim.draft.text, language);
    let parts = input.plan.sub_questions.iter().filter(|part| was_for(claim, part, input));
    let notes = parts.flat_map(|part| input.notes.iter().filter(move |note| note.sub_question == part.id));
    let mut found: Vec<(usize, usize, Range<usize>)> = Vec::new();
    for note in notes {
        let Some(place) = material_of(&note.source, &note.passage.hash.0, input.materials) else { continue };
        let text = input.materials[place].text;
        let passage = slice(text, note.passage.span);
        if passage.is_empty() {
            continue;
        }
        let start = passage.as_ptr() as usize - text.as_ptr() as usize;
        for range in sentences(text, start..start + passage.len()) {
            let sentence = &text[range.clone()];
            let said = keys(sentence, language);
            let shared = wanted.iter().filter(|key| said.contains(key)).count();
            // Rows and code mean nothing on one line.
            let reads =
                sentence.len() <= LONGEST && !sentence.contains(['|', '\n']) && !sentence.contains("```");
            let is_new = !found.iter().any(|(_, other, known)| *other == place && *known == range);
            if shared > 0 && reads && is_new && safety::count(sentence) == 0 {
                found.push((shared, place, range));
            }
        }
    }
    found
}

fn quotation(input: &VerifyInput<'_>, place: usize, range: Range<usize>) -> DraftClaim {
    let material = &input.materials[place];
    let quote = Quote {
        source: material.source.clone(),
        hash: material.document.hash.clone(),
        span: Some(span_of(material.text, range.clone())),
        text: material.text[range].to_owned(),
    };
    DraftClaim {
        text: one_line(&quote.text),
        part: Part::Summary,
        heading: None,
        block: None,
        quotes: vec![quote],
    }
}
