//! Determines which parts of a page its readers see.
//!
//! Invisible words may be aimed at AI models, so hidden elements are not read. Some only look hidden: the panel that a
//! control on the page opens, a page that waits for its scripts, and parts of a page that React streams late. Buttons
//! are not read, except those that are part of the text: the question that opens an answer, and a price.

use super::cards::has_price;
use super::controls::Controls;
use super::names::is_heading;
use super::tree::{NodeId, ROOT, Tree};
use crate::text::count_words;

/// Words. A shorter hidden part is not the content that a page reveals by script.
const PASSAGE: u32 = 20;
/// Words. Nor is a page with less hidden text in total.
const PAGE: u32 = 100;
/// Maximum words of a button that shows a price.
const BUTTON: u32 = 12;

/// Which elements of a tree are visible.
pub struct Visible {
    shown: Vec<bool>,
    controls: Controls,
}

impl Visible {
    pub fn of(tree: &Tree<'_>) -> Self {
        let controls = Controls::of(tree);
        let shows = |node: NodeId| {
            let reached = || controls.is_panel(node) || tree.attribute(node, "id").is_some_and(is_late_part);
            tree.text(node).is_some()
                || !(is_inert(tree, node, &controls) || is_hidden(tree, node) && !reached())
        };
        let shown = (0..tree.len()).map(shows).collect();
        let mut visible = Self { shown, controls };
        visible.wait_for_scripts(tree);
        visible
    }

    pub fn shows(&self, node: NodeId) -> bool {
        self.shown[node]
    }

    /// Whether a control opens and closes this element, so that what its attributes say of it now may change.
    pub fn is_panel(&self, node: NodeId) -> bool {
        self.controls.is_panel(node)
    }

    /// Whether this control is the label of such an element.
    pub fn is_label(&self, node: NodeId) -> bool {
        self.controls.is_label(node)
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
            let inert = in_inert || is_inert(tree, node, &self.controls);
            let hides = !inert && !self.shown[node];
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
            self.shown[node] = most && words[node] >= PASSAGE;
        }
    }
}

/// Whether this is the ID of a part that React streams late, hidden until a script moves it into place:
/// `S:1f`.
fn is_late_part(id: &str) -> bool {
    id.strip_prefix("S:")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Elements that never contain readable text.
fn is_inert(tree: &Tree<'_>, node: NodeId, controls: &Controls) -> bool {
    match tree.name(node) {
        "script" | "style" | "template" | "svg" | "canvas" | "object" | "iframe" | "audio" | "video"
        | "map" | "head" | "title" | "meta" | "link" | "base" | "input" | "select" | "datalist"
        | "textarea" | "option" | "optgroup" | "progress" | "meter" | "embed" | "param" | "source"
        | "track" | "rp" | "rt" | "frame" | "frameset" | "noframes" | "noembed" | "dialog" => true,
        "noscript" => tree.scripts,
        "button" => !is_read(tree, node, controls),
        _ => false,
    }
}

/// Whether a button is part of the text: it is the label of the panel that it opens, or shows a price.
fn is_read(tree: &Tree<'_>, button: NodeId, controls: &Controls) -> bool {
    let shows_price = || {
        let text = tree.text_of(button);
        count_words(&text) <= BUTTON && has_price(&text)
    };
    is_in_heading(tree, button) || controls.is_label(button) || shows_price()
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
