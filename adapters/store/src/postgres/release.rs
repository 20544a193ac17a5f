//! Which worker runs which job: releases.
//!
//! A release states the last event that the worker knew. If a command arrived after it, the job is due at once,
//! so that no command is missed.

use super::claim::{at_once, by_server, server_time};
use super::locks;
use super::unit::Unit;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, ThreadId};
use gorkd_core::ports::{Change, Fence, Rest};
use sqlx::PgConnection;

pub(super) struct Release {
    pub fence: Fence,
    pub rest: Rest,
    /// Overrides the clock in tests (see `server_time`).
    pub caller_time: Option<i64>,
}

#[async_trait]
impl Unit for Release {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let Self { fence, rest, caller_time } = self;
        if !locks::thread_of(connection, fence.job.as_str()).await? {
            return Ok(Done::quietly(()));
        }
        let at_once = rest.status == JobStatus::Queued && rest.wake_at.is_none();
        let released: Option<(String, i64, i64)> = sqlx::query_as(concat!(
            "UPDATE jobs SET worker = NULL, status = $4, wake_at = CASE WHEN $6 OR head > $7 THEN ",
            at_once!("updated_at"),
            " ELSE ",
            by_server!("$5", "$8", "$9"),
            " END
             WHERE job = $1 AND worker = $2 AND claim = $3 RETURNING thread, head, updated_at",
        ))
        .bind(fence.job.as_str())
        .bind(&fence.worker)
        .bind(int(fence.claim))
        .bind(rest.status.name())
        .bind(rest.wake_at.map(|at| at.0))
        .bind(at_once)
        .bind(int(rest.seen))
        .bind(rest.at.0)
        .bind(caller_time)
        .fetch_optional(&mut *connection)
        .await?;
        let Some((thread, head, updated_at)) = released else { return Ok(Done::quietly(())) };
        sqlx::query("UPDATE threads SET updated_at = GREATEST(updated_at, $1) WHERE thread = $2")
            .bind(updated_at)
            .bind(&thread)
            .execute(&mut *connection)
            .await?;
        if rest.status.is_over() {
            wake_next_turn(connection, &thread).await?;
        }
        let change = Change { job: fence.job.clone(), thread: ThreadId(thread), head: count(head) };
        Ok(Done { output: (), changes: vec![change] })
    }
}

/// See [`Journal::release_all_but`](gorkd_core::ports::Journal::release_all_but).
pub(super) struct ReleaseAllBut {
    pub worker: String,
    pub driven: Vec<String>,
}

#[async_trait]
impl Unit for ReleaseAllBut {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let released: Vec<(String, String, i64)> = sqlx::query_as(concat!(
            "UPDATE jobs SET worker = NULL, status = 'queued', wake_at = ",
            at_once!("updated_at"),
            " WHERE worker = $1 AND NOT job = ANY($2) AND status IN ('queued', 'running', 'waiting')
             RETURNING job, thread, head",
        ))
        .bind(&self.worker)
        .bind(&self.driven)
        .fetch_all(connection)
        .await?;
        let change =
            |(job, thread, head)| Change { job: JobId(job), thread: ThreadId(thread), head: count(head) };
        Ok(Done { output: (), changes: released.into_iter().map(change).collect() })
    }
}

/// A turn queued behind one that has ended need not wait for its own wake-up time.
pub(super) async fn wake_next_turn(connection: &mut PgConnection, thread: &str) -> Result<(), Fault> {
    sqlx::query(concat!(
        "UPDATE jobs SET wake_at = ",
        at_once!("created_at"),
        " WHERE thread = $1 AND status = 'queued' AND worker IS NULL AND wake_at > ",
        at_once!("created_at"),
    ))
    .bind(thread)
    .execute(connection)
    .await?;
    Ok(())
}
