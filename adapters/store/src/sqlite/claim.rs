//! Which worker runs which job: claims, releases, leases.
//!
//! `wake_at` alone says that a job is due, so one index serves the poll. A release states the last event that
//! the worker knew. If a command arrived after it, the job is due at once, so that no command is missed.

use super::Inner;
use super::append::{touch, wake_next_turn};
use super::incarnation::Life;
use super::unit::{SqliteQuery, Unit};
use crate::limits::FIRST_LEASE_MS;
use crate::values::{count, int};
use crate::words::{json_list, named};
use crate::work::Done;
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Change, Fence, Line, PATIENCE_MS, RECENT_MS, Rest, TURN_MS, Waiting};
use sqlx::SqliteConnection;

/// No earlier turn in the thread of `due` is still in progress. Branches do not wait.
macro_rules! its_turn {
    () => {
        "(forked_from IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM jobs AS earlier
         WHERE earlier.thread = due.thread AND earlier.forked_from IS NULL
         AND earlier.status IN ('queued', 'running', 'waiting')
         AND (earlier.turn < due.turn OR earlier.turn = due.turn AND earlier.id < due.id)))"
    };
}

/// Jobs without a live worker or an unfinished earlier turn. ?1 now, ?2 a single job or null, ?3 JSON list of
/// workers whose process is gone, ?4 of workers whose process runs, ?5 the caller, ?6 JSON list of servers, as
/// [`named`], that the jobs are known not to need.
macro_rules! free {
    () => {
        concat!(
            "FROM (
                 SELECT * FROM jobs WHERE wake_at <= ?1
                 UNION ALL
                 SELECT * FROM jobs WHERE worker IS NOT NULL AND status IN ('queued', 'running', 'waiting')
                                    AND (wake_at IS NULL OR wake_at > ?1)
             ) AS due
             WHERE (?2 IS NULL OR job = ?2)
             AND (worker IS NULL
                  OR worker IN (SELECT value FROM json_each(?3))
                  OR worker <> ?5
                     AND COALESCE((SELECT until <= ?1 FROM workers WHERE workers.worker = due.worker),
                                  worker NOT IN (SELECT value FROM json_each(?4))))
             AND (json_array_length(?6) = 0 OR due.servers IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM json_each(?6) AS server WHERE instr(due.servers, server.value) > 0)
             AND ",
            its_turn!()
        )
    };
}

/// Orders the `free` jobs: `behind` marks background jobs that let others pass; `at` is the effective time. A
/// place is delayed only by its own jobs.
macro_rules! in_line {
    ($turn:literal, $patience:literal) => {
        concat!(
            "busy AS (
                 SELECT COALESCE(lane, place) AS lane, background, COUNT(*) AS jobs
                 FROM jobs WHERE worker IS NOT NULL GROUP BY 1, 2
             ), line AS (
                 SELECT free.id, free.job, free.claim, free.held,
                     (free.background = 1 AND free.since > ?1 - ",
            $patience,
            ") AS behind,
                     free.since + ",
            $turn,
            " * (COALESCE(busy.jobs, 0) + ROW_NUMBER() OVER
                 (PARTITION BY free.held, free.lane, free.background ORDER BY free.since, free.id) - 1) AS at
                 FROM free LEFT JOIN busy ON busy.lane = free.lane AND busy.background = free.background
             )"
        )
    };
}

/// Whether there is a job to claim; see `free!`.
const LOOK: &str = concat!("SELECT EXISTS (SELECT 1 ", free!(), ")");

/// The next ?7 jobs to claim, in order. ?8 is [`TURN_MS`], ?9 [`PATIENCE_MS`]; see `free!` for the others.
const DUE: &str = concat!(
    "WITH free AS (
         SELECT id, job, claim, COALESCE(lane, place) AS lane, background, COALESCE(wake_at, 0) AS since,
             worker IS NOT NULL AS held ",
    free!(),
    "), ",
    in_line!("?8", "?9"),
    " SELECT job, claim FROM line ORDER BY held DESC, behind, at, id LIMIT ?7"
);

/// Number of claimable jobs, and when the oldest one became due. ?1 now.
pub(super) const UNCLAIMED: &str = concat!(
    "SELECT COUNT(*), MIN(wake_at) FROM jobs AS due WHERE wake_at <= ?1 AND worker IS NULL AND ",
    its_turn!()
);

