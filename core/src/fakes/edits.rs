//! Edited tables, in memory.

use super::MemoryStore;
use crate::model::JobId;
use crate::ports::*;
use async_trait::async_trait;
use std::collections::BTreeMap;

#[async_trait]
impl Edits for MemoryStore {
    async fn keep_edit(&self, edit: TableEdit, _by: &str) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        inner.known(&edit.job)?;
        let of_table = |one: &TableEdit| one.job == edit.job && one.artifact == edit.artifact;
        let newest = inner.edits.iter().filter(|one| of_table(one)).map(|one| one.version).max().unwrap_or(0);
        if newest + 1 != edit.version {
            return Ok(false);
        }
        inner.edits.retain(|one| !of_table(one) || one.version + VERSIONS_KEPT > edit.version);
        inner.edits.push(edit);
        Ok(true)
    }

    async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, StoreError> {
        let inner = self.lock();
        let of_job = inner.edits.iter().filter(|one| one.job == *job && inner.jobs.contains_key(job));
        // Versions are in order, so the last one of a table is the newest.
        let newest: BTreeMap<&str, &TableEdit> = of_job.map(|one| (one.artifact.as_str(), one)).collect();
        Ok(newest.into_values().cloned().collect())
    }

    async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, StoreError> {
        let inner = self.lock();
        let of_job = inner.edits.iter().rev().filter(|one| one.job == *job && inner.jobs.contains_key(job));
        Ok(of_job.filter(|one| one.artifact == artifact).cloned().collect())
    }
}
