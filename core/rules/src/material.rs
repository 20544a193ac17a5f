//! Input of the pure stages: documents with their texts, and the terms of the job.

use crate::near::Sketch;
use crate::text::words::{fold, keys};
use crate::text::{beginning, one_line};
use gorkd_core::model::*;
use gorkd_core::text::blocks::{Block, BlockKind, blocks, outline};
use gorkd_core::text::{byte_ranges, site_of, slice, span_of};
use gorkd_words::Locale;
use std::ops::Range;
use std::sync::OnceLock;

/// Bytes of a text that are searched for the words of its title.
const LOOKED_AT: usize = 100_000;

/// A document that was read, with its text and what is known of why it was read.
#[derive(Clone, Debug)]
pub struct Material<'a> {
    pub source: SourceId,
    pub document: &'a Document,
    /// The stored text; every quote is a slice of it.
    pub text: &'a str,
    /// The round in which it was read, from 0.
    pub round: usize,
    /// What the search said of it, why it was chosen, and how good it looked (0 to 1).
    pub snippet: &'a str,
    pub why: &'a str,
    pub score: f64,
    /// A person wants it used if it is at all relevant.
    pub pinned: bool,
    /// Blocks of the text that searches found by their words, each with the part of the question that it was found
    /// for.
    pub found: Vec<(&'a str, FoundBlock)>,
    /// The blocks of its text, once somebody has asked for them: [`Material::blocks`].
    pub cut: OnceLock<Vec<Block>>,
    /// What of its text is compared with others, once somebody has asked for it: [`Material::sketch`].
    pub sketched: OnceLock<Sketch>,
    /// Whether it is about what its title says, once somebody has asked for it: [`Material::bears_out_title`].
    pub bears_title: OnceLock<bool>,
}

impl<'a> Material<'a> {
    /// A document that is at hand, with nothing known of why it was read.
    pub fn new(document: &'a Document, text: &'a str) -> Self {
        Self {
            source: document.source_id(),
            document,
            text,
            round: 0,
            snippet: "",
            why: "",
            score: 0.5,
            pinned: false,
            found: Vec::new(),
            cut: OnceLock::new(),
            sketched: OnceLock::new(),
            bears_title: OnceLock::new(),
        }
    }

    /// Where the material of a source is, if its text is at hand.
    pub fn at(materials: &[Self], source: &SourceId) -> Option<usize> {
        materials.iter().position(|material| material.source == *source)
    }

