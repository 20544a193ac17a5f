//! Converts part of a page to blocks: headings, paragraphs, lists, definitions, tables, code.

use super::code;
use super::definitions::Terms;
use super::furniture::Furniture;
use super::names::is_block;
use super::notes;
use super::page::Page;
use super::table;
use super::tree::{NodeId, Tree};
use crate::plain;
use crate::text::{Block, Words, count_words, on_one_line, push_collapsed, set_in};
use std::collections::HashSet;

/// The blocks of an element and everything inside it.
pub fn blocks_of(page: &Page<'_, '_>, furniture: &Furniture, node: NodeId) -> Vec<Block> {
    let shared = Shared { tree: page.tree, page, furniture, others: None, in_navigation: false };
    let mut converter = Converter::new(shared);
    converter.element(node);
    converter.end_paragraph();
    converter.blocks
}

/// The blocks of an element's content, without the parts that belong to other extractions.
pub fn blocks_without(
    page: &Page<'_, '_>,
    furniture: &Furniture,
    node: NodeId,
    others: &HashSet<NodeId>,
) -> Vec<Block> {
    let others = Some(others);
    Converter::part(Shared { tree: page.tree, page, furniture, others, in_navigation: false }, node)
}

/// What the converters of one page's parts share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'s, 'a> {
    pub tree: &'s Tree<'a>,
    page: &'s Page<'s, 'a>,
    furniture: &'s Furniture,
    others: Option<&'s HashSet<NodeId>>,
    /// An ancestor is already marked as navigation.
    in_navigation: bool,
}

impl Shared<'_, '_> {
    pub(super) fn drops(self, node: NodeId) -> bool {
        self.furniture.drops(node) || self.others.is_some_and(|others| others.contains(&node))
    }

    /// Whether a post quotes this beside what it says itself. Some forums put a whole post into such an element.
    fn quotes(self, node: NodeId) -> bool {
        self.others.is_some() && self.words(self.tree.parent(node)).all > self.words(node).all
    }

    pub(super) fn words(self, node: NodeId) -> Words {
        self.page.words(node)
    }
}

pub(super) struct Converter<'s, 'a> {
    pub(super) shared: Shared<'s, 'a>,
    pub(super) blocks: Vec<Block>,
    pub(super) line: Line,
    /// The next paragraph starts a list item, with this number if the list is ordered.
    lead: Option<Option<u32>>,
    /// One entry per open list: the next number if the list is ordered.
    lists: Vec<Option<u32>>,
    /// The open definition list.
    pub(super) terms: Terms,
    /// Inside a heading or term: no code marks, and no bracketed links beside the name.
    in_label: bool,
}

/// The line being written.
#[derive(Default)]
pub(super) struct Line {
    pub text: String,
    words: Words,
    /// It has a link to the previous or next page.
    turns_page: bool,
    in_link: bool,
}

impl<'s, 'a> Converter<'s, 'a> {
    fn new(shared: Shared<'s, 'a>) -> Self {
        Self {
            shared,
            blocks: Vec::new(),
            line: Line::default(),
            lead: None,
            lists: Vec::new(),
            terms: Terms::default(),
            in_label: false,
        }
    }

    /// Converts the children of a node separately.
    pub(super) fn part(shared: Shared<'s, 'a>, node: NodeId) -> Vec<Block> {
        let mut converter = Self::new(shared);
        converter.children(node);
        converter.end_paragraph();
        converter.blocks
    }

    pub(super) fn tree(&self) -> &'s Tree<'a> {
        self.shared.tree
    }

    pub(super) fn children(&mut self, node: NodeId) {
        for child in self.tree().children(node) {
            self.element(child);
        }
    }

