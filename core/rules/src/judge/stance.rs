//! Does a passage confirm what is asked, or deny it?

use super::evidence::Weighed;
use crate::text::mentions::negation_count;
use crate::text::sentences::said;
use crate::text::shared;
use crate::text::tables::lists;
use crate::text::words::keys;
use gorkd_core::model::Stance;

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
            let meets = |sentence: &&str| shared(&wanted, &keys(sentence, language));
            let meeting = said(text).into_iter().max_by_key(meets);
            let denies = |sentence: &str| negation_count(sentence, language) % 2 == 1;
            if meeting.is_some_and(denies) && negation_count(question, language) == 0 {
                return Stance::Contradicts;
            }
        }
        Stance::Supports
    }
}
