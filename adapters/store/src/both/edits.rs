//! Answer tables edited by people.

use super::{Connection, Store, Unit, actors};
use crate::rows::web::edit;
use crate::values::json;
use crate::work::{Done, Fault, owned};
use async_trait::async_trait;
use gorkd_core::model::JobId;
use gorkd_core::ports::{Edits, StoreError, TableEdit, VERSIONS_KEPT};

#[async_trait]
impl Edits for Store {
    async fn keep_edit(&self, edit: TableEdit, by: &str) -> Result<bool, StoreError> {
        self.write(Keep(edit, by.to_owned())).await
    }

    async fn edits(&self, job: &JobId) -> Result<Vec<TableEdit>, StoreError> {
        let query = sqlx::query(
            "SELECT job, artifact, version, at, content FROM table_edits AS edit WHERE job = $1 AND version = (
                 SELECT MAX(version) FROM table_edits WHERE job = edit.job AND artifact = edit.artifact)
             ORDER BY artifact",
        );
        self.rows(query.bind(job.as_str()), edit).await
    }

    async fn versions(&self, job: &JobId, artifact: &str) -> Result<Vec<TableEdit>, StoreError> {
        let query = sqlx::query(
            "SELECT job, artifact, version, at, content FROM table_edits WHERE job = $1 AND artifact = $2
             ORDER BY version DESC",
        );
        self.rows(query.bind(job.as_str()).bind(artifact), edit).await
    }
}

/// An edit, and the key of its author.
struct Keep(TableEdit, String);

#[async_trait]
impl Unit for Keep {
    type Output = bool;

    async fn run(&self, connection: &mut Connection) -> Result<Done<bool>, Fault> {
        let Keep(edit, by) = self;
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT MAX(version) FROM table_edits WHERE job = $1 AND artifact = $2")
                .bind(edit.job.as_str())
                .bind(&edit.artifact)
                .fetch_one(&mut *connection)
                .await?;
        if newest.unwrap_or(0) + 1 != i64::from(edit.version) {
            return Ok(Done::quietly(false));
        }
        let actor = actors::of(connection, by).await?;
        // If two callers saw the same newest version, only one can insert the next.
        let kept = sqlx::query(
            "INSERT INTO table_edits (job, artifact, version, at, content, edited_by)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(edit.job.as_str())
        .bind(&edit.artifact)
        .bind(i64::from(edit.version))
        .bind(edit.at.0)
        .bind(json(&edit.table, "an edited table")?)
        .bind(actor)
        .execute(&mut *connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", edit.job)))?;
        if kept.rows_affected() == 0 {
            return Ok(Done::quietly(false));
        }
        sqlx::query("DELETE FROM table_edits WHERE job = $1 AND artifact = $2 AND version <= $3")
            .bind(edit.job.as_str())
            .bind(&edit.artifact)
            .bind(i64::from(edit.version) - i64::from(VERSIONS_KEPT))
            .execute(connection)
            .await?;
        Ok(Done::quietly(true))
    }
}
