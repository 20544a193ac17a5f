//! Bounds that a claim turns round: "at most 5" where the source says "at least 5". Each is compared with those of the
//! same number, whatever else a sentence bounds.

use super::values::same_value;
use super::wording::{PHRASE, Wording};
use crate::text::ending;
use crate::text::mentions::{Mention, MentionKind};
use crate::text::tables::Tables;
use crate::text::words::{fold, is_unspaced};
use gorkd_core::text::tables::Words;
use std::ops::Range;

/// A word for more or less is among this many words after a number ("5 pages or more").
const AFTER: usize = 2;
/// What a number counts is among this many words after it.
const COUNTED: usize = 3;

/// A number that is the most or the least there may be.
struct Bound<'k> {
    mention: &'k Mention,
    is_most: bool,
    /// Only a noun says so, as in "the maximum is 5".
    is_named: bool,
    is_conditional: bool,
    /// The key of what it counts.
    counted: Option<u32>,
    written: &'k str,
}

/// A bound of the claim, and that of the source on the other side of the same number, if there is no other one.
pub(super) fn other_bound(claim: &Wording<'_>, source: &Wording<'_>) -> Option<(String, String)> {
    other(claim, source, |bound| !bound.is_named)
}

/// The same, with numbers that are only called a maximum or a minimum.
pub(super) fn other_limit(claim: &Wording<'_>, source: &Wording<'_>) -> Option<(String, String)> {
    other(claim, source, |_| true)
}

fn other(
    claim: &Wording<'_>,
    source: &Wording<'_>,
    counts: impl Fn(&Bound<'_>) -> bool,
) -> Option<(String, String)> {
    let theirs: Vec<Bound<'_>> = bounds(source).into_iter().filter(&counts).collect();
    bounds(claim).into_iter().filter(&counts).find_map(|ours| {
        let same = |other: &&Bound<'_>| {
            let counts = ours.counted.is_none() || other.counted.is_none() || ours.counted == other.counted;
            let is_same = same_value((claim.text, ours.mention), (source.text, other.mention));
            counts && ours.is_conditional == other.is_conditional && is_same
        };
        let mut others = theirs.iter().filter(same);
        let first = others.next().filter(|first| first.is_most != ours.is_most)?;
        let turned = others.all(|other| other.is_most != ours.is_most);
        turned.then(|| (ours.written.to_owned(), first.written.to_owned()))
    })
}

fn bounds<'k>(wording: &Wording<'k>) -> Vec<Bound<'k>> {
    use MentionKind::{Money, Number, Percent, Quantity};
    let counts = |mention: &&Mention| matches!(mention.kind, Number | Quantity | Money | Percent);
    wording.known.mentions().iter().filter(counts).filter_map(|mention| bound(mention, wording)).collect()
}

fn bound<'k>(mention: &'k Mention, wording: &Wording<'k>) -> Option<Bound<'k>> {
    let (first, end) = (wording.place(mention.range.start), wording.place(mention.range.end));
    let told = before(first, end, mention, wording).or_else(|| behind(first, end, wording));
    let is_named = told.is_none();
    let (is_most, places) = told.or_else(|| named(first, end, wording))?;
    // Of a quantity, the unit tells.
    let is_number = mention.kind == MentionKind::Number;
    // "5 or more pages" are pages.
    let tables = Tables::or_english(wording.language);
    let mark = [&tables.or_less, &tables.or_more].into_iter().find_map(|list| wording.phrase(end, list));
    let from = end + mark.unwrap_or(0);
    let last = wording.part_end(first, wording.sentence_of(first).end.min(from + COUNTED));
    let noun = (from..last).find(|at| wording.is_content(*at));
    let counted = noun.filter(|_| is_number).map(|at| wording.tokens[at].key);
    let is_conditional = wording.is_conditional(places.start);
    Some(Bound { mention, is_most, is_named, is_conditional, counted, written: wording.written(places) })
}

/// "At most 5", "not more than 5".
fn before(
    first: usize,
    end: usize,
    mention: &Mention,
    wording: &Wording<'_>,
) -> Option<(bool, Range<usize>)> {
    let tables = Tables::or_english(wording.language);
    let text = fold(ending(wording.text[..mention.range.start].trim_end(), PHRASE));
    let ends = |list: &Words| {
        let whole = |phrase: &&str| {
            let before = text.strip_suffix(*phrase);
            before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() && !is_unspaced(c)))
        };
        list.folded().iter().filter(whole).map(|phrase| phrase.split_whitespace().count()).max()
    };
    // Two lists may know the end of a phrase: "no more than" sets the most, "more than" the least.
    let lists = [
        (&tables.at_most, true, false),
        (&tables.at_least, false, false),
        (&tables.less_than, true, true),
        (&tables.more_than, false, true),
    ];
    let found =
        lists.into_iter().filter_map(|(list, is_most, is_strict)| Some((ends(list)?, is_most, is_strict)));
    let (words, is_most, is_strict) = found.max_by_key(|(words, ..)| *words)?;
    let start = first.checked_sub(words)?;
    let sentence = wording.sentence_of(first);
    match (wording.is_denied(start), is_strict) {
        // "More than 5 are not allowed."
        (false, true) if (end..wording.part_end(first, sentence.end)).any(|at| wording.denies(at)) => None,
        (false, _) => Some((is_most, start..end)),
        // "It can't hold more than 5."
        (true, true) => {
            let denial = (sentence.start..start).rev().find(|at| wording.denies(*at));
            Some((!is_most, denial.unwrap_or(start)..end))
        }
        (true, false) => None,
    }
}

