//! From a part of a page to blocks: headings, paragraphs, lists, definitions, tables, code.

use super::clutter::{Keep, is_clutter};
use super::names::is_block;
use super::table;
use super::tree::{NodeId, Tree};
use crate::plain;
use crate::text::Block;

/// More terms than this in a row are a list of their own.
const MAX_TERMS: usize = 8;

/// The blocks of an element and all below it.
pub fn blocks_of(tree: &Tree<'_>, node: NodeId, keep: Keep) -> Vec<Block> {
    let mut converter = Converter::new(Shared { tree, keep });
    converter.element(node);
    converter.end_paragraph();
    converter.blocks
}

/// What converters of parts of one page have in common.
#[derive(Clone, Copy)]
pub(super) struct Shared<'s, 'a> {
    pub tree: &'s Tree<'a>,
    keep: Keep,
}

pub(super) struct Converter<'s, 'a> {
    shared: Shared<'s, 'a>,
    pub blocks: Vec<Block>,
    /// The line that is being written.
    line: String,
    /// What the next paragraph starts with.
    lead: Lead,
    /// One entry an open list: the next number if it counts.
    lists: Vec<Option<u32>>,
}

#[derive(Default)]
enum Lead {
    #[default]
    Nothing,
    Item(Option<u32>),
    /// The terms of a definition, whose meaning comes next, if it does.
    Terms(Vec<String>),
}

impl<'s, 'a> Converter<'s, 'a> {
    fn new(shared: Shared<'s, 'a>) -> Self {
        Self { shared, blocks: Vec::new(), line: String::new(), lead: Lead::Nothing, lists: Vec::new() }
    }

    /// The blocks of the children of a node, on their own.
    pub(super) fn part(shared: Shared<'s, 'a>, node: NodeId) -> Vec<Block> {
        let mut converter = Self::new(shared);
        converter.children(node);
        converter.end_paragraph();
        converter.blocks
    }

    fn tree(&self) -> &'s Tree<'a> {
        self.shared.tree
    }

    fn children(&mut self, node: NodeId) {
        for child in self.tree().children(node) {
            self.element(child);
        }
    }

    fn element(&mut self, node: NodeId) {
        let tree = self.tree();
        if let Some(text) = tree.text(node) {
            push_collapsed(text, &mut self.line);
            return;
        }
        if is_clutter(tree, node, self.shared.keep) {
            return;
        }
        match tree.name(node) {
            "br" => {
                if self.line.ends_with('\n') {
                    self.end_paragraph();
                } else if !self.line.is_empty() {
                    self.line.truncate(self.line.trim_end_matches(' ').len());
                    self.line.push('\n');
                }
            }
            "hr" => self.end_paragraph(),
            "h1" => self.heading(node, 1),
            "h2" => self.heading(node, 2),
            "h3" => self.heading(node, 3),
            "h4" => self.heading(node, 4),
            "h5" => self.heading(node, 5),
            "h6" => self.heading(node, 6),
            "ul" | "menu" | "dir" => self.list(node, None),
            "ol" => {
                let start = tree.attribute(node, "start").and_then(|start| start.trim().parse().ok());
                self.list(node, Some(start.unwrap_or(1)));
            }
            "li" => self.item(node),
            "dl" => {
                self.end_paragraph();
                self.children(node);
                self.end_definition();
            }
            "dt" => self.term(node),
            "dd" => {
                self.end_paragraph();
                self.children(node);
                self.end_definition();
            }
            "pre" | "listing" => self.preformatted(node),
            "table" => self.table(node),
            "img" => self.picture(node),
            "math" => self.formula(node),
            "q" => {
                self.line.push('“');
                self.children(node);
                self.line.push('”');
            }
            "sup" => self.superscript(node),
            "wbr" => {}
            name if is_block(name) => {
                self.end_paragraph();
                self.children(node);
                self.end_paragraph();
            }
            _ => self.children(node),
        }
    }

