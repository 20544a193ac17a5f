//! The texts at hand, cut into the units that can be quoted: sentences, list items, table rows, code.
//!
//! Every word is looked up once and kept as a number, so that several questions can be held against the same
//! texts without reading them again.

use crate::Material;
use crate::text::blocks::{self, Block, BlockKind};
use crate::text::sentences;
use crate::text::words::{self, Shape};
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines of code beyond this many are not quoted as one unit.
const LONG_CODE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Sentence,
    Item,
    Row,
    Code,
}

/// A stretch of one text that can be quoted, with where it stands.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Index of its material.
    pub material: usize,
    /// Bytes of the material's text.
    pub range: Range<usize>,
    pub kind: UnitKind,
    /// Number of its block, counted over all texts.
    pub block: usize,
    /// Is it the first of its block?
    pub opens: bool,
    /// The unit before it in the same block.
    pub before: Option<usize>,
    /// What introduces it: the last sentence above a list or code, or the header of a table.
    pub lead: Option<Lead>,
    /// Does it only introduce what follows? Then it is said together with that, never alone.
    pub introduces: bool,
    /// The headings above it, as an index into [`Corpus::headings`].
    pub heading: Option<usize>,
    pub tokens: Vec<Token>,
    /// Words as a person counts them.
    pub words: usize,
}

#[derive(Clone, Debug)]
pub struct Lead {
    pub range: Range<usize>,
    pub tokens: Vec<u32>,
}

/// A word, or two neighbouring characters of a script without spaces. `word` is its number in the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub word: u32,
    /// Bytes from the start of the unit.
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Debug)]
pub struct Heading {
    /// Words of the heading and of those above it, and of the document's title.
    pub tokens: Vec<u32>,
}

#[derive(Debug, Default)]
pub struct Corpus {
    pub units: Vec<Unit>,
    pub headings: Vec<Heading>,
    /// Every distinct word in lower case, by number.
    pub vocabulary: Vec<String>,
    /// For each material, the words of its title.
    pub titles: Vec<Vec<u32>>,
    numbers: BTreeMap<String, u32>,
    blocks: usize,
}

impl Corpus {
    pub fn of(materials: &[Material<'_>]) -> Self {
        let mut corpus = Corpus::default();
        for (index, material) in materials.iter().enumerate() {
            let title = corpus.word_numbers(&material.document.title);
            corpus.titles.push(title);
            corpus.add(index, material.text);
        }
        corpus
    }

    /// The keys of every word of the vocabulary in a language.
    pub fn keys(&self, language: &str) -> Vec<Vec<String>> {
        self.vocabulary.iter().map(|word| words::keys(word, language)).collect()
    }

    fn add(&mut self, material: usize, text: &str) {
        let parsed = blocks::blocks(text);
        let mut headings: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, block) in parsed.iter().enumerate() {
            let heading = block.heading.map(|index| match headings.get(&index) {
                Some(known) => *known,
                None => {
                    let new = self.heading(material, text, &parsed, index);
                    headings.insert(index, new);
                    new
                }
            });
            self.block(material, text, &parsed, at, heading);
        }
    }

    fn heading(&mut self, material: usize, text: &str, parsed: &[Block], index: usize) -> usize {
        let mut tokens = self.titles[material].clone();
        let own = parsed[index].range.clone();
        for range in blocks::heading_path(parsed, index).into_iter().chain([own]) {
            tokens.extend(self.word_numbers(&text[range]));
        }
        self.headings.push(Heading { tokens });
        self.headings.len() - 1
    }

