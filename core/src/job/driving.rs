//! Research that a model drives with tools: its calls in each turn, and how they are handled.
//!
//! An accepted call becomes an ordinary search or page of the round, so the guard, caches, budgets, and privacy
//! rules apply as in any run. The model gets the results in its next turn.

use super::Chosen;
use crate::model::{Query, is_default};
use serde::{Deserialize, Serialize};

/// One reply of the driving model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelTurn {
    /// The model's name.
    pub by: String,
    /// Empty if it called no tools: it has what it needs.
    pub calls: Vec<ToolCall>,
    /// Number of further calls in the same turn that were ignored.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed_over: u32,
    /// Whether the model may see private documents.
    #[serde(default)]
    pub sees_private: bool,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The tool's name as the model wrote it, truncated.
    pub tool: String,
    /// The arguments as JSON, truncated: for people, and to remind the model of its calls.
    pub arguments: String,
    pub wants: ToolWants,
}

/// How a call is handled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolWants {
    /// Search with the current providers.
    Search(Query),
    /// Read a page, or a registered article (see [`ARTICLE`]).
    Read(Chosen),
    /// Extract the text from this HTML.
    Extract(String),
    /// Nothing: the call is only recorded.
    Note,
    /// Nothing, for this reason; a sentence for the model and for people.
    Refused(String),
}

/// Prefix of a registered article's address; its ID follows.
pub const ARTICLE: &str = "article:";

impl ModelTurn {
    /// Whether the turn achieves anything new.
    pub fn achieves_something(&self) -> bool {
        self.calls.iter().any(|call| match call.wants {
            ToolWants::Search(_) | ToolWants::Read(_) | ToolWants::Extract(_) => true,
            ToolWants::Note | ToolWants::Refused(_) => false,
        })
    }
}
