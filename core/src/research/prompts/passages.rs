//! The passages of a prompt, as quoted data.

use super::{Room, add, one_line};
use crate::model::{Evidence, Passage};
use crate::research::Material;
use crate::research::instructions::{self, neutral};
use crate::text::slice;
use std::cell::OnceCell;

/// Code points of one passage.
const LENGTH: usize = 1_200;

/// Evidence as prompts show it. Each passage is made ready when the first prompt has room for it, and once for
/// prompts of all sizes.
pub struct Passages<'a> {
    evidence: &'a [Evidence],
    materials: &'a [Material<'a>],
    ready: Vec<OnceCell<Option<String>>>,
}

impl<'a> Passages<'a> {
    pub fn new(evidence: &'a [Evidence], materials: &'a [Material<'a>]) -> Self {
        Self { evidence, materials, ready: vec![OnceCell::new(); evidence.len()] }
    }

    /// Writes as many as there is room for.
    pub(super) fn show(&self, user: &mut String, room: &mut Room) {
        let (open, close) = ("\n<passages>\n", "</passages>\n");
        if !room.take(open) || !room.take(close) {
            return;
        }
        user.push_str(open);
        let mut shown: Vec<&Passage> = Vec::new();
        for (piece, ready) in self.evidence.iter().zip(&self.ready) {
            // One passage may bear on several sub-questions; it is shown once, under its first id.
            if shown.contains(&&piece.passage) {
                continue;
            }
            let Some(written) = ready.get_or_init(|| self.written(piece)) else { continue };
            if !add(user, room, written) {
                break;
            }
            shown.push(&piece.passage);
        }
        user.push_str(close);
    }

    /// None where nothing is left that a person would read.
    fn written(&self, piece: &Evidence) -> Option<String> {
        let material = self.materials.iter().find(|material| material.source == piece.source)?;
        // What speaks to a program goes before anything is cut, so that no half of it is left over.
        let neutral = neutral(slice(material.text, piece.passage.span));
        if !neutral.says_something() {
            return None;
        }
        let quote: String = neutral.text.chars().take(LENGTH).collect();
        let quote = quote.replace("</passage", "< /passage").replace("<passage", "< passage");
        let title = one_line(&instructions::neutral(&material.document.title).text, 120);
        Some(format!("<passage id=\"{}\" title=\"{title}\">\n{quote}\n</passage>\n", piece.id))
    }
}
