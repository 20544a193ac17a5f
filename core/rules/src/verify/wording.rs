//! A text with its words: its sentences, what stands between words, and which words are negated.

use super::align::{Sort, Token};
use super::known::{AnalyzedText, Reader};
use crate::text::beginning;
use crate::text::sentences::sentences;
use crate::text::tables::Tables;
use crate::text::words::fold;
use gorkd_core::text::tables::Words;
use std::collections::BTreeSet;
use std::ops::Range;

/// A negation reaches this many words ahead.
const REACH: usize = 5;
/// Maximum bytes of a phrase of a list.
pub(super) const PHRASE: usize = 40;

/// Characters that end a clause, or set it off.
const SIGNS: &[char] =
    &[',', ';', ':', '.', '!', '?', '—', '–', '，', '、', '；', '：', '。', '！', '？', '،', '؛', '؟'];
/// The comma in all scripts.
pub(super) const COMMAS: &[char] = &[',', '，', '、', '،'];

#[derive(Clone, Copy, Debug)]
pub(super) struct Wording<'k> {
    pub known: &'k AnalyzedText<'k>,
    pub text: &'k str,
    pub tokens: &'k [Token],
    pub language: &'k str,
    /// The words of each sentence. A line ends one as well.
    pub sentences: &'k [Range<usize>],
}

impl<'k> Wording<'k> {
    pub fn of(known: &'k AnalyzedText<'_>, reader: &mut Reader<'_>) -> Self {
        let tokens = reader.tokens(known);
        let sentences = known.sentences.get_or_init(|| sentences_of(&known.text, tokens));
        Self { known, text: &known.text, tokens, language: known.language, sentences }
    }

    /// The first word that begins at a byte of the text, or behind it.
    pub fn place(&self, at: usize) -> usize {
        place_in(self.tokens, at)
    }

    /// The words of the sentence that a word is part of.
    pub fn sentence_of(&self, at: usize) -> Range<usize> {
        let own = self.sentences.iter().find(|places| places.contains(&at));
        own.cloned().unwrap_or(0..self.tokens.len())
    }

    /// The bytes of a run of words.
    pub fn bytes(&self, places: &Range<usize>) -> Range<usize> {
        self.tokens[places.start].range.start..self.tokens[places.end - 1].range.end
    }

    /// The words in a piece of the text.
    pub fn within(&self, piece: &Range<usize>) -> Option<Range<usize>> {
        let meets = |token: &Token| token.range.end > piece.start && token.range.start < piece.end;
        let start = self.tokens.iter().position(meets)?;
        let end = self.tokens.iter().rposition(|token| token.range.start < piece.end)?;
        Some(start..end + 1)
    }

    pub fn written(&self, places: Range<usize>) -> &'k str {
        let tokens = self.tokens.get(places).unwrap_or_default();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return "" };
        self.text.get(first.range.start..last.range.end).unwrap_or_default()
    }

    /// A word in lower case.
    pub fn word(&self, at: usize) -> String {
        self.written(at..at + 1).to_lowercase()
    }

    pub fn is_content(&self, at: usize) -> bool {
        self.tokens[at].sort == Sort::Content
    }

    /// The text between a word and the word before it.
    pub fn gap(&self, at: usize) -> &'k str {
        let start = at.checked_sub(1).map_or(0, |before| self.tokens[before].range.end);
        let end = self.tokens.get(at).map_or(self.text.len(), |token| token.range.start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Does a sentence begin with a word, or something like one?
    pub fn begins_sentence(&self, at: usize) -> bool {
        at == 0 || ends_sentence(self.gap(at))
    }

    /// Is there a punctuation mark before a word?
    pub fn is_parted(&self, at: usize) -> bool {
        self.gap(at).contains(SIGNS)
    }

    /// Where the part with a word begins: after the last punctuation mark, or at `start` if there is none.
    pub fn part_start(&self, at: usize, start: usize) -> usize {
        (start + 1..at + 1).rev().find(|place| self.is_parted(*place)).unwrap_or(start)
    }

    /// Where the punctuation mark after a word is, in words; `end` if there is none before.
    pub fn part_end(&self, at: usize, end: usize) -> usize {
        (at + 1..end).find(|place| self.is_parted(*place)).unwrap_or(end)
    }

    /// The number of words of the longest phrase of a list that begins at a word.
    pub fn phrase(&self, at: usize, list: &Words) -> Option<usize> {
        let rest = fold(beginning(&self.text[self.tokens.get(at)?.range.start..], PHRASE));
        let length = list.folded().begin(&rest)?;
        Some(rest.get(..length)?.split_whitespace().count())
    }

    /// Is it negated or prevented in its clause? Two negations cancel out.
    pub fn is_denied(&self, at: usize) -> bool {
        let start = self.sentence_of(at).start.max(at.saturating_sub(REACH));
        let own = (start..at).rev().take_while(|place| !self.is_parted(place + 1));
        own.filter(|place| self.denies(*place)).count() % 2 == 1
    }

    /// Does a word negate or prevent something?
    pub fn denies(&self, at: usize) -> bool {
        let preventing = &Tables::or_english(self.language).preventing;
        self.tokens[at].sort == Sort::Denial || self.phrase(at, preventing).is_some()
    }

    /// Is it part of a condition, by the words before it?
    pub fn is_conditional(&self, at: usize) -> bool {
        let conditions = &Tables::or_english(self.language).conditions;
        let part = self.part_start(at, self.sentence_of(at).start);
        (part..at).any(|place| self.phrase(place, conditions).is_some())
    }

    /// Number of negations.
    pub fn denials(&self, places: Range<usize>) -> usize {
        places.filter(|place| self.tokens[*place].sort == Sort::Denial).count()
    }

    /// The content words.
    pub fn keys(&self, places: Range<usize>) -> BTreeSet<u32> {
        let content = places.filter(|place| self.is_content(*place));
        content.map(|place| self.tokens[place].key).collect()
    }
}

fn place_in(tokens: &[Token], at: usize) -> usize {
    tokens.partition_point(|token| token.range.start < at)
}

fn sentences_of(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let (mut found, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let all = sentences(text, start..start + line.len()).into_iter();
        let places = all.map(|range| place_in(tokens, range.start)..place_in(tokens, range.end));
        found.extend(places.filter(|places| !places.is_empty()));
        start += line.len();
    }
    found
}

/// Words in quotation marks, for a reason. Marks of their own without a counterpart are left out.
pub(super) fn in_marks(words: &str) -> String {
    let count = |sign: char| words.matches(sign).count();
    let is_half = |sign: &char| match sign {
        '“' | '”' if count('„') == 0 => count('“') != count('”'),
        '“' | '”' | '„' => count('„') != count('“') || count('”') > 0,
        '«' | '»' => count('«') != count('»'),
        '"' | '`' => count(*sign) % 2 == 1,
        _ => false,
    };
    let whole: String = words.chars().filter(|sign| !is_half(sign)).collect();
    format!("“{whole}”")
}

/// Does the text between two words end a sentence, or something like one?
pub(super) fn ends_sentence(gap: &str) -> bool {
    let ends = |(at, sign): (usize, char)| {
        let behind = &gap[at + sign.len_utf8()..];
        matches!(sign, ';' | ':' | '.' | '!' | '?') && behind.starts_with(char::is_whitespace)
    };
    gap.contains(['\n', '。', '！', '？', '；', '：', '؟', '؛']) || gap.char_indices().any(ends)
}
