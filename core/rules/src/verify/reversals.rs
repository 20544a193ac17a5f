//! Words of a claim that the source turns round: their opposite is in the same place there, or in the sentence that
//! says most of what the claim says.

use super::align::Sort;
use super::differs::Beside;
use super::opposites::are_opposite;
use super::wording::Wording;
use crate::text::tables::Tables;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Maximum distance, in words, between the same position in two sentences.
const NEAR: usize = 3;
/// Minimum number of words that a claim shares with the sentence that turns one round.
const SHARED: usize = 2;
/// "Than" is at most this many words after what compares.
const THAN: usize = 3;
/// Words that turn the next one round.
const LESS: &[&str] = &["less", "least"];

/// A word of the claim, and its opposite in the same position of the source. Neither occurs in the other text.
pub(super) fn opposite(beside: &Beside<'_>) -> Option<(String, String)> {
    let (ours, theirs) = (&beside.ours, &beside.theirs);
    let spoken = |wording: &Wording<'_>, at: usize| wording.tokens[at].sort != Sort::Denial;
    let free = |place: &usize| spoken(theirs, *place) && !beside.holds(*place);
    let there: Vec<usize> = (0..theirs.tokens.len()).filter(free).collect();
    let mut own = (0..ours.tokens.len()).filter(|at| spoken(ours, *at) && beside.to[*at].is_none());
    own.find_map(|at| {
        let place = place_of(beside, at)?;
        let meets =
            |other: &&usize| other.abs_diff(place) <= NEAR && is_turned((ours, at), (theirs, **other));
        there.iter().find(meets).map(|other| pair((ours, at), (theirs, *other)))
    })
}

/// Where a word of the claim would be in the source: next to its closest neighbor that is there.
fn place_of(beside: &Beside<'_>, at: usize) -> Option<usize> {
    let found = beside.to.iter().enumerate().filter_map(|(near, place)| Some((near, (*place)?)));
    let (near, place) = found.min_by_key(|(near, _)| near.abs_diff(at))?;
    (near.abs_diff(at) <= NEAR).then(|| (place + at).saturating_sub(near))
}

