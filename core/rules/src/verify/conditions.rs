//! Conditions that a sentence states and a claim drops.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::beginning;
use crate::text::tables::{Tables, lists};
use crate::text::words::{fold, parts, words};
use std::ops::Range;

/// The share of a clause that the claim must drop, and the share of the claim that must be next to the clause.
const LEFT_OUT: f64 = 0.75;
const BESIDE: f64 = 0.5;

/// After "and", a helping verb within this many words starts another predicate.
const NEAR: usize = 3;

/// Minimum letters that two words begin with to be forms of one: "config" and "configuration".
const BEGINNING: usize = 5;

/// Endings of English participles: "when called".
const PARTICIPLES: &[&str] = &["ed", "ing"];

/// A sentence that begins like this, in lower case, continues a formula above it and explains its symbols: "where the
/// number of tuples is …".
const EXPLAINS: &str = "where";

/// The words of the only condition under which the source makes the statement, if the claim contains some of what
/// depends on it. `known` has the keys of words that go without saying, because the question contains them.
pub(super) fn condition(beside: &Beside<'_>, known: &[u32], question: &str) -> Option<String> {
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
        !held[*at]
            && !parted(beside, *at, &['('])
            && is_marker(source, token, beside.language)
            && !is_conceded(beside, *at, &held)
            && !is_within(beside, *at, &held)
    };
    beside.theirs.iter().enumerate().filter(marks).find_map(|(at, token)| {
        let part = part(beside, at);
        if at == part.start && &source[token.range.clone()] == EXPLAINS {
            return None;
        }
        let clause = clause(beside, at, part.end);
        let says = |place: &usize| beside.theirs[*place].sort == Sort::Content;
        let words: Vec<usize> = clause.places.iter().copied().filter(says).collect();
        let left_out = words.iter().filter(|place| !held[**place]).count();
        let outside =
            |to: &&Option<usize>| to.is_some_and(|to| part.contains(&to) && !clause.places.contains(&to));
        let asked = words.iter().filter(|place| known.contains(&beside.theirs[**place].key)).count();
        let last = beside.theirs[*words.last()?].range.end;
        if is_omission(beside, &clause, &held) || is_purpose(beside, &clause, question) {
            return None;
        }
        let governed = governed(beside, &part, &clause, &held);
        let mut governed = governed.into_iter().filter(says).peekable();
        (left_out as f64 >= LEFT_OUT * words.len() as f64
            && said.iter().filter(outside).count() as f64 >= BESIDE * said.len() as f64
            && asked * 2 <= words.len()
            && (governed.peek().is_none() || governed.any(|place| held[place])))
        .then(|| source[token.range.start..last].to_owned())
    })
}

/// The words of a condition, and its end.
struct Clause {
    places: Vec<usize>,
    end: usize,
}

/// The condition that begins at a word. It ends at a comma, or where its clause does. Text in parentheses is an
/// aside.
fn clause(beside: &Beside<'_>, at: usize, end: usize) -> Clause {
    let mut places = vec![at];
    let mut depth = 0_usize;
    for place in at + 1..end {
        for sign in gap(beside, place).chars() {
            match sign {
                '(' => depth += 1,
                ')' | ',' if depth == 0 => return Clause { places, end: place },
                ')' => depth -= 1,
                _ => {}
            }
        }
        if depth == 0 {
            places.push(place);
        }
    }
    Clause { places, end }
}

/// What depends on a condition, as words of the source: what precedes it, except introductions ("To save space, …")
/// and other predicates, and what follows. In "…, or, if it is full, …", what precedes holds in any case.
fn governed(beside: &Beside<'_>, part: &Range<usize>, clause: &Clause, held: &[bool]) -> Vec<usize> {
    let Some(at) = clause.places.first().copied() else { return Vec::new() };
    let tables = Tables::of(beside.language);
    let word = |place: usize| beside.source.text[beside.theirs[place].range.clone()].to_lowercase();
    let joins = |place: usize| {
        let word = word(place);
        tables.and_words.has(&word) || tables.or_words.has(&word)
    };
    let before = at.checked_sub(1).filter(|before| part.contains(before));
    let opens = clause.end < part.end
        && before.is_some_and(|before| joins(before) && !held[before])
        && !tables.restrictions.has(&word(at));
    let behind = clause.end..part.end;
    if opens {
        return behind.collect();
    }
    let starts = |place: &usize| *place == part.start || parted(beside, *place, &[',']);
    let leads = |place: &usize| tables.prepositions.has(&word(*place));
    let main = (part.start..at).filter(starts).find(|place| !leads(place)).unwrap_or(part.start);
    // "It costs time and should be avoided if …": the condition is that of the last of two predicates.
    let helps = |place: usize| lists::Tables::of(beside.language).auxiliaries.has(&word(place));
    let own = |place: &usize| joins(*place) && (place + 1..at.min(place + 1 + NEAR)).any(helps);
    let main = (main..at).rev().find(own).map_or(main, |place| place + 1);
    (main..at).chain(behind).collect()
}

/// Does the word before a marker cancel the condition, as in "no matter where" or "even if"?
fn is_conceded(beside: &Beside<'_>, at: usize, held: &[bool]) -> bool {
    const LONGEST: usize = 24;
    let text = &beside.source.text[..beside.theirs[at].range.start];
    let before = fold(&text[text.ceil_char_boundary(text.len().saturating_sub(LONGEST))..]);
    let said = at.checked_sub(1).is_some_and(|before| held[before]);
    !said && Tables::of(beside.language).concessions.folded().end(before.trim_end())
}