    fn element(&mut self, node: NodeId) {
        let tree = self.tree();
        if let Some(text) = tree.text(node) {
            self.text(text);
            return;
        }
        if self.shared.drops(node) {
            return;
        }
        match tree.name(node) {
            "br" => self.line_break(),
            "hr" => self.end_paragraph(),
            "h1" => self.heading(node, 1),
            "h2" => self.heading(node, 2),
            "h3" => self.heading(node, 3),
            "h4" => self.heading(node, 4),
            "h5" => self.heading(node, 5),
            "h6" => self.heading(node, 6),
            "nav" => self.navigation(node, Self::children),
            "ul" | "menu" | "dir" | "ol" => self.list(node),
            "li" => self.item(node),
            "dl" => self.definitions(node),
            "dt" => self.term(node),
            "dd" => self.meaning(node),
            "pre" | "listing" => self.preformatted(node),
            "table" => self.table(node),
            "a" => self.link(node),
            "code" | "tt" | "samp" => self.inline_code(node),
            "img" => self.picture(node),
            "math" => self.formula(node),
            "q" => {
                self.line.text.push('“');
                self.children(node);
                self.line.text.push('”');
            }
            "sup" => self.superscript(node),
            "wbr" => {}
            "blockquote" if self.shared.quotes(node) => self.quotation(node),
            name if is_block(name) && notes::is_preview(tree, node) => self.preview(node),
            name if is_block(name) && notes::is_box(tree, node) => self.note(node),
            name if is_block(name) || name == "button" => {
                self.end_paragraph();
                self.children(node);
                self.end_paragraph();
            }
            // Words for sighted readers only are set apart by their looks.
            _ if tree.attribute(node, "aria-hidden") == Some("true") => {
                self.text(" ");
                self.children(node);
                self.text(" ");
            }
            _ => self.children(node),
        }
    }

    fn text(&mut self, text: &str) {
        push_collapsed(text, &mut self.line.text);
        let words = count_words(text);
        self.line.words.all += words;
        self.line.words.linked += if self.line.in_link { words } else { 0 };
    }

    fn line_break(&mut self) {
        let line = &mut self.line.text;
        if line.ends_with('\n') {
            self.end_paragraph();
        } else if !line.is_empty() {
            line.truncate(line.trim_end_matches(' ').len());
            line.push('\n');
        }
    }

    fn heading(&mut self, node: NodeId, level: u8) {
        self.end_paragraph();
        let text = self.label_of(node);
        // Some tools set a label as a heading inside a list item.
        if self.lead.is_some() {
            self.line.text = text;
            self.end_paragraph();
        } else {
            self.blocks.push(Block::Heading(level, text));
        }
    }

    /// Converts an element and marks its blocks as navigation if it is mostly links.
    pub(super) fn navigation(&mut self, node: NodeId, convert: impl FnOnce(&mut Self, NodeId)) {
        self.end_paragraph();
        let landmark = self.tree().name(node) == "nav";
        let leads = !self.shared.in_navigation && (landmark || self.shared.words(node).lead_elsewhere());
        let start = self.blocks.len();
        self.shared.in_navigation |= leads;
        convert(self, node);
        self.end_paragraph();
        if leads {
            self.shared.in_navigation = false;
            let inner = self.blocks.split_off(start);
            self.blocks.extend((!inner.is_empty()).then_some(Block::Navigation(inner)));
        }
    }

    fn list(&mut self, node: NodeId) {
        let start = self.tree().attribute(node, "start").and_then(|start| start.trim().parse().ok());
        let first = (self.tree().name(node) == "ol").then(|| start.unwrap_or(1));
        self.navigation(node, |converter, node| {
            converter.lists.push(first);
            converter.children(node);
            converter.end_paragraph();
            converter.lists.pop();
        });
    }

    pub(super) fn item(&mut self, node: NodeId) {
        self.end_paragraph();
        let number = self.lists.last_mut().and_then(|next| {
            let number = (*next)?;
            *next = Some(number.saturating_add(1));
            Some(number)
        });
        let depth = self.depth();
        let start = self.blocks.len();
        self.lead = Some(number);
        self.children(node);
        self.end_paragraph();
        self.lead = None;
        set_in(&mut self.blocks, start, depth);
    }

    /// Converts a list nested in a table of contents that is marked up as definitions.
    pub(super) fn nested(&mut self, node: NodeId) {
        self.end_paragraph();
        self.lists.push(None);
        self.children(node);
        self.end_paragraph();
        self.lists.pop();
    }

    fn depth(&self) -> usize {
        self.lists.len().saturating_sub(1)
    }

    fn preformatted(&mut self, node: NodeId) {
        self.end_paragraph();
        let text = code::text_of(self.shared, node);
        if code::is_prose(&text) {
            self.blocks.extend(plain::blocks(&text));
        } else if !text.trim().is_empty() {
            self.blocks.push(Block::Code { language: code::language_of(self.tree(), node), text });
        }
    }

