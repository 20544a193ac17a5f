//! Which worker runs which job: claims and leases.
//!
//! `wake_at` alone says that a job is due, so one index serves the poll. A claim never blocks: it skips a job
//! that someone else is writing to, and the next poll finds it.

use super::unit::Unit;
use super::{Inner, PostgresStore, locks};
use crate::limits::FIRST_LEASE_MS;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Fence, Line, PATIENCE_MS, RECENT_MS, StoreError, TURN_MS, Waiting};
use sqlx::PgConnection;

/// No earlier turn in the thread of `due` is still in progress. Branches do not wait.
macro_rules! its_turn {
    () => {
        "(due.forked_from IS NOT NULL OR NOT EXISTS (
         SELECT 1 FROM jobs AS earlier
         WHERE earlier.thread = due.thread AND earlier.forked_from IS NULL
         AND earlier.status IN ('queued', 'running', 'waiting')
         AND (earlier.turn < due.turn OR earlier.turn = due.turn AND earlier.id < due.id)))"
    };
}

/// The time by which jobs are due and leases of workers expire, in milliseconds. It is the server's, so that a
/// machine with a wrong clock neither takes over other machines' jobs nor keeps its own, and what is due is due
/// for every machine. Tests override it with this parameter.
macro_rules! server_time {
    ($caller_time:literal) => {
        concat!(
            "COALESCE(",
            $caller_time,
            "::bigint, (extract(epoch FROM statement_timestamp()) * 1000)::bigint)"
        )
    };
}
pub(super) use server_time;

/// The time `$time` of a machine whose clock now says `$now`, by `server_time`.
macro_rules! by_server {
    ($time:literal, $now:literal, $caller_time:literal) => {
        concat!("(", $time, "::bigint - ", $now, "::bigint + ", server_time!($caller_time), ")")
    };
}
pub(super) use by_server;

/// What is due at once: since `$time`, or since now if the machine that wrote that is ahead.
macro_rules! at_once {
    ($time:literal) => {
        concat!("LEAST(", $time, ", (extract(epoch FROM statement_timestamp()) * 1000)::bigint)")
    };
}
pub(super) use at_once;

