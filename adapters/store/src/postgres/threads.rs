//! The threads port.

use super::both::admission::Admit;
use super::both::titles::{Rename, not_found};
use super::erasing::{drop_runs, runs_of};
use super::unit::Unit;
use super::{PostgresStore, locks};
use crate::erased::{EVENTS_TOGETHER, first_few};
use crate::rows::{JOB_COLUMNS, THREAD_COLUMNS, job_row, thread_row};
use crate::values::plain;
use crate::words;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Millis, ThreadId};
use gorkd_core::ports::{Admission, JobRow, StoreError, ThreadPlace, ThreadRow, Threads};
use sqlx::{AssertSqlSafe, PgConnection};

#[async_trait]
impl Threads for PostgresStore {
    async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, StoreError> {
        let sql = format!("SELECT {THREAD_COLUMNS} FROM threads WHERE thread = $1");
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
            "SELECT {THREAD_COLUMNS} FROM threads WHERE owner = $1
             AND NOT EXISTS (SELECT 1 FROM unnest($2::text[]) AS word WHERE strpos(words, word) = 0)
             AND ($4::bigint IS NULL OR (updated_at, created_at, thread) < ($4, $5, $6))
             ORDER BY updated_at DESC, created_at DESC, thread DESC LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(owner)
            .bind(words::wanted_words(search.map(plain).as_deref()))
            .bind(i64::from(limit))
            .bind(after.map(|place| place.updated_at.0))
            .bind(after.map(|place| place.created_at.0))
            .bind(after.map(|place| place.thread.as_str()));
        self.rows(query, thread_row).await
    }

    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError> {
        let sql = format!("SELECT {JOB_COLUMNS} FROM jobs WHERE thread = $1 ORDER BY turn, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(thread.as_str()), job_row).await
    }

    async fn rename(&self, thread: &ThreadId, title: &str, by: &str) -> Result<(), StoreError> {
        self.write(Rename { thread: thread.clone(), title: title.to_owned(), by: by.to_owned() }).await
    }

    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let (store, thread) = (self.clone(), thread.clone());
        // All steps are made even if the caller stops waiting.
        let deleting = tokio::spawn(async move { store.delete_in_steps(&thread).await });
        deleting.await.unwrap_or_else(|_| Err(self.failed(&sqlx::Error::PoolClosed)))
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

impl PostgresStore {
    async fn delete_in_steps(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let deleted = loop {
            match self.write(Delete { thread: thread.clone() }).await {
                Ok(true) => break Ok(()),
                Ok(false) => {}
                Err(error) => break Err(error),
            }
        };
        self.inner.meanings.forget();
        deleted
    }
}

/// Deletes the newest runs of a thread, and the thread with its last ones.
struct Delete {
    thread: ThreadId,
}

#[async_trait]
impl Unit for Delete {
    /// Whether the thread is gone.
    type Output = bool;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<bool>, Fault> {
        let thread = std::slice::from_ref(&self.thread.0);
        locks::threads(connection, thread).await?;
        locks::erasing(connection).await?;
        let runs = first_few(runs_of(connection, thread).await?, EVENTS_TOGETHER);
        let is_gone = !drop_runs(connection, &runs, thread, None).await?.is_empty();
        if runs.is_empty() && !is_gone {
            return Err(not_found(&self.thread).into());
        }
        Ok(Done::quietly(is_gone))
    }
}
