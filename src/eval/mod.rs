//! Quality, measured on data: `gorkd eval SUITE DATA`. Each suite reads its data as it is and prints rows.

pub mod answers;
pub mod articles;
pub mod injections;
pub mod multihop;
pub mod pdf;
pub mod retrieval;
pub mod robots;
pub mod same_question;
pub mod url_guard;

use serde::Serialize;

/// One case of a suite: what was said, what was right, and what it took.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub id: String,
    pub prediction: serde_json::Value,
    pub gold: serde_json::Value,
    pub score: f64,
    pub seconds: f64,
    pub tokens: u64,
    pub cost_usd: f64,
}