    fn heading(&mut self, node: NodeId, level: u8) {
        self.end_paragraph();
        let text = self.line_of(node);
        // A heading inside a list item is how some tools set a label.
        match std::mem::take(&mut self.lead) {
            Lead::Nothing => self.blocks.push(Block::Heading(level, text)),
            lead @ (Lead::Item(_) | Lead::Terms(_)) => {
                self.lead = lead;
                self.line = text;
                self.end_paragraph();
            }
        }
    }

    fn list(&mut self, node: NodeId, first: Option<u32>) {
        self.end_paragraph();
        self.lists.push(first);
        self.children(node);
        self.end_paragraph();
        self.lists.pop();
    }

    fn item(&mut self, node: NodeId) {
        self.end_paragraph();
        let number = self.lists.last_mut().and_then(|next| {
            let number = (*next)?;
            *next = Some(number.saturating_add(1));
            Some(number)
        });
        self.lead = Lead::Item(number);
        self.children(node);
        self.end_paragraph();
        self.lead = Lead::Nothing;
    }

    /// Several terms in a row share what is said of them.
    fn term(&mut self, node: NodeId) {
        self.end_paragraph();
        let blocks = Self::part(self.shared, node);
        if !matches!(blocks.as_slice(), [] | [Block::Paragraph(_) | Block::Heading(..)]) {
            self.end_definition();
            self.blocks.extend(blocks);
            return;
        }
        let term = one_line(&blocks);
        if term.trim().is_empty() {
            return;
        }
        match &mut self.lead {
            Lead::Terms(terms) if terms.len() < MAX_TERMS => terms.push(term),
            Lead::Terms(_) => {
                self.end_definition();
                self.lead = Lead::Terms(vec![term]);
            }
            Lead::Nothing | Lead::Item(_) => self.lead = Lead::Terms(vec![term]),
        }
    }

    /// Terms of which nothing was said stand alone.
    fn end_definition(&mut self) {
        self.end_paragraph();
        if let Lead::Terms(terms) = std::mem::take(&mut self.lead) {
            terms.into_iter().for_each(|term| self.push_item(None, term));
        }
    }

    fn preformatted(&mut self, node: NodeId) {
        self.end_paragraph();
        let text = self.raw_text(node);
        if is_prose(&text) {
            self.blocks.extend(plain::blocks(&text));
        } else if !text.trim().is_empty() {
            self.end_lead();
            self.blocks.push(Block::Code(text));
        }
    }

    fn table(&mut self, node: NodeId) {
        self.end_paragraph();
        self.end_lead();
        let blocks = table::blocks_of(self.shared, node);
        self.blocks.extend(blocks);
    }

    /// Pictures of formulas and of code carry their text with them; other pictures are not read.
    fn picture(&mut self, node: NodeId) {
        let tree = self.tree();
        let class = tree.attribute(node, "class").unwrap_or_default();
        if class.contains("math") || class.contains("tex") || class.contains("latex") {
            push_collapsed(tree.attribute(node, "alt").unwrap_or_default(), &mut self.line);
        }
    }

    fn formula(&mut self, node: NodeId) {
        match self.tree().attribute(node, "alttext") {
            Some(text) => push_collapsed(text, &mut self.line),
            None => self.children(node),
        }
    }

    /// Footnote marks are left out; a number becomes `^6`, so that ten to the six does not read 106.
    fn superscript(&mut self, node: NodeId) {
        let text = self.line_of(node);
        let text = text.trim();
        let tree = self.tree();
        let is_mark = text.starts_with('[') && text.ends_with(']')
            || tree
                .descendants(node)
                .any(|inner| tree.attribute(inner, "href").is_some_and(|href| href.contains('#')));
        if is_mark {
            return;
        }
        let number = text.trim_start_matches(['-', '−', '+']);
        if !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && self.line.ends_with(char::is_alphanumeric)
        {
            self.line.push('^');
        }
        self.line.push_str(text);
    }

