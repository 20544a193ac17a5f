//! Does a block contain the kind of thing that a question asks for?

use crate::text::lower_words;
use crate::text::mentions::{Mention, MentionKind};
use crate::text::sentences::said;
use crate::text::stopwords::is_stop_word;
use crate::text::tables::lists;
use crate::write::{Expects, expects, fitting};
use gorkd_core::model::{Question, QuestionKind};
use gorkd_core::text::blocks::BlockKind;

/// What an answer has to hold.
pub(super) struct Fits {
    pub expects: Expects,
    /// It is asked which things there are, not which one.
    several: bool,
}

impl Fits {
    /// Read from one part of a question; a part that does not say asks for what the whole question asks for, and a side
    /// of a comparison for what it is.
    pub fn of(question: &Question, part: &str, is_side: bool) -> Self {
        let of = |text: &str| expects(text, &question.language);
        let expects = match (of(part), of(&question.text), question.kind) {
            (Expects::Anything, ..) if is_side => Expects::Definition,
            (Expects::Anything, Expects::Anything, QuestionKind::HowTo) => Expects::Steps,
            (Expects::Anything, whole, _) => whole,
            (own, _, _) => own,
        };
        Self { expects, several: asks_for_several(part, &question.language) }
    }

    /// Is it asked which things there are, and does a block list things?
    pub fn listed_by(&self, kind: BlockKind) -> bool {
        self.several && matches!(kind, BlockKind::List | BlockKind::Table)
    }

    /// Ordinary questions are met by any block. `values` are the dates and numbers of the text, which take long to find
    /// and are asked for by few questions.
    pub fn held_by<'v>(&self, text: &str, kind: BlockKind, values: impl FnOnce() -> &'v [Mention]) -> bool {
        match self.expects {
            Expects::Steps => matches!(kind, BlockKind::Code | BlockKind::List) || text.contains('`'),
            Expects::Time => values().iter().any(|mention| {
                mention.kind == MentionKind::Date
                    || mention.kind == MentionKind::Version
                    || fitting(self.expects, mention, text) > 0.5
            }),
            Expects::Duration | Expects::Count | Expects::Money | Expects::Percent | Expects::Version => {
                values().iter().any(|mention| fitting(self.expects, mention, text) > 0.5)
            }
            _ => false,
        }
    }
}

/// "Which isolation levels does it support?", "What are the storage classes?", but not "What happens to …?": in English,
/// whose plural shows.
fn asks_for_several(text: &str, language: &str) -> bool {
    if language != "en" {
        return false;
    }
    let said = lower_words(text);
    let asked = said.iter().position(|word| matches!(word.as_str(), "which" | "what"));
    let Some(rest) = asked.map(|at| &said[at + 1..]) else { return false };
    let is_verb = |word: &String| lists::Tables::of("en").auxiliaries.has(word);
    let is_small = |word: &String| is_stop_word(word, language);
    let inverted = rest.first().is_some_and(is_verb);
    let thing = rest.iter().skip_while(|word| is_small(word));
    let phrase: Vec<&String> = thing.take_while(|word| !is_small(word)).collect();
    let plural = phrase.last().is_some_and(|word| word.ends_with('s') && !word.ends_with("ss"));
    let skipped = rest.iter().take_while(|word| is_small(word)).count();
    let next = rest.get(skipped + phrase.len());
    plural && if inverted { rest[0] == "are" } else { skipped == 0 && next.is_some_and(is_verb) }
}

/// Is at least half of what a passage says a question?
pub(super) fn asks(text: &str) -> bool {
    let is_question = |sentence: &&str| sentence.trim_end().ends_with(['?', '？', '؟']);
    text.contains(['?', '？', '؟']) && {
        let all = said(text);
        all.iter().filter(|sentence| is_question(sentence)).count() * 2 >= all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::asks_for_several;

    #[test]
    fn which_things_there_are() {
        for asked in [
            "Which transaction isolation levels does PostgreSQL support?",
            "What are the storage classes in SQLite?",
            "python logging: what levels are there and which number does each have",
        ] {
            assert!(asks_for_several(asked, "en"), "{asked}");
        }
        for asked in [
            "What happens to a job after a crash?",
            "What causes deadlocks in PostgreSQL?",
            "What is the default port?",
            "Which process does this?",
            "What does git rebase do?",
            "How many levels are there?",
        ] {
            assert!(!asks_for_several(asked, "en"), "{asked}");
        }
    }
}
