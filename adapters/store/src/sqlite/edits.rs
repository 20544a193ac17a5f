//! Answer tables edited by people.

use super::unit::Unit;
use super::{SqliteStore, actors};
use crate::rows::web::edit;
use crate::values::json;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::JobId;
use gorkd_core::ports::{Edits, StoreError, TableEdit, VERSIONS_KEPT};
use sqlx::SqliteConnection;

#[async_trait]
impl Edits for SqliteStore {
    async fn keep_edit(&self, edit: TableEdit, by: &str) -> Result<bool, StoreError> {
        self.write(Keep(edit, by.to_owned())).await
    }

    async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, StoreError> {
        let query = sqlx::query(
            "SELECT job, artifact, MAX(version) AS version, at, content FROM table_edits WHERE job = ?
             GROUP BY artifact ORDER BY artifact",
        )
        .bind(job.as_str());
        self.rows(query, edit).await
    }

    async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, StoreError> {
        let query = sqlx::query(
            "SELECT job, artifact, version, at, content FROM table_edits WHERE job = ? AND artifact = ?
             ORDER BY version DESC",
        )
        .bind(job.as_str())
        .bind(artifact);
        self.rows(query, edit).await
    }
}

/// An edit, and the key of its author.
struct Keep(TableEdit, String);

#[async_trait]
impl Unit for Keep {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let Keep(edit, by) = self;
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT MAX(version) FROM table_edits WHERE job = ? AND artifact = ?")
                .bind(edit.job.as_str())
                .bind(&edit.artifact)
                .fetch_one(&mut *connection)
                .await?;
        if newest.unwrap_or(0) + 1 != i64::from(edit.version) {
            return Ok(Done::quietly(false));
        }
        let actor = actors::of(connection, by).await?;
        sqlx::query(
            "INSERT INTO table_edits (job, artifact, version, at, content, edited_by) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(edit.job.as_str())
        .bind(&edit.artifact)
        .bind(edit.version)
        .bind(edit.at.0)
        .bind(json(&edit.table, "an edited table")?)
        .bind(actor)
        .execute(&mut *connection)
        .await?;
        sqlx::query("DELETE FROM table_edits WHERE job = ? AND artifact = ? AND version <= ?")
            .bind(edit.job.as_str())
            .bind(&edit.artifact)
            .bind(i64::from(edit.version) - i64::from(VERSIONS_KEPT))
            .execute(connection)
            .await?;
        Ok(Done::quietly(true))
    }
}
