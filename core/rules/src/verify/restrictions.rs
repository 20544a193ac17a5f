//! What a claim restricts otherwise than its source: "only" or "except" where the source makes no exception, "except"
//! where it says "only", "only in emergencies" left out, "either" for "neither", and "all" for "some".

use super::align::Sort;
use super::differs::turned;
use super::wording::{Wording, in_marks};
use crate::text::tables::Tables;
use std::collections::BTreeSet;
use std::ops::Range;

/// Minimum number of words that a claim shares with a sentence for its restriction to be that sentence's.
const RESTRICTED: usize = 2;

/// What is wrong with the restrictions of the claim, as the end of a sentence for the writer.
pub(super) fn otherwise_restricted(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    let whole = 0..ours.tokens.len();
    let own = whole.clone().find(|at| only(ours, *at) || exception(ours, *at));
    // What is restricted is in the same part of the claim.
    let part = own.map(|at| {
        let start = (1..at + 1).rev().find(|place| ours.is_parted(*place)).unwrap_or(0);
        start..ours.part_end(at, ours.tokens.len())
    });
    let nearest = part.map(|part| closest(ours.keys(part), theirs)).filter(|found| !found.is_empty());
    let nearest = nearest.unwrap_or_else(|| closest(ours.keys(whole), theirs));
    let first = nearest.first()?.clone();
    if let Some(at) = own {
        let word = ours.written(at..at + 1);
        if at + 1 < ours.tokens.len() && nearest.iter().all(|places| is_free(theirs, places)) {
            return Some(format!("the source does not say “{word}”; leave that out"));
        }
        if nearest.iter().all(|places| is_exchanged(ours, (theirs, places))) {
            return Some(format!(
                "the source restricts it otherwise than by “{word}”; say it as the source does"
            ));
        }
    } else if let Some(words) = left_out(ours, theirs, &first).filter(|_| nearest.len() == 1) {
        return Some(format!("the source says so only {}; keep that condition", in_marks(words)));
    }
    if nearest.iter().all(|places| is_either(ours, (theirs, places))) {
        return Some(
            "one of claim and source says “neither”, the other “either”; say it as the source does"
                .to_owned(),
        );
    }
    generalized(ours, theirs, &first)
}

/// The sentences that share the most words with the claim.
fn closest(wanted: BTreeSet<u32>, theirs: &Wording<'_>) -> Vec<Range<usize>> {
    let shared = |places: &Range<usize>| wanted.intersection(&theirs.keys(places.clone())).count();
    let most = theirs.sentences.iter().map(shared).max().filter(|most| *most >= RESTRICTED);
    theirs.sentences.iter().filter(|places| Some(shared(places)) == most).cloned().collect()
}

/// Does a word exclude anything else? "Only" before a number is no such word, nor is "not only".
fn only(wording: &Wording<'_>, at: usize) -> bool {
    let next = wording.tokens.get(at + 1).map(|token| token.range.start);
    let counts = next.is_some_and(|next| wording.known.values().any(|value| value.range.start == next));
    let denied = at > 0 && wording.tokens[at - 1].sort == Sort::Denial;
    Tables::of(wording.language).restrictions.has(&wording.word(at)) && !denied && !counts
}

/// "Except", "unless".
fn exception(wording: &Wording<'_>, at: usize) -> bool {
    let (tables, word) = (Tables::of(wording.language), wording.word(at));
    tables.exceptions.has(&word) && tables.conditions.has(&word)
}

/// Has a sentence no restriction, no condition, and no negation?
fn is_free(theirs: &Wording<'_>, places: &Range<usize>) -> bool {
    let tables = Tables::of(theirs.language);
    !places.clone().any(|at| {
        let word = theirs.word(at);
        theirs.tokens[at].sort == Sort::Denial
            || [&tables.restrictions, &tables.exceptions, &tables.defaults].iter().any(|list| list.has(&word))
            || [&tables.preventing, &tables.conditions].iter().any(|list| theirs.phrase(at, list).is_some())
    })
}

/// "Except in emergencies" is not "only in emergencies", but "only then" is "not except then".
fn is_exchanged(ours: &Wording<'_>, (theirs, places): (&Wording<'_>, &Range<usize>)) -> bool {
    let whole = 0..ours.tokens.len();
    let kinds = |wording: &Wording<'_>, places: &Range<usize>| {
        let any = |is: fn(&Wording<'_>, usize) -> bool| places.clone().any(|at| is(wording, at));
        (any(only), any(exception))
    };
    let turned = matches!(
        (kinds(ours, &whole), kinds(theirs, places)),
        ((true, false), (false, true)) | ((false, true), (true, false))
    );
    turned && ours.denials(whole) % 2 == theirs.denials(places.clone()) % 2
}

