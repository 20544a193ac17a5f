//! The question's terms weighed over the texts at hand: how rare each is, and how well each unit meets it.

use super::corpus::{Corpus, Unit};
use super::matching::Matches;
use super::want::Want;
use std::collections::BTreeMap;

/// Weights of the question's terms over the texts at hand.
pub struct Scale<'a> {
    pub corpus: &'a Corpus,
    pub want: &'a Want,
    pub matches: &'a Matches,
    /// By term: how rare it is among the units; 0 for a term that stands nowhere.
    pub rarity: Vec<f64>,
    /// Of the terms that stand somewhere.
    pub reachable: f64,
    /// Of all terms; one that stands nowhere weighs as much as one that stands once.
    pub all: f64,
    /// By unit and term: the best strength.
    strengths: Vec<f64>,
    /// By material: does it hold a word of a name in the question? True for all when the question has no names.
    names_known: Vec<bool>,
    /// By block: its units.
    pub blocks: BTreeMap<usize, Vec<usize>>,
}

impl<'a> Scale<'a> {
    pub fn of(corpus: &'a Corpus, want: &'a Want, matches: &'a Matches) -> Self {
        let count = want.terms.len();
        let mut strengths = vec![0.0; corpus.units.len() * count];
        let mut seen = vec![0.0; count];
        let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, unit) in corpus.units.iter().enumerate() {
            blocks.entry(unit.block).or_default().push(index);
            let row = &mut strengths[index * count..(index + 1) * count];
            best(row, unit.tokens.iter().map(|token| token.word), matches);
            // A lead-in is said together with what it introduces.
            best(row, unit.lead.iter().flat_map(|lead| lead.tokens.iter().copied()), matches);
            for (seen, strength) in seen.iter_mut().zip(row) {
                *seen += strength.round();
            }
        }
        let units = corpus.units.len() as f64;
        let weight = |seen: f64| ((units - seen + 0.5) / (seen + 0.5)).ln_1p();
        let rarity: Vec<f64> =
            seen.iter().map(|seen| if *seen > 0.0 { weight(*seen) } else { 0.0 }).collect();
        let reachable: f64 = rarity.iter().sum();
        let missing = seen.iter().filter(|seen| **seen == 0.0).count() as f64;
        let all = reachable + missing * weight(1.0);
        let names_known = names_known(corpus, want, matches, &strengths);
        Scale { corpus, want, matches, rarity, reachable, all, strengths, names_known, blocks }
    }

    /// Does a text, or its title, hold a word of a name in the question?
    pub fn names_known(&self, material: usize) -> bool {
        self.names_known.get(material).copied().unwrap_or(false)
    }

    /// By term: the best strength in a unit.
    pub fn strengths(&self, unit: usize) -> &[f64] {
        let count = self.want.terms.len();
        &self.strengths[unit * count..(unit + 1) * count]
    }

    /// Weight of the terms in a unit, of all that are reachable.
    pub fn own(&self, unit: usize) -> f64 {
        self.share(self.strengths(unit).iter().copied())
    }

    pub fn share(&self, strengths: impl Iterator<Item = f64>) -> f64 {
        if self.reachable == 0.0 {
            return 0.0;
        }
        self.rarity.iter().zip(strengths).map(|(rarity, strength)| rarity * strength).sum::<f64>()
            / self.reachable
    }

    /// What other words add to strengths: the share of what `more` has over `have`, which is raised to it.
    pub fn gain(&self, have: &mut [f64], more: &[f64]) -> f64 {
        let gain = self.share(have.iter().zip(more).map(|(have, more)| (more - have).max(0.0)));
        for (have, more) in have.iter_mut().zip(more) {
            *have = have.max(*more);
        }
        gain
    }

    /// Tokens that meet a term: position in the unit, term, strength.
    pub fn places(&self, unit: &Unit) -> Vec<Place> {
        let mut places = Vec::new();
        for (at, token) in unit.tokens.iter().enumerate() {
            for hit in self.matches.of_word(token.word) {
                places.push(Place { at, term: hit.term, strength: hit.strength });
            }
        }
        places
    }
}

/// A token that meets a term of the question.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Index of the token in its unit.
    pub at: usize,
    pub term: usize,
    pub strength: f64,
}

fn names_known(corpus: &Corpus, want: &Want, matches: &Matches, strengths: &[f64]) -> Vec<bool> {
    let named: Vec<usize> = (0..want.terms.len()).filter(|at| want.terms[*at].named).collect();
    let mut known: Vec<bool> = corpus
        .titles
        .iter()
        .map(|title| {
            let mut hits = title.iter().flat_map(|word| matches.of_word(*word));
            named.is_empty() || hits.any(|hit| named.contains(&hit.term) && hit.strength >= 0.8)
        })
        .collect();
    for (index, unit) in corpus.units.iter().enumerate() {
        let row = &strengths[index * want.terms.len()..];
        known[unit.material] |= named.iter().any(|at| row[*at] >= 0.8);
    }
    known
}

/// Raises a row of strengths by term to what words meet.
pub fn best(row: &mut [f64], words: impl Iterator<Item = u32>, matches: &Matches) {
    for word in words {
        for hit in matches.of_word(word) {
            row[hit.term] = row[hit.term].max(hit.strength);
        }
    }
}
