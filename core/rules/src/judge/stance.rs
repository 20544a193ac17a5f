//! Does a passage confirm what is asked, or deny it?

use super::evidence::Weighed;
use crate::text::mentions::negation_count;
use crate::text::sentences::sentences;
use crate::text::shared;
use crate::text::tables::lists;
use crate::text::words::keys;
use gorkd_core::model::Stance;
use std::ops::Range;

impl Weighed<'_> {
    /// Only a question that can be answered by yes or no can be contradicted: by a denial in the sentence that
    /// meets it best. Everything else that answers supports.
    pub(super) fn stance(&self, passage: usize, question: &str, relevance: f64) -> Stance {
        let language = self.language();
        if relevance < super::ANSWERS {
            return Stance::Neutral;
        }
        let first = question.split_whitespace().next().unwrap_or_default().to_lowercase();
        let helps = |language: &str| lists::Tables::of(language).auxiliaries.has(&first);
        if helps(language) || helps("en") {
            let wanted = keys(question, language);
            let text = self.text(passage);
            let meets = |range: &Range<usize>| shared(&wanted, &keys(&text[range.clone()], language));
            let meeting = sentences(text, 0..text.len()).into_iter().max_by_key(meets);
            let denies = |range: Range<usize>| negation_count(&text[range], language) % 2 == 1;
            if meeting.is_some_and(denies) && negation_count(question, language) == 0 {
                return Stance::Contradicts;
            }
        }
        Stance::Supports
    }
}