    /// The text of an element as one line.
    pub(super) fn line_of(&self, node: NodeId) -> String {
        one_line(&Self::part(self.shared, node))
    }

    fn raw_text(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.push_raw(node, &mut out);
        out
    }

    fn push_raw(&self, node: NodeId, out: &mut String) {
        let tree = self.tree();
        for child in tree.children(node) {
            match (tree.text(child), tree.name(child)) {
                (Some(text), _) => out.push_str(text),
                (None, "br") => out.push('\n'),
                (None, name) => {
                    if is_clutter(tree, child, self.shared.keep) {
                        continue;
                    }
                    // Some tools set each line of code in a block or a row of its own.
                    let own_line = matches!(name, "div" | "p" | "tr" | "li");
                    if own_line && !out.is_empty() && !out.ends_with('\n') {
                        out.push('\n');
                    }
                    self.push_raw(child, out);
                    if own_line && !out.ends_with('\n') {
                        out.push('\n');
                    }
                }
            }
        }
    }

    fn end_paragraph(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.trim().is_empty() {
            return;
        }
        match std::mem::take(&mut self.lead) {
            Lead::Nothing => self.blocks.push(Block::Paragraph(line)),
            Lead::Item(number) => self.push_item(number, line),
            Lead::Terms(terms) => self.push_item(None, defined(&terms, &line)),
        }
    }

    /// Before something that cannot stand on the line of its item: the line ends here.
    fn end_lead(&mut self) {
        match std::mem::take(&mut self.lead) {
            Lead::Terms(terms) => self.push_item(None, defined(&terms, "")),
            Lead::Nothing | Lead::Item(_) => {}
        }
    }

    fn push_item(&mut self, number: Option<u32>, text: String) {
        self.blocks.push(Block::Item { depth: self.lists.len().saturating_sub(1), number, text });
    }
}

/// `term: meaning`, unless the term ends in a mark already.
fn defined(terms: &[String], meaning: &str) -> String {
    let terms = terms.join(", ");
    let term = terms.trim();
    let mark = if term.ends_with([':', '?', '!', '.', '—', '–']) { "" } else { ":" };
    format!("{term}{mark} {meaning}")
}

/// Blocks on one line, with a mark between them where they end without one.
pub(super) fn one_line(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let texts: Vec<&str> = match block {
            Block::Heading(_, text)
            | Block::Paragraph(text)
            | Block::Item { text, .. }
            | Block::Code(text) => vec![text],
            Block::Table(rows) => rows.iter().flatten().map(String::as_str).collect(),
        };
        for text in texts.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
            if !out.is_empty() {
                out.push_str(if out.ends_with(['.', ',', ':', ';', '!', '?']) { " " } else { "; " });
            }
            out.push_str(text);
        }
    }
    out
}

/// Appends text with its white space collapsed, as a browser sets it.
fn push_collapsed(text: &str, line: &mut String) {
    let mut pieces = text.split(|c: char| c.is_ascii_whitespace());
    if let Some(first) = pieces.next() {
        line.push_str(first);
    }
    for piece in pieces {
        if !line.is_empty() && !line.ends_with([' ', '\n']) {
            line.push(' ');
        }
        line.push_str(piece);
    }
}

/// Long running text that was set as it is: a letter, a standard, a licence.
fn is_prose(text: &str) -> bool {
    const LONG: usize = 1_500;
    if text.len() < LONG {
        return false;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let code = text
        .chars()
        .filter(|c| matches!(c, '{' | '}' | ';' | '=' | '<' | '>' | '$' | '_' | '\\' | '|' | '#'))
        .count();
    let all = text.chars().filter(|c| !matches!(c, '\n' | '\r')).count().max(1);
    let ends = text.lines().filter(|line| line.trim_end().ends_with(['.', '?', '!', ':'])).count();
    letters * 100 > all * 85 && code * 100 < all && ends >= 5
}
