//! Splits a stored text into blocks, the unit that is indexed, judged, quoted, and shown.
//!
//! A block is what a reader would copy to answer somebody: a paragraph, a list with its introductory line, a
//! table with its header, code with the words that lead to it and those that go on below it, the definition of a
//! term, a quotation. Blocks depend only on the text, so splitting it always gives the same ones. They never cross
//! a heading, and are never cut inside a word.

use super::elements::{Element, ElementKind, elements};
use super::leads::{goes_on, introduction, leads};
use super::sentences::sentences;
use super::statements::{cut_code, cut_words, statements};
use super::words::is_unspaced;
use std::ops::Range;

/// A self-contained range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub kind: BlockKind,
    /// Bytes of the text, including markers and fences, so that the slice keeps its format.
    pub range: Range<usize>,
    /// Bytes of the headings above it, outermost first. For a definition and anything inside it, the last one
    /// is the defined term.
    pub headings: Vec<Range<usize>>,
    /// Context that introduces the block from elsewhere: the line before a split list, the header of a split
    /// table, what leads to code that is too long to stand in one block with it. Shown in front of the block.
    pub lead: Option<Range<usize>>,
    /// Bytes of its content in pieces: sentences, items, rows, code as a whole. Without markers or the defined
    /// term.
    pub statements: Vec<Range<usize>>,
    /// Mostly navigation: it may help to find the page, but is never quoted.
    pub navigation: bool,
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    #[default]
    Paragraph,
    List,
    Table,
    Code,
    Definition,
    Quotation,
}

/// Maximum words of a block; longer ranges are split between sentences, items, or rows. Rerankers and embedders
/// were trained on passages of about this length, and people read about that much at once.
pub const MOST_WORDS: usize = 200;
/// Maximum words of a paragraph that introduces a list or a table without ending in a colon, and of what is shown
/// whole above that which it introduces. More words say something of their own.
pub const INTRODUCTION: usize = 40;

/// Blocks at the beginning of a text that may say what it is about.
pub const OPENING: usize = 3;
/// Minimum words of such a block; a shorter one only tells where the source code is.
const PROSE: usize = 6;
/// Maximum words of a description; the rest of a longer one is left out.
const DESCRIPTION: usize = 30;

/// The blocks of a text, in order. `navigation` has the byte ranges that the reader marked as navigation.
pub fn blocks(text: &str, navigation: &[Range<usize>]) -> Vec<Block> {
    cut(text, navigation, true)
}

/// Like [`blocks`], without statements, which takes half the time.
pub fn outline(text: &str, navigation: &[Range<usize>]) -> Vec<Block> {
    cut(text, navigation, false)
}

/// The first prose among the first blocks of a text, which usually says what the text is about.
pub fn opening(text: &str, blocks: &[Block]) -> Option<usize> {
    let read = blocks.iter().enumerate().filter(|(_, block)| !block.navigation);
    read.take(OPENING).find(|(_, block)| block.is_prose(text)).map(|(at, _)| at)
}

/// What a text says of itself: the first sentence of its opening, and the number of that block. "Number of seconds to
/// cache credentials" doesn't say that this is about passwords, but the first line of its page does.
///
/// Over 2,900 pages and 237 questions of four authors, one of the best 50 blocks by words answers 61 % without it and
/// 67 % with it at half the weight of a block's own words. With it, the best passage by a reranker answers 33 of 62
/// questions, and one of the best three 45; without it, 31 and 42.
pub fn description(text: &str, blocks: &[Block]) -> Option<(usize, String)> {
    let at = opening(text, blocks)?;
    let sentence = sentences(text, blocks[at].range.clone()).into_iter().next()?;
    let words: Vec<&str> = text[sentence].split_whitespace().take(DESCRIPTION).collect();
    Some((at, words.join(" ")))
}

impl Block {
    /// Is it mainly sentences, and more than a line?
    fn is_prose(&self, text: &str) -> bool {
        let text = &text[self.range.clone()];
        match self.kind {
            BlockKind::Paragraph | BlockKind::Definition => word_count(text) >= PROSE,
            BlockKind::Code => {
                text.split_once("```").is_some_and(|(above, _)| word_count(above) > INTRODUCTION)
            }
            BlockKind::List | BlockKind::Table | BlockKind::Quotation => false,
        }
    }
}

fn cut(text: &str, navigation: &[Range<usize>], with_statements: bool) -> Vec<Block> {
    let elements = elements(text);
    let mut cutter = Cutter {
        text,
        elements: &elements,
        navigation,
        with_statements,
        headings: Vec::new(),
        terms: Vec::new(),
        open: None,
        done: Vec::new(),
    };
    for at in 0..elements.len() {
        cutter.add(at);
    }
    cutter.close();
    cutter.done
}

