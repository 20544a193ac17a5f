//! What speaks for a unit as an answer, by named parts.
//!
//! Coverage of the question's terms is only half of it: a sentence that holds a new name, date or number of the
//! kind asked for, close to those terms, answers; one that holds nothing but the terms repeats the question.

use super::anaphora;
use super::corpus::{Corpus, Token, Unit, UnitKind};
use super::expected;
use super::matching::Matches;
use super::want::Want;
use crate::research::Material;
use crate::research::language::sentences;
use crate::research::language::stopwords;
use std::collections::HashMap;

/// The parts; each is 0 to 1, where not said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Weight of the question's terms that stand in the unit, of all terms that stand anywhere.
    pub own: f64,
    /// What the unit before adds to that.
    pub before: f64,
    /// The same, when the unit points back.
    pub before_pointed: f64,
    /// What a unit that points back to this one adds.
    pub after_pointed: f64,
    /// What headings, the title and the lead-in add.
    pub above: f64,
    /// What the rest of the block adds.
    pub block: f64,
    /// Terms that are neighbours in the question and here.
    pub pairs: f64,
    /// The best stretch of twelve words.
    pub window: f64,
    /// Words of the question's names.
    pub names: f64,
    /// What the question's focus noun weighs here.
    pub focus: f64,
    /// Something new of the kind that the question expects.
    pub fits: f64,
    /// Terms close to it.
    pub near: f64,
    /// It stands next to the noun that is counted or named.
    pub counted: f64,
    /// The unit is a question.
    pub asks: f64,
    /// New content words: six or more count 1.
    pub news: f64,
    /// Logarithm of the number of words.
    pub length: f64,
    /// First in its block.
    pub opens: f64,
    /// Evidence of the judge's, and how good the source looked.
    pub evidence: f64,
}

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
    blocks: HashMap<usize, Vec<usize>>,
}

