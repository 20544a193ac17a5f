//! What a claim restricts otherwise than its source: "only" or "except" where the source makes no exception, "except"
//! where it says "only", "only in emergencies" left out, "in emergencies" for "except in emergencies", "either" for
//! "neither", and "all" for "some".

use super::align::Sort;
use super::differs::turned;
use super::wording::{Wording, in_marks};
use crate::text::tables::Tables;
use std::collections::BTreeSet;
use std::ops::Range;

/// Minimum number of words that a claim shares with a sentence for its restriction to be that sentence's.
const RESTRICTED: usize = 2;
/// The share of a claim's words that a sentence with an exception must contain for the claim to say the same of the
/// exception.
const INCLUDED: f64 = 0.75;

/// What is wrong with the restrictions of the claim, as the end of a sentence for the writer.
pub(super) fn otherwise_restricted(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    let whole = 0..ours.tokens.len();
    let own = whole.clone().find(|at| only(ours, *at) || exception(ours, *at));
    // What is restricted is in the same part of the claim.
    let part = own.map(|at| ours.part_start(at, 0)..ours.part_end(at, ours.tokens.len()));
    let of_part = part.map(|part| closest(&ours.keys(part), theirs, theirs.sentences)).unwrap_or_default();
    let among = if of_part.is_empty() { theirs.sentences } else { of_part.as_slice() };
    let nearest = closest(&ours.keys(whole), theirs, among);
    let first = nearest.first()?.clone();
    if let Some(at) = own {
        let word = ours.written(at..at + 1);
        let is_said = of_part.is_empty() && restricts_to_same(ours, at, theirs);
        let is_free = |places: &Range<usize>| is_free(ours, (theirs, places));
        if at + 1 < ours.tokens.len() && !is_said && nearest.iter().all(is_free) {
            return Some(format!("the source does not say “{word}”; leave that out"));
        }
        if nearest.iter().all(|places| is_exchanged(ours, (theirs, places))) {
            return Some(format!(
                "the source restricts it otherwise than by “{word}”; say it as the source does"
            ));
        }
    } else if nearest.len() == 1 {
        if let Some(words) = left_out(ours, theirs, &first) {
            return Some(format!("the source says so only {}; keep that condition", in_marks(words)));
        }
        if let Some(words) = included(ours, theirs, &first) {
            return Some(format!("the source says so {}; keep that exception", in_marks(words)));
        }
    }
    let pairs: Option<Vec<_>> = nearest.iter().map(|places| either(ours, (theirs, places))).collect();
    if let Some(pair) = pairs.and_then(|pairs| pairs.into_iter().next()) {
        return Some(turned(pair));
    }
    generalized(ours, theirs, &first)
}

