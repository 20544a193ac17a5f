//! The journal port.

use super::SqliteStore;
use super::append::Write;
use super::both::events::{events_after, journal};
use super::claim::{Release, ReleaseAllBut};
use super::create::Create;
use super::incarnation::Life;
use crate::packing::pack;
use crate::rows::{JOB_COLUMNS, job_row};
use crate::stored::{
    EVENT_COLUMNS, EventRow, StoredEvent, all_documents, events_of, known_documents, recorded,
};
use crate::values::int;
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::job::Recorded;
use gorkd_core::model::{JobId, Millis, Seq, ThreadId};
use gorkd_core::ports::{Append, Change, Fence, JobRow, Journal, Line, NewJob, Rest, StoreError, Waiting};
use sqlx::{AssertSqlSafe, FromRow, Row};
use std::time::Duration;
use tokio::sync::broadcast;

#[async_trait]
impl Journal for SqliteStore {
    async fn create(&self, mut new: NewJob) -> Result<Option<Fence>, StoreError> {
        let texts = pack(std::mem::take(&mut new.readings)).await?;
        let events = new.events.iter().map(StoredEvent::new).collect();
        let documents = all_documents(&new.events);
        let requester = serde_json::to_string(&new.requester)
            .map_err(|error| StoreError::Unavailable(format!("the requester cannot be written: {error}")))?;
        let store = self.inner.name.clone();
        let unlocked = |worker: &String| self.inner.incarnations.life(worker) == Life::Unlocked;
        let leased = new.claim_for.as_ref().is_some_and(unlocked);
        self.write(Create { new, events, texts, documents, requester, leased, store }).await
    }

    async fn append(&self, mut append: Append) -> Result<Vec<Recorded>, StoreError> {
        let (events, typed) = events_of(&append);
        let readings = std::mem::take(&mut append.readings);
        let documents = known_documents(&append.events, &readings);
        let mut texts = pack(readings).await?;
        texts.extend(typed);
        let job = append.job.clone();
        let store = self.inner.name.clone();
        let rows = self.write(Write { append, events, texts, documents, store }).await?;
        journal(job.as_str(), rows).map_err(|fault| self.explained(fault))
    }

    async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, StoreError> {
        let rows = events_after(&self.inner.readers, job.as_str(), after)
            .await
            .map_err(|error| self.failed(&error))?;
        if rows.is_empty() {
            // An empty list is a valid reply for an existing job only.
            self.job(job).await?;
        }
        journal(job.as_str(), rows).map_err(|fault| self.explained(fault))
    }

    async fn of_thread(
        &self,
        thread: &ThreadId,
        after: Option<(&JobId, Seq)>,
        limit: u32,
    ) -> Result<Vec<(JobId, Recorded)>, StoreError> {
        // Writers take turns, so event row ids grow in commit order, across all jobs. Rows are found by job;
        // the unary plus keeps SQLite from scanning all newer events instead.
        let sql = format!(
            "SELECT {EVENT_COLUMNS}, e.job
             FROM jobs j CROSS JOIN events e ON e.job = j.job LEFT JOIN texts t ON t.hash = e.typed
             WHERE j.thread = ?1 AND +e.rowid > COALESCE((SELECT rowid FROM events WHERE job = ?2 AND seq = ?3), 0)
             ORDER BY e.rowid LIMIT ?4"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(thread.as_str())
            .bind(after.map(|(job, _)| job.as_str()))
            .bind(after.map(|(_, seq)| int(seq)))
            .bind(limit)
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|error| self.failed(&error))?;
        let decoded = rows.iter().map(|row| {
            let event = EventRow::from_row(row).map_err(|error| self.failed(&error))?;
            let job = JobId(row.try_get("job").map_err(|error| self.failed(&error))?);
            match recorded(event) {
                Ok(recorded) => Ok((job, recorded)),
                Err(what) => Err(self.explained(Fault::Damaged(format!("in job {job}, {what}")))),
            }
        });
        decoded.collect()
    }

    async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
    ) -> Result<Option<Fence>, StoreError> {
        let claimed = self.inner.claim(worker, only, now, 1, &[]).await;
        Ok(claimed.map_err(|fault| self.explained(fault))?.pop())
    }

    async fn claim_due(
        &self,
        worker: &str,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError> {
        let claimed = self.inner.claim(worker, None, now, most, without).await;
        claimed.map_err(|fault| self.explained(fault))
    }

    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError> {
        self.write(Release { fence: fence.clone(), rest, store: self.inner.name.clone() }).await
    }

    async fn release_all_but(&self, worker: &str, driven: &[JobId]) -> Result<(), StoreError> {
        let (worker, store) = (worker.to_owned(), self.inner.name.clone());
        self.write(ReleaseAllBut { worker, driven: driven.to_vec(), store }).await
    }

    async fn beat(&self, worker: &str, now: Millis, lease: Duration) -> Result<(), StoreError> {
        let until = now.plus(u64::try_from(lease.as_millis()).unwrap_or(u64::MAX));
        let beat = sqlx::query(
            "INSERT INTO workers (worker, until) VALUES (?1, ?2)
             ON CONFLICT (worker) DO UPDATE SET until = ?2",
        );
        self.execute(beat.bind(worker).bind(until.0)).await.map(|_| ())
    }

    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError> {
        let query = sqlx::query(AssertSqlSafe(format!("SELECT {JOB_COLUMNS} FROM jobs WHERE job = ?")))
            .bind(job.as_str());
        self.row(query, job_row).await?.ok_or_else(|| StoreError::NotFound(format!("job {job}")))
    }

    async fn waiting(&self, now: Millis) -> Result<Waiting, StoreError> {
        self.inner.waiting(now).await.map_err(|error| self.failed(&error))
    }

    async fn line(&self, now: Millis) -> Result<Line, StoreError> {
        self.inner.line(now).await.map_err(|error| self.failed(&error))
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.inner.listen()
    }
}
