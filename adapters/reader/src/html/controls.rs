//! Controls that open and close parts of a page: accordions, tabs, "show more".
//!
//! ARIA and the common frameworks name the panel that a control opens, or put it right after the control. The control is
//! the label of its panel if the panel says something; menus and filters don't.

use super::names::is_inline;
use super::tree::{NodeId, ROOT, Tree};
use crate::text::count_words;
use std::collections::{HashMap, HashSet};

/// Words outside links that a panel has to say, so that its control is a label.
const SAID: u32 = 8;
/// Maximum words of a label.
const LABEL: u32 = 40;

#[derive(Default)]
pub struct Controls {
    panels: HashSet<NodeId>,
    labels: HashSet<NodeId>,
}

impl Controls {
    pub fn of(tree: &Tree<'_>) -> Self {
        let by_id: HashMap<&str, NodeId> =
            tree.descendants(ROOT).filter_map(|node| Some((tree.attribute(node, "id")?, node))).collect();
        let mut found = Self::default();
        for node in tree.descendants(ROOT) {
            let of = |name: &str| tree.attribute(node, name).unwrap_or_default();
            let named = ["aria-controls", "data-target", "data-bs-target"].map(of);
            let named =
                named.iter().flat_map(|ids| ids.split_whitespace()).map(|id| id.trim_start_matches('#'));
            let fragment = Some(of("href")).filter(|href| href.starts_with('#')).map(|href| &href[1..]);
            let mut panels: Vec<NodeId> =
                named.chain(fragment).filter_map(|id| by_id.get(id).copied()).collect();
            let expands = tree.attribute(node, "aria-expanded").is_some();
            if expands && panels.is_empty() {
                panels.extend(panel_after(tree, node));
            }
            if expands && panels.first().is_some_and(|panel| is_label(tree, node, *panel)) {
                found.labels.insert(node);
            }
            found.panels.extend(panels);
        }
        found
    }

    /// Whether a control opens and closes this element, so that what its attributes say of it now may change.
    pub fn is_panel(&self, node: NodeId) -> bool {
        self.panels.contains(&node)
    }

    /// Whether this control is the label of what it opens.
    pub fn is_label(&self, node: NodeId) -> bool {
        self.labels.contains(&node)
    }
}

/// The element after a control, or after the heading or line that the control fills.
fn panel_after(tree: &Tree<'_>, control: NodeId) -> Option<NodeId> {
    let next = |node: NodeId| tree.siblings_after(node).find(|next| tree.text(*next).is_none());
    let outer = std::iter::successors(Some(control), |node| Some(tree.parent(*node)));
    let panel = outer.take(2).find_map(next)?;
    (!is_popup(tree, panel) && !is_inline(tree.name(panel))).then_some(panel)
}

/// A menu, or something in front of the page.
fn is_popup(tree: &Tree<'_>, node: NodeId) -> bool {
    let role = tree.attribute(node, "role").unwrap_or_default();
    matches!(role, "menu" | "listbox" | "dialog" | "tooltip" | "navigation")
        || matches!(tree.name(node), "nav" | "dialog" | "ul" | "form")
}

/// Whether a control comes before a panel that has sentences, and nothing to fill in.
fn is_label(tree: &Tree<'_>, control: NodeId, panel: NodeId) -> bool {
    if panel < control || is_popup(tree, panel) || count_words(&tree.text_of(control)) > LABEL {
        return false;
    }
    let mut said = 0;
    let mut open = vec![panel];
    while let Some(node) = open.pop() {
        match tree.name(node) {
            "" => said += count_words(tree.text(node).unwrap_or_default()),
            "input" | "select" => return false,
            "a" | "script" | "style" | "button" | "template" | "svg" => {}
            _ => open.extend(tree.children(node)),
        }
    }
    said >= SAID
}