/// The sentences that share the most of these words.
fn closest(wanted: &BTreeSet<u32>, theirs: &Wording<'_>, among: &[Range<usize>]) -> Vec<Range<usize>> {
    let shared = |places: &Range<usize>| wanted.intersection(&theirs.keys(places.clone())).count();
    let most = among.iter().map(shared).max().filter(|most| *most >= RESTRICTED);
    among.iter().filter(|places| Some(shared(places)) == most).cloned().collect()
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

/// Does a restriction of the source name what a word of the claim restricts something to?
fn restricts_to_same(ours: &Wording<'_>, at: usize, theirs: &Wording<'_>) -> bool {
    let named = ours.keys(at + 1..ours.part_end(at, ours.tokens.len()));
    theirs.sentences.iter().any(|places| {
        let mark = places.clone().find(|place| only(theirs, *place) || exception(theirs, *place));
        mark.is_some_and(|place| !named.is_disjoint(&theirs.keys(place..places.end)))
    })
}

/// Has a sentence no restriction, no condition, and no negation? What it prevents restricts nothing if the claim
/// prevents it, too.
fn is_free(ours: &Wording<'_>, (theirs, places): (&Wording<'_>, &Range<usize>)) -> bool {
    let tables = Tables::of(theirs.language);
    let prevents = |wording: &Wording<'_>, at: usize| wording.phrase(at, &tables.preventing).is_some();
    let is_shared = |at: usize| {
        let key = theirs.tokens[at].key;
        (0..ours.tokens.len()).any(|own| ours.tokens[own].key == key && prevents(ours, own))
    };
    !places.clone().any(|at| {
        let word = theirs.word(at);
        theirs.tokens[at].sort == Sort::Denial
            || [&tables.restrictions, &tables.exceptions, &tables.defaults].iter().any(|list| list.has(&word))
            || theirs.phrase(at, &tables.conditions).is_some()
            || prevents(theirs, at) && !is_shared(at)
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

/// The words that "only" restricts something to, such as "in emergencies", if the claim says the same without them.
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

/// What the source excepts, such as "except in emergencies", if the claim says the same of it.
fn included<'t>(ours: &Wording<'_>, theirs: &Wording<'t>, places: &Range<usize>) -> Option<&'t str> {
    let prepositions = &Tables::of(theirs.language).prepositions;
    let whole = 0..ours.tokens.len();
    let said = ours.keys(whole.clone());
    let leads = |at: &usize| *at + 1 < places.end && prepositions.has(&theirs.word(at + 1));
    let at = places.clone().find(|at| exception(theirs, *at) && leads(at))?;
    let end = theirs.part_end(at, places.end);
    let excepted = theirs.keys(at + 1..end);
    let shared = said.intersection(&theirs.keys(places.clone())).count();
    let same = ours.denials(whole) % 2 == theirs.denials(places.start..at) % 2
        && shared as f64 >= INCLUDED * said.len() as f64;
    (same && !excepted.is_empty() && excepted.is_subset(&said)).then(|| theirs.written(at..end))
}

/// "Either is not" is not "neither is": the words of the claim and of the source.
fn either(ours: &Wording<'_>, (theirs, places): (&Wording<'_>, &Range<usize>)) -> Option<(String, String)> {
    let whole = 0..ours.tokens.len();
    let neither = |wording: &Wording<'_>, places: &Range<usize>| {
        let tables = Tables::of(wording.language);
        places.clone().map(|at| wording.word(at)).find(|word| tables.neither.has(word))
    };
    // "Not either" is "neither".
    let either = |wording: &Wording<'_>, places: &Range<usize>| {
        let tables = Tables::of(wording.language);
        let at = places.clone().find(|at| tables.either.has(&wording.word(*at)))?;
        let denies = wording.denials(places.start..at) == 0 && wording.denials(at..places.end) > 0;
        denies.then(|| wording.word(at))
    };
    let added = either(ours, &whole).zip(neither(theirs, places));
    added.or_else(|| neither(ours, &whole).zip(either(theirs, places)))
}

