//! Research that a model drives with tools: what it called in a turn, and what is done about each call.
//!
//! A call that is taken becomes an ordinary search or page of the round, so that guard, caches, budgets, and privacy
//! are those of every run. What the calls came to is told the model in its next turn.

use super::Chosen;
use crate::model::Query;
use serde::{Deserialize, Serialize};

/// One reply of the model that drives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The model.
    pub by: String,
    /// Empty when it called nothing: it has what it needs.
    pub calls: Vec<ToolCall>,
    /// Further calls of the same turn, which nobody looked at.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub passed_over: u32,
    /// It may be shown private documents.
    #[serde(default)]
    pub sees_private: bool,
}

/// A tool that was called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Its name, as the model wrote it, shortened.
    pub tool: String,
    /// Its arguments as JSON, shortened: for people, and for the model to see what it did.
    pub arguments: String,
    pub wants: ToolWants,
}

/// What is done about a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolWants {
    /// Ask the providers whose turn it is.
    Search(Query),
    /// Read a page, or a registered article (see [`ARTICLE`]).
    Read(Chosen),
    /// Make text of this HTML.
    Extract(String),
    /// Nothing: it is on record.
    Note,
    /// Nothing, for this reason: a sentence for the model and for people.
    Refused(String),
}

/// What the address of a registered article begins with; its id follows.
pub const ARTICLE: &str = "article:";

impl Turn {
    /// Does it bring anything that was not there?
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
