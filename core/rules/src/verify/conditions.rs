//! A condition that a sentence sets and a claim leaves out.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::beginning;
use crate::text::tables::Tables;
use crate::text::words::fold;
use std::ops::Range;

/// Share of a clause that the claim must leave out, and share of the claim that must stand beside the clause.
const LEFT_OUT: f64 = 0.75;
const BESIDE: f64 = 0.5;

/// What begins a sentence so, in lower case, goes on from a formula above it and says what stands for what: "where the
/// number of tuples is …".
const EXPLAINS: &str = "where";

/// The words of the condition under which alone the source says it. `known`: what goes without saying, for the question
/// asked for it; keys of its words.
pub(super) fn condition(beside: &Beside<'_>, known: &[u32]) -> Option<String> {
    let own = |(at, token): (usize, &Token)| {
        beside.to[at].is_none() && is_marker(&beside.claim.text, token, beside.language)
    };
    if beside.ours.iter().enumerate().any(own) {
        return None;
    }
    let source = beside.source.text.as_str();
    let held: Vec<bool> = (0..beside.theirs.len()).map(|place| beside.from(place).is_some()).collect();
    let said: Vec<Option<usize>> = beside
        .ours
        .iter()
        .zip(beside.to)
        .filter(|(token, _)| token.sort == Sort::Content)
        .map(|(_, to)| *to)
        .collect();
    let marks = |(at, token): &(usize, &Token)| {
        !held[*at] && !parted(beside, *at, &['(']) && is_marker(source, token, beside.language)
    };
    beside.theirs.iter().enumerate().filter(marks).find_map(|(at, token)| {
        let part = part(beside, at);
        if at == part.start && &source[token.range.clone()] == EXPLAINS {
            return None;
        }
        let ends = (at + 1..part.end).find(|place| parted(beside, *place, &[',', ')']));
        let clause = at..ends.unwrap_or(part.end);
        let words: Vec<usize> =
            clause.clone().filter(|at| beside.theirs[*at].sort == Sort::Content).collect();
        let left_out = words.iter().filter(|place| !held[**place]).count();
        let outside = |to: &&Option<usize>| to.is_some_and(|to| part.contains(&to) && !clause.contains(&to));
        let asked = words.iter().filter(|place| known.contains(&beside.theirs[**place].key)).count();
        let last = beside.theirs[*words.last()?].range.end;
        (left_out as f64 >= LEFT_OUT * words.len() as f64
            && said.iter().filter(outside).count() as f64 >= BESIDE * said.len() as f64
            && asked * 2 <= words.len())
        .then(|| source[token.range.start..last].to_owned())
    })
}

/// The part of the source around a word, up to a colon, a semicolon or the end of a sentence.
fn part(beside: &Beside<'_>, at: usize) -> Range<usize> {
    let ends = |place: &usize| {
        let gap = gap(beside, *place);
        [';', ':', '.', '!', '?']
            .iter()
            .any(|sign| gap.find(*sign).is_some_and(|at| gap[at + 1..].starts_with(char::is_whitespace)))
            || gap.contains('\n')
    };
    let start = (1..=at).rev().find(ends).unwrap_or(0);
    let end = (at + 1..beside.theirs.len()).find(ends);
    start..end.unwrap_or(beside.theirs.len())
}

/// Is one of these signs before the word?
fn parted(beside: &Beside<'_>, at: usize, signs: &[char]) -> bool {
    gap(beside, at).contains(signs)
}

/// The text between a word of the source and the previous one.
fn gap<'b>(beside: &'b Beside<'_>, at: usize) -> &'b str {
    let before = at.checked_sub(1).map_or(0, |at| beside.theirs[at].range.end);
    beside.source.text.get(before..beside.theirs[at].range.start).unwrap_or_default()
}

fn is_marker(text: &str, token: &Token, language: &str) -> bool {
    let rest = fold(beginning(&text[token.range.start..], 40));
    Tables::of(language).conditions.folded().begin(&rest).is_some()
}