/// "The maximum number of pages is 5": the number next to such a word, in the same part of the sentence.
fn named(first: usize, end: usize, wording: &Wording<'_>) -> Option<(bool, Range<usize>)> {
    let tables = Tables::or_english(wording.language);
    let part = wording.part_start(first, wording.sentence_of(first).start);
    let is_number = |at: &usize| wording.word(*at).starts_with(|c: char| c.is_ascii_digit());
    let near = (part..first).rev().take_while(|at| !is_number(at));
    let mut marks = near.filter_map(|at| {
        let word = wording.word(at);
        let is_most = tables.maxima.has(&word);
        (is_most || tables.minima.has(&word)).then_some((at, is_most))
    });
    let (at, is_most) = marks.next()?;
    let is_one = marks.all(|(_, other)| other == is_most);
    is_one.then_some((is_most, at..end))
}

/// "5 pages or more".
fn behind(first: usize, end: usize, wording: &Wording<'_>) -> Option<(bool, Range<usize>)> {
    let tables = Tables::or_english(wording.language);
    (end..end + AFTER).find_map(|at| {
        let most = wording.phrase(at, &tables.or_less).map(|words| (true, words));
        let (is_most, words) = most.or_else(|| Some((false, wording.phrase(at, &tables.or_more)?)))?;
        Some((is_most, first..(at + words).min(wording.tokens.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn found(claim: &str, source: &str) -> Option<(String, String)> {
        beside(claim, source, |both| other_bound(&both.ours, &both.theirs))
    }

    #[test]
    fn a_bound_is_compared_with_that_of_the_same_number() {
        const WORKERS: &str =
            "The default keeps at least 5 workers for slow tasks. It uses at most 32 cores for fast ones.";
        for (claim, ours, theirs) in [
            ("The default leaves at most 5 workers for slow tasks.", "at most 5", "at least 5"),
            ("The default uses at least 32 cores.", "at least 32", "at most 32"),
            ("It takes 32 cores or more.", "32 cores or more", "at most 32"),
            ("It uses more than 32 cores.", "more than 32", "at most 32"),
            ("No more than 5 workers are kept.", "No more than 5", "at least 5"),
        ] {
            assert_eq!(found(claim, WORKERS), Some((ours.into(), theirs.into())), "{claim}");
        }
        for claim in [
            "By default, there are at least 5 workers for slow tasks.",
            "There are never more than 32 cores in use.",
            "It takes up to 32 cores.",
            "It uses 32 cores or fewer.",
            "It uses no less than 5 workers.",
            "At most 7 workers are kept.",
            "At most 5 tables are kept.",
            "It keeps 5 workers.",
        ] {
            assert_eq!(found(claim, WORKERS), None, "{claim}");
        }
        let limit = "If it takes more than 5 seconds, the request fails.";
        assert_eq!(found("A request may take less than 5 seconds.", limit), None, "the other case");
        assert_eq!(
            found("A hall cannot have more than 1600 stalls.", "A hall has at most 1600 stalls."),
            None
        );
    }

    #[test]
    fn a_bound_is_told_by_what_is_denied_of_it_and_counts_what_stands_behind_it() {
        const EASILY: &str = "SQLite will easily do 50,000 or more INSERT statements per second.";
        const ATTACHED: &str = "The maximum number of attached databases cannot be increased above 125.";
        for (claim, source, theirs) in [
            ("SQLite will do at most 50,000 INSERT statements per second.", EASILY, "50,000 or more"),
            (
                "The maximum number of attached databases must be at least 125.",
                ATTACHED,
                "cannot be increased above 125",
            ),
        ] {
            assert_eq!(found(claim, source).map(|found| found.1), Some(theirs.into()), "{claim}");
        }
        for (claim, source) in [
            ("SQLite does at least 50,000 INSERT statements per second.", EASILY),
            ("At most 125 databases can be attached.", ATTACHED),
            ("You can't go higher than 125.", ATTACHED),
            ("At most 125 databases can be attached.", "More than 125 attached databases are not allowed."),
        ] {
            assert_eq!(found(claim, source), None, "{claim}");
        }
    }

    #[test]
    fn what_is_called_a_maximum_may_be_no_minimum() {
        const RAISED: &str = "Increase the maximum value of SQLITE_MAX_ATTACHED from 62 to 125.";
        let limit =
            |claim: &str| beside(claim, RAISED, |both| other_limit(&both.ours, &both.theirs).is_some());
        let claim = "Until version 3.8.6, SQLITE_MAX_ATTACHED had to be at least 62.";
        assert!(limit(claim));
        assert_eq!(found(claim, RAISED), None, "it only names a maximum");
        for claim in ["Before version 3.8.6, the maximum was 62.", "SQLITE_MAX_ATTACHED was at most 62."] {
            assert!(!limit(claim), "{claim}");
        }
    }
}
