//! Statistics over all runs. Journals' payloads are read only for the first events of listed runs. Everything
//! else is summed from `outcomes`, by index, over the requested days.

use super::PostgresStore;
use super::claim::UNCLAIMED;
use crate::rows::{Cells, JOB_COLUMNS, seen};
use crate::values::{count, int, parsed};
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

/// The day of a time, in UTC.
macro_rules! day_of {
    ($column:literal) => {
        concat!("to_char(to_timestamp(", $column, " / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
    };
}

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
        self.used(since).await.map_err(|fault| self.explained(fault))
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
        self.waiting(now).await.map_err(|fault| self.explained(fault))
    }
}

impl PostgresStore {
    async fn waiting(&self, now: Millis) -> Result<Backlog, Fault> {
        let pool = &self.inner.pool;
        let due: (i64, Option<i64>) =
            sqlx::query_as(UNCLAIMED).bind(self.inner.caller_time(now)).fetch_one(pool).await?;
        let running: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE worker IS NOT NULL").fetch_one(pool).await?;
        let messages: Vec<(String, i64, Option<i64>)> = sqlx::query_as(
            "SELECT platform, COUNT(*), MIN(at) FROM arrivals WHERE payload IS NOT NULL GROUP BY platform",
        )
        .fetch_all(pool)
        .await?;
        let deliveries: Vec<(String, i64, Option<i64>)> = sqlx::query_as(
            "SELECT tellings.platform, COUNT(*), MIN(jobs.updated_at) FROM tellings
             JOIN jobs ON jobs.job = tellings.job
             WHERE state = 'open' AND status NOT IN ('queued', 'running', 'waiting') GROUP BY tellings.platform",
        )
        .fetch_all(pool)
        .await?;
        Ok(seen::backlog(due, running, messages, deliveries))
    }

    async fn used(&self, since: Millis) -> Result<UsageSeen, Fault> {
        let pool = &self.inner.pool.patient();
        // A run counts on the day it was asked for, its cost on the day it was incurred.
        let asked: Vec<(String, i64)> = sqlx::query_as(concat!(
            "SELECT ",
            day_of!("created_at"),
            ", COUNT(*) FROM jobs WHERE created_at >= $1 GROUP BY 1"
        ))
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        let spent: Vec<(String, i64, i64)> = sqlx::query_as(concat!(
            "SELECT ",
            day_of!("at"),
            ", SUM(tokens)::bigint, SUM(usd)::bigint FROM outcomes WHERE at >= $1 GROUP BY 1"
        ))
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        let (people, places) = self.used_by(since).await?;
        let models: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "SELECT name, COUNT(*), SUM(tokens)::bigint, SUM(usd)::bigint FROM outcomes
             WHERE at >= $1 AND name IS NOT NULL AND kind <> 'found' GROUP BY name ORDER BY 4 DESC, 2 DESC, name LIMIT 50",
        )
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        let failures: Vec<(String, i64)> = sqlx::query_as(
            "SELECT failure, COUNT(*) FROM outcomes WHERE at >= $1 AND failure IS NOT NULL
             GROUP BY failure ORDER BY 2 DESC, failure LIMIT 50",
        )
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        let (lookups, hits): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE cached) FROM outcomes
             WHERE at >= $1 AND kind IN ('found', 'read') AND cached IS NOT NULL",
        )
        .bind(since.0)
        .fetch_one(pool)
        .await?;
        Ok(UsageSeen {
            days: seen::days(asked, spent),
            people,
            places,
            models: models.into_iter().map(seen::model).collect(),
            failures: failures.into_iter().map(|(kind, times)| (kind, count(times))).collect(),
            lookups: count(lookups),
            hits: count(hits),
        })
    }

    /// By requester and by place.
    async fn used_by(&self, since: Millis) -> Result<seen::UsedBy, Fault> {
        let pool = &self.inner.pool.patient();
        // One row per requester and place, not per run.
        let asked: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT requester, place, COUNT(*) FROM jobs WHERE created_at >= $1 GROUP BY requester, place",
        )
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        let spent: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "SELECT requester, place, SUM(spent.tokens)::bigint, SUM(spent.usd)::bigint FROM
                 (SELECT job, SUM(tokens) AS tokens, SUM(usd) AS usd FROM outcomes WHERE at >= $1 GROUP BY job) AS spent
                 JOIN jobs USING (job)
             GROUP BY requester, place",
        )
        .bind(since.0)
        .fetch_all(pool)
        .await?;
        seen::used_by(asked, spent)
    }
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
