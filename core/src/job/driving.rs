//! Research that a model drives with tools: its calls in a turn, and how each is handled.
//!
//! An accepted call becomes an ordinary search or page of the round, so that guard, caches, budgets, and privacy apply
//! as in every run. The model gets the results in its next turn.

use super::Chosen;
use crate::model::Query;
use serde::{Deserialize, Serialize};

/// One reply of the model that drives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The model.
    pub by: String,
    /// Empty if it called nothing: it has what it needs.
    pub calls: Vec<ToolCall>,
    /// Number of further calls in the same turn, which were ignored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub passed_over: u32,
    /// It may see private documents.
    #[serde(default)]
    pub sees_private: bool,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Its name, as the model wrote it, shortened.
    pub tool: String,
    /// Its arguments as JSON, shortened: for people, and for the model to see what it did.
    pub arguments: String,
    pub wants: ToolWants,
}

/// How a call is handled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolWants {
    /// Search with the providers whose turn it is.
    Search(Query),
    /// Read a page, or a registered article (see [`ARTICLE`]).
    Read(Chosen),
    /// Extract the text from this HTML.
    Extract(String),
    /// Nothing: it is recorded.
    Note,
    /// Nothing, for this reason: a sentence for the model and for people.
    Refused(String),
}

/// Prefix of a registered article's address; its ID follows.
pub const ARTICLE: &str = "article:";

impl Turn {
    /// Does it add anything new?
    pub fn gets_on(&self) -> bool {
        self.calls.iter().any(|call| match call.wants {
            ToolWants::Search(_) | ToolWants::Read(_) | ToolWants::Extract(_) => true,
            ToolWants::Note | ToolWants::Refused(_) => false,
        })
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}
