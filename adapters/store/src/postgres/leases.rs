//! Leases on work that only one process at a time may do.
//!
//! The holder renews its lease. If it is killed, suspended or cut off, the lease expires. The holder learns
//! of that no later than anyone else, because it counts from its request on and the server only from a later
//! moment.

use super::PostgresStore;
use super::pool::no_answer;
use crate::Alone;
use gorkd_core::engine::{Lease, Moment};
use gorkd_core::ports::StoreError;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::time::Duration;
use tokio::time::Instant;

/// How long a lease lasts unless renewed. Another process takes over within this time plus one poll.
const TIME: Duration = Duration::from_millis(7_500);
/// How often it is renewed.
const RENEW: Duration = Duration::from_millis(2_500);
/// How long the server may take to give or renew it.
const ANSWER: Duration = Duration::from_secs(5);

/// Standby processes run this often, over an existing connection.
const IS_HELD: &str = "
    SELECT EXISTS (SELECT 1 FROM leases
    WHERE work = $1 AND until >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";

/// Takes a lease that nobody holds.
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

/// A lease, and the connection on which it is renewed.
pub(crate) struct Held {
    connection: PgConnection,
    term: Term,
    lease: Lease,
}

/// Writes made under a lease carry its term, and are rejected once another process has taken over.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub work: String,
    pub term: i64,
}

impl PostgresStore {
    /// A lease on work that only one process of this database may do at a time; `None` if another process has
    /// it.
    pub async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        let taking = tokio::time::timeout(ANSWER, self.take_unless_held(work)).await;
        let taken = taking.unwrap_or_else(|_| Err(no_answer())).map_err(|error| self.failed(&error))?;
        let Some((begun, connection, taken)) = taken else { return Ok(None) };
        if let Some(term) = taken {
            let term = Term { work: work.to_owned(), term };
            let lease = Lease::until(begun, TIME);
            return Ok(Some(Alone::by_lease(Held { connection, term, lease })));
        }
        // Another process was faster.
        let _ = connection.close().await;
        Ok(None)
    }

    /// When it was asked for, its connection, and its term if nobody was faster; `None` if it is held.
    ///
    /// On a separate connection, so that a renewal never waits for this process's other queries.
    async fn take_unless_held(
        &self,
        work: &str,
    ) -> Result<Option<(Moment, PgConnection, Option<i64>)>, sqlx::Error> {
        let is_held: bool = sqlx::query_scalar(IS_HELD).bind(work).fetch_one(&self.inner.pool).await?;
        if is_held {
            return Ok(None);
        }
        let begun = Moment::now();
        let mut connection = self.inner.listen.connect.connect().await?;
        let take = sqlx::query_scalar(TAKE).bind(work).bind(milliseconds(TIME));
        let taken = take.fetch_optional(&mut connection).await?;
        Ok(Some((begun, connection, taken)))
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

    /// Lets others take over at once. If that fails, the lease expires by itself.
    pub async fn release(mut self) {
        self.lease.lose();
        let release =
            sqlx::query(RELEASE).bind(&self.term.work).bind(self.term.term).execute(&mut self.connection);
        let released = tokio::time::timeout(ANSWER, release).await;
        if matches!(released, Ok(Ok(_))) {
            let _ = self.connection.close().await;
        } else {
            tracing::debug!(work = self.term.work, "cannot release a lease");
        }
    }
}

pub(super) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
