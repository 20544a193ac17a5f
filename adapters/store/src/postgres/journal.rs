//! The journal port.

use super::PostgresStore;
use super::append::Write;
use super::both::events::{events_after, journal};
use super::claim::server_time;
use super::create::Create;
use super::leases::milliseconds;
use super::release::{Release, ReleaseAllBut};
use crate::packing::pack;
use crate::rows::{JOB_COLUMNS, job_row};
use crate::stored::{
    EVENT_COLUMNS, EventRow, StoredEvent, all_documents, events_of, known_documents, recorded,
};
use crate::values::{int, json};
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::job::Recorded;
use gorkd_core::model::{JobId, Millis, Seq, ThreadId};
use gorkd_core::ports::{Append, Change, Fence, JobRow, Journal, Line, NewJob, Rest, StoreError, Waiting};
use sqlx::{AssertSqlSafe, FromRow, Row};
use std::time::Duration;
use tokio::sync::broadcast;

#[async_trait]
impl Journal for PostgresStore {
    async fn create(&self, mut new: NewJob) -> Result<Option<Fence>, StoreError> {
        let texts = pack(std::mem::take(&mut new.readings)).await?;
        let events = new.events.iter().map(StoredEvent::new).collect();
        let documents = all_documents(&new.events);
        let requester = json(&new.requester, "a requester").map_err(|fault| self.explained(fault))?;
        let caller_time = self.inner.caller_time(new.at);
        self.write(Create { new, events, texts, documents, requester, caller_time }).await
    }

    async fn append(&self, mut append: Append) -> Result<Vec<Recorded>, StoreError> {
        let (events, typed) = events_of(&append);
        let readings = std::mem::take(&mut append.readings);
        let documents = known_documents(&append.events, &readings);
        let mut texts = pack(readings).await?;
        texts.extend(typed);
        let (job, caller_time) = (append.job.clone(), self.inner.caller_time(append.at));
        let rows = self.write(Write { append, events, texts, documents, caller_time }).await?;
        journal(job.as_str(), rows).map_err(|fault| self.explained(fault))
    }

    async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, StoreError> {
        let rows =
            events_after(&self.inner.pool, job.as_str(), after).await.map_err(|error| self.failed(&error))?;
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
        let sql = format!(
            "SELECT {EVENT_COLUMNS}, e.job
             FROM jobs j JOIN events e ON e.job = j.job LEFT JOIN texts t ON t.hash = e.typed
             WHERE j.thread = $1
                 AND e.number > COALESCE((SELECT number FROM events WHERE job = $2 AND seq = $3), 0)
             ORDER BY e.number LIMIT $4"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(thread.as_str())
            .bind(after.map(|(job, _)| job.as_str()))
            .bind(after.map(|(_, seq)| int(seq)))
            .bind(i64::from(limit))
            .fetch_all(&self.inner.pool)
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
        Ok(self.take_due(worker, only, now, 1, &[]).await?.pop())
    }

    async fn claim_due(
        &self,
        worker: &str,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError> {
        self.take_due(worker, None, now, most, without).await
    }

    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError> {
        let caller_time = self.inner.caller_time(rest.at);
        self.write(Release { fence: fence.clone(), rest, caller_time }).await
    }

    async fn release_all_but(&self, worker: &str, driven: &[JobId]) -> Result<(), StoreError> {
        let driven = driven.iter().map(|job| job.0.clone()).collect();
        self.write(ReleaseAllBut { worker: worker.to_owned(), driven }).await
    }

    async fn beat(&self, worker: &str, now: Millis, lease: Duration) -> Result<(), StoreError> {
        let beat = concat!(
            "INSERT INTO workers (worker, until) VALUES ($1, $2 + ",
            server_time!("$3"),
            ") ON CONFLICT (worker) DO UPDATE SET until = excluded.until"
        );
        let beat = sqlx::query(beat).bind(worker).bind(milliseconds(lease)).bind(self.inner.caller_time(now));
        self.execute(beat).await.map(|_| ())
    }

    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError> {
        let sql = format!("SELECT {JOB_COLUMNS} FROM jobs WHERE job = $1");
        let row = self.row(sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()), job_row).await?;
        row.ok_or_else(|| StoreError::NotFound(format!("job {job}")))
    }

    async fn waiting(&self, now: Millis) -> Result<Waiting, StoreError> {
        self.inner.waiting(now).await.map_err(|error| self.failed(&error))
    }

    async fn line(&self, now: Millis) -> Result<Line, StoreError> {
        self.inner.line(now).await.map_err(|error| self.failed(&error))
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.listen()
    }
}