impl<'a> Scale<'a> {
    pub fn of(corpus: &'a Corpus, want: &'a Want, matches: &'a Matches) -> Self {
        let count = want.terms.len();
        let mut strengths = vec![0.0; corpus.units.len() * count];
        let mut seen = vec![0.0; count];
        let mut blocks: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, unit) in corpus.units.iter().enumerate() {
            blocks.entry(unit.block).or_default().push(index);
            let row = &mut strengths[index * count..(index + 1) * count];
            best(row, unit.tokens.iter().map(|token| token.word), matches);
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
        Scale { corpus, want, matches, rarity, reachable, all, strengths, blocks }
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

    fn share(&self, strengths: impl Iterator<Item = f64>) -> f64 {
        if self.reachable == 0.0 {
            return 0.0;
        }
        self.rarity.iter().zip(strengths).map(|(rarity, strength)| rarity * strength).sum::<f64>()
            / self.reachable
    }

    /// What other words add to strengths: the share of what `more` has over `have`, which is raised to it.
    fn gain(&self, have: &mut [f64], more: &[f64]) -> f64 {
        let gain = self.share(have.iter().zip(more).map(|(have, more)| (more - have).max(0.0)));
        for (have, more) in have.iter_mut().zip(more) {
            *have = have.max(*more);
        }
        gain
    }

    /// All signals of a unit. `evidence` is what the judge thought of the passage.
    pub fn signals(&self, index: usize, materials: &[Material<'_>], evidence: f64) -> Signals {
        let unit = &self.corpus.units[index];
        let material = &materials[unit.material];
        let language = material.document.language.as_deref().unwrap_or(&self.want.language);
        let text = &material.text[unit.range.clone()];
        let mut have = self.strengths(index).to_vec();
        let own = self.own(index);
        let points_back = anaphora::points_back(text, language);
        let before = unit.before.map_or(0.0, |before| self.gain(&mut have, self.strengths(before)));
        let after_pointed = self.after_pointed(index, materials, language);
        let above = self.above(unit, &mut have);
        let mut block = 0.0;
        for other in self.blocks.get(&unit.block).map_or(&[][..], Vec::as_slice) {
            block += self.gain(&mut have, self.strengths(*other));
        }
        let places = self.places(unit);
        let expected = expected::find(self, unit, text, language, &places);
        Signals {
            own,
            before,
            before_pointed: if points_back { before } else { 0.0 },
            after_pointed,
            above,
            block,
            pairs: self.pairs(&places),
            window: self.window(&places),
            names: self.names(index),
            focus: self.focus(index),
            fits: expected.fits,
            near: expected.near,
            counted: expected.counted,
            asks: if sentences::is_question(text) { 1.0 } else { 0.0 },
            news: self.news(unit, text, language),
            length: (unit.words.max(1) as f64).ln(),
            opens: if unit.opens { 1.0 } else { 0.0 },
            evidence,
        }
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

    fn after_pointed(&self, index: usize, materials: &[Material<'_>], language: &str) -> f64 {
        let Some(next) = self.corpus.units.get(index + 1).filter(|next| next.before == Some(index)) else {
            return 0.0;
        };
        if !anaphora::points_back(&materials[next.material].text[next.range.clone()], language) {
            return 0.0;
        }
        self.gain(&mut self.strengths(index).to_vec(), self.strengths(index + 1))
    }

    fn above(&self, unit: &Unit, have: &mut [f64]) -> f64 {
        let mut above = vec![0.0; have.len()];
        let heading =
            unit.heading.map_or(&self.corpus.titles[unit.material], |at| &self.corpus.headings[at].tokens);
        best(&mut above, heading.iter().copied(), self.matches);
        if let Some(lead) = &unit.lead {
            best(&mut above, lead.tokens.iter().copied(), self.matches);
        }
        self.gain(have, &above)
    }

    fn pairs(&self, places: &[Place]) -> f64 {
        let mut met: HashMap<usize, f64> = HashMap::new();
        for (index, place) in places.iter().enumerate() {
            for other in &places[index + 1..] {
                if other.at > place.at + 3 {
                    break;
                }
                let first = place.term.min(other.term);
                if place.term.abs_diff(other.term) == 1 {
                    let weight = (self.rarity[first] + self.rarity[first + 1]) / 2.0;
                    let value = weight * place.strength.min(other.strength);
                    let met = met.entry(first).or_default();
                    *met = met.max(value);
                }
            }
        }
        let mut values: Vec<(usize, f64)> = met.into_iter().collect();
        values.sort_by_key(|(term, _)| *term);
        values.iter().map(|(_, value)| value).sum::<f64>() / self.reachable.max(f64::MIN_POSITIVE)
    }

    fn window(&self, places: &[Place]) -> f64 {
        let mut most = 0.0_f64;
        for (index, first) in places.iter().enumerate() {
            let mut terms = vec![0.0_f64; self.want.terms.len()];
            for place in places[index..].iter().take_while(|place| place.at < first.at + 12) {
                terms[place.term] = terms[place.term].max(place.strength);
            }
            most = most.max(self.share(terms.into_iter()));
        }
        most
    }

    fn names(&self, index: usize) -> f64 {
        let named = |at: &usize| self.want.terms[*at].named;
        let all: f64 = (0..self.want.terms.len()).filter(named).map(|at| self.rarity[at]).sum();
        if all == 0.0 {
            return 0.0;
        }
        let strengths = self.strengths(index);
        (0..self.want.terms.len()).filter(named).map(|at| self.rarity[at] * strengths[at]).sum::<f64>() / all
    }

    fn focus(&self, index: usize) -> f64 {
        let strengths = self.strengths(index);
        self.want.focus.iter().map(|at| strengths[*at]).fold(0.0, f64::max)
    }

    fn news(&self, unit: &Unit, text: &str, language: &str) -> f64 {
        let new = unit
            .tokens
            .iter()
            .filter(|token| {
                self.matches.of_word(token.word).is_empty() && !self.is_small(token, text, language)
            })
            .count();
        new.min(6) as f64 / 6.0
    }

    fn is_small(&self, token: &Token, text: &str, language: &str) -> bool {
        let word = text[token.start as usize..token.end as usize].to_lowercase();
        stopwords::is_stop_word(&word, language)
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

fn best(row: &mut [f64], words: impl Iterator<Item = u32>, matches: &Matches) {
    for word in words {
        for hit in matches.of_word(word) {
            row[hit.term] = row[hit.term].max(hit.strength);
        }
    }
}

impl Signals {
    /// Names and values, in a fixed order.
    pub fn parts(&self) -> [(&'static str, f64); 18] {
        [
            ("own", self.own),
            ("before", self.before),
            ("before_pointed", self.before_pointed),
            ("after_pointed", self.after_pointed),
            ("above", self.above),
            ("block", self.block),
            ("pairs", self.pairs),
            ("window", self.window),
            ("names", self.names),
            ("focus", self.focus),
            ("fits", self.fits),
            ("near", self.near),
            ("counted", self.counted),
            ("asks", self.asks),
            ("news", self.news),
            ("length", self.length),
            ("opens", self.opens),
            ("evidence", self.evidence),
        ]
    }

    /// The sum of all parts by [`WEIGHTS`].
    pub fn weighed(&self) -> f64 {
        self.parts().iter().zip(WEIGHTS.parts()).map(|((_, value), (_, weight))| value * weight).sum()
    }
}

/// What each part counts. Fitted by logistic regression on one half of a set of questions, checked on the other
/// half, and rounded; parts that the set cannot tell anything about are set by judgement.
pub const WEIGHTS: Signals = Signals {
    own: 2.0,
    before: 0.0,
    before_pointed: 0.4,
    after_pointed: 0.3,
    above: 0.5,
    block: 0.0,
    pairs: 0.8,
    window: 1.0,
    names: 0.1,
    focus: 0.4,
    fits: 0.5,
    near: 1.0,
    counted: 0.5,
    asks: -2.0,
    news: 0.3,
    length: 0.0,
    opens: 0.0,
    evidence: 1.0,
};

/// Is this a unit that steps are told in?
pub fn is_step(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Item | UnitKind::Code)
}