/// A word of the claim, and its opposite in the sentence of a passage that shares the most words with the claim. The
/// opposite counts as shared, so that "set the bit" is compared with "unset the bit". It isn't in the claim, and the
/// claim's word isn't in the sentence.
pub(super) fn reversed(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<(String, String)> {
    let tables = Tables::known(ours.language).filter(|tables| tables.opposites.iter().next().is_some())?;
    let own = spoken(ours, 0..ours.tokens.len());
    let said = own.iter().filter(|word| !tables.adverbs.has(&word.text));
    let wanted: BTreeSet<u32> = said.filter_map(|word| word.key).collect();
    let mut found: Vec<(usize, usize, Pairs)> = Vec::new();
    for (sentence, places) in theirs.sentences.iter().enumerate() {
        let there = spoken(theirs, places.clone());
        let keys: BTreeSet<u32> = there.iter().filter_map(|word| word.key).collect();
        let shared = wanted.intersection(&keys).count();
        // No other sentence can be the one that says most.
        let pairs = if shared < SHARED { Vec::new() } else { pairs(&own, &there) };
        found.push((shared + usize::from(!pairs.is_empty()), sentence, pairs));
    }
    let most = found.iter().map(|(shared, ..)| *shared).max()?;
    // The opposite is one of them.
    let enough = most > SHARED && most * 2 > wanted.len();
    let mut nearest = found.iter().filter(|(shared, ..)| *shared == most);
    if !enough || !nearest.clone().all(|(.., pairs)| !pairs.is_empty()) {
        return None;
    }
    let (_, sentence, pairs) = nearest.next()?;
    let (here, there) = (0..ours.tokens.len(), theirs.sentences.get(*sentence)?.clone());
    // What one of them denies besides is another case.
    if ours.denials(here) % 2 != theirs.denials(there) % 2 {
        return None;
    }
    let turned = pairs.iter().find(|(at, place)| is_turned((ours, *at), (theirs, *place)));
    turned.map(|(at, place)| pair((ours, *at), (theirs, *place)))
}

/// A content word in lower case.
struct Spoken {
    at: usize,
    text: String,
    /// `None` for a word with a prefix that negates it: "blocking" in "non-blocking" is not "blocking".
    key: Option<u32>,
}

/// Content words, except those that are opposites only in the same position.
fn spoken(wording: &Wording<'_>, places: Range<usize>) -> Vec<Spoken> {
    const PREFIX: &str = "non";
    let loose = &Tables::or_english(wording.language).loose_opposites;
    let joined = |at: usize| wording.gap(at) == "-";
    let mut found = Vec::new();
    for at in places.clone().filter(|at| wording.is_content(*at)) {
        let text = wording.word(at);
        let turned = at > places.start && joined(at) && wording.word(at - 1) == PREFIX;
        if turned {
            found.push(Spoken { at, text: format!("{PREFIX}{text}"), key: None });
        } else if !(loose.has(&text) || text == PREFIX && joined(at + 1)) {
            found.push(Spoken { at, text, key: Some(wording.tokens[at].key) });
        }
    }
    found
}

/// Places of a word and of its opposite.
type Pairs = Vec<(usize, usize)>;

/// Opposites of which each is in only one of two texts.
fn pairs(ours: &[Spoken], theirs: &[Spoken]) -> Pairs {
    let holds = |words: &[Spoken], word: &Spoken| {
        word.key.is_some() && words.iter().any(|other| other.key == word.key)
    };
    let mut found = Vec::new();
    for word in ours.iter().filter(|word| !holds(theirs, word)) {
        let others = theirs.iter().filter(|other| !holds(ours, other));
        let opposed = others.filter(|other| are_opposite(&word.text, &other.text));
        found.extend(opposed.map(|other| (word.at, other.at)));
    }
    found
}

fn pair((ours, at): (&Wording<'_>, usize), (theirs, place): (&Wording<'_>, usize)) -> (String, String) {
    (with_prefix(ours, at), with_prefix(theirs, place))
}

fn with_prefix(wording: &Wording<'_>, at: usize) -> String {
    let start = if at > 0 && wording.gap(at) == "-" { at - 1 } else { at };
    wording.written(start..at + 1).to_owned()
}

/// Are two words opposites that no negation and no change of sides cancels out?
fn is_turned((ours, at): (&Wording<'_>, usize), (theirs, place): (&Wording<'_>, usize)) -> bool {
    let (word, other) = (with_prefix(ours, at).replace('-', ""), with_prefix(theirs, place).replace('-', ""));
    let tables = Tables::or_english(ours.language);
    let orders = |at: usize, wording: &Wording<'_>| {
        let word = wording.word(at);
        tables.before.has(&word) || tables.after.has(&word)
    };
    let opposed = are_opposite(&word, &other) || are_opposite(&ours.word(at), &theirs.word(place));
    // What comes first is compared with more than a word (`order.rs`).
    opposed
        && !(orders(at, ours) && orders(place, theirs))
        && turns(ours, at) == turns(theirs, place)
        && !sides_changed(&compared(ours, at), &compared(theirs, place))
}

fn turns(wording: &Wording<'_>, at: usize) -> bool {
    let less = at > 0 && LESS.contains(&wording.word(at - 1).as_str());
    wording.is_denied(at) != less
}

/// What a word compares: the words before it in its sentence, each with its first position, and those after "than".
struct Compared {
    before: BTreeMap<u32, usize>,
    behind: BTreeSet<u32>,
    than: bool,
}

fn compared(wording: &Wording<'_>, at: usize) -> Compared {
    let sentence = wording.sentence_of(at);
    let mut before = BTreeMap::new();
    for place in (sentence.start..at).filter(|place| wording.is_content(*place)) {
        before.entry(wording.tokens[place].key).or_insert(place);
    }
    let mut near = at + 1..sentence.end.min(at + 1 + THAN);
    let than = near.find(|place| wording.word(*place) == "than");
    let behind = than.map(|than| wording.keys(than + 1..wording.part_end(than, sentence.end)));
    Compared { before, behind: behind.unwrap_or_default(), than: than.is_some() }
}

