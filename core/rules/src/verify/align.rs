//! Aligns a claim with a sentence, word by word.
//!
//! Common runs of words are matched first, longest first, so that clauses can change places without their words being
//! mixed up.

use crate::text::mentions::is_denial;
use crate::text::words::{Keyed, Shape, Word, words};
use std::ops::Range;

/// A word in the form in which it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// Byte range in the text. A negation that is part of a verb ("isn't") has the verb's range.
    pub range: Range<usize>,
    /// The same for words with the same stem; all negations have the same key.
    pub key: u32,
    pub sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A content word.
    Content,
    /// A word that occurs in almost every text.
    Small,
    /// A negation, such as "not".
    Denial,
}

/// The key of all negations. No word is spelled like this.
const DENIAL: &str = "\u{0}not";

/// The words of a text; `number` gives equal keys the same number.
pub(super) fn tokens(text: &str, language: &str, mut number: impl FnMut(&str) -> u32) -> Vec<Token> {
    let keyed = Keyed::of(language);
    let mut found: Vec<Token> = Vec::new();
    let mut push = |piece: &str, range: Range<usize>, sort: Option<Sort>| {
        let key = match sort {
            Some(Sort::Denial) => DENIAL.to_owned(),
            Some(Sort::Content | Sort::Small) | None => keyed.key(piece, true).unwrap_or_default(),
        };
        // "WHERE" in capitals is the name of something, and so is "A" within a sentence.
        let before = text[..range.start].trim_end();
        let within = !before.is_empty() && !before.ends_with(['.', '!', '?', ':', '"', '“']);
        let named = piece.chars().all(char::is_uppercase) && (piece.chars().count() > 1 || within);
        let empty = || if !named && keyed.key(piece, false).is_none() { Sort::Small } else { Sort::Content };
        found.push(Token { range, key: number(&key), sort: sort.unwrap_or_else(empty) });
    };
    let words = words(text);
    let mut after_no = false;
    for Word { text: word, range, shape } in words {
        let lower = word.to_lowercase();
        // "No longer" denies as one.
        if std::mem::replace(&mut after_no, lower == "no") && lower == "longer" {
            continue;
        }
        match shape {
            Shape::Unspaced => {
                for (at, c) in word.char_indices() {
                    let place = range.start + at..range.start + at + c.len_utf8();
                    push(&word[at..at + c.len_utf8()], place, Some(Sort::Content));
                }
            }
            _ if is_denial(&lower, language) && !is_of_a_name(text, &range) => {
                let verb = ["n't", "n’t", "not"].iter().find_map(|tail| lower.strip_suffix(tail));
                if let Some(verb) = verb.filter(|verb| !verb.is_empty()) {
                    push(verb, range.clone(), None);
                }
                push(word, range, Some(Sort::Denial));
            }
            Shape::Compound if !word.starts_with('-') => {
                let mut from = 0;
                for part in word.split(['-', '‑']) {
                    let start = word[from..].find(part).map_or(from, |at| from + at);
                    from = start + part.len();
                    let place = range.start + start..range.start + from;
                    let sort = is_denial(&part.to_lowercase(), language).then_some(Sort::Denial);
                    push(part, place, sort);
                }
            }
            Shape::Number => push(&word.replace(',', ""), range, Some(Sort::Content)),
            Shape::Plain | Shape::Identifier | Shape::Compound => push(word, range, None),
        }
    }
    found
}

/// The "no" of `--[no-]sort` is a part of a name, and negates nothing.
fn is_of_a_name(text: &str, word: &Range<usize>) -> bool {
    let (before, behind) = (&text[..word.start], &text[word.end..]);
    behind.starts_with('-') || before.ends_with('[') && behind.starts_with(']')
}

/// The position in the source of each word of a claim, if it is there. No two words share a position.
pub(super) fn align(claim: &[Token], source: &[Token]) -> Vec<Option<usize>> {
    let mut to: Vec<Option<usize>> = vec![None; claim.len()];
    let mut taken = vec![false; source.len()];
    while let Some((at, from, length)) = longest(claim, source, &to, &taken) {
        for step in 0..length {
            to[at + step] = Some(from + step);
            taken[from + step] = true;
        }
    }
    // Small words go with their neighbors.
    for at in 0..claim.len() {
        if to[at].is_some() || claim[at].sort == Sort::Content {
            continue;
        }
        let before = to[..at].iter().rev().find_map(|place| *place);
        let after = to[at + 1..].iter().find_map(|place| *place);
        let between = match (before, after) {
            (Some(a), Some(b)) => a.min(b) + 1..a.max(b),
            (Some(a), None) => a + 1..source.len(),
            (None, Some(b)) => 0..b,
            (None, None) => continue,
        };
        let near = before.or(after).unwrap_or_default();
        let free = between.filter(|place| !taken[*place] && source[*place].key == claim[at].key);
        if let Some(place) = free.min_by_key(|place| place.abs_diff(near)) {
            to[at] = Some(place);
            taken[place] = true;
        }
    }
    to
}

/// A run of words that both texts contain: where it begins in the claim and in the source, and its length in words.
type Piece = (usize, usize, usize);
/// The rank of a run: its length, its number of content words, and how close it is to its expected position.
type Order = (usize, usize, isize);

/// The longest common run without any aligned word. Among equally long runs, the one with the most content words
/// wins, then the one closest to its expected position.
fn longest(claim: &[Token], source: &[Token], to: &[Option<usize>], taken: &[bool]) -> Option<Piece> {
    let mut best: Option<(Order, Piece)> = None;
    // Lengths of the pieces that end before each word of the source, and what they have to say.
    let mut above = vec![(0usize, 0usize); source.len() + 1];
    for (at, ours) in claim.iter().enumerate() {
        let mut row = vec![(0, 0); source.len() + 1];
        for (from, theirs) in source.iter().enumerate() {
            if to[at].is_some() || taken[from] || ours.key != theirs.key {
                continue;
            }
            let (length, content) = above[from];
            row[from + 1] = (length + 1, content + usize::from(ours.sort == Sort::Content));
            let (length, content) = row[from + 1];
            let start = (at + 1 - length, from + 1 - length);
            let order = (length, content, -far(start, to, claim.len(), source.len()));
            if content > 0 && best.is_none_or(|(known, _)| order > known) {
                best = Some((order, (start.0, start.1, length)));
            }
        }
        above = row;
    }
    best.map(|(_, piece)| piece)
}

/// The distance of a run from the position of its aligned neighbor in the claim, in words. Without a neighbor, from
/// its relative position in the text.
fn far((at, from): (usize, usize), to: &[Option<usize>], claim: usize, source: usize) -> isize {
    let near = to.iter().enumerate().filter_map(|(place, found)| Some((place, (*found)?)));
    let near = near.min_by_key(|(place, _)| place.abs_diff(at));
    let expected = match near {
        Some((place, found)) => (found + at) as isize - place as isize,
        None => (at * source / claim.max(1)) as isize,
    };
    (expected - from as isize).abs()
}