/// Bytes of the code in a text, in order: fenced blocks including their fences. An unclosed fence doesn't
/// count.
pub fn code_in(text: &str) -> Vec<Range<usize>> {
    let fenced = |element: &Element| {
        let closed = !text[element.words.end..element.lines.end].trim().is_empty();
        element.kind == ElementKind::Code && closed
    };
    elements(text).into_iter().filter(fenced).map(|element| element.lines).collect()
}

/// Number of words separated by spaces. In scripts without spaces, two characters count as one word.
pub fn word_count(text: &str) -> usize {
    if text.is_ascii() {
        let is_space = |byte: &u8| char::from(*byte).is_whitespace();
        return text.as_bytes().split(is_space).filter(|word| !word.is_empty()).count();
    }
    let count = |run: &str| match run.is_ascii() {
        true => 1,
        false => (run.chars().filter(|c| is_unspaced(*c)).count() / 2).max(1),
    };
    text.split_whitespace().map(count).sum()
}

struct Cutter<'a> {
    text: &'a str,
    elements: &'a [Element],
    navigation: &'a [Range<usize>],
    with_statements: bool,
    /// Current headings, outermost first.
    headings: Vec<(u8, Range<usize>)>,
    /// Current terms with their indentation, outermost first.
    terms: Vec<(usize, Range<usize>)>,
    open: Option<Open>,
    done: Vec<Block>,
}

/// A block that may still grow.
struct Open {
    kind: BlockKind,
    /// Indices of its elements.
    elements: Range<usize>,
    words: usize,
    headings: Vec<Range<usize>>,
    lead: Option<Range<usize>>,
    /// The indentation of the term or first item, which what follows is compared to.
    indent: usize,
}

