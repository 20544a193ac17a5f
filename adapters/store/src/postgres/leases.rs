//! Leases on work that one process at a time does.
//!
//! A holder renews its lease. Where it was killed, stands still, or is cut off, the lease ends, and the holder knows that
//! no later than anybody else: it counts from its request on, the server from later on.

use super::PostgresStore;
use crate::Alone;
use gorkd_core::engine::{Lease, Moment};
use gorkd_core::ports::StoreError;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::time::Duration;
use tokio::time::Instant;

/// How long a lease holds that is not renewed. Another process takes over within this time and its next look.
const TIME: Duration = Duration::from_millis(7_500);
/// How often it is renewed.
const RENEW: Duration = Duration::from_millis(2_500);
/// How long the server may take to renew it.
const ANSWER: Duration = Duration::from_secs(5);

/// Whoever stands by asks this often, and over a connection that there is already.
const IS_HELD: &str = "
    SELECT EXISTS (SELECT 1 FROM leases
    WHERE work = $1 AND until >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";

/// Takes up work that nobody holds.
const TAKE: &str = "
    INSERT INTO leases AS held (work, term, until)
    VALUES ($1, 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $2)
    ON CONFLICT (work) DO UPDATE SET term = held.term + 1, until = excluded.until
    WHERE held.until < (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    RETURNING term";

const KEEP: &str = "
    UPDATE leases SET until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3
    WHERE work = $1 AND term = $2";

const RELEASE: &str = "UPDATE leases SET until = 0 WHERE work = $1 AND term = $2";

/// A lease with the connection that keeps it.
pub(crate) struct Held {
    connection: PgConnection,
    term: Term,
    lease: Lease,
}

/// What is written for some work names this, and is not written once somebody else has taken the work up.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub work: String,
    pub term: i64,
}

impl PostgresStore {
    /// A lease on some work that one process of this database does at a time; none while another one has it.
    pub async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        let failed = |error: sqlx::Error| self.failed(&error);
        let look = sqlx::query_scalar(IS_HELD).bind(work);
        let is_held: bool = look.fetch_one(&self.inner.pool).await.map_err(failed)?;
        if is_held {
            return Ok(None);
        }
        // One of its own, so that a renewal waits for nothing else that this process asks.
        let mut connection = self.inner.listen.connect.connect().await.map_err(failed)?;
        let begun = Moment::now();
        let take = sqlx::query_scalar(TAKE).bind(work).bind(milliseconds(TIME));
        let taken: Option<i64> = take.fetch_optional(&mut connection).await.map_err(failed)?;
        if let Some(term) = taken {
            let term = Term { work: work.to_owned(), term };
            let lease = Lease::until(begun, TIME);
            return Ok(Some(Alone::by_lease(Held { connection, term, lease })));
        }
        // Somebody else was faster.
        let _ = connection.close().await;
        Ok(None)
    }
}

impl Held {
    pub fn term(&self) -> &Term {
        &self.term
    }

    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Renews the lease until it is lost.
    pub async fn keep(&mut self) {
        let mut asked = Instant::now();
        loop {
            tokio::time::sleep_until(asked + RENEW).await;
            asked = Instant::now();
            if !self.lease.holds() || !self.renewed().await {
                self.lease.lose();
                return;
            }
        }
    }

    async fn renewed(&mut self) -> bool {
        let begun = Moment::now();
        let kept = sqlx::query(KEEP)
            .bind(&self.term.work)
            .bind(self.term.term)
            .bind(milliseconds(TIME))
            .execute(&mut self.connection);
        let kept = tokio::time::timeout(ANSWER, kept).await;
        matches!(kept, Ok(Ok(done)) if done.rows_affected() == 1) && self.lease.renew(begun, TIME)
    }

    /// Lets others take the work up at once. Where that fails, the lease ends by itself.
    pub async fn release(mut self) {
        self.lease.lose();
        let release =
            sqlx::query(RELEASE).bind(&self.term.work).bind(self.term.term).execute(&mut self.connection);
        let released = tokio::time::timeout(ANSWER, release).await;
        if matches!(released, Ok(Ok(_))) {
            let _ = self.connection.close().await;
        } else {
            tracing::debug!(work = self.term.work, "a lease could not be given up");
        }
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
