//! Appends: check the fence, insert events and their documents, charge costs, return what came in between.

use super::both::events::{Behind, events_after, insert_events};
use super::claim::{by_server, server_time};
use super::release::wake_next_turn;
use super::unit::Unit;
use super::{actors, charges, documents, locks};
use crate::audience_of;
use crate::limits::ROWS;
use crate::packing::PackedText;
use crate::stored::{EventRow, StoredEvent, Used};
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Document, Millis, Place, ThreadId};
use gorkd_core::ports::{Append, Change, StoreError};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use std::collections::BTreeSet;

pub(super) struct Write {
    /// Its readings have been moved to `texts`.
    pub append: Append,
    pub events: Vec<StoredEvent>,
    pub texts: Vec<PackedText>,
    pub documents: Vec<Document>,
    /// Overrides the clock in tests (see `server_time`).
    pub caller_time: Option<i64>,
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

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        let append = &self.append;
        let job = append.job.as_str();
        let actor = match &append.by {
            Some(by) => Some(actors::of(connection, &by.person).await?),
            None => None,
        };
        locks::thread_of(connection, job).await?;
        let before = self.before(connection).await?;
        if let Some(fence) = &append.fence
            && (fence.job != append.job
                || before.worker.as_deref() != Some(&fence.worker)
                || before.claim != fence.claim)
        {
            return Err(StoreError::Fenced(append.job.to_string()).into());
        }
        let behind = Behind { job, head: before.head, at: append.at, actor: actor.as_deref() };
        let rows = insert_with_usage(connection, &behind, &self.events, before.known).await?;
        let head = rows.last().map_or(before.head, |(head, _)| *head);
        if !self.texts.is_empty() || !self.documents.is_empty() {
            locks::keeping(connection).await?;
        }
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
    async fn before(&self, connection: &mut PgConnection) -> Result<Before, Fault> {
        let effects: Vec<&str> = self.events.iter().filter_map(|event| event.effect.as_deref()).collect();
        type Row = (String, String, i64, Option<String>, i64, Vec<String>);
        // A claim does not lock the thread, so the job's row is locked too.
        let row: Option<Row> = sqlx::query_as(
            "SELECT thread, place, head, worker, claim,
                    ARRAY(SELECT effect FROM events WHERE events.job = jobs.job AND effect = ANY($2))
             FROM jobs WHERE job = $1 FOR NO KEY UPDATE",
        )
        .bind(self.append.job.as_str())
        .bind(effects)
        .fetch_optional(connection)
        .await?;
        let Some((thread, place, head, worker, claim, known)) = row else {
            return Err(StoreError::NotFound(format!("job {}", self.append.job)).into());
        };
        let known = known.into_iter().collect();
        Ok(Before { thread, place, head: count(head), worker, claim: count(claim), known })
    }

    /// An append by a worker follows everything before it, so the pending wake-up has served its purpose. A
    /// command's wake-up stays until a worker has seen it.
    async fn update(&self, connection: &mut PgConnection, head: u64, thread: &str) -> Result<(), Fault> {
        let append = &self.append;
        let wake_at = match append.status {
            Some(JobStatus::Queued) => Some(append.wake_at.unwrap_or(append.at)),
            Some(_) | None => append.wake_at,
        };
        // `LEAST` passes over null.
        sqlx::query(concat!(
            "UPDATE jobs SET head = $2, updated_at = GREATEST(updated_at, $3), status = COALESCE($4, status),
                 wake_at = LEAST(CASE WHEN $6 THEN NULL ELSE wake_at END, ",
            by_server!("$5", "$3", "$7"),
            ")
             WHERE job = $1",
        ))
        .bind(append.job.as_str())
        .bind(int(head))
        .bind(append.at.0)
        .bind(append.status.map(JobStatus::name))
        .bind(wake_at.map(|at| at.0))
        .bind(append.fence.is_some())
        .bind(self.caller_time)
        .execute(&mut *connection)
        .await?;
        if let Some(status) = append.status {
            sqlx::query("UPDATE threads SET updated_at = GREATEST(updated_at, $1) WHERE thread = $2")
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

/// Inserts events, and the usage that the outcomes among them report.
pub(super) async fn insert_with_usage<'e>(
    connection: &mut PgConnection,
    behind: &Behind<'_>,
    events: &'e [StoredEvent],
    known: BTreeSet<String>,
) -> Result<Vec<(u64, &'e StoredEvent)>, Fault> {
    let rows = insert_events(connection, behind, events, known).await?;
    let used: Vec<(u64, Used)> = rows.iter().filter_map(|(seq, event)| Some((*seq, event.used()?))).collect();
    insert_outcomes(connection, behind.job, behind.at, &used).await?;
    Ok(rows)
}

async fn insert_outcomes(
    connection: &mut PgConnection,
    job: &str,
    at: Millis,
    used: &[(u64, Used)],
) -> Result<(), Fault> {
    for used in used.chunks(ROWS) {
        QueryBuilder::<Postgres>::new(
            "INSERT INTO outcomes (job, seq, at, kind, name, tokens, usd, cached, failure) ",
        )
        .push_values(used, |mut row, (seq, used)| {
            row.push_bind(job)
                .push_bind(int(*seq))
                .push_bind(at.0)
                .push_bind(&used.kind)
                .push_bind(&used.name)
                .push_bind(used.tokens)
                .push_bind(used.usd)
                .push_bind(used.cached)
                .push_bind(&used.failure);
        })
        .build()
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