impl Cutter<'_> {
    fn add(&mut self, at: usize) {
        let element = &self.elements[at];
        let words = word_count(&self.text[element.lines.clone()]);
        if let ElementKind::Heading { level } = element.kind {
            self.close();
            self.terms.clear();
            self.headings.retain(|(above, _)| *above < level);
            self.headings.push((level, element.words.clone()));
            return;
        }
        self.leave_terms(element, at);
        if element.kind == ElementKind::Term {
            if !self.is_same_entry(at) {
                self.close();
            }
            self.terms.push((element.indent, element.words.clone()));
            match &mut self.open {
                Some(open) => {
                    open.elements.end = at + 1;
                    open.words += words;
                    open.headings.push(element.words.clone());
                }
                None => self.start(BlockKind::Definition, at, words, None),
            }
            return;
        }
        if self.joins(element, words) {
            if let Some(open) = &mut self.open {
                open.kind = grown(open.kind, element.kind);
                open.elements.end = at + 1;
                open.words += words;
            }
            return;
        }
        let lead = self.carried_lead(element);
        self.close();
        self.start(own_kind(element.kind), at, words, lead);
    }

    /// Closes terms whose definitions end before this element.
    fn leave_terms(&mut self, element: &Element, at: usize) {
        let same_entry = element.kind == ElementKind::Term && self.is_same_entry(at);
        let left = |(indent, _): &(usize, Range<usize>)| *indent >= element.indent;
        if !same_entry && self.terms.iter().any(left) {
            self.close();
            self.terms.retain(|term| !left(term));
        }
    }

    /// Whether this is another name for the entry that was just opened.
    fn is_same_entry(&self, at: usize) -> bool {
        at > 0
            && self.elements[at - 1].kind == ElementKind::Term
            && self.elements[at - 1].indent == self.elements[at].indent
    }

    fn start(&mut self, kind: BlockKind, at: usize, words: usize, lead: Option<Range<usize>>) {
        let headings = self.headings.iter().map(|(_, range)| range.clone());
        let headings = headings.chain(self.terms.iter().map(|(_, range)| range.clone())).collect();
        let indent = self.elements[at].indent;
        self.open = Some(Open { kind, elements: at..at + 1, words, headings, lead, indent });
    }

    /// Whether the element belongs to the open block.
    fn joins(&self, element: &Element, words: usize) -> bool {
        let Some(open) = &self.open else { return false };
        let fits = open.words + words <= MOST_WORDS;
        let last = &self.elements[open.elements.end - 1];
        let set_in = element.indent >= open.indent + 2;
        let is_led_to = || leads(self.text, last, element);
        let goes_on = || element.indent >= open.indent && goes_on(self.text, last, element);
        match (open.kind, element.kind) {
            (BlockKind::Definition, _) => fits || last.kind == ElementKind::Term,
            (BlockKind::Paragraph, ElementKind::Item { .. } | ElementKind::Code)
            | (BlockKind::Paragraph, ElementKind::TableHeader | ElementKind::TableRow) => fits && is_led_to(),
            (BlockKind::List, ElementKind::Item { .. }) => {
                fits && element.indent >= open.indent.min(last.indent)
            }
            (BlockKind::List, ElementKind::Quotation) => fits && set_in,
            (BlockKind::List, ElementKind::Code) => fits && (set_in || is_led_to()),
            (BlockKind::List, ElementKind::Paragraph) => fits && (set_in || goes_on()),
            (BlockKind::Code, ElementKind::Code) => fits && is_led_to(),
            (BlockKind::Code, ElementKind::Paragraph) => fits && goes_on(),
            (BlockKind::Table, ElementKind::TableRow) => fits && !element.apart,
            (BlockKind::Paragraph | BlockKind::List | BlockKind::Table, _) => false,
            (BlockKind::Code | BlockKind::Quotation, _) => false,
        }
    }

    /// The context that a block needs if it continues a split list, table, or definition, or if what leads to it is
    /// in the block before it.
    fn carried_lead(&self, element: &Element) -> Option<Range<usize>> {
        let open = self.open.as_ref()?;
        let first = &self.elements[open.elements.start];
        let last = &self.elements[open.elements.end - 1];
        let is_led_to = leads(self.text, last, element);
        // Items of one list share what leads to the first of them.
        let directly = open.kind != BlockKind::List || element.kind == ElementKind::Code;
        if is_led_to && directly && last.kind != ElementKind::Code {
            return Some(introduction(self.text, last));
        }
        let goes_on = match (open.kind, element.kind) {
            (BlockKind::List, ElementKind::Item { .. }) => element.indent >= open.indent,
            (BlockKind::List, ElementKind::Paragraph | ElementKind::Code) => {
                element.indent >= open.indent + 2
            }
            (BlockKind::Code, ElementKind::Code) => is_led_to,
            (BlockKind::Table, ElementKind::TableRow) => !element.apart,
            (BlockKind::Paragraph | BlockKind::List | BlockKind::Table, _)
            | (BlockKind::Code | BlockKind::Definition | BlockKind::Quotation, _) => false,
        };
        let own = matches!(first.kind, ElementKind::Paragraph | ElementKind::TableHeader);
        let of_first = || own.then(|| introduction(self.text, first));
        goes_on.then(|| open.lead.clone().or_else(of_first)).flatten()
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let elements = &self.elements[open.elements.clone()];
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else { return };
        let range = first.lines.start..last.lines.end;
        let alone = elements.len() == 1;
        let pieces = match first.kind {
            ElementKind::Code if alone => cut_code(self.text, first),
            ElementKind::Paragraph | ElementKind::Quotation if alone => cut_words(self.text, range.clone()),
            _ => vec![range.clone()],
        };
        // A single piece keeps its fences.
        let pieces = if pieces.len() == 1 { vec![range] } else { pieces };
        let said: Vec<Range<usize>> = match self.with_statements {
            true => elements.iter().flat_map(|element| statements(self.text, element)).collect(),
            false => Vec::new(),
        };
        for piece in pieces {
            let inside =
                |statement: &&Range<usize>| statement.start >= piece.start && statement.end <= piece.end;
            let statements = said.iter().filter(inside).cloned().collect();
            self.done.push(Block {
                kind: open.kind,
                navigation: mostly(&piece, self.navigation),
                range: piece,
                headings: open.headings.clone(),
                lead: open.lead.clone(),
                statements,
            });
        }
    }
}

fn own_kind(kind: ElementKind) -> BlockKind {
    match kind {
        ElementKind::Paragraph | ElementKind::Heading { .. } => BlockKind::Paragraph,
        ElementKind::Item { .. } => BlockKind::List,
        ElementKind::TableHeader | ElementKind::TableRow => BlockKind::Table,
        ElementKind::Code => BlockKind::Code,
        ElementKind::Term => BlockKind::Definition,
        ElementKind::Quotation => BlockKind::Quotation,
    }
}

/// A paragraph takes the kind of what it introduces; other kinds don't change.
fn grown(open: BlockKind, added: ElementKind) -> BlockKind {
    if open == BlockKind::Paragraph { own_kind(added) } else { open }
}

fn mostly(range: &Range<usize>, marked: &[Range<usize>]) -> bool {
    let inside = |mark: &Range<usize>| mark.end.min(range.end).saturating_sub(mark.start.max(range.start));
    let covered: usize = marked.iter().map(inside).sum();
    covered * 2 > range.len()
}

#[cfg(test)]
#[path = "blocks_tests.rs"]
mod tests;
