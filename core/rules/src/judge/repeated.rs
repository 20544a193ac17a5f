//! A passage that the last answer of the thread quoted is no answer to a question for a value that it lacks.

use super::ANSWERS;
use super::evidence::Weighed;
use super::fits::Fits;
use crate::text::mentions::values;
use crate::text::words::keys;
use crate::write::kind::{asks_for_value, told_above};
use std::collections::BTreeSet;

/// Share of a passage's words that an answer which quotes it has. Markers and cuts may part them.
const QUOTED: f64 = 0.9;
/// What is left of its order: it comes after all that a reranker has read, and is quoted only if there is nothing else.
const LEFT: f64 = 0.1;

impl Weighed<'_> {
    /// Puts what was quoted before behind the other passages, unless it holds what is asked now.
    pub(super) fn put_back_repeated(&mut self) {
        let language = self.language();
        let question = self.input.brief.question;
        let Some(last) = self.input.brief.earlier.last() else { return };
        if !asks_for_value(&question.text, language) {
            return;
        }
        let told: BTreeSet<String> = keys(&last.summary, language).into_iter().collect();
        let fits = Fits::of(question, &question.text, false);
        for at in 0..self.passages.len() {
            let text = self.text(at);
            let said = keys(text, language);
            let again = said.iter().filter(|key| told.contains(*key)).count();
            if said.is_empty() || (again as f64) < QUOTED * said.len() as f64 {
                continue;
            }
            let (material, block) = &self.passages[at];
            let found = values(text, language);
            let headings =
                block.headings.iter().map(|range| &self.input.materials[*material].text[range.clone()]);
            if fits.held_by(text, block.kind, || found.as_slice()) || told_above(question, headings) {
                continue;
            }
            for (order, relevance) in self.order.iter_mut().zip(&mut self.relevance) {
                order[at] = order[at].min(1.0) * LEFT;
                relevance[at] = relevance[at].min(ANSWERS / 2.0);
            }
        }
    }
}
