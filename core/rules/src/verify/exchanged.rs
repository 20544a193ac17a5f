//! Two things in a passage whose predicates were swapped: "A is for x, while B is for y" makes "A is for y" false.
//!
//! Word order alone doesn't show it, because a claim may be about only one of the two, or use its own words.

use super::align::{Sort, Token};
use super::denials::{COMMAS, ends_sentence};
use super::identifiers::identifiers;
use super::known::{AnalyzedText, Reader};
use super::quotes::Context;
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
    let ours = clauses(&claim.text, reader.tokens(claim), reader.language);
    let theirs = clauses(&source.text, reader.tokens(&source), reader.language);
    contrasted(&ours, &theirs).or_else(|| crossed(claim, &ours, &theirs, reader))
}

/// A clause, as far as punctuation and conjunctions show it.
struct Clause<'k> {
    text: &'k str,
    tokens: &'k [Token],
    /// It contrasts with the one before it.
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

/// Two contrasting clauses say different things about two things of the same kind. The claim names one of them, and
/// says of it what the passage says only of the other.
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

/// One of two contrasting things.
struct Side {
    name: String,
    /// The word that both share, as in "annotated tags" and "other tags".
    kind: u32,
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
