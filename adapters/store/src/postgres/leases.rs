//! Leases on work that one process at a time does.
//!
//! A holder's connection has a lock on the holder's name, so that one that was killed is known to be gone at once. One
//! that stands still keeps its connection, but does not renew: its lease ends. Times are those of the server's clock.

use super::PostgresStore;
use super::locks::About;
use crate::Alone;
use gorkd_core::engine::{Lease, Moment};
use gorkd_core::ports::StoreError;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::time::Duration;

/// How long a lease holds that is not renewed. Another process takes over within this time and its next look.
const TIME: Duration = Duration::from_secs(10);
/// How often it is renewed.
const RENEW: Duration = Duration::from_millis(2500);

/// Is it held by somebody who is there? Whoever stands by asks this often, and over a connection that there is already.
const IS_HELD: &str = "
    SELECT EXISTS (SELECT 1 FROM leases
    WHERE work = $1 AND until > (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    AND EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $2
                AND objid::bigint = hashtext(holder)::bigint & 4294967295))";

/// Takes up work that nobody holds: its lease is over, or the connection of its holder is.
const TAKE: &str = "
    INSERT INTO leases AS held (work, holder, term, until)
    VALUES ($1, $2, 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3)
    ON CONFLICT (work) DO UPDATE SET holder = excluded.holder, term = held.term + 1, until = excluded.until
    WHERE held.until <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint
       OR pg_try_advisory_lock($4, hashtext(held.holder))
    RETURNING term";

const KEEP: &str = "
    UPDATE leases SET until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3
    WHERE work = $1 AND term = $2";

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
        let look = sqlx::query_scalar(IS_HELD).bind(work).bind(About::Alone as i32);
        let is_held: bool = look.fetch_one(&self.inner.pool).await.map_err(failed)?;
        if is_held {
            return Ok(None);
        }
        let mut connection = self.inner.listen.connect.connect().await.map_err(failed)?;
        let begun = Moment::now();
        let taken = take(&mut connection, work).await.map_err(failed)?;
        if let Some(term) = taken {
            let term = Term { work: work.to_owned(), term };
            let lease = Lease::until(begun, TIME);
            return Ok(Some(Alone::by_lease(Held { connection, term, lease })));
        }
        // Whatever becomes of it, it holds nothing.
        let _ = connection.close().await;
        Ok(None)
    }
}

/// Gives the term, where the work was free.
async fn take(connection: &mut PgConnection, work: &str) -> Result<Option<i64>, sqlx::Error> {
    let holder = uuid::Uuid::now_v7().simple().to_string();
    let alive: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, hashtext($2))")
        .bind(About::Alone as i32)
        .bind(&holder)
        .fetch_one(&mut *connection)
        .await?;
    if !alive {
        // Another holder's name has the same hash.
        return Ok(None);
    }
    sqlx::query_scalar(TAKE)
        .bind(work)
        .bind(holder)
        .bind(milliseconds(TIME))
        .bind(About::Alone as i32)
        .fetch_optional(connection)
        .await
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
        loop {
            tokio::time::sleep(RENEW).await;
            let begun = Moment::now();
            let kept = sqlx::query(KEEP)
                .bind(&self.term.work)
                .bind(self.term.term)
                .bind(milliseconds(TIME))
                .execute(&mut self.connection);
            let kept = tokio::time::timeout(RENEW, kept).await;
            let kept = matches!(kept, Ok(Ok(done)) if done.rows_affected() == 1);
            if !kept || !self.lease.renew(begun, TIME) {
                self.lease.lose();
                return;
            }
        }
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
