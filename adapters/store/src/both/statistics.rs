//! Statistics over all runs: the backlog, and what was used.

use super::{Pool, overview};
use crate::rows::seen;
use crate::values::count;
use crate::work::Fault;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Backlog, UsageSeen};
use sqlx::AssertSqlSafe;

/// `due` is the number of claimable jobs, and when the oldest one became due.
pub(in super::super) async fn backlog(pool: &Pool, due: (i64, Option<i64>)) -> Result<Backlog, Fault> {
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

pub(in super::super) async fn used(pool: &Pool, since: Millis) -> Result<UsageSeen, Fault> {
    // A run counts on the day it was asked for, its cost on the day it was incurred.
    let days = format!(
        "SELECT {}, COUNT(*) FROM jobs WHERE created_at >= $1 GROUP BY 1",
        overview::day_of("created_at")
    );
    let asked: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(days)).bind(since.0).fetch_all(pool).await?;
    let days = format!(
        "SELECT {}, CAST(SUM(tokens) AS bigint), CAST(SUM(usd) AS bigint) FROM outcomes WHERE at >= $1 GROUP BY 1",
        overview::day_of("at")
    );
    let spent: Vec<(String, i64, i64)> =
        sqlx::query_as(AssertSqlSafe(days)).bind(since.0).fetch_all(pool).await?;
    let (people, places) = used_by(pool, since).await?;
    let models: Vec<(String, i64, i64, i64)> = sqlx::query_as(
        "SELECT name, COUNT(*), CAST(SUM(tokens) AS bigint), CAST(SUM(usd) AS bigint) FROM outcomes
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
        "SELECT COUNT(*), COUNT(CASE WHEN cached THEN 1 END) FROM outcomes
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
async fn used_by(pool: &Pool, since: Millis) -> Result<seen::UsedBy, Fault> {
    // One row per requester and place, not per run.
    let asked: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT requester, place, COUNT(*) FROM jobs WHERE created_at >= $1 GROUP BY requester, place",
    )
    .bind(since.0)
    .fetch_all(pool)
    .await?;
    let spent: Vec<(String, String, i64, i64)> = sqlx::query_as(
        "SELECT requester, place, CAST(SUM(spent.tokens) AS bigint), CAST(SUM(spent.usd) AS bigint) FROM
             (SELECT job, SUM(tokens) AS tokens, SUM(usd) AS usd FROM outcomes WHERE at >= $1 GROUP BY job) AS spent
             JOIN jobs USING (job)
         GROUP BY requester, place",
    )
    .bind(since.0)
    .fetch_all(pool)
    .await?;
    seen::used_by(asked, spent)
}
