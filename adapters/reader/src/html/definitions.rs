//! Definition lists: terms and their definitions.

use super::convert::Converter;
use super::tree::NodeId;
use crate::text::Block;

/// In characters. A longer term is a passage marked up as one.
const MAX_TERM: usize = 400;
/// More terms than this in a row are a list of their own.
const MAX_TERMS: usize = 8;

/// The state of a definition list.
#[derive(Default)]
pub(super) struct Terms {
    /// Terms that still need their definition.
    waiting: Vec<String>,
    /// The last block is the definition that further ones are appended to.
    open: bool,
    /// A term of this list has a definition.
    defines: bool,
    /// The list only links elsewhere: its terms are items.
    leads: bool,
}

impl Converter<'_, '_> {
    pub(super) fn definitions(&mut self, node: NodeId) {
        self.end_paragraph();
        let leads = self.shared.words(node).lead_elsewhere();
        let outer = std::mem::replace(&mut self.terms, Terms { leads, ..Terms::default() });
        if leads {
            self.navigation(node, Self::nested);
        } else {
            self.children(node);
            self.end_paragraph();
            self.end_terms();
        }
        self.terms = outer;
    }

    /// Several terms in a row share a definition.
    pub(super) fn term(&mut self, node: NodeId) {
        if self.terms.leads {
            return self.item(node);
        }
        self.end_paragraph();
        self.terms.open = false;
        let term = self.label_of(node);
        if term.chars().count() > MAX_TERM {
            self.end_terms();
            let blocks = Self::part(self.shared, node);
            self.blocks.extend(blocks);
        } else if !term.is_empty() {
            if self.terms.waiting.len() == MAX_TERMS {
                self.end_terms();
            }
            self.terms.waiting.push(term);
        }
    }

    pub(super) fn meaning(&mut self, node: NodeId) {
        if self.terms.leads {
            self.end_paragraph();
            self.children(node);
            return self.end_paragraph();
        }
        self.end_paragraph();
        let body = Self::part(self.shared, node);
        self.terms.defines |= !body.is_empty();
        let last = if self.terms.open { self.blocks.last_mut() } else { None };
        if let Some(Block::Definition { body: before, .. }) = last {
            before.extend(body);
        } else if holds_sections(&body) || self.terms.waiting.is_empty() {
            // A page that uses a definition list for layout.
            self.end_terms();
            self.blocks.extend(body);
        } else {
            let terms = std::mem::take(&mut self.terms.waiting);
            let body = body.into_iter().map(label).collect();
            self.blocks.push(Block::Definition { terms, body });
            self.terms.open = true;
        }
    }

    /// Terms without a definition become paragraphs, or a list if no term has one.
    fn end_terms(&mut self) {
        let terms = std::mem::take(&mut self.terms.waiting);
        self.terms.open = false;
        if self.terms.defines && !terms.is_empty() {
            self.blocks.push(Block::Definition { terms, body: Vec::new() });
        } else {
            let item = |text| Block::Item { depth: 0, number: None, text };
            self.blocks.extend(terms.into_iter().map(item));
        }
    }
}

fn holds_sections(body: &[Block]) -> bool {
    body.iter().any(|block| matches!(block, Block::Heading(1..=3, _)))
}

/// A small heading inside a definition or a note is a label and opens no section.
pub(super) fn label(block: Block) -> Block {
    match block {
        Block::Heading(_, text) => Block::Paragraph(text),
        other => other,
    }
}
