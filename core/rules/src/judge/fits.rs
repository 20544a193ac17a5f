//! Does a block hold the kind of thing that a question asks for?

use crate::text::mentions::{MentionKind, mentions};
use crate::write::{Expects, expects, fitting};
use gorkd_core::model::{Question, QuestionKind};
use gorkd_core::text::blocks::BlockKind;

/// What an answer has to hold.
pub(super) struct Fits {
    expects: Expects,
    language: String,
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
        Self { expects, language: question.language.clone() }
    }

    /// Is it asked what something is?
    pub fn a_definition(&self) -> bool {
        self.expects == Expects::Definition
    }

    /// Ordinary questions are met by any block.
    pub fn held_by(&self, text: &str, kind: BlockKind) -> bool {
        match self.expects {
            Expects::Anything
            | Expects::Definition
            | Expects::Reason
            | Expects::Thing
            | Expects::Person
            | Expects::Place => false,
            Expects::Steps => matches!(kind, BlockKind::Code | BlockKind::List) || text.contains('`'),
            Expects::Time => mentions(text, &self.language).iter().any(|mention| {
                mention.kind == MentionKind::Date
                    || mention.kind == MentionKind::Version
                    || fitting(self.expects, mention, text, &self.language) > 0.5
            }),
            Expects::Duration | Expects::Count | Expects::Money | Expects::Percent => {
                mentions(text, &self.language)
                    .iter()
                    .any(|mention| fitting(self.expects, mention, text, &self.language) > 0.5)
            }
        }
    }
}
