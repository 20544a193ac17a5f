//! Determines which parts of a page its readers see.
//!
//! Invisible words may be aimed at AI models, so hidden elements are not read. Some only look hidden: what a
//! control on the page opens, a page that waits for its scripts, the question that opens an answer (a button
//! in a heading), and parts of a page that React streams late.

use super::names::is_heading;
use super::tree::{NodeId, ROOT, Tree};
use crate::text::count_words;
use std::collections::HashSet;

/// Words. A shorter hidden part is not the content that a page reveals by script.
const PASSAGE: u32 = 20;
/// Words. Nor is a page with less hidden text in total.
const PAGE: u32 = 100;

/// Which elements of a tree are visible.
pub struct Visible(Vec<bool>);

impl Visible {
    pub fn of(tree: &Tree<'_>) -> Self {
        let opened = opened_by_controls(tree);
        let shows = |node: NodeId| {
            let reached =
                || tree.attribute(node, "id").is_some_and(|id| opened.contains(id) || is_late_part(id));
            tree.text(node).is_some() || !(is_inert(tree, node) || is_hidden(tree, node) && !reached())
        };
        let mut visible = Self((0..tree.len()).map(shows).collect());
        visible.wait_for_scripts(tree);
        visible
    }

    pub fn shows(&self, node: NodeId) -> bool {
        self.0[node]
    }

    /// Unhides text if most of the page is hidden: the page then is a frame that scripts reveal.
    fn wait_for_scripts(&mut self, tree: &Tree<'_>) {
        let mut words = vec![0_u32; tree.len()];
        let mut seen = 0;
        // Whether each node is inside a hidden element, and inside one that never contains text.
        let mut inside = vec![(false, false); tree.len()];
        let mut hidden = Vec::new();
        for node in ROOT + 1..tree.len() {
            let (in_hidden, in_inert) = inside[tree.parent(node)];
            if let Some(text) = tree.text(node) {
                words[node] = if in_inert { 0 } else { count_words(text) };
                seen += if in_hidden { 0 } else { words[node] };
                continue;
            }
            let inert = in_inert || is_inert(tree, node);
            let hides = !inert && !self.0[node];
            if hides && !in_hidden {
                hidden.push(node);
            }
            inside[node] = (in_hidden || hides, inert);
        }
        if hidden.is_empty() {
            return;
        }
        for node in (ROOT + 1..tree.len()).rev() {
            words[tree.parent(node)] += words[node];
        }
        let all: u32 = hidden.iter().map(|node| words[*node]).sum();
        for node in hidden.into_iter().filter(|_| all >= PAGE) {
            let most = words[node] > seen || all > 2 * seen;
            self.0[node] = most && words[node] >= PASSAGE;
        }
    }
}

/// IDs that links and controls on the page refer to.
fn opened_by_controls<'t>(tree: &'t Tree<'_>) -> HashSet<&'t str> {
    let mut ids = HashSet::new();
    for node in tree.descendants(ROOT) {
        for name in ["aria-controls", "data-target", "data-bs-target"] {
            let value = tree.attribute(node, name).unwrap_or_default();
            ids.extend(value.split_whitespace().map(|id| id.trim_start_matches('#')));
        }
        let fragment = tree.attribute(node, "href").and_then(|href| href.strip_prefix('#'));
        ids.extend(fragment.filter(|id| !id.is_empty()));
    }
    ids
}

/// Whether this is the ID of a part that React streams late, hidden until a script moves it into place:
/// `S:1f`.
fn is_late_part(id: &str) -> bool {
    id.strip_prefix("S:")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Elements that never contain readable text.
fn is_inert(tree: &Tree<'_>, node: NodeId) -> bool {
    match tree.name(node) {
        "script" | "style" | "template" | "svg" | "canvas" | "object" | "iframe" | "audio" | "video"
        | "map" | "head" | "title" | "meta" | "link" | "base" | "input" | "select" | "datalist"
        | "textarea" | "option" | "optgroup" | "progress" | "meter" | "embed" | "param" | "source"
        | "track" | "rp" | "rt" | "frame" | "frameset" | "noframes" | "noembed" | "dialog" => true,
        "noscript" => tree.scripts,
        "button" => !is_in_heading(tree, node),
        _ => false,
    }
}

/// A button in a heading toggles the section below; its label is the heading's text.
fn is_in_heading(tree: &Tree<'_>, node: NodeId) -> bool {
    let outer = std::iter::successors(Some(node), |node| Some(tree.parent(*node))).skip(1).take(2);
    outer.map(|node| tree.name(node)).any(is_heading)
}

/// Whether the element's own attributes hide it. Style sheets are not evaluated.
pub fn is_hidden(tree: &Tree<'_>, node: NodeId) -> bool {
    if matches!(tree.name(node), "html" | "body" | "main" | "article" | "") {
        return false;
    }
    let hidden =
        tree.attribute(node, "hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
            || tree.attribute(node, "style").is_some_and(hides);
    // Formulas are hidden beside an image of them, for screen readers.
    hidden && !tree.attribute(node, "class").is_some_and(|class| class.contains("math"))
}

fn hides(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    style.split(';').any(|rule| {
        matches!(
            rule.trim_end_matches("!important"),
            "display:none"
                | "visibility:hidden"
                | "font-size:0"
                | "font-size:0px"
                | "font-size:0pt"
                | "font-size:0em"
        )
    })
}