/// Is it a detail of a condition that the claim keeps, about what that one names anyway: "…, unless its class has a
/// method that returns no, when called"?
fn is_within(beside: &Beside<'_>, at: usize, held: &[bool]) -> bool {
    let source = beside.source.text.as_str();
    let start = part(beside, at).start;
    // One that opens the sentence, or is set off, governs what follows.
    let keeps = |place: usize| {
        let is_own = held[place] && !parted(beside, place, &[',']);
        is_own && is_marker(source, &beside.theirs[place], beside.language)
    };
    let next = beside.theirs.get(at + 1).map_or("", |next| &source[next.range.clone()]);
    let has_no_subject = PARTICIPLES.iter().any(|ending| next.ends_with(*ending));
    has_no_subject && (start + 1..at).any(keeps)
}

/// Is it what "default" means anyway: that nothing else is given?
fn is_omission(beside: &Beside<'_>, clause: &Clause, held: &[bool]) -> bool {
    let tables = Tables::of(beside.language);
    let has_default =
        |token: &Token| tables.defaults.has(&beside.claim.text[token.range.clone()].to_lowercase());
    let word = |place: usize| beside.source.text[beside.theirs[place].range.clone()].to_lowercase();
    let denies = clause.places.iter().any(|place| beside.theirs[*place].sort == Sort::Denial);
    let omits =
        |place: &usize| tables.omitted.has(&word(*place)) || denies && tables.given.has(&word(*place));
    // What it is that is not given.
    let others = clause
        .places
        .iter()
        .filter(|place| beside.theirs[**place].sort == Sort::Content && !held[**place] && !omits(place));
    beside.ours.iter().any(has_default) && clause.places.iter().any(omits) && others.count() <= 1
}

/// Is it what the reader wants to do ("if your goal is to …"), and does the question say so in some form?
fn is_purpose(beside: &Beside<'_>, clause: &Clause, question: &str) -> bool {
    let Some(first) = clause.places.first().map(|place| &beside.theirs[*place]) else { return false };
    let rest = fold(beginning(&beside.source.text[first.range.start..], 40));
    let Some(length) = Tables::of(beside.language).purposes.folded().begin(&rest) else { return false };
    let said = words(question).into_iter().flat_map(|word| {
        let parts = parts(word.text);
        parts.into_iter().map(|(part, _)| part.to_lowercase()).collect::<Vec<_>>()
    });
    let said: Vec<String> = said.filter(|word| word.chars().count() >= BEGINNING).collect();
    let wanted = clause
        .places
        .iter()
        .map(|place| &beside.theirs[*place])
        .filter(|token| token.sort == Sort::Content && token.range.start >= first.range.start + length);
    let mut wanted = wanted.map(|token| beside.source.text[token.range.clone()].to_lowercase());
    wanted.any(|word| {
        let same = |other: &String| word.starts_with(other.as_str()) || other.starts_with(&word);
        word.chars().count() >= BEGINNING && said.iter().any(same)
    })
}

/// The part of the source around a word, up to a colon, a semicolon, or the end of the sentence.
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

/// Is the word preceded by one of these characters?
fn parted(beside: &Beside<'_>, at: usize, signs: &[char]) -> bool {
    gap(beside, at).contains(signs)
}

/// The text between a word of the source and the word before it.
fn gap<'b>(beside: &'b Beside<'_>, at: usize) -> &'b str {
    let before = at.checked_sub(1).map_or(0, |at| beside.theirs[at].range.end);
    beside.source.text.get(before..beside.theirs[at].range.start).unwrap_or_default()
}

fn is_marker(text: &str, token: &Token, language: &str) -> bool {
    let rest = fold(beginning(&text[token.range.start..], 40));
    Tables::of(language).conditions.folded().begin(&rest).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::super::quotes::Context;
    use crate::Material;
    use gorkd_core::model::{Document, Support};

    fn support(question: &str, claim: &str, source: &str) -> Support {
        let document = Document::default();
        let material = Material::new(&document, source);
        let context = Context::new(&material, 0..source.len());
        Reader::new("en").asking(question).agreement(claim, &context).support
    }

    #[test]
    fn what_default_means_is_no_condition() {
        const GIVEN: &str =
            "If max_workers is None or not given, it will default to the number of processors.";
        const SHARED: &str = "The default is a pool of five workers if the disk is not shared.";
        let asked = "How many workers are there?";
        let claim = "The default is the number of processors.";
        assert_eq!(support(asked, claim, GIVEN), Support::Supported);
        assert_eq!(support(asked, "It takes the number of processors.", GIVEN), Support::Partly);
        assert_eq!(support(asked, "The default is a pool of five workers.", SHARED), Support::Partly);
    }

    #[test]
    fn what_the_asker_wants_to_do_is_no_condition() {
        const COPY: &str = "If your goal is to modify a configuration file, put a template into the tree and let everyone copy it.";
        let claim = "Put a template into the tree, and let everyone copy it.";
        assert_eq!(support("How do I keep my edits of config.py?", claim, COPY), Support::Supported);
        assert_eq!(support("What is a template for?", claim, COPY), Support::Partly);
    }

    #[test]
    fn a_detail_of_a_condition_that_is_kept_may_be_dropped() {
        const CLASS: &str = "An object is considered true unless its class defines a method that returns no, when called \
            with the object.";
        let claim = "An object is considered true unless its class defines a method that returns no.";
        assert_eq!(support("What is true?", claim, CLASS), Support::Supported);
        assert_eq!(support("What is true?", "An object is considered true.", CLASS), Support::Partly);
    }
}
