//! What a claim and a source give as the default: another thing, another value, or a default that the claim takes for
//! what is always so. A passage may give several defaults, so each makes the claim partly supported.

use super::values::same_value;
use super::wording::{COMMAS, Wording, in_marks};
use crate::text::mentions::{Mention, Value};
use crate::text::tables::{Tables, lists};
use crate::text::units::Unit;
use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum number of words that name what is the default.
const NAMING: usize = 2;
/// Minimum number of words that a claim shares with a sentence that gives a default of the same.
const SHARED: usize = 2;

/// What is wrong with a default of the claim, as the end of a sentence for the writer.
pub(super) fn other_default(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    other_thing(ours, theirs).or_else(|| other_value(ours, theirs)).or_else(|| not_always(ours, theirs))
}

/// Something is called the default, and the source, which knows it, calls only others so.
fn other_thing(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    let (mut things, mut others): (Vec<Range<usize>>, Vec<BTreeSet<u32>>) = (Vec::new(), Vec::new());
    for at in marks(theirs, 0..theirs.tokens.len()) {
        match thing(theirs, at) {
            Some(places) => things.push(places),
            None => others.push(theirs.keys(theirs.sentence_of(at))),
        }
    }
    let first = things.first()?.clone();
    let named: Vec<BTreeSet<u32>> = things.into_iter().map(|places| theirs.keys(places)).collect();
    let known = theirs.keys(0..theirs.tokens.len());
    let is_other = |own: &BTreeSet<u32>| {
        let is_named = named.iter().any(|other| own.is_subset(other) || other.is_subset(own));
        let is_new = |key: &u32| known.contains(key) && !named.iter().any(|other| other.contains(key));
        !is_named && !others.iter().any(|other| own.is_subset(other)) && own.iter().any(is_new)
    };
    let mut own = marks(ours, 0..ours.tokens.len()).into_iter().filter_map(|at| thing(ours, at));
    let other = own.find(|places| is_other(&ours.keys(places.clone())))?;
    let (first, other) = (in_marks(theirs.written(first)), in_marks(ours.written(other)));
    Some(format!("the source calls {first} the default, not {other}"))
}

/// The one value of a default, where the source gives only others.
fn other_value(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    ours.sentences.iter().filter(|places| !marks(ours, (*places).clone()).is_empty()).find_map(|places| {
        let own = values(ours, places);
        let [own] = own.as_slice() else { return None };
        let wanted = statement(ours, places);
        let gives = |there: &&Range<usize>| {
            !marks(theirs, (*there).clone()).is_empty()
                && wanted.intersection(&statement(theirs, there)).count() >= SHARED
        };
        let given: Vec<&Mention> =
            theirs.sentences.iter().filter(gives).flat_map(|there| values(theirs, there)).collect();
        let first = given.first()?;
        let same = given.iter().any(|other| same_value((ours.text, own), (theirs.text, other)));
        let written = (&theirs.text[first.range.clone()], &ours.text[own.range.clone()]);
        (!same).then(|| format!("the source gives {} as the default, not {}", written.0, written.1))
    })
}

/// "Always" where the sentence that says most of the claim says so of the default.
fn not_always(ours: &Wording<'_>, theirs: &Wording<'_>) -> Option<String> {
    let always = &Tables::or_english(ours.language).always;
    let whole = 0..ours.tokens.len();
    let at = whole.clone().find(|at| ours.phrase(*at, always).is_some() && !ours.is_denied(*at))?;
    if !marks(ours, whole.clone()).is_empty() {
        return None;
    }
    let wanted = ours.keys(whole);
    let shared = |places: &Range<usize>| wanted.intersection(&theirs.keys(places.clone())).count();
    let most = theirs.sentences.iter().map(shared).max().filter(|most| *most >= SHARED)?;
    let changes = |places: &Range<usize>| {
        let says = places.clone().any(|at| theirs.phrase(at, always).is_some());
        !says && !marks(theirs, places.clone()).is_empty()
    };
    let only = theirs.sentences.iter().filter(|places| shared(places) == most).all(changes);
    only.then(|| format!("the source says so only of the default; leave “{}” out", ours.written(at..at + 1)))
}

/// The words for a default.
fn marks(wording: &Wording<'_>, places: Range<usize>) -> Vec<usize> {
    let defaults = &Tables::or_english(wording.language).defaults;
    places.filter(|at| defaults.has(&wording.word(*at))).collect()
}

