//! What comes before what: "A before B" is "B after A", and not "B before A". What a source says of the time since a
//! version is not so before it.

use super::values::same_value;
use super::wording::Wording;
use crate::text::mentions::{Mention, MentionKind, Value};
use crate::text::tables::Tables;
use crate::text::units::Unit;
use std::collections::BTreeSet;
use std::ops::Range;

/// Languages in which "before" and "after" come before what they are about, and have no other meaning.
const LEADING: &[&str] = &["en", "fr", "es", "it", "pt"];
/// Maximum number of words from "before" to the version ("before the release of Python 3.5").
const TO_VERSION: usize = 5;
/// The share of a claim's words that a sentence must contain to make the same statement, and the fewest of them.
const SAME: f64 = 0.5;
const FEWEST: usize = 2;

/// Two things in an order. `None` for a sentence without an order, or with several.
struct Order {
    earlier: Range<usize>,
    later: Range<usize>,
}

/// Two things of the claim, as written, that the source has in the other order.
pub(super) fn reordered(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<(String, String)> {
    let orders = |wording: &Wording<'_>| -> Vec<Order> {
        wording.sentences.iter().filter_map(|sentence| order(wording, sentence)).collect()
    };
    let there = orders(theirs);
    orders(ours).into_iter().find_map(|own| {
        let (earlier, later) = (said(ours, &own.earlier), said(ours, &own.later));
        let turned = there.iter().any(|other| {
            let (first, second) = (said(theirs, &other.earlier), said(theirs, &other.later));
            let shared = |a: &BTreeSet<u32>, b: &BTreeSet<u32>| a.intersection(b).count();
            let crossed = (shared(&earlier, &second), shared(&later, &first));
            // A word of both sides tells nothing.
            let kept = later.iter().any(|key| second.contains(key) && !first.contains(key));
            let straight = shared(&earlier, &first) + shared(&later, &second);
            crossed.0 > 0 && crossed.1 > 0 && crossed.0 + crossed.1 > straight && !kept
        });
        let written = |places: &Range<usize>| ours.written(places.clone()).to_owned();
        turned.then(|| (written(&own.earlier), written(&own.later)))
    })
}

/// The words of one side, without those of conditions.
fn said(wording: &Wording<'_>, side: &Range<usize>) -> BTreeSet<u32> {
    let conditions = &Tables::of(wording.language).conditions;
    let (mut keys, mut at) = (BTreeSet::new(), side.start);
    while at < side.end {
        if wording.phrase(at, conditions).is_some() {
            at = wording.part_end(at, side.end);
            continue;
        }
        if wording.is_content(at) {
            keys.insert(wording.tokens[at].key);
        }
        at += 1;
    }
    keys
}

fn order(wording: &Wording<'_>, sentence: &Range<usize>) -> Option<Order> {
    if !LEADING.contains(&wording.language) {
        return None;
    }
    let tables = Tables::of(wording.language);
    let mark = |at: usize| {
        let before = wording.phrase(at, &tables.before).map(|words| (at, words, true));
        let mark = before.or_else(|| Some((at, wording.phrase(at, &tables.after)?, false)))?;
        // "The before-image" is a name.
        (!wording.gap(at + 1).starts_with('-')).then_some(mark)
    };
    let mut marks = sentence.clone().filter_map(mark);
    let (at, words, is_before) = marks.next()?;
    if marks.next().is_some() {
        return None;
    }
    let end = wording.part_end(at, sentence.end);
    let inner = (at + words).min(end)..end;
    let outer = if at == sentence.start { end..sentence.end } else { sentence.start..at };
    Some(match is_before {
        true => Order { earlier: outer, later: inner },
        false => Order { earlier: inner, later: outer },
    })
}

/// How a sentence relates to the time of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Before,
    Since,
    /// "In 3.5", "changed in version 3.5".
    At,
}

/// What is wrong with the time of a claim, as the end of a sentence for the writer: it says of the time before a
/// version what the source says since then, or the other way around, or since a version what the source dates by another
/// one.
pub(super) fn other_time(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    // What is denied before may be true since.
    if !LEADING.contains(&ours.language) || ours.denials(0..ours.tokens.len()) > 0 {
        return None;
    }
    let (claim, source) = (ours.known, theirs.known);
    let times: Vec<&Mention> = claim.mentions().iter().filter(|mention| is_time(mention)).collect();
    let [mention] = times.as_slice() else { return None };
    let own = relation(ours, mention);
    let is_before = |relation: &Relation| *relation == Relation::Before;
    let wanted = statement(ours, 0..ours.tokens.len());
    let mut other: Option<&str> = None;
    for sentence in theirs.sentences {
        let shared = wanted.intersection(&statement(theirs, sentence.clone())).count();
        let is_same = shared >= FEWEST && shared as f64 >= SAME * wanted.len() as f64;
        if !is_same || theirs.denials(sentence.clone()) % 2 == 1 {
            continue;
        }
        let inside =
            |mention: &&Mention| is_time(mention) && sentence.contains(&theirs.place(mention.range.start));
        let mut dated = source.mentions().iter().filter(inside).peekable();
        let first = dated.peek().map(|first| &source.text[first.range.clone()])?;
        let same = |other: &&Mention| same_value((&claim.text, mention), (&source.text, other));
        let relations: Vec<Relation> = dated.filter(same).map(|mention| relation(theirs, mention)).collect();
        if relations.is_empty() {
            other = Some(first);
            continue;
        }
        let version = &claim.text[mention.range.clone()];
        if relations.iter().any(|relation| is_before(relation) == is_before(&own)) {
            return None;
        }
        return Some(match own {
            Relation::Before => format!("the source says so of {version}, and not of the time before it"),
            Relation::Since | Relation::At => format!("the source says so of the time before {version}"),
        });
    }
    let other = other.filter(|_| own == Relation::Since)?;
    Some(format!("the source says so of {other}, and not of {}", &claim.text[mention.range.clone()]))
}