/// "In emergencies", if the source says so only of them, and the claim of something that stands before.
fn left_out<'t>(ours: &Wording<'_>, theirs: &Wording<'t>, places: &Range<usize>) -> Option<&'t str> {
    let prepositions = &Tables::of(ours.language).prepositions;
    let said = ours.keys(0..ours.tokens.len());
    let leads = |at: &usize| *at + 1 < places.end && prepositions.has(&theirs.word(at + 1));
    let at = places.clone().find(|at| only(theirs, *at) && leads(at))?;
    let end = theirs.part_end(at, places.end);
    let restricted = theirs.keys(at + 1..end);
    let before = (places.start..at).rev().find(|place| theirs.is_content(*place))?;
    let is_said = said.contains(&theirs.tokens[before].key);
    let drops = !restricted.is_empty() && restricted.is_disjoint(&said);
    (is_said && drops).then(|| theirs.written(at + 1..end))
}

/// "Either is not" is not "neither is".
fn is_either(ours: &Wording<'_>, (theirs, places): (&Wording<'_>, &Range<usize>)) -> bool {
    let whole = 0..ours.tokens.len();
    let neither = |wording: &Wording<'_>, places: &Range<usize>| {
        let tables = Tables::of(wording.language);
        let has = |at: usize| tables.neither.has(&wording.word(at));
        places.clone().any(has)
    };
    // "Not either" is "neither".
    let either = |wording: &Wording<'_>, places: &Range<usize>| {
        let tables = Tables::of(wording.language);
        let at = places.clone().find(|at| tables.either.has(&wording.word(*at)));
        at.is_some_and(|at| wording.denials(places.start..at) == 0 && wording.denials(at..places.end) > 0)
    };
    either(ours, &whole) && neither(theirs, places) || neither(ours, &whole) && either(theirs, places)
}

/// "All systems" where the source says "some systems".
fn generalized(ours: &Wording<'_>, theirs: &Wording<'_>, places: &Range<usize>) -> Option<String> {
    let tables = Tables::of(ours.language);
    let of = |wording: &Wording<'_>, at: usize| {
        wording.tokens.get(at + 1).map(|token| token.key).filter(|_| wording.is_content(at + 1))
    };
    let mut some = places.clone().filter(|at| tables.some_words.has(&theirs.word(*at)));
    some.find_map(|place| {
        let noun = of(theirs, place)?;
        let same = |at: &usize| tables.all_words.has(&ours.word(*at)) && of(ours, *at) == Some(noun);
        let at = (0..ours.tokens.len()).find(same)?;
        let written = |wording: &Wording<'_>, at: usize| wording.written(at..at + 2).to_owned();
        Some(turned((written(ours, at), written(theirs, place))))
    })
}

#[cfg(test)]
mod tests {
    use super::super::known::Reader;
    use super::*;

    fn found(claim: &str, source: &str) -> bool {
        let mut reader = Reader::new("en");
        let (claim, source) = (reader.of(claim), reader.of(source));
        let (ours, theirs) = (Wording::of(&claim, &mut reader), Wording::of(&source, &mut reader));
        otherwise_restricted(&ours, &theirs).is_some()
    }

    const NULLS: &str = "For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values, \
        including other NULLs.";
    const RECOVERY: &str = "An immediate shutdown will lead to recovery upon the next start. An immediate shutdown is \
        recommended only in emergencies.";
    const ZONES: &str = "Some systems, including notably Windows systems, do not have an IANA database available. If neither \
        system data nor tzdata are available, all calls will raise an error.";

    #[test]
    fn an_exception_is_neither_added_nor_turned_round() {
        for (claim, source) in [
            ("NULL values are considered distinct from all other values, except other NULLs.", NULLS),
            ("Only NULL values are considered distinct from all other values.", NULLS),
            ("An immediate shutdown is recommended except in emergencies.", RECOVERY),
            ("An immediate shutdown is recommended.", RECOVERY),
            ("If either system data or tzdata is not available, all calls will raise an error.", ZONES),
            ("All systems except Windows have an IANA database available.", ZONES),
        ] {
            assert!(found(claim, source), "{claim}");
        }
    }

    #[test]
    fn a_restriction_that_the_source_has_may_be_said_otherwise() {
        for (claim, source) in [
            ("NULL values are considered distinct from all other values.", NULLS),
            ("An immediate shutdown is recommended only in emergencies.", RECOVERY),
            ("It leads to recovery at the next start, and is recommended only in emergencies.", RECOVERY),
            ("An immediate shutdown is not recommended except in emergencies.", RECOVERY),
            ("An immediate shutdown will lead to recovery.", RECOVERY),
            ("If neither system data nor tzdata is available, all calls will raise an error.", ZONES),
            ("Some systems do not have an IANA database available.", ZONES),
            ("It returns space only in full mode.", "It does not return space, except in full mode."),
            ("Of the five rows, only 3 are new rows.", "Of the five rows, 3 are new rows."),
        ] {
            assert!(!found(claim, source), "{claim}");
        }
    }
}