/// What is called the default: "`fast` is the default", "“Fast” mode (the default)". `None` for "the default is `fast`",
/// and for what has a default.
fn thing(wording: &Wording<'_>, at: usize) -> Option<Range<usize>> {
    let build = lists::Tables::or_english(wording.language);
    let helps = |place: usize| build.auxiliaries.has(&wording.word(place));
    let links = |place: &usize| helps(*place) || build.articles.has(&wording.word(*place));
    let start = wording.sentence_of(at).start;
    let first = (start..at).rev().take_while(links).last().unwrap_or(at);
    let closes = wording.gap(at + 1).contains(')') || wording.is_parted(at + 1);
    let set_off = wording.gap(first).contains('(') || wording.gap(first).contains(COMMAS);
    let says =
        (first..at).any(helps) && wording.tokens.get(at + 1).is_none_or(|_| !wording.is_content(at + 1));
    if !(says || set_off && closes) {
        return None;
    }
    let mut from = first;
    for place in (start..first).rev().take(NAMING).take_while(|place| wording.is_content(*place)) {
        from = place;
        if wording.is_parted(place) || wording.gap(place).contains(['(', ')']) {
            break;
        }
    }
    (from < first).then_some(from..first)
}

/// The whole numbers in digits of a sentence. Others may be versions, or count nothing.
fn values<'k>(wording: &Wording<'k>, places: &Range<usize>) -> Vec<&'k Mention> {
    let is_whole = |mention: &&Mention| matches!(mention.value, Value::Number { written, unit, .. } if written.fract() == 0.0 && unit != Unit::Ordinal);
    let counts = |mention: &&Mention| {
        let digits = wording.text[mention.range.clone()].contains(|c: char| c.is_ascii_digit());
        digits && is_whole(mention) && places.contains(&wording.place(mention.range.start))
    };
    wording.known.values().filter(counts).collect()
}

/// The words of a sentence, without those for a default.
fn statement(wording: &Wording<'_>, places: &Range<usize>) -> BTreeSet<u32> {
    let own: Vec<usize> = marks(wording, places.clone());
    let keys = places.clone().filter(|at| wording.is_content(*at) && !own.contains(at));
    keys.map(|at| wording.tokens[at].key).collect()
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn found(claim: &str, source: &str) -> Option<String> {
        beside(claim, source, |both| other_default(&both.ours, &both.theirs))
    }

    const STOP: &str =
        "“Smart” mode disallows new connections. “Fast” mode (the default) does not wait for clients.";
    const OMITTED: &str =
        "The mode can be smart, fast, or immediate. If this option is omitted, fast is the default.";
    const COLUMNS: &str =
        "If the trailing \"VIRTUAL\" or \"STORED\" keyword is omitted, then VIRTUAL is the default.";
    const ATTACHED: &str = "11. Maximum Number Of Attached Databases\nThe number of simultaneously attached databases is \
        limited to SQLITE_MAX_ATTACHED which is set to 10 by default. The maximum number of attached databases cannot be \
        increased above 125.";

    #[test]
    fn another_thing_of_the_passage_is_not_the_default() {
        for (claim, source) in [
            ("“Smart” mode (the default) disallows new connections.", STOP),
            ("If `-m` is omitted, `smart` is the default.", OMITTED),
            ("If neither keyword is given, STORED is the default.", COLUMNS),
        ] {
            assert!(found(claim, source).is_some(), "{claim}");
        }
        let smart = found("“Smart” mode (the default) disallows new connections.", STOP);
        assert_eq!(smart.as_deref(), Some("the source calls “Fast mode” the default, not “Smart mode”"));
        for (claim, source) in [
            ("Fast mode (the default) does not wait for clients.", STOP),
            ("`fast` is the default.", STOP),
            ("Smart waits for clients, fast (the default) disconnects them.", STOP),
            ("If `-m` is omitted, fast mode is the default.", OMITTED),
            ("The default is fast.", OMITTED),
            ("If neither keyword is given, VIRTUAL is the default.", COLUMNS),
            ("In smart mode, the default is to wait.", STOP),
            (
                "The database is the default.",
                "By default, a database is attached. The list (of names) is long.",
            ),
        ] {
            assert_eq!(found(claim, source), None, "{claim}");
        }
    }

    #[test]
    fn a_default_has_its_own_value_and_may_be_changed() {
        for claim in [
            "By default, 125 databases can be attached at the same time.",
            "By default, 11 databases can be attached to SQLITE_MAX_ATTACHED.",
            "SQLITE_MAX_ATTACHED is always 10.",
        ] {
            assert!(found(claim, ATTACHED).is_some(), "{claim}");
        }
        for claim in [
            "By default, 10 databases can be attached at the same time.",
            "Ten databases can be attached at once by default.",
            "SQLITE_MAX_ATTACHED defaults to 10.",
            "SQLITE_MAX_ATTACHED is 10.",
            "The databases attached by default apply to 3.11 as well.",
            "SQLITE_MAX_ATTACHED is not always 10.",
        ] {
            assert_eq!(found(claim, ATTACHED), None, "{claim}");
        }
        let kept = "The number of workers is always 10, by default as well.";
        assert_eq!(found("The number of workers is always 10.", kept), None);
    }
}
