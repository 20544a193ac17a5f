//! The element tree of a page, which also rejects pages that are too deep or too wide.
//!
//! The full HTML parsers downstream take super-linear time on hostile nesting. This tree is built in one pass
//! with simple rules for omitted end tags. Documentation pages are read from it directly; the article
//! extractors get it serialized again as HTML that is balanced, flat enough and free of scripts.

use super::tokenizer::{Attribute, Start, Token, Tokenizer};
use super::{entities, names};
use gorkd_core::model::{Failure, FailureReason};
use std::borrow::Cow;
use std::collections::HashMap;

/// Elements nested more deeply than this are attached as siblings.
pub const FLAT_DEPTH: usize = 300;
/// A page nested more deeply than this is rejected.
pub const MAX_DEPTH: usize = 1_000;
/// Elements beyond this number are not read.
pub const MAX_ELEMENTS: usize = 200_000;
/// A page with more attributes is rejected.
pub const MAX_ATTRIBUTES: usize = 900_000;

pub type NodeId = usize;
pub const ROOT: NodeId = 0;

pub struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    /// Number of elements, and the depth of the deepest one.
    pub elements: usize,
    pub depth: usize,
    /// Sum of all element depths: what copying every subtree would cost.
    pub depths: usize,
    /// The page continues after the last element here.
    pub truncated: bool,
    /// Parsed as by a browser that runs scripts: `noscript` content is skipped.
    pub scripts: bool,
}

struct Node<'a> {
    parent: NodeId,
    first: Option<NodeId>,
    last: Option<NodeId>,
    next: Option<NodeId>,
    data: Data<'a>,
}

enum Data<'a> {
    Element { name: Cow<'a, str>, attributes: Vec<Attribute<'a>> },
    Text(Cow<'a, str>),
}

impl<'a> Tree<'a> {
    pub fn parse(source: &'a str) -> Result<Self, Failure> {
        Self::built(source, true)
    }

    /// Parses the page as a browser without scripts would.
    pub fn parse_unscripted(source: &'a str) -> Result<Self, Failure> {
        Self::built(source, false)
    }

    fn built(source: &'a str, scripts: bool) -> Result<Self, Failure> {
        let mut builder = Builder::new(source.trim_start().starts_with("<?xml"), scripts);
        let mut tokens = Tokenizer::new(source, scripts);
        while let Some(token) = tokens.next() {
            match token {
                Token::Text(text) => builder.text(entities::decode(text)),
                Token::Raw(text) => builder.raw(text),
                Token::Start(start) => builder.start(start),
                Token::End(name) => builder.end(&name),
            }
            if builder.open.len() > MAX_DEPTH {
                return Err(too_complex(format!("The page is nested more than {MAX_DEPTH} levels deep.")));
            }
            if tokens.attributes > MAX_ATTRIBUTES {
                return Err(too_complex(format!("The page has more than {MAX_ATTRIBUTES} attributes.")));
            }
            if builder.tree.elements >= MAX_ELEMENTS {
                builder.tree.truncated = true;
                break;
            }
        }
        Ok(builder.tree)
    }

    /// The element's name; empty for text.
    pub fn name(&self, node: NodeId) -> &str {
        match &self.nodes[node].data {
            Data::Element { name, .. } => name,
            Data::Text(_) => "",
        }
    }

    pub fn text(&self, node: NodeId) -> Option<&str> {
        match &self.nodes[node].data {
            Data::Text(text) => Some(text),
            Data::Element { .. } => None,
        }
    }

    /// The value of an attribute. If it is repeated, the first one counts.
    pub fn attribute(&self, node: NodeId, wanted: &str) -> Option<&str> {
        self.attributes(node)
            .iter()
            .find(|attribute| attribute.name == wanted)
            .map(|found| found.value.as_ref())
    }

    pub fn attributes(&self, node: NodeId) -> &[Attribute<'a>] {
        match &self.nodes[node].data {
            Data::Element { attributes, .. } => attributes,
            Data::Text(_) => &[],
        }
    }