/// All due jobs, each with the number of jobs that will be claimed before it. ?1 now, ?2 [`TURN_MS`], ?3
/// [`PATIENCE_MS`].
const WAITING: &str = concat!(
    "WITH free AS (
         SELECT id, job, claim, COALESCE(lane, place) AS lane, background, wake_at AS since, 0 AS held
         FROM jobs AS due WHERE wake_at <= ?1 AND worker IS NULL AND ",
    its_turn!(),
    "), ",
    in_line!("?2", "?3"),
    " SELECT job, ROW_NUMBER() OVER (ORDER BY behind, at, id) - 1 FROM line"
);

/// Number of waiting jobs that a person waits for, and of all waiting jobs. ?1 now.
const LINE: &str = concat!(
    "SELECT COUNT(*) - IFNULL(SUM(background), 0), COUNT(*) FROM jobs AS due
     WHERE wake_at <= ?1 AND worker IS NULL AND ",
    its_turn!()
);

/// Duration of recent runs that ended since ?1. Counted from the second event: the first is the question,
/// which may have waited in the queue.
const RECENT_DURATIONS: &str = "
    SELECT max(0, ended.at - begun.at) FROM (
        SELECT job, head FROM jobs
        WHERE status = 'completed' AND forked_from IS NULL AND head > 2 AND updated_at >= ?1
        ORDER BY id DESC LIMIT 21
    ) AS jobs
    JOIN events AS begun ON begun.job = jobs.job AND begun.seq = 2
    JOIN events AS ended ON ended.job = jobs.job AND ended.seq = jobs.head";

/// Job holders by the state of their locks, as JSON lists.
struct Holders {
    gone: String,
    held: String,
}

impl Inner {
    /// Checks without the write lock first, because most polls find nothing.
    pub async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, Fault> {
        let without: Vec<String> = without.iter().map(|server| named(server)).collect();
        let without = json_list(&without);
        let holders = self.holders(now).await?;
        let due: i64 = sqlx::query_scalar(LOOK)
            .bind(now.0)
            .bind(only.map(JobId::as_str))
            .bind(&holders.gone)
            .bind(&holders.held)
            .bind(worker)
            .bind(&without)
            .fetch_one(&self.readers)
            .await?;
        if due == 0 || most == 0 {
            return Ok(Vec::new());
        }
        let leased = self.incarnations.life(worker) == Life::Unlocked;
        let only = only.cloned();
        let claim = Claim { worker: worker.to_owned(), leased, only, now, most, without, holders };
        Ok(self.writer.write(claim).await?)
    }

    pub async fn waiting(&self, now: Millis) -> Result<Waiting, sqlx::Error> {
        let ahead: Vec<(String, u32)> = sqlx::query_as(WAITING)
            .bind(now.0)
            .bind(int(TURN_MS))
            .bind(int(PATIENCE_MS))
            .fetch_all(&self.readers)
            .await?;
        let ahead = ahead.into_iter().map(|(job, ahead)| (JobId(job), ahead)).collect();
        let running = sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE worker IS NOT NULL")
            .fetch_one(&self.readers)
            .await?;
        let since = now.0.saturating_sub(int(RECENT_MS));
        let mut took: Vec<i64> =
            sqlx::query_scalar(RECENT_DURATIONS).bind(since).fetch_all(&self.readers).await?;
        took.sort_unstable();
        let typical_ms = took.get(took.len() / 2).and_then(|took| u64::try_from(*took).ok());
        Ok(Waiting { ahead, running, typical_ms })
    }

    pub async fn line(&self, now: Millis) -> Result<Line, sqlx::Error> {
        let (asked, all): (i64, i64) = sqlx::query_as(LINE).bind(now.0).fetch_one(&self.readers).await?;
        Ok(Line { asked: count(asked), background: count(all - asked) })
    }

    async fn holders(&self, now: Millis) -> Result<Holders, Fault> {
        let workers: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT worker FROM jobs WHERE worker IS NOT NULL
             AND (status IN ('queued', 'running', 'waiting') OR wake_at <= ?)",
        )
        .bind(now.0)
        .fetch_all(&self.readers)
        .await?;
        let (mut gone, mut held) = (Vec::new(), Vec::new());
        for worker in workers {
            match self.incarnations.life(&worker) {
                Life::Gone => gone.push(worker),
                Life::Held => held.push(worker),
                Life::Unlocked => {}
            }
        }
        Ok(Holders { gone: json_list(&gone), held: json_list(&held) })
    }
}

struct Claim {
    worker: String,
    /// The worker has no lock file and is alive only by its lease.
    leased: bool,
    only: Option<JobId>,
    now: Millis,
    most: usize,
    /// Servers that are not to be called, as a JSON list.
    without: String,
    holders: Holders,
}

