//! Writes a tree out as HTML, for the extractors that read HTML.

use super::names;
use super::tree::{NodeId, ROOT, Tree, is_json_ld};

/// HTML of the whole tree: balanced, escaped, without scripts but JSON-LD, and
/// without the nodes that `left_out` names.
pub fn to_html(tree: &Tree<'_>, left_out: impl Fn(NodeId) -> bool) -> String {
    let mut writer = Writer { tree, out: String::new(), left_out };
    writer.out.push_str("<!DOCTYPE html>");
    writer.children(ROOT);
    writer.out
}

struct Writer<'t, 'a, F> {
    tree: &'t Tree<'a>,
    out: String,
    left_out: F,
}

impl<F: Fn(NodeId) -> bool> Writer<'_, '_, F> {
    fn children(&mut self, node: NodeId) {
        for child in self.tree.children(node) {
            self.node(child);
        }
    }

    fn node(&mut self, node: NodeId) {
        if let Some(text) = self.tree.text(node) {
            escape(text, &mut self.out);
            return;
        }
        let name = self.tree.name(node);
        if !is_written(self.tree, node) || (self.left_out)(node) {
            return;
        }
        self.out.push('<');
        self.out.push_str(name);
        for attribute in self.tree.attributes(node).iter().filter(|attribute| is_name(&attribute.name)) {
            self.out.push(' ');
            self.out.push_str(&attribute.name);
            self.out.push_str("=\"");
            escape(&attribute.value, &mut self.out);
            self.out.push('"');
        }
        self.out.push('>');
        if names::is_void(name) {
            return;
        }
        if name == "script" {
            // JSON must not be escaped, and cannot hold the one thing that would end it.
            self.out.push_str(&self.tree.text_of(node));
        } else {
            self.children(node);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }
}

fn is_written(tree: &Tree<'_>, node: NodeId) -> bool {
    match tree.name(node) {
        "script" => tree.attribute(node, "type").is_some_and(is_json_ld),
        "style" | "noscript" | "template" | "svg" | "iframe" | "object" | "canvas" | "textarea" | "xmp"
        | "noembed" | "noframes" | "plaintext" | "frameset" => false,
        name => is_name(name),
    }
}

/// A name that means the same to every parser.
fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.'))
}

fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\u{a0}']) {
        out.push_str(&rest[..at]);
        let mut chars = rest[at..].chars();
        match chars.next() {
            Some('&') => out.push_str("&amp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some('"') => out.push_str("&quot;"),
            Some(_) | None => out.push_str("&nbsp;"),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// Appends the HTML of one element.
pub fn push_node(tree: &Tree<'_>, node: NodeId, out: &mut String) {
    let mut writer = Writer { tree, out: std::mem::take(out), left_out: |_| false };
    writer.node(node);
    *out = writer.out;
}

pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}
