//! The summary: the sentence that answers best, and the one that adds most to it.

use super::anaphora;
use super::claims::Piece;
use super::copies;
use super::corpus::{Corpus, UnitKind, word_count};
use super::rank::Ranked;
use super::want::Expects;
use crate::Material;
use crate::text::sentences;
use std::ops::Range;

/// Words of a summary at most.
pub const SUMMARY_WORDS: usize = 60;
/// Sentences of a summary at most.
const SUMMARY_SENTENCES: usize = 2;

/// Units that share more words than this say the same.
pub const SAME: f64 = 0.7;

/// Words of a cut sentence at least.
const LEAST_WORDS: usize = 5;

/// A second sentence must have this share of the first one's score: nothing is better than something else.
const WORTH_ADDING: f64 = 0.45;

/// Sentences of a side that are tried before the summary does without it.
const SIDE_BY_SIDE: usize = 3;

/// Where the units of an answer come from.
pub struct Texts<'a> {
    pub corpus: &'a Corpus,
    pub materials: &'a [Material<'a>],
    pub language: &'a str,
}

/// Picks at most two sentences and [`SUMMARY_WORDS`] words. `ranked` are the units that answer the question, best
/// first; `sides` are the same for the parts of the question that the second sentence should cover if the first
/// does not.
pub fn summary(texts: &Texts<'_>, expects: Expects, ranked: &[Ranked], sides: &[&[Ranked]]) -> Vec<Piece> {
    let Some((first, best)) =
        ranked.iter().find_map(|best| Some((texts.fitting(best, SUMMARY_WORDS)?, best)))
    else {
        return Vec::new();
    };
    let mut pieces = vec![first];
    let left = SUMMARY_WORDS.saturating_sub(texts.length(&pieces[0]));
    if let Some(before) = texts.context_of(best) {
        let context = Piece::of(before);
        if texts.length(&context) <= left && texts.sentences(&context) == 1 {
            // The sentence before holds the answer when it is a name and this one has none; else it explains.
            let named = matches!(expects, Expects::Person | Expects::Place | Expects::Thing);
            let at = if named && best.signals.fits == 0.0 { 0 } else { 1 };
            pieces.insert(at, context);
            return pieces;
        }
    }
    // "It" in a second sentence would be taken for the subject of the first.
    let follows = |candidate: &Ranked| {
        let before = texts.corpus.units[candidate.unit].before;
        before.is_some_and(|before| pieces[0].units.contains(&before))
            || !anaphora::points_back(texts.text(candidate.unit), texts.language_of(candidate.unit))
    };
    let fits = |candidate: &&Ranked| {
        candidate.score >= best.score * WORTH_ADDING
            && follows(candidate)
            && !pieces[0].units.contains(&candidate.unit)
            && copies::alike(texts.corpus, candidate.unit, best.unit) < SAME
    };
    let uncovered =
        sides.iter().filter(|side| !side.iter().take(2).any(|r| pieces[0].units.contains(&r.unit)));
    let second = uncovered
        .flat_map(|side| side.iter().take(SIDE_BY_SIDE))
        .chain(ranked)
        .filter(fits)
        .find_map(|candidate| texts.fitting(candidate, left));
    if let Some(second) = second {
        pieces.push(second);
    }
    pieces
}

impl Texts<'_> {
    pub fn text(&self, unit: usize) -> &str {
        let unit = &self.corpus.units[unit];
        &self.materials[unit.material].text[unit.range.clone()]
    }

    pub fn language_of(&self, unit: usize) -> &str {
        let material = &self.materials[self.corpus.units[unit].material];
        material.document.language.as_deref().unwrap_or(self.language)
    }

    pub fn length(&self, piece: &Piece) -> usize {
        word_count(&piece.words(self.corpus, self.materials))
    }

    fn sentences(&self, piece: &Piece) -> usize {
        let words = piece.words(self.corpus, self.materials);
        sentences::sentences(&words, 0..words.len()).len()
    }

    /// The unit as one sentence of at most `words` words: its whole list when that is short, itself, or, when it
    /// is longer than a whole summary, the clauses about the question that fit.
    fn fitting(&self, ranked: &Ranked, words: usize) -> Option<Piece> {
        let unit = ranked.unit;
        let whole = [Piece::list_of(self.corpus, self.materials, unit), Some(Piece::of(unit))];
        let one = |piece: &Piece| self.length(piece) <= words && self.sentences(piece) < SUMMARY_SENTENCES;
        if let Some(piece) = whole.into_iter().flatten().find(one) {
            return Some(piece);
        }
        let own = &self.corpus.units[unit];
        if own.words <= SUMMARY_WORDS || own.kind != UnitKind::Sentence {
            return None;
        }
        let cut = clauses(self.text(unit), &ranked.heart, words.checked_sub(2)?)?;
        Some(Piece { units: vec![unit], cut: Some(own.range.start + cut.start..own.range.start + cut.end) })
    }

    /// The unit before, when this one points back at something that the question does not name.
    pub fn context_of(&self, ranked: &Ranked) -> Option<usize> {
        let before = self.corpus.units[ranked.unit].before?;
        let signals = &ranked.signals;
        let known = signals.before > 0.1 || signals.names > 0.5 && signals.fits > 0.0;
        (!known && anaphora::points_back(self.text(ranked.unit), self.language_of(ranked.unit)))
            .then_some(before)
    }
}

/// Bytes of the longest run of clauses that has at most `words` words and holds the heart of the sentence; from its
/// beginning if that is possible.
fn clauses(sentence: &str, heart: &Range<usize>, words: usize) -> Option<Range<usize>> {
    let marks = sentence.char_indices().filter(|(at, c)| {
        let after = &sentence[at + c.len_utf8()..];
        matches!(c, ';' | ',' | '，' | '；' | '、' | '،') && (after.starts_with(' ') || !c.is_ascii())
    });
    let marks: Vec<(usize, usize)> = marks.map(|(at, c)| (at, at + c.len_utf8())).collect();
    let length = |range: Range<usize>| word_count(&sentence[range]);
    let starts = [0].into_iter().chain(marks.iter().map(|(_, after)| *after));
    for start in starts.filter(|start| *start <= heart.start) {
        let ends = marks.iter().map(|(at, _)| *at).chain([sentence.len()]);
        let end = ends.filter(|end| *end > start).take_while(|end| length(start..*end) <= words).last();
        if let Some(end) = end.filter(|end| *end >= heart.end && length(start..*end) >= LEAST_WORDS) {
            let blank = sentence[start..end].len() - sentence[start..end].trim_start().len();
            return Some(start + blank..end);
        }
    }
    None
}
