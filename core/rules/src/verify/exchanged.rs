//! Two things in a passage whose predicates were swapped: "A is for x, while B is for y" makes "A is for y" false.
//!
//! Word order alone doesn't show it, because a claim may be about only one of the two, or use its own words.

use super::identifiers::identifiers;
use super::known::{AnalyzedText, Reader};
use super::quotes::Context;
use super::wording::{COMMAS, Wording};
use crate::text::tables::Tables;
use gorkd_core::text::tables::find_whole;
use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum number of words before what two clauses have in common, for these words to name one thing or the other.
const NAMING: usize = 3;
/// The share of a predicate that a claim must contain to state it.
const STATES: f64 = 0.5;
/// Minimum number of words of the other's predicate in a clause, if two identifiers are the only difference between
/// the things.
const CROSSED: usize = 2;
/// Maximum number of identifiers of a claim to look at.
const MOST: usize = 8;

/// Two things. The claim says of one what the passage says of the other.
pub(super) fn exchanged(
    claim: &AnalyzedText<'_>,
    context: &Context<'_>,
    reader: &mut Reader<'_>,
) -> Option<(String, String)> {
    let source = reader.of(context.around);
    let (ours, theirs) = (Wording::of(claim, reader), Wording::of(&source, reader));
    let (ours, theirs) = (clauses(&ours), clauses(&theirs));
    contrasted(&ours, &theirs).or_else(|| crossed(claim, &ours, &theirs, reader))
}

/// A clause, as far as punctuation and conjunctions show it.
struct Clause<'k> {
    text: &'k Wording<'k>,
    places: Range<usize>,
    /// It contrasts with the one before it.
    contrasts: bool,
}

impl Clause<'_> {
    fn keys(&self) -> BTreeSet<u32> {
        self.content().map(|at| self.key(at)).collect()
    }

    fn content(&self) -> impl Iterator<Item = usize> {
        let said = self.places.start + usize::from(self.contrasts)..self.places.end;
        said.filter(move |at| self.text.is_content(*at))
    }

    fn key(&self, at: usize) -> u32 {
        self.text.tokens[at].key
    }

    fn denies(&self) -> bool {
        self.text.denials(self.places.clone()) > 0
    }

    fn names(&self, name: &str) -> bool {
        find_whole(&self.text.written(self.places.clone()).to_lowercase(), &name.to_lowercase()).is_some()
    }
}

fn clauses<'k>(text: &'k Wording<'k>) -> Vec<Clause<'k>> {
    let tables = Tables::of(text.language);
    let mut found: Vec<Clause<'k>> = Vec::new();
    for at in 0..text.tokens.len() {
        let begins = text.begins_sentence(at);
        let word = text.word(at);
        let contrasts = !begins && tables.contrasting.has(&word);
        match found.last_mut() {
            Some(last) if !(begins || contrasts || text.gap(at).contains(COMMAS) && tables.joins(&word)) => {
                last.places.end = at + 1;
            }
            Some(_) | None => found.push(Clause { text, places: at..at + 1, contrasts }),
        }
    }
    found
}

/// Two contrasting clauses say different things about two things of the same kind. The claim names one of them, and
/// says of it what the passage says only of the other.
fn contrasted(ours: &[Clause<'_>], theirs: &[Clause<'_>]) -> Option<(String, String)> {
    let pairs = theirs.windows(2).filter(|pair| pair[1].contrasts && !pair[0].denies() && !pair[1].denies());
    let mut sides = pairs.filter_map(|pair| sides(&pair[0], &pair[1]));
    sides.find_map(|(first, second)| {
        let mixes = |clause: &Clause<'_>| {
            let keys = clause.keys();
            !clause.denies()
                && (keys.contains(&first.kind) || first.is_name && second.is_name)
                && (first.is_given(&second, &keys) || second.is_given(&first, &keys))
        };
        ours.iter().any(mixes).then(|| (first.name.clone(), second.name.clone()))
    })
}

/// One of two contrasting things.
struct Side {
    name: String,
    /// The word that both share, as in "annotated tags" and "other tags".
    kind: u32,
    /// It is in capitals, so it needs no such word: "VIRTUAL is …" and "VIRTUAL columns are …".
    is_name: bool,
    /// What distinguishes it from the other, and what is said only of it.
    naming: BTreeSet<u32>,
    predicate: BTreeSet<u32>,
}

impl Side {
    /// Does a claim with these words name this thing, and state what is said of the other?
    fn is_given(&self, other: &Side, keys: &BTreeSet<u32>) -> bool {
        let held = |words: &BTreeSet<u32>| words.intersection(keys).count();
        let states = held(&other.predicate) as f64 >= STATES * other.predicate.len() as f64;
        held(&self.naming) > 0 && held(&other.naming) == 0 && held(&self.predicate) == 0 && states
    }
}