/// The job is due, has no live worker, and no earlier turn in its thread is unfinished. $1 overrides the clock in
/// tests (see `server_time`), $2 is a single job or null, $3 the caller.
macro_rules! is_due {
    () => {
        concat!(
            "(due.wake_at <= ",
            server_time!("$1"),
            " OR due.worker IS NOT NULL AND due.status IN ('queued', 'running', 'waiting'))
             AND ($2::text IS NULL OR due.job = $2)
             AND (due.worker IS NULL OR due.worker <> $3
                  AND COALESCE((SELECT until <= ",
            server_time!("$1"),
            " FROM workers WHERE workers.worker = due.worker), true))
             AND ",
            its_turn!()
        )
    };
}

/// The job is known to need none of these servers. Cheap, so Postgres checks it first.
macro_rules! does_without {
    ($servers:literal) => {
        concat!(
            " AND (cardinality(",
            $servers,
            "::text[]) = 0 OR NOT string_to_array(due.servers, E'\\n') && ",
            $servers,
            "::text[])"
        )
    };
}

/// Whether there is a job to claim. $4 lists servers that the job must not need. For the other parameters, see
/// `is_due!`.
const LOOK: &str =
    concat!("SELECT EXISTS (SELECT 1 FROM jobs AS due WHERE ", is_due!(), does_without!("$4"), ")");

/// Orders the `free` jobs: `behind` marks background jobs that let others pass; `at` is the effective time. A
/// place is delayed only by its own jobs. $1 overrides the clock in tests (see `server_time`).
macro_rules! in_line {
    ($turn:literal, $patience:literal) => {
        concat!(
            "busy AS (
                 SELECT COALESCE(lane, place) AS lane, background, COUNT(*) AS jobs
                 FROM jobs WHERE worker IS NOT NULL GROUP BY 1, 2
             ), line AS (
                 SELECT free.id, free.job, free.held,
                     (free.background AND free.since > ",
            server_time!("$1"),
            " - ",
            $patience,
            "::bigint) AS behind,
                     free.since + ",
            $turn,
            "::bigint * (COALESCE(busy.jobs, 0) + ROW_NUMBER() OVER
                 (PARTITION BY free.held, free.lane, free.background ORDER BY free.since, free.id) - 1) AS at
                 FROM free LEFT JOIN busy ON busy.lane = free.lane AND busy.background = free.background
             )"
        )
    };
}

/// Locks the next $4 jobs in order, each with its thread, skipping those that others have locked. $5 is
/// [`TURN_MS`], $6 [`PATIENCE_MS`], and $7 lists servers that the jobs must not need. For the other parameters,
/// see `is_due!`.
const LOCK: &str = concat!(
    "WITH free AS (
         SELECT due.id, due.job, COALESCE(due.lane, due.place) AS lane, due.background,
             COALESCE(due.wake_at, 0) AS since, due.worker IS NOT NULL AS held
         FROM jobs AS due WHERE ",
    is_due!(),
    does_without!("$7"),
    "), ",
    in_line!("$5", "$6"),
    " SELECT due.job FROM line JOIN jobs AS due ON due.job = line.job
          JOIN threads ON threads.thread = due.thread
     ORDER BY line.held DESC, line.behind, line.at, line.id LIMIT $4
     FOR NO KEY UPDATE OF due, threads SKIP LOCKED"
);

/// Claims those of the locked jobs ($4) that are still due. As a new statement, it sees what was committed in
/// the meantime.
const TAKE: &str = concat!(
    "UPDATE jobs AS due SET worker = $3, claim = claim + 1, wake_at = NULL, status = 'running'
     WHERE due.job = ANY($4) AND ",
    is_due!(),
    " RETURNING due.job, due.claim"
);

/// Number of claimable jobs, and when the oldest one became due. $1 overrides the clock in tests (see
/// `server_time`).
pub(super) const UNCLAIMED: &str = concat!(
    "SELECT COUNT(*), MIN(wake_at) FROM jobs AS due WHERE wake_at <= ",
    server_time!("$1"),
    " AND worker IS NULL AND ",
    its_turn!()
);

/// All due jobs, each with the number of jobs that will be claimed before it. $1 overrides the clock in tests
/// (see `server_time`), $2 is [`TURN_MS`], $3 [`PATIENCE_MS`].
const WAITING: &str = concat!(
    "WITH free AS (
         SELECT due.id, due.job, COALESCE(due.lane, due.place) AS lane, due.background, due.wake_at AS since,
             false AS held
         FROM jobs AS due WHERE due.wake_at <= ",
    server_time!("$1"),
    " AND due.worker IS NULL AND ",
    its_turn!(),
    "), ",
    in_line!("$2", "$3"),
    " SELECT job, ROW_NUMBER() OVER (ORDER BY behind, at, id) - 1 FROM line"
);

/// Number of waiting jobs that a person waits for, and of the others. $1 overrides the clock in tests (see
/// `server_time`).
const LINE: &str = concat!(
    "SELECT COUNT(*) FILTER (WHERE NOT background), COUNT(*) FILTER (WHERE background)
     FROM jobs AS due WHERE wake_at <= ",
    server_time!("$1"),
    " AND worker IS NULL AND ",
    its_turn!()
);

/// Number of attempts per claim, in case others take the jobs first.
const MAX_ATTEMPTS: usize = 3;

/// Duration of recent runs that ended since $1. Counted from the second event: the first is the question,
/// which may have waited in the queue.
const RECENT_DURATIONS: &str = "
    SELECT GREATEST(0, ended.at - begun.at) FROM (
        SELECT job, head FROM jobs
        WHERE status = 'completed' AND forked_from IS NULL AND head > 2 AND updated_at >= $1
        ORDER BY id DESC LIMIT 21
    ) AS jobs
    JOIN events AS begun ON begun.job = jobs.job AND begun.seq = 2
    JOIN events AS ended ON ended.job = jobs.job AND ended.seq = jobs.head";

impl PostgresStore {
    /// Checks without a lock first, because most polls find nothing.
    pub(super) async fn take_due(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError> {
        let caller_time = self.inner.caller_time(now);
        let look = sqlx::query_scalar(LOOK)
            .bind(caller_time)
            .bind(only.map(JobId::as_str))
            .bind(worker)
            .bind(without);
        let due: bool = look.fetch_one(&self.inner.pool).await.map_err(|error| self.failed(&error))?;
        if !due || most == 0 {
            return Ok(Vec::new());
        }
        let (worker, without) = (worker.to_owned(), without.to_vec());
        self.write(Claim { worker, only: only.cloned(), caller_time, most, without }).await
    }
}

impl Inner {
    /// The time that overrides the clock in tests (see `server_time`).
    pub fn caller_time(&self, now: Millis) -> Option<i64> {
        self.caller_clock.then_some(now.0)
    }

    pub async fn waiting(&self, now: Millis) -> Result<Waiting, sqlx::Error> {
        let ahead: Vec<(String, i64)> = sqlx::query_as(WAITING)
            .bind(self.caller_time(now))
            .bind(int(TURN_MS))
            .bind(int(PATIENCE_MS))
            .fetch_all(&self.pool)
            .await?;
        let running: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE worker IS NOT NULL")
            .fetch_one(&self.pool)
            .await?;
        let since = now.0.saturating_sub(int(RECENT_MS));
        let mut took: Vec<i64> =
            sqlx::query_scalar(RECENT_DURATIONS).bind(since).fetch_all(&self.pool).await?;
        took.sort_unstable();
        let typical_ms = took.get(took.len() / 2).map(|took| count(*took));
        let least = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let ahead = ahead.into_iter().map(|(job, ahead)| (JobId(job), least(ahead))).collect();
        Ok(Waiting { ahead, running: least(running), typical_ms })
    }

    pub async fn line(&self, now: Millis) -> Result<Line, sqlx::Error> {
        let (asked, background): (i64, i64) =
            sqlx::query_as(LINE).bind(self.caller_time(now)).fetch_one(&self.pool).await?;
        Ok(Line { asked: count(asked), background: count(background) })
    }
}

struct Claim {
    worker: String,
    only: Option<JobId>,
    /// Overrides the clock in tests (see `server_time`).
    caller_time: Option<i64>,
    most: usize,
    /// Servers that the jobs must not need.
    without: Vec<String>,
}

#[async_trait]
impl Unit for Claim {
    type Output = Vec<Fence>;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        let mut claimed = Vec::new();
        for _ in 0..MAX_ATTEMPTS {
            let locked = self.lock(connection).await?;
            claimed = self.take(connection, &locked).await?;
            // If others had just claimed all of the locked jobs, there may be more.
            if locked.is_empty() || !claimed.is_empty() || self.only.is_some() {
                break;
            }
        }
        if !claimed.is_empty() {
            first_lease(connection, &self.worker, self.caller_time).await?;
        }
        Ok(Done::quietly(claimed))
    }
}

impl Claim {
    async fn lock(&self, connection: &mut PgConnection) -> Result<Vec<String>, Fault> {
        if let Some(job) = &self.only {
            // A claim for one particular job waits for the lock on its thread.
            locks::thread_of(connection, job.as_str()).await?;
            return Ok(vec![job.0.clone()]);
        }
        let locked = sqlx::query_scalar(LOCK)
            .bind(self.caller_time)
            .bind(self.only.as_ref().map(JobId::as_str))
            .bind(&self.worker)
            .bind(int(self.most as u64))
            .bind(int(TURN_MS))
            .bind(int(PATIENCE_MS))
            .bind(self.without.as_slice())
            .fetch_all(connection)
            .await?;
        Ok(locked)
    }

    async fn take(&self, connection: &mut PgConnection, locked: &[String]) -> Result<Vec<Fence>, Fault> {
        if locked.is_empty() {
            return Ok(Vec::new());
        }
        let taken: Vec<(String, i64)> = sqlx::query_as(TAKE)
            .bind(self.caller_time)
            .bind(self.only.as_ref().map(JobId::as_str))
            .bind(&self.worker)
            .bind(locked)
            .fetch_all(connection)
            .await?;
        let fence = |job: &String| {
            let (_, claim) = taken.iter().find(|(taken, _)| taken == job)?;
            Some(Fence { job: JobId(job.clone()), worker: self.worker.clone(), claim: count(*claim) })
        };
        Ok(locked.iter().filter_map(fence).collect())
    }
}

/// Keeps a new worker alive until its first heartbeat.
pub(super) async fn first_lease(
    connection: &mut PgConnection,
    worker: &str,
    caller_time: Option<i64>,
) -> Result<(), Fault> {
    let first = concat!(
        "INSERT INTO workers (worker, until) VALUES ($1, $2 + ",
        server_time!("$3"),
        ") ON CONFLICT (worker) DO NOTHING"
    );
    sqlx::query(first).bind(worker).bind(int(FIRST_LEASE_MS)).bind(caller_time).execute(connection).await?;
    Ok(())
}
