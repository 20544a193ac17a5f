//! Cuts a block into statements, pieces that can each be a claim, and what is too long for one block into several.

use super::blocks::{MOST_WORDS, word_count};
use super::elements::{Element, ElementKind, trimmed};
use super::sentences::sentences;
use std::ops::Range;

/// Maximum characters of code in one claim; longer code is split between lines.
const MAX_CODE: usize = 1_200;
/// Maximum characters of any other statement.
pub(super) const STATEMENT: usize = 600;

/// The content of an element, in pieces that can each be a claim.
pub(super) fn statements(text: &str, element: &Element) -> Vec<Range<usize>> {
    let words = element.words.clone();
    match element.kind {
        ElementKind::Paragraph | ElementKind::Quotation => short_sentences(text, words).collect(),
        ElementKind::Item { .. } | ElementKind::TableRow => {
            match text[words.clone()].chars().count() > STATEMENT {
                true => short_sentences(text, words).collect(),
                false => vec![words],
            }
        }
        ElementKind::Code => cut_code(text, element),
        ElementKind::TableHeader | ElementKind::Term | ElementKind::Heading { .. } => Vec::new(),
    }
}

/// The sentences of a range, the longest of them in pieces.
fn short_sentences(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    sentences(text, range).into_iter().flat_map(move |sentence| cut_at_spaces(text, sentence, STATEMENT))
}

/// A paragraph as a whole, or split into groups of sentences of about equal length if it is too long for a
/// block.
pub(super) fn cut_words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let total = word_count(&text[range.clone()]);
    if total <= MOST_WORDS {
        return vec![range];
    }
    let share = total.div_ceil(total.div_ceil(MOST_WORDS));
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut words = 0;
    for part in short_sentences(text, range) {
        let count = word_count(&text[part.clone()]);
        match pieces.last_mut() {
            Some(last) if words < share && words + count <= MOST_WORDS => {
                last.end = part.end;
                words += count;
            }
            _ => {
                pieces.push(part);
                words = count;
            }
        }
    }
    pieces
}

/// Code as a whole, or split into groups of lines if it is too long for a claim.
pub(super) fn cut_code(text: &str, element: &Element) -> Vec<Range<usize>> {
    let range = element.words.clone();
    if text[range.clone()].chars().count() <= MAX_CODE {
        return if text[range.clone()].trim().is_empty() { Vec::new() } else { vec![range] };
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut start = range.start;
    for line in text[range].split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        match pieces.last_mut() {
            Some(last) if text[last.start..end].chars().count() <= MAX_CODE => last.end = end,
            _ => pieces.extend(cut_at_spaces(text, start..end, MAX_CODE)),
        }
        start += line.len();
    }
    pieces
}

/// A range as a whole, or split at spaces (if need be, between characters) into pieces of at most `most`
/// characters.
fn cut_at_spaces(text: &str, range: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut rest = range;
    while let Some((limit, _)) = text[rest.clone()].char_indices().nth(most) {
        let head = &text[rest.start..rest.start + limit];
        let end = head.rfind(char::is_whitespace).filter(|end| *end > limit / 2).unwrap_or(limit);
        pieces.push(trimmed(text, rest.start..rest.start + end));
        rest = trimmed(text, rest.start + end..rest.end);
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}
