//! The threads port, and rows of jobs.

use super::explain::Fault;
use super::unit::{Done, Unit};
use super::{SqliteStore, count, documents};
use crate::words;
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, Millis, Place, ThreadId};
use gorkd_core::ports::{Admission, JobRow, StoreError, ThreadPlace, ThreadRow, Threads};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

const THREAD_COLUMNS: &str = "thread, place, owner, title, turns, created_at, updated_at";

pub(super) const JOB_COLUMNS: &str = "job, thread, turn, place, requester, question, status, head, \
                                      created_at, updated_at, forked_from, forked_at";

/// Counted runs are kept this long at least; admission looks back over minutes or hours.
const RUNS_KEPT_MS: i64 = 32 * 24 * 60 * 60 * 1000;

#[async_trait]
impl Threads for SqliteStore {
    async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, StoreError> {
        let sql = format!("SELECT {THREAD_COLUMNS} FROM threads WHERE thread = ?");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(thread.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        match row {
            Some(row) => thread_row(&row).map_err(|error| self.inner.file.database(&error)),
            None => Err(not_found(thread)),
        }
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
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(owner)
            .bind(words::wanted_words(search))
            .bind(limit)
            .bind(after.map(|place| place.updated_at.0))
            .bind(after.map(|place| place.created_at.0))
            .bind(after.map(|place| place.thread.as_str()))
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        rows.iter().map(|row| thread_row(row).map_err(|error| self.inner.file.database(&error))).collect()
    }

    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError> {
        let sql = format!("SELECT {JOB_COLUMNS} FROM jobs WHERE thread = ? ORDER BY turn, id");
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(thread.as_str())
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        rows.iter().map(|row| job_row(row).map_err(|fault| self.inner.file.error(fault))).collect()
    }

    async fn rename(&self, thread: &ThreadId, title: &str) -> Result<(), StoreError> {
        self.inner.writer.write(Rename { thread: thread.clone(), title: title.to_owned() }).await
    }

    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let jobs = self.inner.writer.write(Delete { thread: thread.clone() }).await?;
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
        self.inner.writer.write(Admit { requester: requester.to_owned(), now, since, limit }).await
    }
}

fn not_found(thread: &ThreadId) -> StoreError {
    StoreError::NotFound(format!("thread {thread}"))
}

fn thread_row(row: &SqliteRow) -> Result<ThreadRow, sqlx::Error> {
    Ok(ThreadRow {
        thread: ThreadId(row.try_get("thread")?),
        place: Place(row.try_get("place")?),
        owner: row.try_get("owner")?,
        title: row.try_get("title")?,
        turns: row.try_get("turns")?,
        created_at: Millis(row.try_get("created_at")?),
        updated_at: Millis(row.try_get("updated_at")?),
    })
}

pub(super) fn job_row(row: &SqliteRow) -> Result<JobRow, Fault> {
    let job = JobId(row.try_get("job")?);
    let requester: String = row.try_get("requester")?;
    let requester = serde_json::from_str(&requester)
        .map_err(|error| Fault::Damaged(format!("the requester of job {job} cannot be read ({error})")))?;
    let status: String = row.try_get("status")?;
    let status = JobStatus::from_name(&status)
        .ok_or_else(|| Fault::Damaged(format!("job {job} has the unknown status `{status}`")))?;
    let forked_from: Option<String> = row.try_get("forked_from")?;
    let forked_at: Option<i64> = row.try_get("forked_at")?;
    Ok(JobRow {
        thread: ThreadId(row.try_get("thread")?),
        turn: row.try_get("turn")?,
        place: Place(row.try_get("place")?),
        requester,
        question: row.try_get("question")?,
        status,
        head: count(row.try_get("head")?),
        created_at: Millis(row.try_get("created_at")?),
        updated_at: Millis(row.try_get("updated_at")?),
        forked_from: forked_from.map(|from| (JobId(from), count(forked_at.unwrap_or(0)))),
        job,
    })
}

struct Rename {
    thread: ThreadId,
    title: String,
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
        let renamed = sqlx::query("UPDATE threads SET title = ?2, words = ?3 WHERE thread = ?1")
            .bind(self.thread.as_str())
            .bind(&title)
            .bind(words::folded(&format!("{title}\n{}", questions.join("\n"))))
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
        for job in &jobs {
            documents::drop_from_job(connection, job).await?;
        }
        // Jobs and their events go with the row.
        let deleted = sqlx::query("DELETE FROM threads WHERE thread = ?")
            .bind(self.thread.as_str())
            .execute(connection)
            .await?;
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
