//! Counts the visible words in each element, and how many of them are links.

use super::tree::{NodeId, ROOT, Tree};
use super::visible::Visible;
use crate::text::{Words, count_words};

/// The words of every element of a tree.
pub struct Density(Vec<Words>);

impl Density {
    pub fn of(tree: &Tree<'_>, visible: &Visible) -> Self {
        let mut words = vec![Words::default(); tree.len()];
        let mut seen = vec![(true, false); tree.len()];
        // A node comes after its parent.
        for node in ROOT + 1..tree.len() {
            let (shown, linked) = seen[tree.parent(node)];
            if let Some(text) = tree.text(node).filter(|_| shown) {
                let all = count_words(text);
                words[node] = Words { all, linked: if linked { all } else { 0 }, links: 0 };
                continue;
            }
            let shown = shown && visible.shows(node);
            let is_link = shown && tree.name(node) == "a" && tree.attribute(node, "href").is_some();
            words[node].links = u32::from(is_link);
            seen[node] = (shown, linked || is_link);
        }
        for node in (ROOT + 1..tree.len()).rev() {
            let inner = words[node];
            let outer = &mut words[tree.parent(node)];
            outer.all += inner.all;
            outer.linked += inner.linked;
            // A link without words is an image or a sign.
            outer.links += if inner.links == 1 && inner.all == 0 { 0 } else { inner.links };
        }
        Self(words)
    }

    pub fn at(&self, node: NodeId) -> Words {
        self.0[node]
    }
}
