//! Notes of a model: which sentences of which block. The text is cut from the stored text; a note that can't be located
//! is dropped, and the others are kept.

use super::quoting::quote_of;
use super::shape::ids;
use crate::Material;
use crate::lenient::Json;
use crate::prompts::Shown;
use crate::text::{is_fence, one_line};
use crate::verify::locate;
use gorkd_core::model::Quote;
use gorkd_core::text::byte_range;
use std::ops::Range;

const ID: [&str; 6] = ["id", "evidence", "passage", "source", "block", "ids"];
const SENTENCES: [&str; 6] = ["sentences", "sentence", "numbers", "lines", "statements", "span"];
const QUOTE: [&str; 5] = ["quote", "words", "text", "quotation", "note"];
const PART: [&str; 6] = ["part", "subquestion", "answers", "question", "about", "for"];

/// The most sentences that one note may take: a longer range is a whole page, not a note.
const MOST_SENTENCES: usize = 12;

/// Where a model says that words are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RawNote {
    pub id: Option<String>,
    pub sentences: Vec<usize>,
    pub quote: String,
    pub part: String,
}

/// All that can be read as notes: a list of objects, one object, or texts such as `e3: 1, 2`.
pub(super) fn notes(json: &Json) -> Vec<RawNote> {
    match json {
        Json::List(items) => items.iter().flat_map(notes).collect(),
        Json::Object(_) => vec![RawNote {
            id: json.get(&ID).and_then(id),
            sentences: json.get(&SENTENCES).map(numbers).unwrap_or_default(),
            quote: json.get(&QUOTE).and_then(Json::as_text).map(one_line).unwrap_or_default(),
            part: json.get(&PART).map(text).unwrap_or_default(),
        }],
        Json::Text(text) => {
            let (name, rest) = text.split_once(':').unwrap_or((text, ""));
            let id = ids(name, false).into_iter().next();
            let sentences = numbers(&Json::Text(rest.to_owned()));
            id.map(|id| RawNote { id: Some(id), sentences, ..RawNote::default() }).into_iter().collect()
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => Vec::new(),
    }
}

pub(super) fn id(json: &Json) -> Option<String> {
    match json {
        Json::Text(text) => ids(text, true).into_iter().next(),
        Json::Number(number) => Some(format!("e{number}")),
        Json::List(items) => items.iter().find_map(id),
        Json::Null | Json::Bool(_) | Json::Object(_) => None,
    }
}

fn text(json: &Json) -> String {
    match json {
        Json::List(items) => items.first().map(text).unwrap_or_default(),
        other => other.spelled().map(|said| one_line(&said)).unwrap_or_default(),
    }
}

/// Numbers of sentences, from 1: `[2, 3]`, `2`, `"2, 4"`, or `"2-4"`.
pub(super) fn numbers(json: &Json) -> Vec<usize> {
    let mut found = match json {
        Json::List(items) => items.iter().flat_map(numbers).collect(),
        Json::Number(number) if (1.0..1000.0).contains(number) => vec![*number as usize],
        Json::Text(text) => text.split([',', ';', ' ']).flat_map(run).collect(),
        Json::Number(_) | Json::Null | Json::Bool(_) | Json::Object(_) => Vec::new(),
    };
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_SENTENCES);
    found
}

fn run(text: &str) -> Vec<usize> {
    let mut ends = text.split(['-', '–']).map(|end| end.trim_matches(|c: char| !c.is_ascii_digit()).parse());
    match (ends.next(), ends.next()) {
        (Some(Ok(first)), None) => vec![first],
        (Some(Ok(first)), Some(Ok(last))) => (first..=last).take(MOST_SENTENCES).collect(),
        _ => Vec::new(),
    }
}

/// Words of a block that a note names.
pub(super) struct Cut {
    pub evidence: String,
    pub quote: Quote,
}

