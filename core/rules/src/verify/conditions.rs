//! Conditions that a sentence states and a claim drops.

use super::align::Sort;
use super::differs::Beside;
use super::wording::{COMMAS, Wording};
use crate::text::tables::{Tables, lists};
use crate::text::words::{fold, parts, words};
use crate::text::{beginning, ending};
use std::ops::Range;

/// The share of a clause that the claim must drop at least, and the share of the claim of which more must be next to it.
const LEFT_OUT: f64 = 0.75;
const BESIDE: f64 = 0.5;

/// After "and", a helping verb within this many words starts another predicate.
const NEAR: usize = 3;

/// Minimum letters that two words begin with to be forms of one: "config" and "configuration".
const BEGINNING: usize = 5;

/// Endings of English participles: "when called".
const PARTICIPLES: &[&str] = &["ed", "ing"];

/// In lower case, this word explains what is named before it if it begins a sentence, as below a formula ("where the number
/// of tuples is …"), or stands behind a comma ("on Windows, where there are no …").
const EXPLAINS: &str = "where";
/// Minimum words of such a clause. "Where possible" is a condition.
const EXPLANATION: usize = 3;

/// The words of the only condition under which the source makes the statement, if the claim contains some of what
/// depends on it. `known` has the keys of words that go without saying, because the question contains them.
pub(super) fn condition(beside: &Beside<'_>, known: &[u32], question: &str) -> Option<String> {
    let (ours, theirs) = (&beside.ours, &beside.theirs);
    if (0..ours.tokens.len()).any(|at| beside.to[at].is_none() && is_marker(ours, at)) {
        return None;
    }
    let held: Vec<bool> = (0..theirs.tokens.len()).map(|place| beside.holds(place)).collect();
    let said: Vec<Option<usize>> =
        (0..ours.tokens.len()).filter(|at| ours.is_content(*at)).map(|at| beside.to[at]).collect();
    // If the source tells two cases apart in nearly the same words, the claim's condition is aligned with both. Where the
    // claim reverses what is said of the first case, it may state the condition of the second in fewer words.
    let conditional = |at: &usize| ours.is_content(*at) && ours.is_conditional(*at);
    let own: Vec<usize> = (0..ours.tokens.len()).filter(conditional).collect();
    let says = |place: &usize| theirs.is_content(*place);
    let marks = |at: &usize| {
        !held[*at]
            && !theirs.gap(*at).contains('(')
            && is_marker(theirs, *at)
            && !is_conceded(theirs, *at, &held)
            && !is_within(theirs, *at, &held)
            && !is_alternative(theirs, *at, &held)
    };
    (0..theirs.tokens.len()).filter(marks).find_map(|at| {
        let part = part(theirs, at);
        let clause = clause(theirs, at, part.end);
        if explains(theirs, &part, &clause) {
            return None;
        }
        let words: Vec<usize> = clause.places.iter().copied().filter(says).collect();
        let is_own = own.iter().any(|at| beside.to[*at].is_some_and(|place| clause.places.contains(&place)));
        let turns = ours.denials(0..ours.tokens.len()) % 2 != theirs.denials(part.clone()) % 2;
        let is_named = |place: usize| own.iter().any(|at| ours.tokens[*at].key == theirs.tokens[place].key);
        let is_short = |place: usize| is_own && turns && is_named(place);
        let left_out = words.iter().filter(|place| !held[**place] && !is_short(**place)).count();
        let outside =
            |to: &&Option<usize>| to.is_some_and(|to| part.contains(&to) && !clause.places.contains(&to));
        let asked = words.iter().filter(|place| known.contains(&theirs.tokens[**place].key)).count();
        let last = *words.last()?;
        if is_omission(beside, &clause, &held) || is_purpose(theirs, &clause, question) {
            return None;
        }
        let governed = governed(theirs, &part, &clause, &held);
        let mut governed = governed.into_iter().filter(says).peekable();
        (left_out as f64 >= LEFT_OUT * words.len() as f64
            && said.iter().filter(outside).count() as f64 > BESIDE * said.len() as f64
            && asked * 2 <= words.len()
            && (governed.peek().is_none() || governed.any(|place| held[place])))
        .then(|| theirs.written(at..last + 1).to_owned())
    })
}

/// The words of a condition, and its end.
struct Clause {
    places: Vec<usize>,
    end: usize,
}

