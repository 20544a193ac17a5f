//! Words that can't both be true of the same thing.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::tables::Tables;
use crate::text::words::stem;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Maximum distance, in words, between the same position in two sentences.
const NEAR: usize = 3;

/// A word of the claim, and its opposite in the same position of the source. Neither occurs in the other text.
pub(super) fn opposite(beside: &Beside<'_>) -> Option<(String, String)> {
    let spoken = |token: &Token| token.sort != Sort::Denial;
    let theirs: Vec<(usize, &str)> = beside
        .theirs
        .iter()
        .enumerate()
        .filter(|(place, token)| spoken(token) && beside.from(*place).is_none())
        .map(|(place, token)| (place, &beside.source.text[token.range.clone()]))
        .collect();
    beside.ours.iter().enumerate().filter(|(at, token)| spoken(token) && beside.to[*at].is_none()).find_map(
        |(at, token)| {
            let word = &beside.claim.text[token.range.clone()];
            let place = place_of(beside, at)?;
            let meets =
                |(there, other): &&(usize, &str)| there.abs_diff(place) <= NEAR && are_opposite(word, other);
            theirs.iter().find(meets).map(|(_, other)| (word.to_owned(), (*other).to_owned()))
        },
    )
}

/// Where a word of the claim would be in the source: next to its closest neighbor that is there.
fn place_of(beside: &Beside<'_>, at: usize) -> Option<usize> {
    let found = beside.to.iter().enumerate().filter_map(|(near, place)| Some((near, (*place)?)));
    let (near, place) = found.min_by_key(|(near, _)| near.abs_diff(at))?;
    (near.abs_diff(at) <= NEAR).then(|| (place + at).saturating_sub(near))
}

/// Are two English words mutually exclusive?
pub(crate) fn are_opposite(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let stems = (stem(&a, "en"), stem(&b, "en"));
    turned(&a, &b) || turned(&stems.0, &stems.1) || exchanged(&a, &b) || LISTED.contains(&stems)
}

/// "Edible" and "inedible".
fn turned(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let prefix = long.strip_suffix(short);
    let turns =
        |(turning, letters): &(&str, usize)| prefix == Some(*turning) && short.chars().count() >= *letters;
    TURNING.iter().any(turns)
}

/// "Upload" and "download", "encode" and "decode".
fn exchanged(a: &str, b: &str) -> bool {
    let turns = |one: &str, other: &str| {
        let rest = a.strip_prefix(one).filter(|rest| rest.len() >= EXCHANGED);
        rest.is_some() && rest == b.strip_prefix(other)
    };
    AGAINST.iter().any(|(one, other)| turns(one, other) || turns(other, one))
}

/// Stems of opposites in either order, including their comparatives.
static LISTED: LazyLock<BTreeSet<(String, String)>> = LazyLock::new(|| {
    let pairs = Tables::of("en").opposites.iter().filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let graded = |(one, other): (&str, &str)| {
        ["", "er", "est"].map(|ending| (stem(&with(one, ending), "en"), stem(&with(other, ending), "en")))
    };
    let both = |(one, other): (String, String)| [(one.clone(), other.clone()), (other, one)];
    pairs.flat_map(graded).flat_map(both).collect()
});

/// "Large" and "larger", "easy" and "easiest", "big" and "bigger".
fn with(word: &str, ending: &str) -> String {
    let vowel = |letter: char| "aeiou".contains(letter);
    let mut last = word.chars().rev();
    match (ending, last.next(), last.next(), last.next()) {
        ("", ..) => word.to_owned(),
        (_, Some('e'), ..) => format!("{word}{}", &ending[1..]),
        (_, Some('y'), Some(before), _) if !vowel(before) => format!("{}i{ending}", &word[..word.len() - 1]),
        (_, Some(end), Some(before), Some(first))
            if !vowel(end) && !"wxy".contains(end) && vowel(before) && !vowel(first) =>
        {
            format!("{word}{end}{ending}")
        }
        _ => format!("{word}{ending}"),
    }
}

/// Prefixes that turn a word into its opposite, and the minimum number of letters after them: "in" before fewer makes
/// another word, such as "input" or "inside".
const TURNING: &[(&str, usize)] =
    &[("un", 4), ("dis", 4), ("non", 4), ("in", 5), ("im", 5), ("il", 5), ("ir", 5), ("a", 6)];

/// Prefixes that are opposites, and the minimum number of letters after them.
const AGAINST: &[(&str, &str)] = &[
    ("up", "down"),
    ("in", "out"),
    ("en", "de"),
    ("en", "dis"),
    ("im", "ex"),
    ("in", "ex"),
    ("in", "de"),
    ("over", "under"),
];
const EXCHANGED: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_are_told_by_the_list_their_degree_and_how_they_begin() {
        for (a, b) in [
            ("high", "low"),
            ("higher", "lower"),
            ("Biggest", "smallest"),
            ("easier", "harder"),
            ("increased", "reduces"),
            ("winners", "losers"),
            ("edible", "inedible"),
            ("decoding", "encoding"),
            ("imports", "exports"),
            ("input", "output"),
        ] {
            assert!(are_opposite(a, b) && are_opposite(b, a), "{a} and {b}");
        }
        for (a, b) in [("high", "higher"), ("put", "input"), ("entire", "desire"), ("into", "onto")] {
            assert!(!are_opposite(a, b), "{a} and {b}");
        }
    }
}
