//! Statistics over all runs. Journals' payloads are read only for the first events of listed runs. Everything
//! else is summed from `outcomes`, by index, over the requested days.

use super::SqliteStore;
use super::both::statistics;
use super::claim::UNCLAIMED;
use crate::rows::{Cells, JOB_COLUMNS, seen};
use crate::values::{int, parsed};
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
        statistics::used(&self.inner.readers, since).await.map_err(|fault| self.explained(fault))
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
        let readers = &self.inner.readers;
        let due: Result<(i64, Option<i64>), _> =
            sqlx::query_as(UNCLAIMED).bind(now.0).fetch_one(readers).await;
        let due = due.map_err(|error| self.failed(&error))?;
        statistics::backlog(readers, due).await.map_err(|fault| self.explained(fault))
    }
}

/// The day of a time, in UTC.
pub(super) fn day_of(column: &str) -> String {
    format!("date({column} / 1000, 'unixepoch')")
}

fn run(row: &SqliteRow) -> Result<RunSeen, Fault> {
    let terms = row.maybe_text("terms")?;
    let terms: Terms =
        terms.map(|terms| parsed(&terms, "the terms of a run")).transpose()?.unwrap_or_default();
    let changed = row.maybe_text("profile")?;
    let changed = changed.map(|name| parsed(&format!("\"{name}\""), "a profile")).transpose()?;
    seen::run(row, terms, changed)
}