/// The stretches of a block that a note names, each in one piece; none when it names none that there are.
pub(super) fn cut(raw: &RawNote, shown: &[Shown], materials: &[Material<'_>]) -> Vec<Cut> {
    let named = |one: &&Shown| raw.id.as_ref().is_none_or(|id| one.evidence.id == *id);
    for one in shown.iter().filter(named) {
        let piece = &one.evidence;
        let Some(material) = Material::of(materials, &piece.source) else { continue };
        let whole = byte_range(material.text, piece.passage.span);
        let ranges = if !raw.sentences.is_empty() && raw.id.is_some() {
            let runs = runs(&raw.sentences, &one.statements).into_iter();
            runs.map(|range| with_fences(range, material.text, &whole)).collect()
        } else if !raw.quote.is_empty() {
            found(&raw.quote, material.text, &whole).into_iter().collect()
        } else if raw.id.is_some() {
            vec![whole]
        } else {
            Vec::new()
        };
        let filled = ranges.into_iter().filter(|range| !material.text[range.clone()].trim().is_empty());
        let cut: Vec<Cut> = filled
            .map(|range| Cut { evidence: piece.id.clone(), quote: quote_of(piece, material, range) })
            .collect();
        if !cut.is_empty() || raw.id.is_some() {
            return cut;
        }
    }
    Vec::new()
}

/// Statements that follow each other are one stretch.
fn runs(numbers: &[usize], statements: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
    for number in numbers {
        let Some(range) = number.checked_sub(1).and_then(|at| statements.get(at)) else { continue };
        match runs.last_mut() {
            Some((last, run)) if *last + 1 == *number => (*last, run.end) = (*number, range.end),
            Some(_) | None => runs.push((*number, range.clone())),
        }
    }
    runs.into_iter().map(|(_, range)| range).collect()
}

/// A stretch with all of the code that it begins or ends in, so that no fence is left open. `whole` is the passage, which
/// begins outside of code.
fn with_fences(range: Range<usize>, text: &str, whole: &Range<usize>) -> Range<usize> {
    let (mut fenced, mut open) = (range.clone(), None);
    let mut at = whole.start;
    for line in text[whole.clone()].split_inclusive('\n') {
        let words = line.trim_start();
        let (start, end) = (at + line.len() - words.len(), at + line.trim_end().len());
        at += line.len();
        if !is_fence(words) {
            continue;
        }
        match open.take() {
            None => open = Some(start),
            Some(start) if start < range.end && range.start < end => {
                fenced = fenced.start.min(start)..fenced.end.max(end);
            }
            Some(_) => {}
        }
    }
    fenced
}

/// Where a free quote is in a block.
fn found(quote: &str, text: &str, whole: &Range<usize>) -> Option<Range<usize>> {
    let block = &text[whole.clone()];
    let quote = Quote { text: quote.to_owned(), ..Quote::default() };
    locate(block, &quote).map(|range| whole.start + range.start..whole.start + range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_that_ends_in_code_closes_its_fence() {
        let text = "Before.\n\nRun:\n\n```sh\nmake all\n```\n\nThen wait.";
        let of = |words: &str| {
            let start = text.find(words).expect("it is there");
            start..start + words.len()
        };
        let statements = ["Before.", "Run:", "make all", "Then wait."].map(of);
        let noted = |numbers: &[usize]| -> Vec<&str> {
            let runs = runs(numbers, &statements).into_iter();
            runs.map(|range| &text[with_fences(range, text, &(0..text.len()))]).collect()
        };
        assert_eq!(noted(&[2, 3]), ["Run:\n\n```sh\nmake all\n```"]);
        assert_eq!(noted(&[3]), ["```sh\nmake all\n```"]);
        assert_eq!(noted(&[3, 4]), ["```sh\nmake all\n```\n\nThen wait."]);
        assert_eq!(noted(&[1, 2, 4]), ["Before.\n\nRun:", "Then wait."]);
    }
}