#[async_trait]
impl Unit for Claim {
    type Output = Vec<Fence>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
        let due: Vec<(String, i64)> = sqlx::query_as(DUE)
            .bind(self.now.0)
            .bind(self.only.as_ref().map(JobId::as_str))
            .bind(&self.holders.gone)
            .bind(&self.holders.held)
            .bind(&self.worker)
            .bind(&self.without)
            .bind(int(self.most as u64))
            .bind(int(TURN_MS))
            .bind(int(PATIENCE_MS))
            .fetch_all(&mut *connection)
            .await?;
        let mut claimed = Vec::new();
        for (job, claim) in due {
            sqlx::query(
                "UPDATE jobs SET worker = ?2, claim = ?3, wake_at = NULL, status = 'running' WHERE job = ?1",
            )
            .bind(&job)
            .bind(&self.worker)
            .bind(claim + 1)
            .execute(&mut *connection)
            .await?;
            claimed.push(Fence { job: JobId(job), worker: self.worker.clone(), claim: count(claim + 1) });
        }
        if self.leased && !claimed.is_empty() {
            first_lease(connection, &self.worker, self.now).await?;
        }
        Ok(Done::quietly(claimed))
    }
}

/// Keeps a new worker alive until its first heartbeat.
pub(super) async fn first_lease(
    connection: &mut SqliteConnection,
    worker: &str,
    now: Millis,
) -> Result<(), Fault> {
    sqlx::query("INSERT INTO workers (worker, until) VALUES (?, ?) ON CONFLICT (worker) DO NOTHING")
        .bind(worker)
        .bind(now.plus(FIRST_LEASE_MS).0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) struct Release {
    pub fence: Fence,
    pub rest: Rest,
    pub store: String,
}

#[async_trait]
impl Unit for Release {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let Self { fence, rest, store } = self;
        let at_once = rest.status == JobStatus::Queued && rest.wake_at.is_none();
        let released: Option<(String, i64, i64)> = sqlx::query_as(
            "UPDATE jobs SET worker = NULL, status = ?4,
                 wake_at = CASE WHEN ?6 OR head > ?7 THEN updated_at ELSE ?5 END
             WHERE job = ?1 AND worker = ?2 AND claim = ?3 RETURNING thread, head, updated_at",
        )
        .bind(fence.job.as_str())
        .bind(&fence.worker)
        .bind(int(fence.claim))
        .bind(rest.status.name())
        .bind(rest.wake_at.map(|at| at.0))
        .bind(at_once)
        .bind(int(rest.seen))
        .fetch_optional(&mut *connection)
        .await?;
        let Some((thread, head, updated_at)) = released else { return Ok(Done::quietly(())) };
        sqlx::query("UPDATE threads SET updated_at = MAX(updated_at, ?) WHERE thread = ?")
            .bind(updated_at)
            .bind(&thread)
            .execute(&mut *connection)
            .await?;
        if rest.status.is_over() {
            wake_next_turn(connection, &thread).await?;
        }
        touch(connection, fence.job.as_str(), store).await?;
        let change = Change { job: fence.job.clone(), thread: ThreadId(thread), head: count(head) };
        Ok(Done { output: (), changes: vec![change] })
    }
}

pub(super) struct ReleaseAllBut {
    pub worker: String,
    pub driven: Vec<JobId>,
    pub store: String,
}

#[async_trait]
impl Unit for ReleaseAllBut {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let driven: Vec<String> = self.driven.iter().map(|job| job.0.clone()).collect();
        let released: Vec<(String, String, i64)> = sqlx::query_as(
            "UPDATE jobs SET worker = NULL, status = 'queued', wake_at = updated_at
             WHERE worker = ?1 AND job NOT IN (SELECT value FROM json_each(?2))
                 AND status IN ('queued', 'running', 'waiting')
             RETURNING job, thread, head",
        )
        .bind(&self.worker)
        .bind(json_list(&driven))
        .fetch_all(&mut *connection)
        .await?;
        let mut changes = Vec::new();
        for (job, thread, head) in released {
            touch(connection, &job, &self.store).await?;
            changes.push(Change { job: JobId(job), thread: ThreadId(thread), head: count(head) });
        }
        Ok(Done { output: (), changes })
    }
}

/// Deletes the rows of workers that have ended.
pub(super) fn bury(workers: &[String]) -> SqliteQuery<'static> {
    sqlx::query("DELETE FROM workers WHERE worker IN (SELECT value FROM json_each(?))")
        .bind(json_list(workers))
}
