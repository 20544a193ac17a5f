//! Statistics over all runs. Journals' payloads are read only for the first events of listed runs. Everything
//! else is summed from `outcomes`, by index, over the requested days.

use super::SqliteStore;
use super::claim::UNCLAIMED;
use crate::rows::{Cells, JOB_COLUMNS, seen};
use crate::values::{count, int, parsed};
use crate::work::Fault;
use async_trait::async_trait;

use gorkd_core::model::{Millis, Terms};
use gorkd_core::ports::*;
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteRow;

/// A run's usage, the events that contain its terms, and whether its place is public.
const OF_RUN: &str = "IFNULL((SELECT SUM(usd) FROM outcomes WHERE outcomes.job = jobs.job), 0) AS usd,
    (SELECT COUNT(*) FROM outcomes WHERE outcomes.job = jobs.job AND failure IS NOT NULL) AS failures,
    (SELECT payload -> '$.terms' FROM events WHERE events.job = jobs.job AND seq = 1) AS terms,
    (SELECT payload ->> '$.edit.profile[0]' FROM events WHERE events.job = jobs.job AND seq = jobs.forked_at + 1
     AND kind = 'forked') AS profile,
    EXISTS (SELECT 1 FROM open_runs WHERE open_runs.job = jobs.job) AS open";

#[async_trait]
impl Overview for SqliteStore {
    async fn runs(&self, wanted: &RunsWanted) -> Result<Vec<RunSeen>, StoreError> {
        let mut sql = format!("SELECT id, {JOB_COLUMNS}, {OF_RUN} FROM jobs WHERE (?1 IS NULL OR id < ?1)");
        if wanted.status.is_some() {
            sql.push_str(" AND status = ?2");
        }
        if wanted.platform.is_some() {
            sql.push_str(" AND json_extract(requester, '$.platform') = ?3");
        }
        sql.push_str(" ORDER BY id DESC LIMIT ?4");
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(wanted.before.map(int))
            .bind(wanted.status.map(|status| status.name()))
            .bind(&wanted.platform)
            .bind(wanted.limit);
        self.rows(query, run).await
    }

    async fn usage(&self, since: Millis) -> Result<UsageSeen, StoreError> {
        self.used(since).await.map_err(|fault| self.explained(fault))
    }

    async fn places(&self, since: Millis, limit: u32) -> Result<Vec<PlaceSeen>, StoreError> {
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT place, COUNT(*), MAX(created_at) FROM jobs WHERE created_at >= ? GROUP BY place",
        )
        .bind(since.0)
        .fetch_all(&self.inner.readers)
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
            "SELECT feedback.at AS said_at, person, good, reason, id, {columns}, {OF_RUN}
             FROM feedback JOIN jobs ON jobs.job = feedback.job
             WHERE ?1 IS NULL OR (feedback.at, feedback.job, person) < (?1, ?2, ?3)
             ORDER BY feedback.at DESC, feedback.job DESC, person DESC LIMIT ?4"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(before.map(|place| place.at.0))
            .bind(before.map(|place| place.job.as_str()))
            .bind(before.map(|place| place.person.as_str()))
            .bind(limit);
        let said = |row: &SqliteRow| {
            Ok(FeedbackSeen {
                at: row.time("said_at")?,
                person: row.text("person")?,
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

impl SqliteStore {
    async fn waiting(&self, now: Millis) -> Result<Backlog, Fault> {
        let readers = &self.inner.readers;
        let due: (i64, Option<i64>) = sqlx::query_as(UNCLAIMED).bind(now.0).fetch_one(readers).await?;
        let running: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE worker IS NOT NULL")
            .fetch_one(readers)
            .await?;
        let messages: Vec<(String, i64, Option<i64>)> = sqlx::query_as(
            "SELECT platform, COUNT(*), MIN(at) FROM arrivals WHERE payload IS NOT NULL GROUP BY platform",
        )
        .fetch_all(readers)
        .await?;
        let deliveries: Vec<(String, i64, Option<i64>)> = sqlx::query_as(
            "SELECT tellings.platform, COUNT(*), MIN(jobs.updated_at) FROM tellings
             JOIN jobs ON jobs.job = tellings.job
             WHERE state = 'open' AND status NOT IN ('queued', 'running', 'waiting') GROUP BY tellings.platform",
        )
        .fetch_all(readers)
        .await?;
        Ok(seen::backlog(due, running, messages, deliveries))
    }

    async fn used(&self, since: Millis) -> Result<UsageSeen, Fault> {
        let readers = &self.inner.readers;
        // A run counts on the day it was asked for, its cost on the day it was incurred.
        let asked: Vec<(String, i64)> = sqlx::query_as(
            "SELECT date(created_at / 1000, 'unixepoch'), COUNT(*) FROM jobs WHERE created_at >= ? GROUP BY 1",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        let spent: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT date(at / 1000, 'unixepoch'), SUM(tokens), SUM(usd) FROM outcomes WHERE at >= ? GROUP BY 1",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        let (people, places) = self.used_by(since).await?;
        let models: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "SELECT name, COUNT(*), SUM(tokens), SUM(usd) FROM outcomes
             WHERE at >= ? AND name IS NOT NULL AND kind <> 'found' GROUP BY name ORDER BY 4 DESC, 2 DESC, name LIMIT 50",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        let failures: Vec<(String, i64)> = sqlx::query_as(
            "SELECT failure, COUNT(*) FROM outcomes WHERE at >= ? AND failure IS NOT NULL
             GROUP BY failure ORDER BY 2 DESC, failure LIMIT 50",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        let (lookups, hits): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(*), IFNULL(SUM(cached), 0) FROM outcomes
             WHERE at >= ? AND kind IN ('found', 'read') AND cached IS NOT NULL",
        )
        .bind(since.0)
        .fetch_one(readers)
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
        let readers = &self.inner.readers;
        // One row per requester and place, not per run.
        let asked: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT requester, place, COUNT(*) FROM jobs WHERE created_at >= ? GROUP BY requester, place",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        let spent: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "SELECT requester, place, SUM(tokens), SUM(usd) FROM
                 (SELECT job, SUM(tokens) AS tokens, SUM(usd) AS usd FROM outcomes WHERE at >= ? GROUP BY job)
                 JOIN jobs USING (job)
             GROUP BY requester, place",
        )
        .bind(since.0)
        .fetch_all(readers)
        .await?;
        seen::used_by(asked, spent)
    }
}

fn run(row: &SqliteRow) -> Result<RunSeen, Fault> {
    let terms = row.maybe_text("terms")?;
    let terms: Terms =
        terms.map(|terms| parsed(&terms, "the terms of a run")).transpose()?.unwrap_or_default();
    let changed = row.maybe_text("profile")?;
    let changed = changed.map(|name| parsed(&format!("\"{name}\""), "a profile")).transpose()?;
    seen::run(row, terms, changed)
}
