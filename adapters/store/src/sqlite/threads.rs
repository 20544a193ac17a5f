//! The threads port and the rows of jobs.

use super::unit::Unit;
use super::{SqliteStore, actors, documents};
use crate::limits::RUNS_KEPT_MS;
use crate::rows::{JOB_COLUMNS, THREAD_COLUMNS, job_row, thread_row};
use crate::values::count;
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

fn not_found(thread: &ThreadId) -> StoreError {
    StoreError::NotFound(format!("thread {thread}"))
}

struct Rename {
    thread: ThreadId,
    title: String,
    /// The key of the person who renames it.
    by: String,
}

#[async_trait]
impl Unit for Rename {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let questions: Vec<String> =
            sqlx::query_scalar("SELECT question FROM jobs WHERE thread = ? ORDER BY turn, id")
                .bind(self.thread.as_str())
                .fetch_all(&mut *connection)
                .await?;
        let title = words::title_of(&self.title);
        let actor = actors::of(connection, &self.by).await?;
        let renamed =
            sqlx::query("UPDATE threads SET title = ?2, words = ?3, titled_by = ?4 WHERE thread = ?1")
                .bind(self.thread.as_str())
                .bind(&title)
                .bind(words::folded(&format!("{title}\n{}", questions.join("\n"))))
                .bind(actor)
                .execute(connection)
                .await?;
        match renamed.rows_affected() {
            0 => Err(not_found(&self.thread).into()),
            _ => Ok(Done::quietly(())),
        }
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

struct Admit {
    requester: String,
    now: Millis,
    since: Millis,
    limit: u32,
}

#[async_trait]
impl Unit for Admit {
    type Output = Admission;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Admission>, Fault> {
        let kept_from = self.since.0.min(self.now.0.saturating_sub(RUNS_KEPT_MS));
        sqlx::query("DELETE FROM runs WHERE at < ?").bind(kept_from).execute(&mut *connection).await?;
        let (runs, oldest): (i64, Option<i64>) =
            sqlx::query_as("SELECT COUNT(*), MIN(at) FROM runs WHERE requester = ? AND at > ?")
                .bind(&self.requester)
                .bind(self.since.0)
                .fetch_one(&mut *connection)
                .await?;
        if count(runs) >= u64::from(self.limit) {
            let oldest = Millis(oldest.unwrap_or(self.now.0));
            return Ok(Done::quietly(Admission::Full { oldest }));
        }
        sqlx::query("INSERT INTO runs (requester, at) VALUES (?, ?)")
            .bind(&self.requester)
            .bind(self.now.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(Admission::Admitted))
    }
}
