//! Short-lived shared data in unlogged tables, which a server crash empties: rates and cached replies.

use super::{PostgresStore, SharedScratch};
use crate::packing::{pack_bytes, unpack_bytes};
use crate::shared::{MOST_PATIENCE, micros};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, sha256_hex};
use gorkd_core::ports::{NextTurn, Rates, RunningDraft, Scratch, StoreError};
use std::collections::BTreeMap;
use std::time::Duration;

/// Takes a turn by the generic cell rate algorithm, like the Redis script, in one statement. Parameters: the
/// rate; period, patience and longest queue in microseconds; and the time (NULL for the server's). Returns
/// the wait for the turn, if one was taken, and the time.
///
/// A statement that waits for the rate's row keeps the time at which it started: `excluded` contains it, plus
/// one period.
const TURN: &str = "
    WITH clock AS MATERIALIZED (
        SELECT COALESCE($5::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AS moment
    ), taken AS (
        INSERT INTO shared_rates AS line (rate, free_at) SELECT $1, moment + $2 FROM clock
        ON CONFLICT (rate) DO UPDATE SET free_at = CASE
                WHEN line.free_at - excluded.free_at > $4 THEN excluded.free_at
                ELSE GREATEST(line.free_at, excluded.free_at - $2) + $2
            END
            WHERE line.free_at - excluded.free_at > $4 OR line.free_at - (excluded.free_at - $2) <= $3
        RETURNING line.free_at - $2 AS start
    )
    SELECT (SELECT start FROM taken) - moment, moment FROM clock";

/// The next turn. A separate statement, because the one above sees the row as it was before others changed
/// it.
const NEXT: &str = "SELECT free_at FROM shared_rates WHERE rate = $1";

/// Rates unused for this long are deleted.
const FORGOTTEN: Duration = Duration::from_secs(3_600);

impl PostgresStore {
    /// Takes a turn by the server's clock, or by the given one.
    pub(crate) async fn turn_at(
        &self,
        rate: &str,
        period: Duration,
        patience: Duration,
        at: Option<i64>,
    ) -> Result<NextTurn, StoreError> {
        let patience = micros(patience.min(MOST_PATIENCE));
        let (taken, now): (Option<i64>, i64) = sqlx::query_as(TURN)
            .bind(rate)
            .bind(micros(period))
            .bind(patience)
            .bind(micros(MOST_PATIENCE))
            .bind(at)
            .fetch_one(&self.inner.pool)
            .await
            .map_err(|error| self.failed(&error))?;
        let time = |micros: i64| Duration::from_micros(u64::try_from(micros).unwrap_or(0));
        if let Some(wait) = taken {
            return Ok(NextTurn::In(time(wait)));
        }
        let next: Option<i64> = sqlx::query_scalar(NEXT)
            .bind(rate)
            .fetch_optional(&self.inner.pool)
            .await
            .map_err(|error| self.failed(&error))?;
        // A turn that was refused must be further away than the caller's patience.
        let wait = next.map_or(0, |free_at| free_at - now);
        Ok(NextTurn::TooLate(time(wait.max(patience + 1))))
    }

    /// Deletes replies that have expired at `now`, and unused rates. Returns the number of replies.
    pub(crate) async fn prune_shared(&self, now: Millis) -> Result<u64, StoreError> {
        let rates = sqlx::query(
            "DELETE FROM shared_rates
             WHERE free_at < (extract(epoch FROM clock_timestamp()) * 1000000)::bigint - $1",
        );
        self.execute(rates.bind(micros(FORGOTTEN))).await?;
        let replies = sqlx::query("DELETE FROM shared_replies WHERE expires_at <= $1").bind(now.0);
        let deleted =
            replies.execute(&self.inner.pool.patient()).await.map_err(|error| self.failed(&error))?;
        Ok(deleted.rows_affected())
    }
}

#[async_trait]
impl Rates for PostgresStore {
    async fn turn(&self, rate: &str, period: Duration, patience: Duration) -> Result<NextTurn, StoreError> {
        self.turn_at(rate, period, patience, None).await
    }
}

/// Disposable data that all processes can see.
#[derive(Clone)]
pub struct CommonScratch {
    store: PostgresStore,
    drafts: SharedScratch,
}

impl CommonScratch {
    pub(crate) fn new(store: PostgresStore) -> Self {
        Self { drafts: store.scratch(), store }
    }
}

#[async_trait]
impl Scratch for CommonScratch {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.get_all(&[key], now).await?.into_iter().next().flatten())
    }

    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let names: Vec<String> = keys.iter().map(|key| name(key)).collect();
        let rows: Vec<(String, Vec<u8>)> =
            sqlx::query_as("SELECT key, value FROM shared_replies WHERE key = ANY($1) AND expires_at > $2")
                .bind(&names)
                .bind(now.0)
                .fetch_all(&self.store.inner.pool)
                .await
                .map_err(|error| self.store.failed(&error))?;
        let mut found = BTreeMap::new();
        for (name, value) in rows {
            // An unreadable reply is a cache miss: it is fetched again and replaced.
            if let Ok(value) = unpack_bytes(value).await {
                found.insert(name, value);
            }
        }
        Ok(names.iter().map(|name| found.get(name).cloned()).collect())
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        let packed = pack_bytes(value.to_owned()).await.map_err(StoreError::Unavailable)?;
        let query = sqlx::query(
            "INSERT INTO shared_replies (key, value, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (key) DO UPDATE SET value = $2, expires_at = $3",
        );
        self.store.execute(query.bind(name(key)).bind(packed).bind(expires_at.0)).await.map(|_| ())
    }

    async fn announce(&self, key: &str, now: Millis, expires_at: Millis) -> Result<bool, StoreError> {
        let query = sqlx::query(
            "INSERT INTO shared_replies (key, value, expires_at) VALUES ($1, '', $3)
             ON CONFLICT (key) DO UPDATE SET expires_at = $3 WHERE shared_replies.expires_at <= $2",
        );
        let announced =
            self.store.execute(query.bind(announced_name(key)).bind(now.0).bind(expires_at.0)).await?;
        Ok(announced > 0)
    }

    async fn withdraw(&self, key: &str) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM shared_replies WHERE key = $1");
        self.store.execute(query.bind(announced_name(key))).await.map(|_| ())
    }

    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError> {
        self.drafts.put_draft(draft).await
    }

    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        self.drafts.draft(job).await
    }

    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError> {
        self.drafts.drop_drafts(job).await
    }
}

fn announced_name(key: &str) -> String {
    format!("asked:{}", name(key))
}

/// The key under which a reply is stored: a hash, so that it reveals no query or address.
fn name(key: &str) -> String {
    sha256_hex(key.as_bytes())
}