    /// The material of a source, if its text is at hand.
    pub fn of<'m>(materials: &'m [Self], source: &SourceId) -> Option<&'m Self> {
        materials.iter().find(|material| material.source == *source)
    }

    /// The words of a piece of evidence, if its text is at hand.
    pub fn words_of(materials: &[Self], piece: &Evidence) -> Option<&'a str> {
        Self::of(materials, &piece.source).map(|material| slice(material.text, piece.passage.span))
    }

    /// The language that its words are read in.
    pub fn language(&self) -> &'a str {
        self.document.language.as_deref().unwrap_or("en")
    }

    pub fn passage(&self, bytes: Range<usize>) -> Passage {
        Passage { hash: self.document.hash.clone(), span: span_of(self.text, bytes) }
    }

    /// The blocks of the text, which is cut once.
    pub fn blocks(&self) -> &[Block] {
        self.cut.get_or_init(|| blocks(self.text, &self.navigation()))
    }

    /// Where the block is that has the most of a range, the first of those that have as much.
    pub fn block_at(&self, range: &Range<usize>) -> Option<usize> {
        let shared = |at: &usize| {
            let own = &self.blocks()[*at].range;
            own.end.min(range.end).saturating_sub(own.start.max(range.start))
        };
        (0..self.blocks().len()).rev().max_by_key(shared).filter(|at| shared(at) > 0)
    }

    /// What of the text is compared with others to find copies.
    pub fn sketch(&self) -> &Sketch {
        self.sketched.get_or_init(|| Sketch::of(self.text))
    }

    /// The blocks of a beginning of the text, or of all of it, without their statements.
    pub fn outline_of(&self, text: &str) -> Vec<Block> {
        outline(text, &self.navigation())
    }

    fn navigation(&self) -> Vec<Range<usize>> {
        byte_ranges(self.text, self.document.navigation.iter().copied()).collect()
    }

    /// Where a block is: the work, the page, and the headings above it; each once.
    pub fn heading_path(&self, block: &Block) -> Vec<String> {
        let headings = block.headings.iter().map(|range| &self.text[range.clone()]);
        let title = self.document.title.as_str();
        let mut path: Vec<String> = Vec::new();
        for part in self.document.work.as_deref().into_iter().chain([title]).chain(headings) {
            let plain = one_line(&part.replace(['`', '*'], ""));
            let known = |known: &String| known.to_lowercase() == plain.to_lowercase();
            if plain.is_empty() || path.iter().any(known) {
                continue;
            }
            // The first heading of a page often is its title with a word more or less.
            match path.last_mut().filter(|last| **last == one_line(title)) {
                Some(last) if begins_with(&plain, last) => *last = plain,
                Some(last) if begins_with(last, &plain) => {}
                Some(_) | None => path.push(plain),
            }
        }
        path
    }

    /// Bytes of the term of a definition that a stretch is taken from without it.
    pub fn term_above(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        let holds = |range: &Range<usize>| range.start <= bytes.start && bytes.end <= range.end;
        let mut entries = self.blocks().iter().filter(|block| block.kind == BlockKind::Definition);
        let entry = entries.find(|block| holds(&block.range))?;
        let first = entry.statements.first().filter(|first| first.start <= bytes.start)?;
        let term = self.text[entry.range.start..first.start].trim_end();
        let is_term = !term.trim_start().is_empty() && !term.contains("```");
        is_term.then(|| entry.range.start..entry.range.start + term.len())
    }

    /// Is the page about what its title says? True if the text has at least half of the title's words. A title aimed at
    /// programs rather than readers usually fails this.
    pub fn bears_out_title(&self) -> bool {
        *self.bears_title.get_or_init(|| {
            let title = keys(&self.document.title, self.language());
            // A stem stands in each of its forms.
            let text = fold(beginning(self.text, LOOKED_AT));
            2 * title.iter().filter(|key| text.contains(key.as_str())).count() >= title.len()
        })
    }

    /// A block as it is compared with a question: its heading path, then what its page is about, if `about` is given, then
    /// its lead-in and its text.
    pub fn with_headings(&self, block: &Block, about: Option<&str>) -> String {
        let lead = block.lead.clone().map(|range| &self.text[range]).unwrap_or_default();
        self.below_headings(block, about, &[lead, &self.text[block.range.clone()]].join(" "))
    }

    /// The same with a part of the block.
    pub fn below_headings(&self, block: &Block, about: Option<&str>, part: &str) -> String {
        let words = [about.unwrap_or_default(), part].join(" ");
        format!("{}. {}", self.heading_path(block).join(" › "), one_line(&words))
    }
}

/// Does a text begin with another one, followed by another word?
fn begins_with(long: &str, short: &str) -> bool {
    let rest = long.strip_prefix(short);
    rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_whitespace() || next == ':'))
}

/// The question with everything that shapes how it is to be answered.
#[derive(Clone, Debug)]
pub struct Brief<'a> {
    pub question: &'a Question,
    pub earlier: &'a [EarlierTurn],
    pub constraints: &'a [Constraint],
    pub budget: &'a Budget,
    pub domain: Option<&'a str>,
    /// The only "now" that rules about recency see.
    pub now: Millis,
}

impl<'a> Brief<'a> {
    /// Of a question alone: it is the first one, without wishes, in no domain.
    pub fn of(question: &'a Question, budget: &'a Budget, now: Millis) -> Self {
        Self { question, earlier: &[], constraints: &[], budget, domain: None, now }
    }

    /// The language of what is said about an answer: that of its question.
    pub fn locale(&self) -> Locale {
        locale_of(self.question)
    }
}

/// The language in which a question is spoken about: its own; English where gorkd does not speak it.
pub(crate) fn locale_of(question: &Question) -> Locale {
    Locale::first([question.language.as_str()])
}

/// Tells sites apart; files count one by one.
pub(crate) fn site_key(document: &Document) -> String {
    let site = site_of(&document.url);
    let local = document.url.starts_with("file:") || site == LOCAL_FILE;
    if local { document.hash.0.clone() } else { site }
}

/// The work that a document is part of: the pages of one manual are one, and so are those of a site; a file is one.
pub(crate) fn work_of(document: &Document) -> String {
    let site = site_of(&document.url);
    let title = document.title.trim();
    let own = match (site == LOCAL_FILE, title.is_empty()) {
        (false, _) => site,
        // The same manual may lie there as a page and as a PDF.
        (true, false) => title.to_owned(),
        (true, true) => document.hash.0.clone(),
    };
    fold(&document.work.clone().unwrap_or(own))
}