    fn block(&mut self, material: usize, text: &str, parsed: &[Block], at: usize, heading: Option<usize>) {
        let block = &parsed[at];
        let range = block.range.clone();
        let (kind, ranges, lead) = match block.kind {
            BlockKind::Heading { .. } | BlockKind::TableHeader => return,
            BlockKind::Paragraph => (UnitKind::Sentence, sentences::sentences(text, range), None),
            BlockKind::ListItem { lead_in, .. } => {
                let lead = lead_in.and_then(|index| introduction(text, &parsed[index]));
                let ranges = sentences::sentences(text, range);
                let kind = if ranges.len() == 1 { UnitKind::Item } else { UnitKind::Sentence };
                (kind, ranges, lead)
            }
            BlockKind::TableRow { header } => {
                (UnitKind::Row, vec![range], header.map(|index| parsed[index].range.clone()))
            }
            BlockKind::Code => {
                if text[range.clone()].lines().count() > LONG_CODE {
                    return;
                }
                let before = at.checked_sub(1).map(|before| &parsed[before]);
                let lead = before
                    .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem { .. }))
                    .and_then(|block| last_sentence(text, block));
                (UnitKind::Code, vec![range], lead)
            }
        };
        self.blocks += 1;
        let last = ranges.last().map_or(0, |range| range.end);
        let listed = parsed
            .get(at + 1)
            .is_some_and(|next| !matches!(next.kind, BlockKind::Heading { .. } | BlockKind::Paragraph));
        let introduces = kind != UnitKind::Code && listed && text[..last].ends_with([':', '：']);
        let mut before = None;
        for range in ranges {
            let tokens = self.tokens(&text[range.clone()]);
            if tokens.is_empty() {
                continue;
            }
            let lead = match before {
                None => lead.clone(),
                Some(_) => None,
            };
            let lead = lead.map(|range| Lead { tokens: self.word_numbers(&text[range.clone()]), range });
            let words = word_count(&text[range.clone()]);
            let opens = before.is_none();
            let introduces = introduces && range.end == last;
            let block = self.blocks;
            let unit = Unit {
                material,
                range,
                kind,
                block,
                opens,
                before,
                lead,
                introduces,
                heading,
                tokens,
                words,
            };
            before = Some(self.units.len());
            self.units.push(unit);
        }
    }

    fn tokens(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        for word in words::words(text) {
            let mut push = |corpus: &mut Self, range: Range<usize>| {
                let number = corpus.number(&text[range.clone()]);
                let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                tokens.push(Token { word: number, start: place(range.start), end: place(range.end) });
            };
            if word.shape != Shape::Unspaced {
                push(self, word.range);
                continue;
            }
            let starts: Vec<usize> = word.text.char_indices().map(|(at, _)| word.range.start + at).collect();
            let ends = starts.iter().skip(2).copied().chain([word.range.end]);
            if starts.len() == 1 {
                push(self, word.range.clone());
            } else {
                for (start, end) in starts.iter().zip(ends) {
                    push(self, *start..end);
                }
            }
        }
        tokens
    }

    fn word_numbers(&mut self, text: &str) -> Vec<u32> {
        self.tokens(text).into_iter().map(|token| token.word).collect()
    }

    fn number(&mut self, word: &str) -> u32 {
        let lower = word.to_lowercase();
        if let Some(number) = self.numbers.get(&lower) {
            return *number;
        }
        let number = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
        self.vocabulary.push(lower.clone());
        self.numbers.insert(lower, number);
        number
    }
}

/// Words as a person counts them: stretches between spaces; for scripts without spaces, two characters a word.
pub fn word_count(text: &str) -> usize {
    text.split_whitespace()
        .map(|word| {
            let unspaced = word.chars().filter(|c| words::is_unspaced(*c)).count();
            if unspaced == 0 { 1 } else { unspaced.div_ceil(2) }
        })
        .sum()
}

/// The words of a stretch of text on one line.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What introduces a list: an item that it is nested in, or a sentence that ends in a colon or without an end.
fn introduction(text: &str, block: &Block) -> Option<Range<usize>> {
    let range = last_sentence(text, block)?;
    let nested = matches!(block.kind, BlockKind::ListItem { .. });
    let open = !text[range.clone()].ends_with(['.', '!', '?', '…', '。', '！', '？', '؟']);
    (nested || open).then_some(range)
}

fn last_sentence(text: &str, block: &Block) -> Option<Range<usize>> {
    sentences::sentences(text, block.range.clone()).pop()
}