/// The condition that begins at a word. It ends at a comma, or where its clause does. Text in parentheses is an
/// aside.
fn clause(wording: &Wording<'_>, at: usize, end: usize) -> Clause {
    let mut places = vec![at];
    let mut depth = 0_usize;
    for place in at + 1..end {
        for sign in wording.gap(place).chars() {
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
fn governed(wording: &Wording<'_>, part: &Range<usize>, clause: &Clause, held: &[bool]) -> Vec<usize> {
    let Some(at) = clause.places.first().copied() else { return Vec::new() };
    let tables = Tables::of(wording.language);
    let joins = |place: usize| tables.joins(&wording.word(place));
    let before = at.checked_sub(1).filter(|before| part.contains(before));
    let opens = clause.end < part.end
        && before.is_some_and(|before| joins(before) && !held[before])
        && !tables.restrictions.has(&wording.word(at));
    let behind = clause.end..part.end;
    if opens {
        return behind.collect();
    }
    let starts = |place: &usize| *place == part.start || wording.gap(*place).contains(',');
    let leads = |place: &usize| tables.prepositions.has(&wording.word(*place));
    let main = (part.start..at).filter(starts).find(|place| !leads(place)).unwrap_or(part.start);
    // "It costs time and should be avoided if …": the condition is that of the last of two predicates.
    let helps = |place: usize| lists::Tables::of(wording.language).auxiliaries.has(&wording.word(place));
    let own = |place: &usize| joins(*place) && (place + 1..at.min(place + 1 + NEAR)).any(helps);
    let main = (main..at).rev().find(own).map_or(main, |place| place + 1);
    (main..at).chain(behind).collect()
}

/// Does a clause tell more of what is named before it, and not when something is so?
fn explains(wording: &Wording<'_>, part: &Range<usize>, clause: &Clause) -> bool {
    let Some(at) = clause.places.first().copied() else { return false };
    let is_set_off = wording.gap(at).contains(COMMAS) && clause.places.len() >= EXPLANATION;
    wording.written(at..at + 1) == EXPLAINS
        && (at == part.start || is_set_off && !has_no_subject(wording, at))
}

/// Does the word before a marker cancel the condition, as in "no matter where", "even if", or "as if"?
fn is_conceded(wording: &Wording<'_>, at: usize, held: &[bool]) -> bool {
    const LONGEST: usize = 24;
    let before = fold(ending(&wording.text[..wording.tokens[at].range.start], LONGEST));
    let said = at.checked_sub(1).is_some_and(|before| held[before]);
    !said && Tables::of(wording.language).concessions.folded().end(before.trim_end())
}

/// Is it a detail of a condition that the claim keeps, about what that one names anyway: "…, unless its class has a
/// method that returns no, when called"?
fn is_within(wording: &Wording<'_>, at: usize, held: &[bool]) -> bool {
    let start = part(wording, at).start;
    // One that opens the sentence, or is set off, governs what follows.
    let keeps = |place: usize| held[place] && !wording.gap(place).contains(',') && is_marker(wording, place);
    has_no_subject(wording, at) && (start + 1..at).any(keeps)
}

/// "When called", "where supported".
fn has_no_subject(wording: &Wording<'_>, at: usize) -> bool {
    let next = wording.written(at + 1..at + 2);
    PARTICIPLES.iter().any(|ending| next.ends_with(*ending))
}

/// Is each of two conditions enough, and does the claim keep the other one: "if it is full or if it is closed"?
fn is_alternative(wording: &Wording<'_>, at: usize, held: &[bool]) -> bool {
    let (part, tables) = (part(wording, at), Tables::of(wording.language));
    let counts = |place: usize| is_marker(wording, place) && !tables.exceptions.has(&wording.word(place));
    let joined = |place: usize| place > part.start && tables.or_words.has(&wording.word(place - 1));
    let keeps = |place: usize| held[place] && counts(place);
    counts(at)
        && (joined(at) && (part.start..at).any(keeps)
            || (at + 1..part.end).any(|place| joined(place) && keeps(place)))
}

/// Is it what "default" means anyway: that nothing else is given?
fn is_omission(beside: &Beside<'_>, clause: &Clause, held: &[bool]) -> bool {
    let (ours, theirs) = (&beside.ours, &beside.theirs);
    let tables = Tables::of(ours.language);
    let has_default = (0..ours.tokens.len()).any(|at| tables.defaults.has(&ours.word(at)));
    let denies = clause.places.iter().any(|place| theirs.tokens[*place].sort == Sort::Denial);
    let omits = |place: &usize| {
        let word = theirs.word(*place);
        tables.omitted.has(&word) || denies && tables.given.has(&word)
    };
    // What it is that is not given.
    let is_other = |place: &&usize| theirs.is_content(**place) && !held[**place] && !omits(place);
    has_default && clause.places.iter().any(omits) && clause.places.iter().filter(is_other).count() <= 1
}

/// Is it what the reader wants to do ("if your goal is to …"), and does the question say so in some form?
fn is_purpose(wording: &Wording<'_>, clause: &Clause, question: &str) -> bool {
    let Some(first) = clause.places.first().map(|place| wording.tokens[*place].range.start) else {
        return false;
    };
    let rest = fold(beginning(&wording.text[first..], 40));
    let Some(length) = Tables::of(wording.language).purposes.folded().begin(&rest) else { return false };
    let said = words(question).into_iter().flat_map(|word| {
        let parts = parts(word.text);
        parts.into_iter().map(|(part, _)| part.to_lowercase()).collect::<Vec<_>>()
    });
    let said: Vec<String> = said.filter(|word| word.chars().count() >= BEGINNING).collect();
    let behind = |place: &usize| wording.tokens[*place].range.start >= first + length;
    let wanted = clause.places.iter().copied().filter(|place| wording.is_content(*place) && behind(place));
    let mut wanted = wanted.map(|place| wording.word(place));
    wanted.any(|word| {
        let same = |other: &String| word.starts_with(other.as_str()) || other.starts_with(&word);
        word.chars().count() >= BEGINNING && said.iter().any(same)
    })
}

/// The part of the source around a word, up to a colon, a semicolon, or the end of the sentence, without what its clause
/// is set against.
fn part(wording: &Wording<'_>, at: usize) -> Range<usize> {
    let ends = |place: &usize| wording.begins_sentence(*place);
    let start = (1..=at).rev().find(|place| ends(place) || contrasts(wording, *place)).unwrap_or(0);
    start..(at + 1..wording.tokens.len()).find(ends).unwrap_or(wording.tokens.len())
}

/// Does a clause with a subject of its own begin at a word, set against what is before it: "…, whereas files are read …"?
/// "…, but only if …" and "…, but it is read …" go on with that.
fn contrasts(wording: &Wording<'_>, at: usize) -> bool {
    let tables = Tables::of(wording.language);
    let next = wording.word(at + 1);
    let goes_on = tables.restrictions.has(&next)
        || lists::Tables::of(wording.language).pointing_words.has(&next)
        || is_marker(wording, at + 1)
        || wording.tokens.get(at + 1).is_some_and(|token| token.sort == Sort::Denial);
    tables.contrasting.has(&wording.word(at)) && wording.gap(at).contains(COMMAS) && !goes_on
}

fn is_marker(wording: &Wording<'_>, at: usize) -> bool {
    wording.phrase(at, &Tables::of(wording.language).conditions).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::super::known::Reader;
    use super::super::quotes::with_quote;
    use super::condition;
    use gorkd_core::model::Support;

    fn support(question: &str, claim: &str, source: &str) -> Support {
        let mut reader = Reader::new("en").asking(question);
        with_quote(source, source, |context| reader.agreement(claim, context).support)
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

    fn lacking(claim: &str, source: &str) -> Option<String> {
        beside(claim, source, |both| condition(both, &[], ""))
    }

    const ATTACH: &str = "The statement allows two databases to operate as if they were a single database.";
    const PATHS: &str = "The default path includes several common folders (except on Windows, where there are no \
        “well-known” folders for the data).";
    const COLUMNS: &str =
        "STORED columns take up space in the file, whereas VIRTUAL columns use more cycles when being read.";
    const POWER: &str = "If you lose power or if the system crashes, the data is still safe.";

    #[test]
    fn a_clause_that_governs_something_else_is_no_condition_of_the_claim() {
        for (claim, source) in [
            ("The statement allows two databases to operate.", ATTACH),
            ("The default path includes several common folders.", PATHS),
            ("No common folders are preset on Windows.", PATHS),
            ("VIRTUAL columns take up space in the file.", COLUMNS),
            ("If you lose power, the data is safe.", POWER),
            ("If the system crashes, the data is safe.", POWER),
            (
                "Declare a dependency on the package zones.",
                "The module takes its data from the package zones, if available. It is recommended to declare a \
                 dependency on it.",
            ),
        ] {
            assert_eq!(lacking(claim, source), None, "{claim}");
        }
        for (claim, source) in [
            (
                "The statement allows two databases to operate.",
                "The statement allows two databases to operate if they are open.",
            ),
            ("The folder is read.", "The folder is read, where supported by the system."),
            ("VIRTUAL columns use more cycles.", COLUMNS),
            ("The data is still safe.", POWER),
            (
                "Carts can be kept in the yard.",
                "Carts can be kept in the yard, but only if the harbour is open.",
            ),
            ("The shed is emptied.", "The shed is emptied unless it is full or unless it is closed."),
        ] {
            assert!(lacking(claim, source).is_some(), "{claim}");
        }
    }

    #[test]
    fn a_condition_may_have_fewer_words_than_that_of_the_other_case() {
        const SYNC: &str = "(Writers sync the WAL on every transaction commit if PRAGMA synchronous is set to FULL but omit \
            this sync if PRAGMA synchronous is set to NORMAL.)";
        assert_eq!(lacking("If synchronous is NORMAL, commits don't sync the WAL.", SYNC), None);
        for claim in [
            "If synchronous is NORMAL, writers sync the WAL on every transaction commit.",
            "If synchronous is FULL, commits don't sync the WAL.",
        ] {
            assert!(lacking(claim, SYNC).is_some(), "{claim}");
        }
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
