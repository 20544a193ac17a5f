//! Who does what to whom, as far as word order shows: finds two things that were swapped around what connects them.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::sentences::sentences;
use crate::text::tables::Tables;
use std::ops::Range;

/// Languages in which the position before or after a verb shows who acts. In others, endings show it, and the order
/// is free.
const ORDERED: &[&str] = &["en", "fr", "es", "it", "pt", "zh"];

/// A run of words of the claim that the source contains without a gap.
#[derive(Clone, Debug)]
struct Piece {
    ours: Range<usize>,
    theirs: Range<usize>,
}

/// Two things, in the claim's words, that are swapped in the source.
pub(super) fn swapped(beside: &Beside<'_>) -> Option<(String, String)> {
    if !ORDERED.contains(&beside.language) {
        return None;
    }
    let pieces = pieces(beside);
    let things: Vec<&Piece> = pieces.iter().filter(|piece| is_thing(beside, piece)).collect();
    for (at, first) in things.iter().enumerate() {
        for second in &things[at + 1..] {
            if second.theirs.end <= first.theirs.start
                && in_one_sentence(beside, second.theirs.start..first.theirs.end)
                && takes_the_place(beside, first, second)
                && takes_the_place(beside, second, first)
                && joined(beside, &pieces, first, second)
            {
                return Some((said(beside, first), said(beside, second)));
            }
        }
    }
    None
}

/// Is a stretch of the source one sentence? What stands in two of them has no order that a sentence could keep.
fn in_one_sentence(beside: &Beside<'_>, theirs: Range<usize>) -> bool {
    let tokens = &beside.theirs[theirs];
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return true };
    sentences(&beside.source.text, first.range.start..last.range.end).len() < 2
}

fn pieces(beside: &Beside<'_>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    for (at, place) in beside.to.iter().enumerate() {
        let Some(place) = *place else { continue };
        match found.last_mut() {
            Some(last) if last.ours.end == at && last.theirs.end == place => {
                last.ours.end += 1;
                last.theirs.end += 1;
            }
            Some(_) | None => found.push(Piece { ours: at..at + 1, theirs: place..place + 1 }),
        }
    }
    found
}

/// It names something, and doesn't include the word that connects it to the rest ("in 1993", "when idle").
fn is_thing(beside: &Beside<'_>, piece: &Piece) -> bool {
    let tokens = &beside.ours[piece.ours.clone()];
    let ties = |token: &Token| ties(beside, token);
    tokens.iter().any(|token| token.sort == Sort::Content) && !tokens.first().is_some_and(ties)
}

/// Is one thing, before or after it, next to the same word as the other one in the source?
fn takes_the_place(beside: &Beside<'_>, one: &Piece, other: &Piece) -> bool {
    let before = match (one.ours.start.checked_sub(1), other.theirs.start.checked_sub(1)) {
        (None, None) => true,
        (Some(ours), theirs @ Some(_)) => beside.to[ours] == theirs,
        (None, Some(_)) | (Some(_), None) => false,
    };
    let after = match (beside.to.get(one.ours.end), other.theirs.end < beside.theirs.len()) {
        (None, false) => true,
        (Some(ours), true) => *ours == Some(other.theirs.end),
        (None, true) | (Some(_), false) => false,
    };
    before || after
}

/// Is there something between the two, in both texts and in the same voice, that makes their order matter?
fn joined(beside: &Beside<'_>, pieces: &[Piece], first: &Piece, second: &Piece) -> bool {
    let ours = first.ours.end..second.ours.start;
    let theirs = second.theirs.end..first.theirs.start;
    let by = &Tables::of(beside.language).passive;
    let sets = |token: &Token| token.sort == Sort::Content || ties(beside, token);
    let between = pieces.iter().filter(|piece| {
        ours.start <= piece.ours.start
            && piece.ours.end <= ours.end
            && theirs.start <= piece.theirs.start
            && piece.theirs.end <= theirs.end
    });
    let ordered = between.clone().any(|piece| beside.ours[piece.ours.clone()].iter().any(sets));
    let passive =
        |text: &str, tokens: &[Token]| tokens.iter().filter(|token| by.has(&word(text, token))).count();
    let voice = passive(&beside.claim.text, &beside.ours[ours.clone()])
        == passive(&beside.source.text, &beside.theirs[theirs.clone()]);
    ordered && voice && !(lists_with_next(beside, &ours, true) && lists_with_next(beside, &ours, false))
}

/// Is the text between two things separated from the first (or the second), as in a list?
fn lists_with_next(beside: &Beside<'_>, between: &Range<usize>, first: bool) -> bool {
    let at = if first { between.start } else { between.end };
    let Some(gap) = at.checked_sub(1).zip(beside.ours.get(at)) else { return false };
    let gap = &beside.claim.text[beside.ours[gap.0].range.end.min(gap.1.range.start)..gap.1.range.start];
    let and = |token: Option<&Token>| {
        let tables = Tables::of(beside.language);
        let joins = |word: &str| tables.and_words.has(word) || tables.or_words.has(word);
        token.is_some_and(|token| joins(&word(&beside.claim.text, token)))
    };
    let edge = if first { beside.ours.get(at) } else { at.checked_sub(1).and_then(|at| beside.ours.get(at)) };
    gap.contains([',', ';', '/']) || and(edge)
}

/// Does a word of the claim connect a thing with what it belongs to?
fn ties(beside: &Beside<'_>, token: &Token) -> bool {
    let word = word(&beside.claim.text, token);
    let shouted = word.len() > 1 && !beside.claim.text[token.range.clone()].chars().any(char::is_lowercase);
    !shouted && is_tie(&word, beside.language)
}

fn said(beside: &Beside<'_>, piece: &Piece) -> String {
    let tokens = &beside.ours[piece.ours.clone()];
    let range =
        tokens.first().map_or(0, |token| token.range.start)..tokens.last().map_or(0, |token| token.range.end);
    beside.claim.text.get(range).unwrap_or_default().to_owned()
}

fn word(text: &str, token: &Token) -> String {
    text[token.range.clone()].to_lowercase()
}

/// Words that place a thing somewhere, at some time, or under a condition.
fn is_tie(word: &str, language: &str) -> bool {
    let tables = Tables::of(language);
    let of_time = [&tables.since, &tables.after, &tables.until, &tables.before];
    tables.prepositions.has(word)
        || tables.conditions.has(word)
        || tables.lacking.has(word)
        || of_time.iter().any(|words| words.has(word))
}
