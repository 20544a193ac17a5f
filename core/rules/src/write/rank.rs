//! The units in the order in which they answer one question.

use super::corpus::Corpus;
use super::matching::Matches;
use super::scale::Scale;
use super::signals::Signals;
use super::want::Want;
use gorkd_core::model::Evidence;
use crate::Material;
use std::collections::BTreeMap;
use std::ops::Range;

/// Only so many units, the best by their words, are looked at closely.
const CLOSE_LOOK: usize = 60;

/// What coverage counts in a text that holds none of the names in the question.
const STRANGER: f64 = 0.5;

/// A unit with how well it answers.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub unit: usize,
    pub score: f64,
    /// Weight of the question's terms in it and in what it leans on, of all its terms; 0 to 1.
    pub coverage: f64,
    pub signals: Signals,
    /// Bytes of the unit, from its start, in which most of the question stands close together.
    pub heart: Range<usize>,
}

/// Where the judge found evidence, as byte ranges by material.
pub struct Judged<'a> {
    passages: BTreeMap<usize, Vec<(Range<usize>, &'a Evidence)>>,
}

impl<'a> Judged<'a> {
    pub fn of(evidence: &'a [Evidence], materials: &[Material<'_>]) -> Self {
        let mut passages: BTreeMap<usize, Vec<(Range<usize>, &Evidence)>> = BTreeMap::new();
        for (index, material) in materials.iter().enumerate() {
            let own = evidence.iter().filter(|e| e.passage.hash == material.document.hash);
            for evidence in own {
                let span = evidence.passage.span;
                let bytes = byte_range(material.text, span.start, span.end);
                passages.entry(index).or_default().push((bytes, evidence));
            }
        }
        Judged { passages }
    }

    /// How much the judge thought of the place where a unit stands, 0 to 1. Evidence for another sub-question
    /// counts half.
    pub fn relevance(&self, material: usize, range: &Range<usize>, sub_question: Option<&str>) -> f64 {
        let passages = self.passages.get(&material).map_or(&[][..], Vec::as_slice);
        passages
            .iter()
            .filter(|(bytes, _)| bytes.start < range.end && range.start < bytes.end)
            .map(|(_, evidence)| match sub_question {
                Some(id) if evidence.sub_question != id => evidence.relevance / 2.0,
                _ => evidence.relevance,
            })
            .fold(0.0, f64::max)
            .clamp(0.0, 1.0)
    }
}

/// Ranks the units for a question, best first. Equal scores keep the order of the texts.
pub fn rank(
    corpus: &Corpus,
    keys: &[Vec<String>],
    want: &Want,
    materials: &[Material<'_>],
    judged: &Judged<'_>,
    sub_question: Option<&str>,
) -> Vec<Ranked> {
    let matches = Matches::of(want, keys);
    let scale = Scale::of(corpus, want, &matches);
    let relevance = |unit: usize| {
        let unit = &corpus.units[unit];
        let material = &materials[unit.material];
        let pinned = if material.pinned { 0.3 } else { 0.0 };
        let judged = judged.relevance(unit.material, &unit.range, sub_question);
        (judged + 0.2 * material.score.clamp(0.0, 1.0) + pinned).min(1.0)
    };
    let mut rough: Vec<(usize, f64)> = corpus
        .units
        .iter()
        .enumerate()
        .map(|(index, unit)| {
            let before = unit.before.map_or(0.0, |before| scale.own(before));
            (index, scale.own(index) + 0.3 * before + 0.3 * relevance(index))
        })
        .collect();
    rough.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    rough.truncate(CLOSE_LOOK);
    let mut ranked: Vec<Ranked> = rough
        .into_iter()
        .map(|(unit, _)| {
            let signals = scale.signals(unit, materials, relevance(unit));
            let leaned = signals.own + signals.before + 0.7 * signals.above + 0.5 * signals.block;
            let known = scale.names_known(corpus.units[unit].material);
            let share = if scale.all == 0.0 { 0.0 } else { leaned * scale.reachable / scale.all };
            let coverage = if known { share } else { share * STRANGER };
            Ranked { unit, score: signals.weighed(), coverage, signals, heart: scale.heart(unit) }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.cmp(&b.unit)));
    ranked
}

/// The byte range of a span of code points, cut to the text.
fn byte_range(text: &str, start: usize, end: usize) -> Range<usize> {
    let at = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
    let start_at = at(start);
    start_at..at(end).max(start_at)
}
