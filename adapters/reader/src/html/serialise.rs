//! Serializes a tree as HTML, for the extractors that read HTML.
//!
//! Their parser is slow on hundreds of thousands of references and line breaks. Therefore `&` and `<` in text
//! are written as two private-use characters, which [`restored`] turns back, and insignificant whitespace is
//! collapsed.

use super::names;
use super::tree::{NodeId, ROOT, Tree, is_json_ld};

const AMPERSAND: char = '\u{e000}';
const LESS_THAN: char = '\u{e001}';

/// HTML of the whole tree without the nodes that `left_out` selects: balanced, and without scripts except
/// JSON-LD. Nodes that `unfolds` selects are written as if they were open.
pub fn to_html(
    tree: &Tree<'_>,
    left_out: impl Fn(NodeId) -> bool,
    unfolds: impl Fn(NodeId) -> bool,
) -> String {
    let mut writer = Writer { tree, out: String::new(), left_out, unfolds };
    writer.out.push_str("<!DOCTYPE html>");
    writer.children(ROOT, false);
    writer.out
}

/// Restores the references in HTML that an extractor produced from such input.
pub fn restored(html: &str) -> String {
    html.replace(AMPERSAND, "&amp;").replace(LESS_THAN, "&lt;")
}

/// Appends an element's start tag, or the whole element if its content is text, with ordinary references.
pub fn push_plain(tree: &Tree<'_>, node: NodeId, out: &mut String) {
    if !is_written(tree, node) {
        return;
    }
    let name = tree.name(node);
    push_tag(tree, node, |_| true, escape, out);
    match name {
        "script" => out.push_str(&tree.text_of(node)),
        _ => escape(&tree.text_of(node), out),
    }
    if !names::is_void(name) {
        push_end(name, out);
    }
}

struct Writer<'t, 'a, F, G> {
    tree: &'t Tree<'a>,
    out: String,
    left_out: F,
    unfolds: G,
}

impl<F: Fn(NodeId) -> bool, G: Fn(NodeId) -> bool> Writer<'_, '_, F, G> {
    fn children(&mut self, node: NodeId, as_is: bool) {
        for child in self.tree.children(node) {
            self.node(child, as_is);
        }
    }

    fn node(&mut self, node: NodeId, as_is: bool) {
        if let Some(text) = self.tree.text(node) {
            mark(text, as_is, &mut self.out);
            return;
        }
        let name = self.tree.name(node);
        if !is_written(self.tree, node) || (self.left_out)(node) {
            return;
        }
        let is_open = (self.unfolds)(node);
        let keeps = |name: &str| !is_open || !matches!(name, "hidden" | "style" | "aria-hidden");
        push_tag(self.tree, node, keeps, |value, out| mark(value, false, out), &mut self.out);
        if names::is_void(name) {
            return;
        }
        if name == "script" {
            // JSON must not be escaped, and it cannot contain the end tag, which would have ended the
            // element.
            self.out.push_str(&self.tree.text_of(node));
        } else {
            self.children(node, as_is || name == "pre");
        }
        push_end(name, &mut self.out);
    }
}

fn push_tag(
    tree: &Tree<'_>,
    node: NodeId,
    keeps: impl Fn(&str) -> bool,
    value: impl Fn(&str, &mut String),
    out: &mut String,
) {
    out.push('<');
    out.push_str(tree.name(node));
    for attribute in
        tree.attributes(node).iter().filter(|attribute| is_name(&attribute.name) && keeps(&attribute.name))
    {
        out.push(' ');
        out.push_str(&attribute.name);
        out.push_str("=\"");
        value(&attribute.value.replace('"', "'"), out);
        out.push('"');
    }
    out.push('>');
}

fn push_end(name: &str, out: &mut String) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn is_written(tree: &Tree<'_>, node: NodeId) -> bool {
    match tree.name(node) {
        "script" => tree.attribute(node, "type").is_some_and(is_json_ld),
        "style" | "noscript" | "template" | "svg" | "iframe" | "object" | "canvas" | "textarea" | "xmp"
        | "noembed" | "noframes" | "plaintext" | "frameset" => false,
        name => is_name(name),
    }
}

/// A name that every parser treats alike.
fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.'))
}

fn mark(text: &str, as_is: bool, out: &mut String) {
    let mut after_space = false;
    for c in text.chars() {
        let is_space = c.is_ascii_whitespace() && !as_is;
        match c {
            _ if is_space && after_space => {}
            _ if is_space => out.push(' '),
            '&' => out.push(AMPERSAND),
            '<' => out.push(LESS_THAN),
            '\r' | '\0' | AMPERSAND | LESS_THAN => {}
            c => out.push(c),
        }
        after_space = is_space;
    }
}

/// Escapes text and attribute values with references; for short strings.
pub fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}
