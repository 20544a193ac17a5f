//! Words that cannot both be said of one thing.

use super::align::{Sort, Token};
use super::differs::Beside;
use crate::text::words::stem;

/// Words between two that stand in the same place of two sentences.
const NEAR: usize = 3;

/// A word of the claim, and its opposite in the same place of the source. Neither stands in the other text.
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

/// Where a word of the claim would stand in the source: beside its nearest neighbor that stands there.
fn place_of(beside: &Beside<'_>, at: usize) -> Option<usize> {
    let found = beside.to.iter().enumerate().filter_map(|(near, place)| Some((near, (*place)?)));
    let (near, place) = found.min_by_key(|(near, _)| near.abs_diff(at))?;
    (near.abs_diff(at) <= NEAR).then(|| (place + at).saturating_sub(near))
}

/// Can two English words not both be said of one thing?
pub(crate) fn are_opposite(a: &str, b: &str) -> bool {
    let turned = |a: &str, b: &str| {
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let prefix = long.strip_suffix(short);
        let turns = |(turning, letters): &(&str, usize)| {
            prefix == Some(*turning) && short.chars().count() >= *letters
        };
        TURNING.iter().any(turns)
    };
    let stems = (stem(a, "en"), stem(b, "en"));
    let pair = |(x, y): &(&str, &str)| (*x == stems.0 && *y == stems.1) || (*x == stems.1 && *y == stems.0);
    turned(&a.to_lowercase(), &b.to_lowercase()) || turned(&stems.0, &stems.1) || OPPOSITES.iter().any(pair)
}

/// What turns a word into its opposite, and the letters that it has at least: "in" before a shorter one makes another
/// word, such as "input" or "inside".
const TURNING: &[(&str, usize)] =
    &[("un", 4), ("dis", 4), ("non", 4), ("in", 5), ("im", 5), ("il", 5), ("ir", 5), ("a", 6)];

/// Stems. What a prefix tells is not listed.
const OPPOSITES: &[(&str, &str)] = &[
    ("increas", "decreas"),
    ("increas", "reduc"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("higher", "lower"),
    ("high", "low"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("befor", "after"),
    ("abov", "below"),
    ("largest", "smallest"),
    ("highest", "lowest"),
    ("best", "worst"),
    ("better", "wors"),
    ("oldest", "youngest"),
    ("oldest", "newest"),
    ("older", "younger"),
    ("older", "newer"),
    ("longer", "shorter"),
    ("larger", "smaller"),
    ("bigger", "smaller"),
    ("faster", "slower"),
    ("earlier", "later"),
    ("first", "last"),
    ("won", "lost"),
    ("win", "lose"),
    ("enabl", "disabl"),
    ("allow", "forbidden"),
    ("allow", "prevent"),
    ("accept", "reject"),
    ("northern", "southern"),
    ("eastern", "western"),
    ("north", "south"),
    ("east", "west"),
    ("minimum", "maximum"),
    ("ascend", "descend"),
    ("alway", "never"),
    ("all", "none"),
    ("true", "fals"),
    ("improv", "worsen"),
    ("cheaper", "dearer"),
    ("posit", "negat"),
    ("benefit", "harm"),
    ("open", "close"),
    ("marri", "divorc"),
    ("mutabl", "immut"),
];

#[cfg(test)]
mod tests {
    use super::are_opposite;

    #[test]
    fn opposites_are_told_by_list_and_by_prefix() {
        for (a, b) in [
            ("increases", "decreased"),
            ("supported", "unsupported"),
            ("Safe", "unsafe"),
            ("enable", "disabled"),
            ("north", "south"),
            ("synchronous", "asynchronous"),
        ] {
            assert!(are_opposite(a, b) && are_opposite(b, a), "{a} and {b}");
        }
        for (a, b) in [
            ("form", "forms"),
            ("able", "unstable"),
            ("put", "input"),
            ("north", "northern"),
            ("port", "import"),
            ("cross", "across"),
        ] {
            assert!(!are_opposite(a, b), "{a} and {b}");
        }
    }
}
