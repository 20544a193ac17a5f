//! Which worker runs which job: claims, releases, leases.
//!
//! `wake_at` alone says that a job is due, so one index serves the poll. A release states the last event that
//! the worker knew. If a command arrived after it, the job is due at once, so that no command is missed. A
//! claim never blocks: it skips a job that someone else is writing to, and the next poll finds it.

use super::unit::Unit;
use super::{Inner, PostgresStore, locks};
use crate::limits::FIRST_LEASE_MS;
use crate::values::{count, int};
use crate::words::named;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Change, Fence, Line, PATIENCE_MS, RECENT_MS, Rest, StoreError, TURN_MS, Waiting};
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

/// The time by which leases of workers expire, in milliseconds. It is the server's, so that a machine with a
/// wrong clock neither takes over other machines' jobs nor keeps its own. Tests override it with this
/// parameter.
macro_rules! lease_time {
    ($told:literal) => {
        concat!("COALESCE(", $told, "::bigint, (extract(epoch FROM statement_timestamp()) * 1000)::bigint)")
    };
}
pub(super) use lease_time;

/// The job is due, has no live worker, and no earlier turn in its thread is unfinished. $1 now, $2 a single job
/// or null, $3 the caller; `$told` overrides the clock in tests (see `lease_time`).
macro_rules! is_due {
    ($told:literal) => {
        concat!(
            "(due.wake_at <= $1 OR due.worker IS NOT NULL AND due.status IN ('queued', 'running', 'waiting'))
             AND ($2::text IS NULL OR due.job = $2)
             AND (due.worker IS NULL OR due.worker <> $3
                  AND COALESCE((SELECT until <= ",
            lease_time!($told),
            " FROM workers WHERE workers.worker = due.worker), true))
             AND ",
            its_turn!()
        )
    };
}

/// The job needs none of these servers, each given as [`named`].
macro_rules! does_without {
    ($servers:literal) => {
        concat!(
            " AND NOT EXISTS (SELECT 1 FROM unnest(",
            $servers,
            "::text[]) AS server (name) WHERE strpos(due.servers, server.name) > 0)"
        )
    };
}

/// Whether there is a job to claim. `$4` overrides the clock in tests (see `lease_time`), and `$5` lists
/// servers that the job must not need. For the other parameters, see `is_due!`.
const LOOK: &str =
    concat!("SELECT EXISTS (SELECT 1 FROM jobs AS due WHERE ", is_due!("$4"), does_without!("$5"), ")");

/// Orders the `free` jobs: `behind` marks background jobs that let others pass; `at` is the effective time. A
/// place is delayed only by its own jobs.
macro_rules! in_line {
    ($turn:literal, $patience:literal) => {
        concat!(
            "busy AS (
                 SELECT COALESCE(lane, place) AS lane, background, COUNT(*) AS jobs
                 FROM jobs WHERE worker IS NOT NULL GROUP BY 1, 2
             ), line AS (
                 SELECT free.id, free.job, free.held,
                     (free.background AND free.since > $1 - ",
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
/// [`TURN_MS`], $6 [`PATIENCE_MS`], $7 overrides the clock in tests (see `lease_time`), and $8 lists servers
/// that the jobs must not need.
const LOCK: &str = concat!(
    "WITH free AS (
         SELECT due.id, due.job, COALESCE(due.lane, due.place) AS lane, due.background,
             COALESCE(due.wake_at, 0) AS since, due.worker IS NOT NULL AS held
         FROM jobs AS due WHERE ",
    is_due!("$7"),
    does_without!("$8"),
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
    is_due!("$5"),
    " RETURNING due.job, due.claim"
);

/// Number of claimable jobs, and when the oldest one became due. $1 now.
pub(super) const UNCLAIMED: &str = concat!(
    "SELECT COUNT(*), MIN(wake_at) FROM jobs AS due WHERE wake_at <= $1 AND worker IS NULL AND ",
    its_turn!()
);

/// All due jobs, each with the number of jobs that will be claimed before it. $1 now, $2 [`TURN_MS`], $3
/// [`PATIENCE_MS`].
const WAITING: &str = concat!(
    "WITH free AS (
         SELECT due.id, due.job, COALESCE(due.lane, due.place) AS lane, due.background, due.wake_at AS since,
             false AS held
         FROM jobs AS due WHERE due.wake_at <= $1 AND due.worker IS NULL AND ",
    its_turn!(),
    "), ",
    in_line!("$2", "$3"),
    " SELECT job, ROW_NUMBER() OVER (ORDER BY behind, at, id) - 1 FROM line"
);

/// Number of waiting jobs that a person waits for, and of the others. $1 now.
const LINE: &str = concat!(
    "SELECT COUNT(*) FILTER (WHERE NOT background), COUNT(*) FILTER (WHERE background)
     FROM jobs AS due WHERE wake_at <= $1 AND worker IS NULL AND ",
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
    /// The time that overrides the clock in tests (see `lease_time`).
    pub(super) fn told_time(&self, now: Millis) -> Option<i64> {
        self.inner.told_time.then_some(now.0)
    }

    /// Checks without a lock first, because most polls find nothing.
    pub(super) async fn take_due(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError> {
        let without: Vec<String> = without.iter().map(|server| named(server)).collect();
        let told = self.told_time(now);
        let look = sqlx::query_scalar(LOOK)
            .bind(now.0)
            .bind(only.map(JobId::as_str))
            .bind(worker)
            .bind(told)
            .bind(without.as_slice());
        let due: bool = look.fetch_one(&self.inner.pool).await.map_err(|error| self.failed(&error))?;
        if !due || most == 0 {
            return Ok(Vec::new());
        }
        self.write(Claim { worker: worker.to_owned(), only: only.cloned(), now, told, most, without }).await
    }
}

impl Inner {
    pub async fn waiting(&self, now: Millis) -> Result<Waiting, sqlx::Error> {
        let ahead: Vec<(String, i64)> = sqlx::query_as(WAITING)
            .bind(now.0)
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
        let (asked, background): (i64, i64) = sqlx::query_as(LINE).bind(now.0).fetch_one(&self.pool).await?;
        Ok(Line { asked: count(asked), background: count(background) })
    }
}

struct Claim {
    worker: String,
    only: Option<JobId>,
    now: Millis,
    told: Option<i64>,
    most: usize,
    /// Servers that the jobs must not need, as [`named`].
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
            first_lease(connection, &self.worker, self.told).await?;
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
            .bind(self.now.0)
            .bind(self.only.as_ref().map(JobId::as_str))
            .bind(&self.worker)
            .bind(int(self.most as u64))
            .bind(int(TURN_MS))
            .bind(int(PATIENCE_MS))
            .bind(self.told)
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
            .bind(self.now.0)
            .bind(self.only.as_ref().map(JobId::as_str))
            .bind(&self.worker)
            .bind(locked)
            .bind(self.told)
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
    told: Option<i64>,
) -> Result<(), Fault> {
    let first = concat!(
        "INSERT INTO workers (worker, until) VALUES ($1, $2 + ",
        lease_time!("$3"),
        ") ON CONFLICT (worker) DO NOTHING"
    );
    sqlx::query(first).bind(worker).bind(int(FIRST_LEASE_MS)).bind(told).execute(connection).await?;
    Ok(())
}

pub(super) struct Release {
    pub fence: Fence,
    pub rest: Rest,
}

#[async_trait]
impl Unit for Release {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let Self { fence, rest } = self;
        if !locks::thread_of(connection, fence.job.as_str()).await? {
            return Ok(Done::quietly(()));
        }
        let at_once = rest.status == JobStatus::Queued && rest.wake_at.is_none();
        let released: Option<(String, i64, i64)> = sqlx::query_as(
            "UPDATE jobs SET worker = NULL, status = $4,
                 wake_at = CASE WHEN $6 OR head > $7 THEN updated_at ELSE $5 END
             WHERE job = $1 AND worker = $2 AND claim = $3 RETURNING thread, head, updated_at",
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

/// A turn queued behind one that has ended need not wait for its own wake-up time.
pub(super) async fn wake_next_turn(connection: &mut PgConnection, thread: &str) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE jobs SET wake_at = created_at
         WHERE thread = $1 AND status = 'queued' AND worker IS NULL AND wake_at > created_at",
    )
    .bind(thread)
    .execute(connection)
    .await?;
    Ok(())
}