/// "A is slower than B" says what "B is faster than A" does.
fn sides_changed(ours: &Compared, theirs: &Compared) -> bool {
    let alone = |key: &u32| theirs.before.contains_key(key) && !theirs.behind.contains(key);
    if theirs.than {
        let mut subject = ours.before.keys();
        let object = ours.than && ours.behind.iter().any(alone) && ours.behind.is_disjoint(&theirs.behind);
        let moved = subject.clone().any(|key| theirs.behind.contains(key)) && !subject.any(alone);
        return moved || object;
    }
    // "B does what A does, but faster": what comes first is compared.
    let first = |key: &u32| theirs.before.get(key).copied();
    let object = ours.behind.iter().filter_map(first).min();
    let subject = ours.before.keys().filter(|key| !ours.behind.contains(*key)).filter_map(first).min();
    object.zip(subject).is_some_and(|(object, subject)| object < subject)
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn in_place(claim: &str, source: &str) -> bool {
        beside(claim, source, |both| opposite(both).is_some())
    }

    fn found(claim: &str, passage: &str) -> Option<(String, String)> {
        beside(claim, passage, |both| reversed(&both.ours, &both.theirs))
    }

    #[test]
    fn negations_and_changed_sides_cancel_an_opposite_out() {
        let source = "The old gate is faster than the new bridge.";
        assert!(in_place("The old gate is slower than the new bridge.", source));
        let stop = "All active transactions are rolled back and clients are forcibly disconnected.";
        assert!(in_place(
            "All active transactions are committed and clients are forcibly disconnected.",
            stop
        ));
        let crash = "If you lose power or if the system crashes, your data is still safe.";
        assert!(in_place("If you lose power, your data is lost.", crash));
        assert!(!in_place("If you lose power, your data is not lost.", crash));
        assert!(!in_place(
            "Active transactions are not committed, and clients are forcibly disconnected.",
            stop
        ));
        for claim in [
            "The new bridge is slower than the old gate.",
            "The old gate is not slower than the new bridge.",
            "The old gate is less slow than the new bridge.",
            "The old gate is faster than the new bridge.",
        ] {
            assert!(!in_place(claim, source), "{claim}");
        }
    }

    #[test]
    fn an_opposite_counts_in_the_sentence_that_says_most() {
        const BIT: &str = "This option sets/unsets the mark of the paths. If you want to change the file, you need to unset \
            the mark.";
        const COUNTER: &str = "It is possible to build rising numbers by locking a table with a counter; but this is much \
            more expensive than a sequence, especially if many ask for numbers.";
        const CHECK: &str = "See also the quick_check command, which does most of the checking of full_check but runs much \
            faster.";
        const MANUAL: &str =
            "The merge fails if the file is changed upstream; you have to handle the merge manually.";
        const CALLS: &str = "A write is a non-blocking call of the server.";
        for (claim, passage, ours, theirs) in [
            ("Set the mark again before you edit the file.", BIT, "Set", "unset"),
            ("Rising numbers are cheap with a locked counter table.", COUNTER, "cheap", "expensive"),
            ("quick_check is slower than full_check.", CHECK, "slower", "faster"),
            (
                "If the file changes upstream, the merge is handled automatically.",
                MANUAL,
                "automatically",
                "manually",
            ),
            ("A write is a blocking call of the server.", CALLS, "blocking", "non-blocking"),
        ] {
            assert_eq!(found(claim, passage), Some((ours.into(), theirs.into())), "{claim}");
        }
        for (claim, passage) in [
            ("Unset the mark before you edit the file.", BIT),
            ("With the mark set by this option, the paths stay.", BIT),
            ("Rising numbers are not cheap with a locked counter table.", COUNTER),
            ("A sequence is cheap for numbers, compared with a locked table.", COUNTER),
            ("full_check is slower than quick_check.", CHECK),
            ("A write is a non-blocking call of the server.", CALLS),
            // Another case.
            ("A guest is late if the gate is closed.", "If the gate is not closed, a guest is early."),
        ] {
            assert_eq!(found(claim, passage), None, "{claim}");
        }
    }
}
