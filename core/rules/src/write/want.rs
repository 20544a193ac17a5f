//! What kind of answer a question expects.

use super::cues;
use crate::text::words;

/// What kind of words answer the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expects {
    Person,
    Place,
    Time,
    Duration,
    Count,
    Money,
    Percent,
    Reason,
    /// What a thing is.
    Definition,
    /// How to do something.
    Steps,
    /// A name or a thing of the kind that the question's focus names.
    Thing,
    Anything,
}

/// Reads a question. `language` is an ISO 639-1 code; cues of English are tried for every language.
pub fn expects(question: &str, language: &str) -> Expects {
    let mut plain = String::from(" ");
    for word in words::words(question) {
        plain.push_str(&word.text.to_lowercase());
        plain.push(' ');
    }
    cues::find(&plain, language)
}