    fn table(&mut self, node: NodeId) {
        self.navigation(node, |converter, node| {
            let blocks = table::blocks_of(converter.shared, node);
            converter.blocks.extend(blocks);
        });
    }

    fn link(&mut self, node: NodeId) {
        let tree = self.tree();
        let Some(href) = tree.attribute(node, "href") else { return self.children(node) };
        if code::is_permalink(tree, node, href) || self.in_label && code::is_bracketed(tree, node) {
            return;
        }
        let turns =
            |rel: &str| rel.split_whitespace().any(|word| matches!(word, "prev" | "next" | "prefetch"));
        let outer = std::mem::replace(&mut self.line.in_link, true);
        self.line.turns_page |= tree.attribute(node, "rel").is_some_and(turns);
        self.line.words.links += u32::from(!outer);
        self.children(node);
        self.line.in_link = outer;
    }

    /// Inline code goes between backticks, unless it contains one.
    fn inline_code(&mut self, node: NodeId) {
        if self.in_label || has_lines(self.tree(), node) {
            self.children(node);
            return;
        }
        let before = self.line.text.len();
        self.in_label = true;
        self.children(node);
        self.in_label = false;
        // Nested elements may have ended the line.
        if let Some(text) = self.line.text.get(before..).map(str::to_owned)
            && !text.contains(['`', '\n'])
            && !text.trim().is_empty()
        {
            let (lead, tail) = (text.starts_with(' '), text.ends_with(' '));
            self.line.text.truncate(before);
            let space = |there: bool| if there { " " } else { "" };
            self.line.text += &format!("{}`{}`{}", space(lead), text.trim(), space(tail));
        }
    }

    /// Images of formulas and code carry their text; other images are ignored.
    fn picture(&mut self, node: NodeId) {
        let tree = self.tree();
        let class = tree.attribute(node, "class").unwrap_or_default();
        if class.contains("math") || class.contains("tex") || class.contains("latex") {
            self.text(tree.attribute(node, "alt").unwrap_or_default());
        }
    }

    fn formula(&mut self, node: NodeId) {
        match self.tree().attribute(node, "alttext") {
            Some(text) => self.text(text),
            None => self.children(node),
        }
    }

    /// Drops footnote marks. A number becomes `^6`, so that ten to the sixth does not read as 106.
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
        let line = &mut self.line.text;
        if !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && line.ends_with(char::is_alphanumeric)
        {
            line.push('^');
        }
        line.push_str(text);
    }

    /// The text of an element as one line.
    pub(super) fn line_of(&self, node: NodeId) -> String {
        on_one_line(&Self::part(self.shared, node))
    }

    /// The text of a heading or term, on one line and without code marks.
    pub(super) fn label_of(&self, node: NodeId) -> String {
        let mut converter = Self::new(self.shared);
        converter.in_label = true;
        converter.children(node);
        converter.end_paragraph();
        code::without_marks(&on_one_line(&converter.blocks)).to_owned()
    }

    pub(super) fn end_paragraph(&mut self) {
        let empty = Line { in_link: self.line.in_link, ..Line::default() };
        let line = std::mem::replace(&mut self.line, empty);
        if line.text.trim().is_empty() {
            return;
        }
        let is_navigation = !self.shared.in_navigation && line.is_navigation();
        let block = match self.lead.take() {
            None => Block::Paragraph(line.text),
            // The whole list is either navigation or not.
            Some(number) => {
                self.blocks.push(Block::Item { depth: self.depth(), number, text: line.text });
                return;
            }
        };
        self.blocks.push(if is_navigation { Block::Navigation(vec![block]) } else { block });
    }
}

impl Line {
    fn is_navigation(&self) -> bool {
        let turns = self.turns_page && self.words.all <= SHORT_LINE;
        turns || self.words.lead_elsewhere() && self.words.linked * 5 >= self.words.all * 4
    }
}

/// Words. A longer line that links to the next page has something else to say.
const SHORT_LINE: u32 = 20;

fn has_lines(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.descendants(node).any(|inner| is_block(tree.name(inner)) || tree.name(inner) == "br")
}
