//! The passages of a prompt, as quoted data.

use super::{Room, TURNS, add, one_line};
use crate::safety::{Asked, neutral};
use crate::{Brief, Material};
use gorkd_core::model::{Evidence, Passage};
use gorkd_core::text::slice;
use std::cell::OnceCell;

/// Code points of one passage.
const LENGTH: usize = 1_200;

/// Evidence as prompts show it. Each passage is made ready when the first prompt has room for it, and once for
/// prompts of all sizes.
pub struct Passages<'a> {
    evidence: &'a [Evidence],
    materials: &'a [Material<'a>],
    /// What is asked: orders to programs are told from what a person wants to know.
    asked: Asked,
    ready: Vec<OnceCell<Option<String>>>,
}

impl<'a> Passages<'a> {
    pub fn new(brief: &Brief<'_>, evidence: &'a [Evidence], materials: &'a [Material<'a>]) -> Self {
        let question = &brief.question;
        let said = brief.constraints.iter().map(|constraint| constraint.text.as_str());
        let before = brief.earlier.iter().rev().take(TURNS).map(|turn| turn.question.as_str());
        let asked = Asked::new(said.chain(before).chain([question.text.as_str()]), &question.language);
        Self { evidence, materials, asked, ready: vec![OnceCell::new(); evidence.len()] }
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
        let fit = neutral(slice(material.text, piece.passage.span), &self.asked);
        if !fit.says_something() {
            return None;
        }
        let quote: String = fit.text.chars().take(LENGTH).collect();
        let quote = quote.replace("</passage", "< /passage").replace("<passage", "< passage");
        let title = one_line(&neutral(&material.document.title, &self.asked).text, 120);
        Some(format!("<passage id=\"{}\" title=\"{title}\">\n{quote}\n</passage>\n", piece.id))
    }
}
