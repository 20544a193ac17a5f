//! Normalizes numbers, dates, and everything else with a digit for comparison.

use super::Difference;
use super::forms::lemma;
use super::reading::Token;
use crate::text::mentions::{Value, values};
use crate::text::tables::Tables;
use crate::text::units::{Unit, unit};
use crate::text::without_genitive;
use crate::text::words::{Word, fold, parts, words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::char::is_combining_mark;

/// A count, a date, or a number.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Amount {
    Said(Value),
    /// A word with a digit that isn't a number, or arithmetic operators.
    Mark(String),
}

/// The amounts in a text, and their positions.
pub(super) fn amounts(text: &str, language: &str) -> (Vec<Amount>, Vec<Range<usize>>) {
    let said = values(text, language).into_iter();
    let (mut found, mut taken): (Vec<Amount>, Vec<Range<usize>>) =
        said.map(|mention| (Amount::Said(mention.value), mention.range)).unzip();
    let whole = taken.clone();
    for word in words(text) {
        for (part, place) in pieces(&word) {
            let covered = whole.iter().any(|t| t.start <= place.start && place.end <= t.end);
            if !covered && part.chars().any(char::is_numeric) {
                found.push(marked(&fold(part)));
                taken.push(place);
            }
        }
    }
    let signs = signs(text);
    if !signs.is_empty() {
        found.push(Amount::Mark(signs));
    }
    (found, taken)
}

/// The parts of a hyphenated word, otherwise the whole word, without a possessive ending.
fn pieces<'t>(word: &Word<'t>) -> Vec<(&'t str, Range<usize>)> {
    let start = word.range.start;
    if word.text.contains('-') && !word.text.starts_with('-') {
        let place = |(part, range): (&'t str, Range<usize>)| (part, start + range.start..start + range.end);
        return parts(word.text).into_iter().map(place).collect();
    }
    let bare = without_genitive(word.text);
    vec![(bare, start..start + bare.len())]
}

/// `15k` is 15,000 and `rs500` is 500; anything else stays as written, without hyphens.
fn marked(word: &str) -> Amount {
    let number = |digits: &str, factor: f64| {
        let value = digits.replace(',', "").parse::<f64>().ok()? * factor;
        Some(Amount::Said(Value::Number { written: value, base: value, unit: Unit::None }))
    };
    let bare = ["rs.", "rs", "inr", "usd"].iter().find_map(|sign| word.strip_prefix(sign)).unwrap_or(word);
    bare.strip_suffix('k')
        .and_then(|digits| number(digits, 1e3))
        .or_else(|| number(bare, 1.0))
        .unwrap_or_else(|| Amount::Mark(word.replace(['-', '_'], "")))
}

/// Arithmetic operators next to digits (`3+4` isn't `3*4`), and any character that isn't punctuation: it may be what
/// is asked about.
pub(super) fn signs(text: &str) -> String {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let counts = |at: usize, c: char| match c {
        '*' | '^' | '=' | '<' | '>' => digit(at + 1) || (at > 0 && digit(at - 1)),
        '+' => digit(at + 1),
        '/' => at > 0 && digit(at - 1) && digit(at + 1),
        '~' | '|' | '\\' | '@' => true,
        c => !c.is_ascii() && !c.is_alphanumeric() && !is_combining_mark(c) && !PUNCTUATION.contains(c),
    };
    chars.iter().enumerate().filter(|(at, c)| counts(*at, **c)).map(|(_, c)| *c).collect()
}

/// Characters that only separate or enclose words, and currency signs, which are parsed with their numbers.
const PUNCTUATION: &str =
    "‘’‚´“”„«»‹›‐‑‒–—―−…·•¿¡。、，？！：；「」『』《》（）°€£¥₹₽©®™\u{200b}\u{200d}\u{fe0f}\u{feff}";

/// How two lists of amounts differ; `None` if all amounts of each are in the other.
pub(super) fn apart(a: &[Amount], b: &[Amount]) -> Option<Difference> {
    let missing = |from: &[Amount], there: &[Amount]| {
        from.iter().find(|amount| !there.iter().any(|other| equal(amount, other))).cloned()
    };
    let lost = missing(a, b).or_else(|| missing(b, a));
    match lost {
        Some(Amount::Said(Value::Date(_))) => Some(Difference::Date),
        Some(Amount::Said(Value::Number { written, .. })) => {
            let written_there = |amounts: &[Amount]| {
                amounts.iter().any(
                    |other| matches!(other, Amount::Said(Value::Number { written: theirs, .. }) if *theirs == written),
                )
            };
            Some(if written_there(a) && written_there(b) { Difference::Unit } else { Difference::Number })
        }
        Some(Amount::Said(Value::Words(_)) | Amount::Mark(_)) => Some(Difference::Number),
        None if a.len() == b.len() => None,
        None => Some(Difference::Number),
    }
}

fn equal(a: &Amount, b: &Amount) -> bool {
    match (a, b) {
        (Amount::Said(Value::Date(a)), Amount::Said(Value::Date(b))) => a == b,
        (Amount::Said(a), Amount::Said(b)) => a.agrees(b),
        (Amount::Mark(a), Amount::Mark(b)) => a == b,
        (Amount::Said(_), Amount::Mark(_)) | (Amount::Mark(_), Amount::Said(_)) => false,
    }
}

static GROUPS: LazyLock<BTreeMap<String, Vec<u16>>> = LazyLock::new(|| {
    let mut groups: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    for (group, words) in (0u16..).zip(Tables::of("en").synonyms.iter()) {
        for word in words {
            let known = groups.entry(lemma(word)).or_default();
            if !known.contains(&group) {
                known.push(group);
            }
        }
    }
    groups
});

/// The groups of synonyms that contain a word.
pub(super) fn groups_of(key: &str) -> &'static [u16] {
    GROUPS.get(key).map_or(&[], Vec::as_slice)
}

/// May a word be in only one question?
pub(super) fn is_soft(key: &str) -> bool {
    static SOFT: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| Tables::of("en").soft.iter().map(lemma).collect());
    SOFT.contains(key)
}

/// Does a word name a unit of measure, with or without a number before it?
pub(super) fn is_unit(word: &str) -> bool {
    word.chars().count() > 1
        && unit(word).is_some_and(|(unit, _)| matches!(unit, Unit::Of(_) | Unit::Money(_)))
}

/// Does a word ask for the best of something?
pub(super) fn praises(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.key == "best" || token.key == "good")
}