fn sides(first: &Clause<'_>, second: &Clause<'_>) -> Option<(Side, Side)> {
    let (ours, theirs) = (first.keys(), second.keys());
    let common: BTreeSet<u32> = ours.intersection(&theirs).copied().collect();
    let side = |clause: &Clause<'_>| {
        // "The value of" both.
        let lead = clause.content().take_while(|at| common.contains(&clause.key(*at))).count();
        let named = clause.content().skip(lead).take_while(|at| !common.contains(&clause.key(*at)));
        let named: Vec<usize> = named.collect();
        let kind = clause.key(clause.content().nth(lead + named.len())?);
        let naming: BTreeSet<u32> = named.iter().map(|at| clause.key(*at)).collect();
        let alone = clause.keys().into_iter().filter(|key| !common.contains(key) && !naming.contains(key));
        let predicate: BTreeSet<u32> = alone.collect();
        let name = clause.text.written(*named.first()?..named.last()? + 1).to_owned();
        let is_name = name.len() > 1 && !name.chars().any(char::is_lowercase);
        let is_side = named.len() <= NAMING && !predicate.is_empty();
        is_side.then_some(Side { name, kind, is_name, naming, predicate })
    };
    let (first, second) = (side(first)?, side(second)?);
    (first.kind == second.kind).then_some((first, second))
}

/// Two identifiers, each in a clause of the claim whose words occur only in what the passage says of the other.
fn crossed(
    claim: &AnalyzedText<'_>,
    ours: &[Clause<'_>],
    theirs: &[Clause<'_>],
    reader: &mut Reader<'_>,
) -> Option<(String, String)> {
    let mut names = identifiers(&claim.text);
    names.truncate(MOST);
    if names.len() < 2 || ours.len() < 2 {
        return None;
    }
    let own: Vec<BTreeSet<u32>> = names
        .iter()
        .map(|name| {
            let known = reader.of(name);
            reader.all_keys(&known)
        })
        .collect();
    let mut pairs = (0..names.len()).flat_map(|one| (one + 1..names.len()).map(move |other| (one, other)));
    pairs.find_map(|(one, other)| {
        let (x, y) = (names[one], names[other]);
        // What clauses with the one name and without the other say, names aside.
        let said = |clauses: &[Clause<'_>], with: &str, without: &str| -> BTreeSet<u32> {
            let alone = clauses.iter().filter(|clause| clause.names(with) && !clause.names(without));
            let keys = alone.flat_map(Clause::keys);
            keys.filter(|key| !own[one].contains(key) && !own[other].contains(key)).collect()
        };
        let (of_x, of_y) = (said(theirs, x, y), said(theirs, y, x));
        let held = |keys: &BTreeSet<u32>, of: &BTreeSet<u32>, not: &BTreeSet<u32>| {
            keys.iter().filter(|key| of.contains(key) && !not.contains(key)).count()
        };
        let is_given = |keys: &BTreeSet<u32>, own: &BTreeSet<u32>, others: &BTreeSet<u32>| {
            held(keys, own, others) == 0 && held(keys, others, own) >= CROSSED
        };
        let crossed = is_given(&said(ours, x, y), &of_x, &of_y) && is_given(&said(ours, y, x), &of_y, &of_x);
        crossed.then(|| (x.to_owned(), y.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::quotes::with_quote;
    use super::*;

    fn found(claim: &str, text: &str) -> Option<(String, String)> {
        let mut reader = Reader::new("en");
        let known = reader.of(claim);
        with_quote(text, text, |context| exchanged(&known, context, &mut reader))
    }

    #[test]
    fn what_is_said_of_the_one_is_not_said_of_the_other() {
        let marks =
            "Signed marks are meant for release while plain marks are meant for private or temporary labels.";
        let keys = "The user makes a key pair on the client with `key-make -t rsa`; it is stored in a folder. The user \
            can then use `key-copy server` to add the public key to a file on the server, or ask somebody.";
        let columns = "The value of a VIRTUAL column is computed when read, whereas the value of a STORED column is computed \
            when the row is written.";
        for (claim, text) in [
            ("The value of a STORED column is computed when read.", columns),
            ("VIRTUAL is computed when the row is written.", columns),
            (
                "The value of a STORED column is computed when read, whereas the value of a VIRTUAL column is computed \
                 when the row is written.",
                columns,
            ),
            ("Take a plain mark for a release.", marks),
            ("Signed marks are meant for private or temporary labels.", marks),
            (
                "`key-copy -t rsa` makes the key pair, and `key-make server` adds it to the file on the server.",
                keys,
            ),
        ] {
            assert!(found(claim, text).is_some(), "{claim}");
        }
        for (claim, text) in [
            (columns, columns),
            ("VIRTUAL is computed when read.", columns),
            (
                "A VIRTUAL column is computed when it is read, a STORED column when the row is written.",
                columns,
            ),
            ("The value of a STORED column is computed when it is written.", columns),
            (marks, marks),
            ("Take a signed mark for a release.", marks),
            ("Plain marks are for private labels.", marks),
            ("Signed marks are meant for release, plain marks for private or temporary labels.", marks),
            ("Plain marks are not meant for release.", marks),
            (
                "`key-make -t rsa` makes the key pair, and `key-copy server` adds it to the file on the server.",
                keys,
            ),
        ] {
            assert_eq!(found(claim, text), None, "{claim}");
        }
    }
}
