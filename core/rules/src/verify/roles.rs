//! Who does what to whom, as far as word order shows: finds two things that were swapped around what connects them.

use super::differs::Beside;
use super::wording::Wording;
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
    if !ORDERED.contains(&beside.ours.language) {
        return None;
    }
    let pieces = pieces(beside);
    let things: Vec<&Piece> = pieces.iter().filter(|piece| is_thing(&beside.ours, piece)).collect();
    let said = |piece: &Piece| beside.ours.written(piece.ours.clone()).to_owned();
    for (at, first) in things.iter().enumerate() {
        for second in &things[at + 1..] {
            if second.theirs.end <= first.theirs.start
                && in_one_sentence(&beside.theirs, second.theirs.start..first.theirs.end)
                && takes_the_place(beside, first, second)
                && takes_the_place(beside, second, first)
                && joined(beside, &pieces, first, second)
            {
                return Some((said(first), said(second)));
            }
        }
    }
    None
}

/// Is a stretch of the source one sentence? What stands in two of them has no order that a sentence could keep.
fn in_one_sentence(wording: &Wording<'_>, places: Range<usize>) -> bool {
    sentences(wording.text, wording.bytes(&places)).len() < 2
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
fn is_thing(wording: &Wording<'_>, piece: &Piece) -> bool {
    piece.ours.clone().any(|at| wording.is_content(at)) && !ties(wording, piece.ours.start)
}

/// Is one thing, before or after it, next to the same word as the other one in the source?
fn takes_the_place(beside: &Beside<'_>, one: &Piece, other: &Piece) -> bool {
    let before = match (one.ours.start.checked_sub(1), other.theirs.start.checked_sub(1)) {
        (None, None) => true,
        (Some(ours), theirs @ Some(_)) => beside.to[ours] == theirs,
        (None, Some(_)) | (Some(_), None) => false,
    };
    let after = match (beside.to.get(one.ours.end), other.theirs.end < beside.theirs.tokens.len()) {
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
    let is_between = |piece: &&Piece| {
        ours.start <= piece.ours.start
            && piece.ours.end <= ours.end
            && theirs.start <= piece.theirs.start
            && piece.theirs.end <= theirs.end
    };
    let sets = |at: usize| beside.ours.is_content(at) || ties(&beside.ours, at);
    let ordered = pieces.iter().filter(is_between).any(|piece| piece.ours.clone().any(sets));
    let by = &Tables::of(beside.ours.language).passive;
    let passive = |wording: &Wording<'_>, places: &Range<usize>| {
        places.clone().filter(|at| by.has(&wording.word(*at))).count()
    };
    let voice = passive(&beside.ours, &ours) == passive(&beside.theirs, &theirs);
    let is_listed = |at: usize, edge: usize| is_listed(&beside.ours, at, edge);
    ordered && voice && !(is_listed(ours.start, ours.start) && is_listed(ours.end, ours.end - 1))
}

/// Is a word separated from the one before it as in a list, by a sign or by the word `edge`?
fn is_listed(wording: &Wording<'_>, at: usize, edge: usize) -> bool {
    let joins = || Tables::of(wording.language).joins(&wording.word(edge));
    wording.gap(at).contains([',', ';', '/']) || joins()
}

/// Does a word place a thing somewhere, at some time, or under a condition?
fn ties(wording: &Wording<'_>, at: usize) -> bool {
    let (written, word) = (wording.written(at..at + 1), wording.word(at));
    let shouted = word.len() > 1 && !written.chars().any(char::is_lowercase);
    let tables = Tables::of(wording.language);
    let lists = [&tables.prepositions, &tables.conditions, &tables.lacking];
    !shouted && lists.into_iter().chain(tables.of_time()).any(|words| words.has(&word))
}
