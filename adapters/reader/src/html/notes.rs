//! Boxes beside the text: notes, tips, warnings. The heading of one is a label, because what follows the box belongs to
//! the section around it.

use super::convert::Converter;
use super::definitions::label;
use super::names::is_heading;
use super::tree::{NodeId, Tree};
use crate::text::{Block, has_words};

/// What DocBook, Docutils, and AsciiDoc call them.
const BOXES: [&str; 10] = [
    "note",
    "tip",
    "important",
    "warning",
    "caution",
    "attention",
    "danger",
    "hint",
    "admonition",
    "admonitionblock",
];

/// What Discourse and XenForo call the preview of a page that a post links to.
const PREVIEWS: [&str; 2] = ["onebox", "bbCodeBlock--unfurl"];

/// Is this a box with one small heading? With several, or a large one, it is a part of the page that is merely called so.
pub(super) fn is_box(tree: &Tree<'_>, node: NodeId) -> bool {
    let class = tree.attribute(node, "class").unwrap_or_default();
    let is_named = class.split_whitespace().any(|word| BOXES.contains(&word));
    let names = || tree.descendants(node).map(|inner| tree.name(inner)).filter(|name| is_heading(name));
    (is_named || tree.attribute(node, "role") == Some("note"))
        && names().count() == 1
        && names().all(|name| !matches!(name, "h1" | "h2"))
}

pub(super) fn is_preview(tree: &Tree<'_>, node: NodeId) -> bool {
    let class = tree.attribute(node, "class").unwrap_or_default();
    class.split_whitespace().any(|word| PREVIEWS.contains(&word))
}

impl Converter<'_, '_> {
    /// Of a preview, the title: the rest is the text of another page.
    pub(super) fn preview(&mut self, node: NodeId) {
        self.end_paragraph();
        let tree = self.tree();
        let title = tree.descendants(node).find(|inner| is_heading(tree.name(*inner)));
        let title = title.map(|title| self.label_of(title)).filter(|title| has_words(title));
        self.blocks.extend(title.map(Block::Paragraph));
    }

    /// What a post quotes is somebody else's, so it goes between quotation marks. The name above it does not.
    pub(super) fn quotation(&mut self, node: NodeId) {
        self.end_paragraph();
        let start = self.blocks.len();
        self.children(node);
        self.end_paragraph();
        for block in &mut self.blocks[start..] {
            let Block::Paragraph(text) = block else { continue };
            if !text.trim_end().ends_with(':') && !text.starts_with(['“', '"', '«', '„']) {
                *text = format!("“{}”", text.trim());
            }
        }
    }

    pub(super) fn note(&mut self, node: NodeId) {
        self.end_paragraph();
        let start = self.blocks.len();
        self.children(node);
        self.end_paragraph();
        let inner = self.blocks.split_off(start);
        self.blocks.extend(inner.into_iter().map(label));
    }
}
