//! What speaks for a unit as an answer, by named parts.
//!
//! Coverage of the question's terms is only half of it: a sentence that holds a new name, date or number of the
//! kind asked for, close to those terms, answers; one that holds nothing but the terms repeats the question.

use super::anaphora;
use super::corpus::{Token, Unit};
use super::expected;
use super::scale::{Place, Scale, best};
use crate::Material;
use crate::text::sentences;
use crate::text::stopwords;
use std::collections::BTreeMap;
use std::ops::Range;

/// The parts; each is 0 to 1, where not said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Weight of the question's terms that stand in the unit, of all terms that stand anywhere.
    pub own: f64,
    /// What the unit before adds to that.
    pub before: f64,
    /// The same, names alone.
    pub before_named: f64,
    /// What the unit before adds, when the unit points back.
    pub before_pointed: f64,
    /// The same, when a pronoun stands further inside.
    pub before_leaned: f64,
    /// What a unit that points back to this one adds.
    pub after_pointed: f64,
    /// What headings and the title add.
    pub above: f64,
    /// What the rest of the block adds.
    pub block: f64,
    /// Terms that are neighbours in the question and here.
    pub pairs: f64,
    /// The best stretch of twelve words.
    pub window: f64,
    /// Words of the question's names.
    pub names: f64,
    /// Words of the question that are no names: what is said of them.
    pub relation: f64,
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
    /// New content words: three or more count 1.
    pub news: f64,
    /// Logarithm of the number of words.
    pub length: f64,
    /// First in its block.
    pub opens: f64,
    /// Evidence of the judge's, and how good the source looked.
    pub evidence: f64,
}

impl Signals {
    /// Names and values, in a fixed order.
    pub fn parts(&self) -> [(&'static str, f64); 21] {
        [
            ("own", self.own),
            ("before", self.before),
            ("before_named", self.before_named),
            ("before_pointed", self.before_pointed),
            ("before_leaned", self.before_leaned),
            ("after_pointed", self.after_pointed),
            ("above", self.above),
            ("block", self.block),
            ("pairs", self.pairs),
            ("window", self.window),
            ("names", self.names),
            ("relation", self.relation),
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
    own: 2.8,
    before: 1.6,
    before_named: 0.8,
    before_pointed: 0.6,
    before_leaned: 0.4,
    after_pointed: 0.4,
    above: 1.0,
    block: 0.9,
    pairs: 1.1,
    window: 1.5,
    names: 0.8,
    relation: 1.8,
    focus: 0.3,
    fits: 0.4,
    near: 1.1,
    counted: 0.5,
    asks: -2.0,
    news: 0.5,
    length: -0.1,
    opens: 0.0,
    evidence: 1.0,
};

impl Scale<'_> {
    /// As [`Scale::gain`], for the words of names alone.
    fn named_gain(&self, have: &[f64], more: &[f64]) -> f64 {
        let named = self.want.terms.iter().map(|term| if term.named { 1.0 } else { 0.0 });
        self.share(
            have.iter().zip(more).zip(named).map(|((have, more), named)| (more - have).max(0.0) * named),
        )
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
        let leans_back = anaphora::leans_back(text, language);
        let before_named = unit.before.map_or(0.0, |before| self.named_gain(&have, self.strengths(before)));
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
            before_named,
            before_pointed: if points_back { before } else { 0.0 },
            before_leaned: if leans_back && !points_back { before } else { 0.0 },
            after_pointed,
            above,
            block,
            pairs: self.pairs(&places),
            window: self.window(&places).0,
            names: self.some_terms(index, true),
            relation: self.some_terms(index, false),
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
        self.gain(have, &above)
    }

    fn pairs(&self, places: &[Place]) -> f64 {
        let mut met: BTreeMap<usize, f64> = BTreeMap::new();
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

    /// The best stretch of twelve words: what it weighs, and its first and last token.
    fn window(&self, places: &[Place]) -> (f64, Range<usize>) {
        let mut most = (0.0_f64, 0..0);
        for (index, first) in places.iter().enumerate() {
            let mut terms = vec![0.0_f64; self.want.terms.len()];
            let mut last = first.at;
            for place in places[index..].iter().take_while(|place| place.at < first.at + 12) {
                terms[place.term] = terms[place.term].max(place.strength);
                last = place.at;
            }
            let share = self.share(terms.into_iter());
            if share > most.0 {
                most = (share, first.at..last);
            }
        }
        most
    }

    /// Bytes of a unit, from its start, in which most of the question stands close together.
    pub fn heart(&self, index: usize) -> Range<usize> {
        let unit = &self.corpus.units[index];
        let (_, tokens) = self.window(&self.places(unit));
        let bytes =
            |at: usize| unit.tokens.get(at).map_or(0..0, |token| token.start as usize..token.end as usize);
        bytes(tokens.start).start..bytes(tokens.end).end
    }

    /// The share of the question's names, or of its other words, that stands in a unit.
    fn some_terms(&self, index: usize, named: bool) -> f64 {
        let strengths = self.strengths(index);
        let terms = || (0..self.want.terms.len()).filter(|at| self.want.terms[*at].named == named);
        let all: f64 = terms().map(|at| self.rarity[at]).sum();
        if all == 0.0 { 0.0 } else { terms().map(|at| self.rarity[at] * strengths[at]).sum::<f64>() / all }
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
        new.min(3) as f64 / 3.0
    }

    fn is_small(&self, token: &Token, text: &str, language: &str) -> bool {
        let word = text[token.start as usize..token.end as usize].to_lowercase();
        stopwords::is_stop_word(&word, language)
    }
}
