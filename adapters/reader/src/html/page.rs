//! A page with facts about its elements: visibility, word counts, extent.

use super::density::Density;
use super::named::Named;
use super::tree::{NodeId, ROOT, Tree};
use super::visible::Visible;
use crate::text::Words;

pub struct Page<'t, 'a> {
    pub tree: &'t Tree<'a>,
    pub visible: Visible,
    density: Density,
    named: Vec<Named>,
    /// The first node after each node's subtree.
    ends: Vec<NodeId>,
    /// Visible words before each node, and how many of them are in sentences.
    before: Vec<(u32, u32)>,
}

/// Words from which a stretch of text counts as a sentence; names and labels have fewer.
const SENTENCE: u32 = 12;

impl<'t, 'a> Page<'t, 'a> {
    pub fn of(tree: &'t Tree<'a>) -> Self {
        let visible = Visible::of(tree);
        let density = Density::of(tree, &visible);
        let named = (0..tree.len()).map(|node| Named::of(tree, node)).collect();
        let mut ends: Vec<NodeId> = (1..=tree.len()).collect();
        // Nodes are numbered in document order.
        for node in (ROOT + 1..tree.len()).rev() {
            let outer = tree.parent(node);
            ends[outer] = ends[outer].max(ends[node]);
        }
        let mut before = vec![(0, 0); tree.len() + 1];
        for node in ROOT..tree.len() {
            let Words { all, linked, .. } =
                if tree.text(node).is_some() { density.at(node) } else { Words::default() };
            let said = if all >= SENTENCE && linked == 0 { all } else { 0 };
            before[node + 1] = (before[node].0 + all, before[node].1 + said);
        }
        Self { tree, visible, density, named, ends, before }
    }

    pub fn words(&self, node: NodeId) -> Words {
        self.density.at(node)
    }

    /// Visible words of the page before a node.
    pub fn words_before(&self, node: NodeId) -> u32 {
        self.before[node].0
    }

    /// Visible words of a node that are in sentences and not in links.
    pub fn said(&self, node: NodeId) -> u32 {
        self.before[self.ends[node]].1 - self.before[node].1
    }

    /// What an element's class names and ID say about its purpose.
    pub fn named(&self, node: NodeId) -> Named {
        self.named[node]
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn holds(&self, outer: NodeId, inner: NodeId) -> bool {
        (outer..self.ends[outer]).contains(&inner)
    }

    /// Whether `node` is, or contains, an element that `wanted` accepts.
    pub fn has(&self, node: NodeId, wanted: impl Fn(&str) -> bool) -> bool {
        (node..self.ends[node]).any(|inner| wanted(self.tree.name(inner)))
    }

    /// Whether an element contains the label of a panel.
    pub fn has_label(&self, node: NodeId) -> bool {
        (node..self.ends[node]).any(|inner| self.visible.is_label(inner))
    }

    /// The ancestors of a node, innermost first.
    pub fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| Some(self.tree.parent(*node)).filter(|at| *at != ROOT))
            .skip(1)
    }

    /// The IDs of an element and of everything inside it.
    pub fn ids(&self, node: NodeId) -> impl Iterator<Item = &str> {
        (node..self.ends[node]).filter_map(|inner| self.tree.attribute(inner, "id"))
    }

    pub fn attribute(&self, node: NodeId, name: &str) -> &str {
        self.tree.attribute(node, name).unwrap_or_default()
    }

    /// The visible text of an element, with whitespace collapsed.
    pub fn text(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.push_text(node, &mut out);
        out
    }

    fn push_text(&self, node: NodeId, out: &mut String) {
        if let Some(text) = self.tree.text(node) {
            for word in text.split_whitespace() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(word);
            }
        } else if self.visible.shows(node) {
            self.tree.children(node).for_each(|child| self.push_text(child, out));
        }
    }
}