/// A version, or a year.
fn is_time(mention: &Mention) -> bool {
    let is_fraction =
        matches!(mention.value, Value::Number { unit: Unit::None, written, .. } if written.fract() != 0.0);
    matches!(mention.kind, MentionKind::Version | MentionKind::Date)
        || mention.kind == MentionKind::Number && is_fraction
}

fn relation(wording: &Wording<'_>, mention: &Mention) -> Relation {
    let tables = Tables::of(wording.language);
    let at = wording.place(mention.range.start);
    let start = wording.sentence_of(at).start.max(at.saturating_sub(TO_VERSION));
    let near = (start..at).rev().take_while(|place| !wording.is_parted(place + 1));
    let mut found = near.filter_map(|place| {
        if wording.phrase(place, &tables.before).is_some() {
            return Some(Relation::Before);
        }
        let since = wording.phrase(place, &tables.since).or_else(|| wording.phrase(place, &tables.after));
        since.map(|_| Relation::Since)
    });
    found.next().unwrap_or(Relation::At)
}

/// The words of a statement, without numbers and words for a time.
fn statement(wording: &Wording<'_>, places: Range<usize>) -> BTreeSet<u32> {
    let tables = Tables::of(wording.language);
    let of_time = [&tables.before, &tables.since, &tables.after, &tables.version_words];
    let says = |at: &usize| {
        let word = wording.word(*at);
        let is_time = of_time.iter().any(|words| words.has(&word));
        wording.is_content(*at) && !is_time && !word.contains(|c: char| c.is_ascii_digit())
    };
    places.filter(says).map(|at| wording.tokens[at].key).collect()
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn turned(claim: &str, source: &str) -> bool {
        beside(claim, source, |both| reordered(&both.ours, &both.theirs).is_some())
    }

    fn timed(claim: &str, source: &str) -> Option<String> {
        beside(claim, source, |both| other_time(&both.ours, &both.theirs))
    }

    #[test]
    fn an_order_is_kept_in_any_words() {
        const INSERT: &str = "An insert with a rule will compute the row, including all calls of next_value, before \
            detecting any conflict that would make it follow the rule.";
        const THREADS: &str = "All threads of the pool will be joined before the program can exit.";
        for (claim, source) in [
            ("An insert with a rule checks for conflicts before it calls next_value.", INSERT),
            ("After the check for conflicts, the insert calls next_value.", INSERT),
            ("Threads are joined after the program has exited.", THREADS),
            ("The program exits before the threads are joined.", THREADS),
            ("Before the threads are joined, the program exits.", THREADS),
        ] {
            assert!(turned(claim, source), "{claim}");
        }
        for (claim, source) in [
            ("An insert with a rule calls next_value before it checks for conflicts.", INSERT),
            ("All threads are joined before the program exits.", THREADS),
            ("The program exits after the threads are joined.", THREADS),
            ("After the threads of the pool are joined, the program can exit.", THREADS),
            ("Before the program exits, the threads are joined.", THREADS),
            ("If the pool is full, all threads are joined before the exit.", THREADS),
            ("Rows may come before or after the program.", "The program may come before or after the rows."),
        ] {
            assert!(!turned(claim, source), "{claim}");
        }
    }

    #[test]
    fn what_is_so_since_a_version_was_not_so_before() {
        const DEFAULT: &str = "Changed in version 3.5: The default is the number of processors, multiplied by five. \
            Changed in version 3.8: The default is a smaller number.";
        const RENAME: &str = "Changes in version 3.25.0: Add support for renaming columns within a table.";
        for claim in [
            "Before Python 3.5, the default was the number of processors multiplied by five.",
            "Since Python 3.8, the default is the number of processors multiplied by five.",
        ] {
            assert!(timed(claim, DEFAULT).is_some(), "{claim}");
        }
        assert!(timed("Columns could be renamed before 3.25.0.", RENAME).is_some());
        assert_eq!(timed("Tables could be read before 3.25.0.", RENAME), None, "something else");
        let prior = "Make renames of columns behave as they did prior to version 3.25.0.";
        assert!(timed("Since 3.25.0, renames of columns behave so.", prior).is_some());
        for claim in [
            "From Python 3.5 on, the default is the number of processors multiplied by five.",
            "In Python 3.5, the default was the number of processors multiplied by five.",
            "Before Python 3.8, the default was the number of processors multiplied by five.",
            "Since version 3.8, the default is a smaller number.",
        ] {
            assert_eq!(timed(claim, DEFAULT), None, "{claim}");
        }
        assert_eq!(timed("Before 3.25.0, columns could not be renamed within a table.", RENAME), None);
    }
}