/// "All systems" where the source says "some systems". "Not all" claims no more than "some".
fn generalized(ours: &Wording<'_>, theirs: &Wording<'_>, places: &Range<usize>) -> Option<String> {
    let tables = Tables::of(ours.language);
    let of = |wording: &Wording<'_>, at: usize| {
        wording.tokens.get(at + 1).map(|token| token.key).filter(|_| wording.is_content(at + 1))
    };
    let mut some = places.clone().filter(|at| tables.some_words.has(&theirs.word(*at)));
    some.find_map(|place| {
        let noun = of(theirs, place)?;
        let is_denied = |at: usize| ours.denials(ours.part_start(at, 0)..at) % 2 == 1;
        let same = |at: &usize| {
            tables.all_words.has(&ours.word(*at)) && of(ours, *at) == Some(noun) && !is_denied(*at)
        };
        let at = (0..ours.tokens.len()).find(same)?;
        let written = |wording: &Wording<'_>, at: usize| wording.written(at..at + 2).to_owned();
        Some(turned((written(ours, at), written(theirs, place))))
    })
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn found(claim: &str, source: &str) -> bool {
        problem(claim, source).is_some()
    }

    fn problem(claim: &str, source: &str) -> Option<String> {
        beside(claim, source, |both| otherwise_restricted(&both.ours, &both.theirs))
    }

    const NULLS: &str = "For the purposes of UNIQUE constraints, NULL values are considered distinct from all other values, \
        including other NULLs.";
    const RECOVERY: &str = "An immediate shutdown will lead to recovery upon the next start. An immediate shutdown is \
        recommended only in emergencies.";
    const ZONES: &str = "Some systems, including notably Windows systems, do not have an IANA database available. If neither \
        system data nor tzdata are available, all calls will raise an error.";
    const COLUMNS: &str = "A UNIQUE constraint is similar to a PRIMARY KEY constraint, except that a single table may have any \
        number of UNIQUE constraints. For each UNIQUE constraint on the table, each row must contain a unique combination of \
        values in the columns identified by the UNIQUE constraint. For the purposes of UNIQUE constraints, NULL values are \
        considered distinct from all other values, including other NULLs. As with PRIMARY KEYs, a UNIQUE table-constraint \
        clause must contain only column names.";
    const SIGNALS: &str = "This is the Smart Shutdown mode. After receiving SIGTERM, the server disallows new connections, but \
        lets existing sessions end their work normally. This is the Fast Shutdown mode. The server disallows new connections \
        and sends all existing server processes SIGTERM.";
    const SAFE: &str = "WAL mode is safe from corruption with synchronous=NORMAL, and probably DELETE mode is safe too on modern \
        filesystems.";

    const FOLDERS: &str = "The default path includes several common folders (except on Windows, where there are no \
        folders for the data).";

    #[test]
    fn an_exception_is_neither_added_nor_turned_round() {
        for (claim, source) in [
            ("NULL values are considered distinct from all other values, except other NULLs.", NULLS),
            ("Only NULL values are considered distinct from all other values.", NULLS),
            ("An immediate shutdown is recommended except in emergencies.", RECOVERY),
            ("An immediate shutdown is recommended.", RECOVERY),
            ("The default path includes several common folders, especially on Windows.", FOLDERS),
            ("It returns no space in full mode.", "It does not return space, except in full mode."),
            ("If either system data or tzdata is not available, all calls will raise an error.", ZONES),
            ("All systems except Windows have an IANA database available.", ZONES),
            ("Only smart mode disallows new connections.", SIGNALS),
            ("WAL mode is safe from corruption only with synchronous=FULL.", SAFE),
        ] {
            assert!(found(claim, source), "{claim}");
        }
        let either = "If either system data or tzdata is not available, all calls will raise an error.";
        let said = "the source says “neither” where the claim says “either”";
        assert_eq!(problem(either, ZONES).as_deref(), Some(said));
    }

    #[test]
    fn a_restriction_that_the_source_has_may_be_said_otherwise() {
        for (claim, source) in [
            ("NULL values are considered distinct from all other values.", NULLS),
            ("An immediate shutdown is recommended only in emergencies.", RECOVERY),
            ("It leads to recovery at the next start, and is recommended only in emergencies.", RECOVERY),
            ("It leads to recovery at the next start, and is used only in emergencies.", RECOVERY),
            ("An immediate shutdown is not recommended except in emergencies.", RECOVERY),
            ("An immediate shutdown will lead to recovery.", RECOVERY),
            ("If neither system data nor tzdata is available, all calls will raise an error.", ZONES),
            ("Some systems do not have an IANA database available.", ZONES),
            ("It returns space only in full mode.", "It does not return space, except in full mode."),
            ("It returns space in full mode.", "It does not return space, except in full mode."),
            ("No common folders are preset on Windows.", FOLDERS),
            ("The default path includes several common folders.", FOLDERS),
            ("Of the five rows, only 3 are new rows.", "Of the five rows, 3 are new rows."),
            ("A UNIQUE clause can contain only column names.", COLUMNS),
            ("Only full mode is safe from corruption.", "The others are not safe from corruption."),
            ("Not all systems have an IANA database available.", ZONES),
        ] {
            assert!(!found(claim, source), "{claim}");
        }
    }
}
