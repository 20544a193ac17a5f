//! Boxes beside the text: notes, tips, warnings. The heading of one is a label, because what follows the box belongs to
//! the section around it.

use super::convert::Converter;
use super::definitions::label;
use super::tree::{NodeId, Tree};

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

/// Is this a box with one small heading? With several, or a large one, it is a part of the page that is merely called so.
pub(super) fn is_box(tree: &Tree<'_>, node: NodeId) -> bool {
    let class = tree.attribute(node, "class").unwrap_or_default();
    let is_named = class.split_whitespace().any(|word| BOXES.contains(&word));
    let is_heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let names = || tree.descendants(node).map(|inner| tree.name(inner)).filter(|name| is_heading(name));
    (is_named || tree.attribute(node, "role") == Some("note"))
        && names().count() == 1
        && names().all(|name| !matches!(name, "h1" | "h2"))
}

impl Converter<'_, '_> {
    pub(super) fn note(&mut self, node: NodeId) {
        self.end_paragraph();
        let start = self.blocks.len();
        self.children(node);
        self.end_paragraph();
        let inner = self.blocks.split_off(start);
        self.blocks.extend(inner.into_iter().map(label));
    }
}
