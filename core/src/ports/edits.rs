//! Edited tables of answers. Every version has its own row, so nothing is overwritten.

use super::StoreError;
use crate::model::{JobId, Millis};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Number of versions of a table that are kept, newest first.
pub const VERSIONS_KEPT: u32 = 50;

/// A table as edited by a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedTable {
    pub title: String,
    pub columns: Vec<String>,
    /// Each row has as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A version of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableEdit {
    pub job: JobId,
    /// The table of the answer: `t1`, `t2` …
    pub artifact: String,
    /// From 1, without gaps except for versions of erased people.
    pub version: u32,
    pub at: Millis,
    pub table: EditedTable,
}

#[async_trait]
pub trait Edits: Send + Sync {
    /// Stores a version, and deletes all but the [`VERSIONS_KEPT`] newest of its table. Stores nothing and
    /// returns false if it doesn't follow the newest version, because somebody else was faster. `by` is the
    /// author's key; the version is erased with that person.
    async fn keep_edit(&self, edit: TableEdit, by: &str) -> Result<bool, StoreError>;

    /// The newest version of each edited table of an answer, by table.
    async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, StoreError>;

    /// The versions of one table, newest first.
    async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, StoreError>;
}
