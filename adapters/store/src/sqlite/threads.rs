//! The threads port and the rows of jobs.

use super::both::admission::Admit;
use super::both::titles::{Rename, not_found};
use super::unit::Unit;
use super::{SqliteStore, actors, documents};
use crate::rows::{JOB_COLUMNS, THREAD_COLUMNS, job_row, thread_row};
use crate::words;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Admission, JobRow, StoreError, ThreadPlace, ThreadRow, Threads};
use sqlx::{AssertSqlSafe, SqliteConnection};

#[async_trait]
impl Threads for SqliteStore {
    async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, StoreError> {
        let sql = format!("SELECT {THREAD_COLUMNS} FROM threads WHERE thread = ?");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(thread.as_str());
        self.row(query, thread_row).await?.ok_or_else(|| not_found(thread))
    }

    async fn list_after(
        &self,
        owner: &str,
        search: Option<&str>,
        after: Option<&ThreadPlace>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, StoreError> {
        let sql = format!(
            "SELECT {THREAD_COLUMNS} FROM threads WHERE owner = ?1
             AND NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(words, value) = 0)
             AND (?4 IS NULL OR (updated_at, created_at, thread) < (?4, ?5, ?6))
             ORDER BY updated_at DESC, created_at DESC, thread DESC LIMIT ?3"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(owner)
            .bind(words::json_list(&words::wanted_words(search)))
            .bind(limit)
            .bind(after.map(|place| place.updated_at.0))
            .bind(after.map(|place| place.created_at.0))
            .bind(after.map(|place| place.thread.as_str()));
        self.rows(query, thread_row).await
    }

    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError> {
        let sql = format!("SELECT {JOB_COLUMNS} FROM jobs WHERE thread = ? ORDER BY turn, id");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(thread.as_str());
        self.rows(query, job_row).await
    }

    async fn rename(&self, thread: &ThreadId, title: &str, by: &str) -> Result<(), StoreError> {
        let rename = Rename { thread: thread.clone(), title: title.to_owned(), by: by.to_owned() };
        self.write(rename).await
    }

    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let jobs = self.write(Delete { thread: thread.clone() }).await?;
        self.inner.meanings.forget();
        self.inner.cache.forget_drafts(&jobs).await;
        self.inner.fold_log().await;
        Ok(())
    }

    async fn admit(
        &self,
        requester: &str,
        now: Millis,
        since: Millis,
        limit: u32,
    ) -> Result<Admission, StoreError> {
        self.write(Admit { requester: requester.to_owned(), now, since, limit }).await
    }
}

struct Delete {
    thread: ThreadId,
}

#[async_trait]
impl Unit for Delete {
    type Output = Vec<JobId>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Vec<JobId>>, Fault> {
        let jobs: Vec<String> = sqlx::query_scalar("SELECT job FROM jobs WHERE thread = ?")
            .bind(self.thread.as_str())
            .fetch_all(&mut *connection)
            .await?;
        let actors = actors::in_threads(connection, std::slice::from_ref(&self.thread.0)).await?;
        for job in &jobs {
            documents::drop_from_job(connection, job).await?;
        }
        // Jobs and their events are deleted by cascade.
        let deleted = sqlx::query("DELETE FROM threads WHERE thread = ?")
            .bind(self.thread.as_str())
            .execute(&mut *connection)
            .await?;
        actors::drop_idle(connection, &actors).await?;
        match deleted.rows_affected() {
            0 => Err(not_found(&self.thread).into()),
            _ => Ok(Done::quietly(jobs.into_iter().map(JobId).collect())),
        }
    }
}
