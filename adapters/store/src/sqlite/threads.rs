//! The threads port and the rows of jobs.

use super::SqliteStore;
use super::both::admission::Admit;
use super::both::titles::{Rename, not_found};
use super::erasing::{drop_runs, runs_of};
use super::people::let_others_write;
use super::unit::Unit;
use crate::erased::{EVENTS_TOGETHER, first_few};
use crate::rows::{JOB_COLUMNS, THREAD_COLUMNS, job_row, thread_row};
use crate::words;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Admission, JobRow, StoreError, ThreadPlace, ThreadRow, Threads};
use sqlx::{AssertSqlSafe, SqliteConnection};
use std::time::Instant;

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

impl SqliteStore {
    async fn delete_in_steps(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let deleted = loop {
            let began = Instant::now();
            match self.write(Delete { thread: thread.clone() }).await {
                Ok((runs, is_gone)) => {
                    self.inner.cache.forget_drafts(&runs).await;
                    if is_gone {
                        break Ok(());
                    }
                }
                Err(error) => break Err(error),
            }
            let_others_write(began).await;
        };
        self.inner.meanings.forget();
        self.inner.fold_log().await;
        deleted
    }
}

/// Deletes the newest runs of a thread, and the thread with its last ones.
struct Delete {
    thread: ThreadId,
}

#[async_trait]
impl Unit for Delete {
    /// The runs, and whether the thread is gone.
    type Output = (Vec<JobId>, bool);

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
        let thread = std::slice::from_ref(&self.thread.0);
        let runs = first_few(runs_of(connection, thread).await?, EVENTS_TOGETHER);
        let is_gone = !drop_runs(connection, &runs, thread, None).await?.is_empty();
        if runs.is_empty() && !is_gone {
            return Err(not_found(&self.thread).into());
        }
        Ok(Done::quietly((runs.into_iter().map(JobId).collect(), is_gone)))
    }
}
