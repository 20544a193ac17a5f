//! A model's notes from judging what was read: passages that answer, a premise that the sources deny, and
//! advice on how to continue. The text is always from a stored document; the model only says where it is.

use super::{Answered, Passage, Quote, SourceId};
use serde::{Deserialize, Serialize};

/// Exact words of a block that answer a part of the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The ID of the evidence that it comes from.
    pub evidence: String,
    pub sub_question: String,
    pub source: SourceId,
    pub passage: Passage,
}

/// A false premise of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Premise {
    /// The premise, in a model's words.
    pub said: String,
    /// The correction, in a model's words. An answer shows it only if the quotes support it, and otherwise
    /// shows the quotes.
    pub found: String,
    /// The quotes that deny it; never empty.
    pub quotes: Vec<Quote>,
}

/// A writer's verdict on a part of the question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartVerdict {
    pub sub_question: String,
    pub answered: Answered,
}

/// A model's own assessment of its plan or judgment. Recorded for the run log; it never raises the confidence
/// of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// From 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Kinds of sources that would answer, such as "official documentation".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target_source_types: Vec<String>,
    /// What to do next, for example `search`, `write` or `stop`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub next_action: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}
