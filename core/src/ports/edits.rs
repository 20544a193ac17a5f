//! Edited tables of answers. Every version is a row of its own, so that nothing is overwritten.

use super::StoreError;
use crate::model::{JobId, Millis};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// How many versions of a table are kept: the newest ones.
pub const VERSIONS_KEPT: u32 = 50;

/// A table as somebody has written it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedTable {
    pub title: String,
    pub columns: Vec<String>,
    /// Each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A version of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableEdit {
    pub job: JobId,
    /// The table of the answer: `t1`, `t2` …
    pub artifact: String,
    /// From 1, without a gap but for versions of people who were erased.
    pub version: u32,
    pub at: Millis,
    pub table: EditedTable,
}

#[async_trait]
pub trait Edits: Send + Sync {
    /// Keeps a version and the [`VERSIONS_KEPT`] newest of its table. False, and nothing is kept, when it does not
    /// follow the newest one: somebody else was first. `by` is the key of who wrote it, with whom it is erased.
    async fn keep_edit(&self, edit: TableEdit, by: &str) -> Result<bool, StoreError>;

    /// The newest version of each edited table of an answer, by table.
    async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, StoreError>;

    /// The versions of one table, newest first.
    async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, StoreError>;
}
