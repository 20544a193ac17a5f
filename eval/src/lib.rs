//! Quality, measured on data: the suites behind `gorkd eval SUITE DATA`. Each reads its data as it is.
//!
//! A suite calls what jobs call. What it measures of the rules goes through [`under_test`], so that a change in how
//! gorkd decides is met in one file here.

pub mod abstain;
pub mod answers;
pub mod articles;
pub mod claims;
mod collection;
pub mod drafts;
pub mod edits;
mod figures;
pub mod injections;
mod lines;
pub mod multihop;
pub mod pdf;
pub mod questions;
pub mod retrieval;
pub mod robots;
pub mod same_question;
pub mod tape;
pub mod turns;
mod under_test;
pub mod url_guard;

use gorkd_core::model::{Budget, Millis};
use gorkd_core::ports::{Embedder, Model, Reranker};
use gorkd_reader::ReaderPool;
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// What a suite is run with.
pub struct Kit {
    /// The cases: a file or a folder, as the suite wants it.
    pub data: PathBuf,
    /// Only the first cases.
    pub limit: Option<usize>,
    pub reader: ReaderPool,
    /// Documents read at once.
    pub readers: usize,
    /// What one run may use.
    pub budget: Budget,
    /// Writes the answers; rules do where there is none.
    pub model: Option<Arc<dyn Model>>,
    pub embedder: Option<Arc<dyn Embedder>>,
    pub reranker: Option<Arc<dyn Reranker>>,
    /// The time at which every question is asked.
    pub now: Millis,
}

impl Kit {
    /// As many of the cases as are wanted.
    fn limited<T>(&self, mut cases: Vec<T>) -> Vec<T> {
        cases.truncate(self.limit.unwrap_or(usize::MAX));
        cases
    }

    /// A kit for a file of cases, with the folder that holds it as long as it is kept.
    #[cfg(test)]
    fn for_test(name: &str, cases: &str) -> (Self, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join(name);
        std::fs::write(&data, cases).expect("the cases are written");
        let reader = ReaderPool::new(gorkd_reader::ReaderSettings::default());
        let budget = Budget {
            rounds: 3,
            queries: 8,
            pages: 8,
            results: 8,
            citations: 10,
            tokens: 60_000,
            ..Budget::default()
        };
        let kit = Self {
            data,
            limit: None,
            reader,
            readers: 1,
            budget,
            model: None,
            embedder: None,
            reranker: None,
            now: Millis(0),
        };
        (kit, folder)
    }
}

/// What a suite found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub rows: Vec<Row>,
    /// Scores by name: numbers, and null for what cannot be measured on this machine or on these cases.
    pub scores: Value,
    /// More for people to read: tables and curves. Often empty.
    pub table: String,
}

/// One case of a suite: what was said, what was right, and what it took.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub id: String,
    pub prediction: Value,
    pub gold: Value,
    /// Usually 1 when right and 0 when wrong.
    pub score: f64,
    pub seconds: f64,
    pub tokens: u64,
    pub cost_usd: f64,
}

fn mean_score(rows: &[Row]) -> f64 {
    figures::mean(rows.iter().map(|row| row.score))
}

/// Waits on this thread: some suites are plain loops. Only within a runtime of several threads.
fn here<T>(work: impl Future<Output = T>) -> T {
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(work))
}
