//! Appends: check the fence, insert events and their documents, charge costs, return what came in between.

use super::both::events::{Behind, events_after, insert_events};
use super::unit::Unit;
use super::{actors, charges, documents};
use crate::audience_of;
use crate::packing::PackedText;
use crate::stored::{EventRow, StoredEvent};
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Document, Place, ThreadId};
use gorkd_core::ports::{Append, Change, StoreError};
use sqlx::SqliteConnection;
use std::collections::BTreeSet;

pub(super) struct Write {
    /// Its readings have been moved to `texts`.
    pub append: Append,
    pub events: Vec<StoredEvent>,
    pub texts: Vec<PackedText>,
    pub documents: Vec<Document>,
    pub store: String,
}

/// The job before the append.
struct Before {
    thread: String,
    place: String,
    head: u64,
    worker: Option<String>,
    claim: u64,
    /// Effects in this append that already have an outcome.
    known: BTreeSet<String>,
}

#[async_trait]
impl Unit for Write {
    type Output = Vec<EventRow>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
        let append = &self.append;
        let job = append.job.as_str();
        let before = self.before(connection).await?;
        if let Some(fence) = &append.fence
            && (fence.job != append.job
                || before.worker.as_deref() != Some(&fence.worker)
                || before.claim != fence.claim)
        {
            return Err(StoreError::Fenced(append.job.to_string()).into());
        }
        let actor = match &append.by {
            Some(by) => Some(actors::of(connection, &by.person).await?),
            None => None,
        };
        let behind = Behind { job, head: before.head, at: append.at, actor: actor.as_deref() };
        let rows = insert_events(connection, &behind, &self.events, before.known).await?;
        let head = rows.last().map_or(before.head, |(head, _)| *head);
        documents::keep_texts(connection, &self.texts).await?;
        let audience = audience_of(&Place(before.place));
        documents::keep(connection, &self.documents, job, &audience).await?;
        // Everything was there already: an append repeated after an unclear failure is not charged twice.
        let repeated = !self.events.is_empty() && head == before.head;
        if !repeated {
            charges::apply(connection, &append.charges).await?;
        }
        let mut changes = Vec::new();
        if head != before.head || append.status.is_some() || append.wake_at.is_some() {
            self.update(connection, head, &before.thread).await?;
            changes.push(Change { job: append.job.clone(), thread: ThreadId(before.thread), head });
        }
        let output = if append.after == before.head {
            let row = |(seq, event): (u64, &StoredEvent)| event.clone().row(seq, append.at, actor.clone());
            rows.into_iter().map(row).collect()
        } else {
            events_after(connection, job, append.after).await?
        };
        Ok(Done { output, changes })
    }
}

impl Write {
    async fn before(&self, connection: &mut SqliteConnection) -> Result<Before, Fault> {
        let effects: Vec<&str> = self.events.iter().filter_map(|event| event.effect.as_deref()).collect();
        type Row = (String, String, i64, Option<String>, i64, String);
        let row: Option<Row> = sqlx::query_as(
            "SELECT thread, place, head, worker, claim,
                    (SELECT json_group_array(effect) FROM events
                     WHERE job = ?1 AND effect IN (SELECT value FROM json_each(?2)))
             FROM jobs WHERE job = ?1",
        )
        .bind(self.append.job.as_str())
        .bind(serde_json::Value::from(effects).to_string())
        .fetch_optional(connection)
        .await?;
        let Some((thread, place, head, worker, claim, known)) = row else {
            return Err(StoreError::NotFound(format!("job {}", self.append.job)).into());
        };
        let known = serde_json::from_str(&known)
            .map_err(|error| Fault::Damaged(format!("effects of an append cannot be read ({error})")))?;
        Ok(Before { thread, place, head: count(head), worker, claim: count(claim), known })
    }

    /// An append by a worker follows everything before it, so the pending wake-up has served its purpose. A
    /// command's wake-up stays until a worker has seen it.
    async fn update(&self, connection: &mut SqliteConnection, head: u64, thread: &str) -> Result<(), Fault> {
        let append = &self.append;
        let wake_at = match append.status {
            Some(JobStatus::Queued) => Some(append.wake_at.unwrap_or(append.at)),
            Some(_) | None => append.wake_at,
        };
        sqlx::query(
            "UPDATE jobs SET head = ?2, updated_at = MAX(updated_at, ?3), status = COALESCE(?4, status),
                 wake_at = CASE WHEN ?6 THEN ?5 ELSE COALESCE(MIN(wake_at, ?5), wake_at, ?5) END,
                 touched = (SELECT touched + 1 FROM clock), touched_by = ?7
             WHERE job = ?1",
        )
        .bind(append.job.as_str())
        .bind(int(head))
        .bind(append.at.0)
        .bind(append.status.map(JobStatus::name))
        .bind(wake_at.map(|at| at.0))
        .bind(append.fence.is_some())
        .bind(&self.store)
        .execute(&mut *connection)
        .await?;
        if let Some(status) = append.status {
            sqlx::query("UPDATE threads SET updated_at = MAX(updated_at, ?) WHERE thread = ?")
                .bind(append.at.0)
                .bind(thread)
                .execute(&mut *connection)
                .await?;
            if status.is_over() {
                wake_next_turn(connection, thread).await?;
            }
        }
        Ok(())
    }
}

/// Stamps a job with the clock value of this transaction, by which other processes notice the change.
pub(super) async fn touch(connection: &mut SqliteConnection, job: &str, store: &str) -> Result<(), Fault> {
    sqlx::query("UPDATE jobs SET touched = (SELECT touched + 1 FROM clock), touched_by = ? WHERE job = ?")
        .bind(store)
        .bind(job)
        .execute(connection)
        .await?;
    Ok(())
}

/// A turn queued behind one that has ended need not wait for its own wake-up time.
pub(super) async fn wake_next_turn(connection: &mut SqliteConnection, thread: &str) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE jobs SET wake_at = created_at
         WHERE thread = ? AND status = 'queued' AND worker IS NULL AND wake_at > created_at",
    )
    .bind(thread)
    .execute(connection)
    .await?;
    Ok(())
}
