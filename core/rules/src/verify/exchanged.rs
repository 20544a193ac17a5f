//! Two things of a passage whose predicates have changed places: "A is for x, while B is for y" makes "A is for y" false.
//!
//! Word order alone does not show it, as a claim may speak of one of the two only, or in words of its own.

use super::align::{Sort, Token};
use super::denials::{COMMAS, ends_sentence};
use super::identifiers::identifiers;
use super::known::{AnalyzedText, Reader};
use super::quotes::Context;
use crate::text::tables::Tables;
use gorkd_core::text::tables::find_whole;
use std::collections::BTreeSet;
use std::ops::Range;

/// Words at most before what two clauses have in common, so that they name the one thing or the other.
const NAMING: usize = 3;
/// Share of a predicate that a claim must hold to state it.
const STATES: f64 = 0.5;
/// Words of the other's predicate that a clause must hold at least, where two identifiers are all that tells the things
/// apart.
const CROSSED: usize = 2;
/// Identifiers of a claim that are looked at.
const MOST: usize = 8;

/// Two things, each of which the claim says of what the passage says of the other.
pub(super) fn exchanged(
    claim: &AnalyzedText<'_>,
    context: &Context<'_>,
    reader: &mut Reader<'_>,
) -> Option<(String, String)> {
    let source = reader.of(context.around);
    let ours = clauses(&claim.text, reader.tokens(claim), reader.language);
    let theirs = clauses(&source.text, reader.tokens(&source), reader.language);
    contrasted(&ours, &theirs).or_else(|| crossed(claim, &ours, &theirs, reader))
}

/// A clause, as far as signs and conjunctions show it.
struct Clause<'k> {
    text: &'k str,
    tokens: &'k [Token],
    /// It is set against the one before it.
    contrasts: bool,
}

impl Clause<'_> {
    fn keys(&self) -> BTreeSet<u32> {
        self.content().map(|token| token.key).collect()
    }

    fn content(&self) -> impl Iterator<Item = &Token> {
        let said = &self.tokens[usize::from(self.contrasts)..];
        said.iter().filter(|token| token.sort == Sort::Content)
    }

    fn denies(&self) -> bool {
        self.tokens.iter().any(|token| token.sort == Sort::Denial)
    }

    fn names(&self, name: &str) -> bool {
        find_whole(&self.text.to_lowercase(), &name.to_lowercase()).is_some()
    }
}

fn clauses<'k>(text: &'k str, tokens: &'k [Token], language: &str) -> Vec<Clause<'k>> {
    let tables = Tables::of(language);
    let mut starts: Vec<(usize, bool)> = vec![(0, false)];
    for (at, pair) in tokens.windows(2).enumerate() {
        let gap = text.get(pair[0].range.end..pair[1].range.start).unwrap_or_default();
        let word = text[pair[1].range.clone()].to_lowercase();
        let joins = || tables.and_words.has(&word) || tables.or_words.has(&word);
        let ends = ends_sentence(gap);
        let contrasts = !ends && tables.contrasting.has(&word);
        if ends || contrasts || gap.contains(COMMAS) && joins() {
            starts.push((at + 1, contrasts));
        }
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([tokens.len()]);
    let whole = |((start, contrasts), end): (&(usize, bool), usize)| {
        let tokens = &tokens[*start..end];
        let range: Range<usize> = tokens.first()?.range.start..tokens.last()?.range.end;
        Some(Clause { text: text.get(range)?, tokens, contrasts: *contrasts })
    };
    starts.iter().zip(ends).filter_map(whole).collect()
}

/// Two clauses that are set against each other say something different of two things of one kind; the claim names one
/// of them, and says of it what is said of the other only.
fn contrasted(ours: &[Clause<'_>], theirs: &[Clause<'_>]) -> Option<(String, String)> {
    let pairs = theirs.windows(2).filter(|pair| pair[1].contrasts && !pair[0].denies() && !pair[1].denies());
    let mut sides = pairs.filter_map(|pair| sides(&pair[0], &pair[1]));
    sides.find_map(|(first, second)| {
        let mixes = |clause: &Clause<'_>| {
            let keys = clause.keys();
            !clause.denies()
                && keys.contains(&first.kind)
                && (first.is_given(&second, &keys) || second.is_given(&first, &keys))
        };
        ours.iter().any(mixes).then(|| (first.name.clone(), second.name.clone()))
    })
}

/// One of two things that are set against each other.
struct Side {
    name: String,
    /// The word that both are named by, as in "annotated tags" and "other tags".
    kind: u32,
    /// What tells it from the other, and what is said of it alone.
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
        let named: Vec<&Token> = clause.content().take_while(|token| !common.contains(&token.key)).collect();
        let kind = clause.content().nth(named.len())?.key;
        let (from, to) = (named.first()?.range.start, named.last()?.range.end);
        let start = clause.tokens.first()?.range.start;
        let naming: BTreeSet<u32> = named.iter().map(|token| token.key).collect();
        let alone = clause.keys().into_iter().filter(|key| !common.contains(key) && !naming.contains(key));
        let predicate: BTreeSet<u32> = alone.collect();
        let name = clause.text.get(from - start..to - start)?.to_owned();
        (named.len() <= NAMING && !predicate.is_empty()).then_some(Side { name, kind, naming, predicate })
    };
    let (first, second) = (side(first)?, side(second)?);
    (first.kind == second.kind).then_some((first, second))
}

/// Two identifiers, each in a clause of the claim that has only words of what the passage says of the other.
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
            reader.tokens(&known).iter().map(|token| token.key).collect()
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
    use super::*;
    use crate::Material;
    use gorkd_core::model::Document;

    fn found(claim: &str, text: &str) -> Option<(String, String)> {
        let document = Document::default();
        let material = Material::new(&document, text);
        let mut reader = Reader::new("en");
        let known = reader.of(claim);
        exchanged(&known, &Context::new(&material, 0..text.len()), &mut reader)
    }

    #[test]
    fn what_is_said_of_the_one_is_not_said_of_the_other() {
        let marks =
            "Signed marks are meant for release while plain marks are meant for private or temporary labels.";
        let keys = "The user makes a key pair on the client with `key-make -t rsa`; it is stored in a folder. The user \
            can then use `key-copy server` to add the public key to a file on the server, or ask somebody.";
        for (claim, text) in [
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
