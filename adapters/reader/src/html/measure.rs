//! How many words of a page stand where.

use super::clutter::{Keep, is_clutter};
use super::tree::{NodeId, Tree};
use crate::text::count_words;

/// Words of an element, furniture left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
    pub words: u32,
    /// Those in links.
    pub linked: u32,
    /// Those in code, definitions and cells of tables.
    pub structured: u32,
    pub headings: u32,
    /// Items of lists.
    pub items: u32,
    /// Blocks of code and terms of definitions.
    pub structures: u32,
}

pub fn measure(tree: &Tree<'_>, node: NodeId) -> Measure {
    let mut sum = Measure::default();
    add(tree, node, (false, false), &mut sum);
    sum
}

fn add(tree: &Tree<'_>, node: NodeId, (linked, structured): (bool, bool), sum: &mut Measure) {
    if let Some(text) = tree.text(node) {
        let words = count_words(text);
        sum.words += words;
        sum.linked += if linked { words } else { 0 };
        sum.structured += if structured { words } else { 0 };
        return;
    }
    if is_clutter(tree, node, Keep::Contents) {
        return;
    }
    let name = tree.name(node);
    match name {
        "h1" | "h2" | "h3" | "h4" => sum.headings += 1,
        "li" => sum.items += 1,
        "pre" | "dt" => sum.structures += 1,
        _ => {}
    }
    let linked = linked || name == "a" && tree.attribute(node, "href").is_some();
    let structured = structured || matches!(name, "pre" | "dl" | "td" | "th");
    for child in tree.children(node) {
        add(tree, child, (linked, structured), sum);
    }
}
