//! Words that can't both be true of the same thing.

use crate::text::tables::Tables;
use crate::text::words::stem;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Are two English words mutually exclusive?
pub(crate) fn are_opposite(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let stems = (stem(&a, "en"), stem(&b, "en"));
    turned(&a, &b) || turned(&stems.0, &stems.1) || exchanged(&a, &b) || LISTED.contains(&stems)
}

/// "Edible" and "inedible", but not "play" and "display".
fn turned(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let prefix = long.strip_suffix(short);
    let turns =
        |(turning, letters): &(&str, usize)| prefix == Some(*turning) && short.chars().count() >= *letters;
    TURNING.iter().any(turns) && !Tables::of("en").unturned.written().stem_of(long)
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
    &[("un", 3), ("dis", 4), ("non", 4), ("de", 5), ("in", 5), ("im", 5), ("il", 5), ("ir", 5), ("a", 6)];

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
            ("set", "unset"),
            ("blocking", "nonblocking"),
            ("activated", "deactivates"),
            ("automatically", "manual"),
            ("keeps", "deleted"),
            ("raised", "lowered"),
            ("committed", "rolled"),
            ("allows", "disallowed"),
        ] {
            assert!(are_opposite(a, b) && are_opposite(b, a), "{a} and {b}");
        }
        for (a, b) in [
            ("high", "higher"),
            ("put", "input"),
            ("entire", "desire"),
            ("into", "onto"),
            ("plays", "displays"),
            ("cover", "discovered"),
            ("faults", "defaults"),
            ("signed", "designed"),
        ] {
            assert!(!are_opposite(a, b), "{a} and {b}");
        }
    }
}