    /// The node's parent; the root is its own parent.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node].parent
    }

    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[node].first, |child| self.nodes[*child].next)
    }

    /// The siblings that follow a node.
    pub fn siblings_after(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[node].next, |sibling| self.nodes[*sibling].next)
    }

    /// All nodes below `node`, in document order.
    pub fn descendants(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.nodes[node].first;
        std::iter::from_fn(move || {
            let current = next?;
            next = self.nodes[current].first.or_else(|| self.after(current, node));
            Some(current)
        })
    }

    /// The next node in document order that is not below `node`, within `within`.
    fn after(&self, mut node: NodeId, within: NodeId) -> Option<NodeId> {
        while node != within {
            if let Some(next) = self.nodes[node].next {
                return Some(next);
            }
            node = self.nodes[node].parent;
        }
        None
    }

    pub fn find(&self, wanted: impl Fn(&Self, NodeId) -> bool) -> Option<NodeId> {
        self.descendants(ROOT).find(|node| wanted(self, *node))
    }

    /// All text below a node, unchanged.
    pub fn text_of(&self, node: NodeId) -> String {
        let mut out = String::new();
        for inner in self.descendants(node) {
            out.push_str(self.text(inner).unwrap_or_default());
        }
        out
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

struct Builder<'a> {
    tree: Tree<'a>,
    /// The open elements, outermost first. Beyond the flat depth, several share one place in the tree.
    open: Vec<(Cow<'a, str>, NodeId)>,
    /// Number of open elements by name, so that stray end tags cost nothing.
    counts: HashMap<Cow<'a, str>, usize>,
    /// The page is XHTML: `/>` closes every element.
    xml: bool,
}

impl<'a> Builder<'a> {
    fn new(xml: bool, scripts: bool) -> Self {
        let root = Node {
            parent: ROOT,
            first: None,
            last: None,
            next: None,
            data: Data::Element { name: Cow::Borrowed("#root"), attributes: Vec::new() },
        };
        let tree = Tree { nodes: vec![root], elements: 0, depth: 0, depths: 0, truncated: false, scripts };
        Self { tree, open: Vec::new(), counts: HashMap::new(), xml }
    }

    /// The parent of the next node.
    fn parent(&self) -> NodeId {
        self.open.get(..self.open.len().min(FLAT_DEPTH)).and_then(<[_]>::last).map_or(ROOT, |open| open.1)
    }

    fn add(&mut self, data: Data<'a>) -> NodeId {
        let parent = self.parent();
        let id = self.tree.nodes.len();
        self.tree.nodes.push(Node { parent, first: None, last: None, next: None, data });
        match self.tree.nodes[parent].last.replace(id) {
            Some(last) => self.tree.nodes[last].next = Some(id),
            None => self.tree.nodes[parent].first = Some(id),
        }
        id
    }

    fn text(&mut self, text: Cow<'a, str>) {
        if text.trim().is_empty() {
            let current = self.open.last().map_or("", |open| open.0.as_ref());
            // Whitespace between the parts of a table or list is not text.
            if matches!(
                current,
                "table" | "tbody" | "thead" | "tr" | "ul" | "ol" | "dl" | "html" | "head" | ""
            ) {
                return;
            }
        } else {
            self.leave_head("");
        }
        // Merged, because a page of nothing but stray `<` would otherwise create a node for each.
        let last = self.tree.nodes[self.parent()].last;
        match last.map(|last| &mut self.tree.nodes[last].data) {
            Some(Data::Text(before)) => before.to_mut().push_str(&text),
            Some(Data::Element { .. }) | None => {
                self.add(Data::Text(text));
            }
        }
    }

    fn raw(&mut self, text: &'a str) {
        let Some((name, node)) = self.open.last() else { return };
        let kept = match name.as_ref() {
            "title" | "textarea" => Some(entities::decode(text)),
            "script" => self
                .tree
                .attribute(*node, "type")
                .filter(|kind| is_json_ld(kind))
                .map(|_| Cow::Borrowed(text)),
            _ => None,
        };
        if let Some(text) = kept {
            self.add(Data::Text(text));
        }
    }

    fn start(&mut self, start: Start<'a>) {
        let name = start.name;
        if matches!(name.as_ref(), "html" | "body" | "head")
            && self.counts.get(&name).is_some_and(|count| *count > 0)
        {
            return;
        }
        self.leave_head(&name);
        self.close_implied(&name);
        let void = names::is_void(&name);
        let node = self.add(Data::Element { name: name.clone(), attributes: start.attributes });
        self.tree.elements += 1;
        self.tree.depths += self.open.len().min(FLAT_DEPTH);
        if !void && !(start.self_closing && (self.xml || !names::is_html(&name))) {
            *self.counts.entry(name.clone()).or_default() += 1;
            self.open.push((name, node));
            self.tree.depth = self.tree.depth.max(self.open.len());
        }
    }

    fn end(&mut self, name: &str) {
        if name == "br" {
            self.add(Data::Element { name: Cow::Borrowed("br"), attributes: Vec::new() });
            return;
        }
        // Text after these end tags still belongs to the page.
        if matches!(name, "html" | "body") || self.counts.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        for (index, (open, _)) in self.open.iter().enumerate().rev() {
            if open == name {
                self.close_to(index);
                return;
            }
            if names::holds_end(open, name) {
                return;
            }
        }
    }

    /// Closes the head at the first element that cannot be inside it.
    fn leave_head(&mut self, name: &str) {
        let inside = self.open.last().is_some_and(|open| open.0 == "head");
        if inside && !names::is_in_head(name) {
            self.close_to(self.open.len() - 1);
        }
    }

    /// Closes the elements that a start tag of `name` ends implicitly.
    fn close_implied(&mut self, name: &str) {
        let Some((closed, barriers)) = names::implied_end(name) else { return };
        let mut close = None;
        for (index, (open, _)) in self.open.iter().enumerate().rev() {
            if closed.contains(&open.as_ref()) {
                close = Some(index);
                // A cell is inside a row, and a row inside a section: close out to the outermost of them.
                if !matches!(name, "tr" | "tbody" | "thead" | "tfoot" | "optgroup") {
                    break;
                }
            } else if barriers.contains(&open.as_ref()) {
                break;
            }
        }
        if let Some(index) = close {
            self.close_to(index);
        }
    }

    fn close_to(&mut self, length: usize) {
        for (name, _) in self.open.drain(length..) {
            if let Some(count) = self.counts.get_mut(&name) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

pub fn is_json_ld(kind: &str) -> bool {
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}

fn too_complex(detail: String) -> Failure {
    Failure::skip(FailureReason::TooComplex, detail)
}
