//! Statistics over all runs. Journals' payloads are read only for the first events of listed runs. Everything
//! else is summed from `outcomes`, by index, over the requested days.

use super::PostgresStore;
use super::both::statistics;
use super::claim::UNCLAIMED;
use crate::rows::{Cells, JOB_COLUMNS, seen};
use crate::values::{int, parsed};
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::model::{Millis, Profile, Terms};
use gorkd_core::ports::*;
use serde_json::Value;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgRow;

/// A run's usage, the events that contain its terms, and whether its place is public.
const OF_RUN: &str =
    "COALESCE((SELECT SUM(usd) FROM outcomes WHERE outcomes.job = jobs.job), 0)::bigint AS usd,
    (SELECT COUNT(*) FROM outcomes WHERE outcomes.job = jobs.job AND failure IS NOT NULL) AS failures,
    (SELECT payload FROM events WHERE events.job = jobs.job AND seq = 1) AS first,
    (SELECT payload FROM events WHERE events.job = jobs.job AND seq = jobs.forked_at + 1 AND kind = 'forked') AS forked,
    EXISTS (SELECT 1 FROM open_runs WHERE open_runs.job = jobs.job) AS open";

#[async_trait]
impl Overview for PostgresStore {
    async fn runs(&self, wanted: &RunsWanted) -> Result<Vec<RunSeen>, StoreError> {
        let sql = format!(
            "SELECT id, {JOB_COLUMNS}, {OF_RUN} FROM jobs
             WHERE ($1::bigint IS NULL OR id < $1) AND ($2::text IS NULL OR status = $2)
                 AND ($3::text IS NULL OR platform = $3)
             ORDER BY id DESC LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(wanted.before.map(int))
            .bind(wanted.status.map(|status| status.name()))
            .bind(&wanted.platform)
            .bind(i64::from(wanted.limit));
        self.rows(query, run).await
    }

    async fn usage(&self, since: Millis) -> Result<UsageSeen, StoreError> {
        let used = statistics::used(&self.inner.pool.patient(), since).await;
        used.map_err(|fault| self.explained(fault))
    }

    async fn places(&self, since: Millis, limit: u32) -> Result<Vec<PlaceSeen>, StoreError> {
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT place, COUNT(*), MAX(created_at) FROM jobs WHERE created_at >= $1 GROUP BY place ORDER BY place",
        )
        .bind(since.0)
        .fetch_all(&self.inner.pool)
        .await
        .map_err(|error| self.failed(&error))?;
        Ok(seen::places(&rows, limit))
    }

    async fn feedback_before(
        &self,
        before: Option<&FeedbackPlace>,
        limit: u32,
    ) -> Result<Vec<FeedbackSeen>, StoreError> {
        let columns = JOB_COLUMNS.replace("job, thread", "jobs.job AS job, thread");
        let sql = format!(
            "SELECT feedback.at AS said_at, feedback.person AS said_by, good, reason, id, {columns}, {OF_RUN}
             FROM feedback JOIN jobs ON jobs.job = feedback.job
             WHERE $1::bigint IS NULL OR (feedback.at, feedback.job, feedback.person) < ($1, $2, $3)
             ORDER BY feedback.at DESC, feedback.job DESC, feedback.person DESC LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(before.map(|place| place.at.0))
            .bind(before.map(|place| place.job.as_str()))
            .bind(before.map(|place| place.person.as_str()))
            .bind(i64::from(limit));
        let said = |row: &PgRow| {
            Ok(FeedbackSeen {
                at: row.time("said_at")?,
                person: row.text("said_by")?,
                good: row.flag("good")?,
                reason: row.text("reason")?,
                run: run(row)?,
            })
        };
        self.rows(query, said).await
    }

    async fn backlog(&self, now: Millis) -> Result<Backlog, StoreError> {
        let pool = &self.inner.pool;
        let due: Result<(i64, Option<i64>), _> =
            sqlx::query_as(UNCLAIMED).bind(self.inner.caller_time(now)).fetch_one(pool).await;
        let due = due.map_err(|error| self.failed(&error))?;
        statistics::backlog(pool, due).await.map_err(|fault| self.explained(fault))
    }
}

/// The day of a time, in UTC.
pub(super) fn day_of(column: &str) -> String {
    format!("to_char(to_timestamp({column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
}

fn run(row: &PgRow) -> Result<RunSeen, Fault> {
    let payload = |column: &str| -> Result<Option<Value>, Fault> {
        row.maybe_text(column)?.map(|payload| parsed(&payload, "the beginning of a run")).transpose()
    };
    let terms = payload("first")?.and_then(|mut first| Some(first.get_mut("terms")?.take()));
    let terms: Terms = match terms {
        Some(terms) => parsed(&terms.to_string(), "the terms of a run")?,
        None => Terms::default(),
    };
    let changed = payload("forked")?.and_then(|forked| forked.pointer("/edit/profile/0").cloned());
    let changed: Option<Profile> = changed.map(|name| parsed(&name.to_string(), "a profile")).transpose()?;
    seen::run(row, terms, changed)
}
