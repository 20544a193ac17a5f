//! The pool of connections, with an end to every wait.
//!
//! A server that was cut off neither answers nor ends a connection. The operating system notices after many
//! minutes, or never if nothing was sent. Here, a connection that does not answer in time is closed, so that
//! the pool can open another one.

use super::explain::READ_ONLY;
use crate::work::Fault;
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgQueryResult, PgRow, PgTypeInfo};
use sqlx::{Database, Either, Error, Execute, Executor, PgConnection, Postgres, SqlStr};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

/// How long a connection may take to become ready for its next user.
const READY: Duration = Duration::from_secs(5);

/// Runs single statements as a pool does. Clones share the connections.
#[derive(Clone, Debug)]
pub(super) struct Connections {
    pool: PgPool,
    patience: Duration,
}

impl Connections {
    /// `patience` is how long the server may take for a statement.
    pub fn new(pool: PgPool, patience: Duration) -> Self {
        Self { pool, patience }
    }

    /// How long a whole transaction may take.
    pub fn long(&self) -> Duration {
        self.patience * 2
    }

    /// How long work may take that goes through all that is stored.
    pub fn longest(&self) -> Duration {
        self.patience * 120
    }

    /// The same connections, for statements that go through all that is stored.
    pub fn patient(&self) -> Self {
        Self { pool: self.pool.clone(), patience: self.longest() }
    }

    pub async fn lend(&self) -> Result<Lent, Error> {
        Ok(Lent(self.pool.acquire().await?))
    }

    /// Closes the connections, and does not wait long for a server that does not answer.
    pub async fn close(&self) {
        if timeout(READY, self.pool.close()).await.is_err() {
            tracing::debug!("some connections to the database did not end in order");
        }
    }
}

/// Lends a connection to some work. If that takes longer than `$most`, the connection is closed.
macro_rules! within {
    ($connections:expr, $most:expr, |$connection:ident| $work:expr) => {{
        let mut lent = $connections.lend().await?;
        let $connection = lent.open();
        let answer = ::tokio::time::timeout($most, $work).await;
        lent.answered(answer)
    }};
}
pub(super) use within;

/// A connection that is given back when dropped, even if its last answer is still outstanding.
pub(super) struct Lent(PoolConnection<Postgres>);

impl Lent {
    pub fn open(&mut self) -> &mut PgConnection {
        &mut self.0
    }

    /// The answer, if it came in time. Otherwise the connection is closed. So is one to a server that takes no writes:
    /// after a failover, the next connection may lead to the one that does.
    pub fn answered<T, E: Answer>(mut self, answer: Result<Result<T, E>, Elapsed>) -> Result<T, E> {
        match answer {
            Ok(Err(error)) if error.is_read_only() => {
                self.close();
                Err(error)
            }
            Ok(answer) => answer,
            Err(_) => {
                self.close();
                Err(Error::from(std::io::Error::new(std::io::ErrorKind::TimedOut, Late)).into())
            }
        }
    }

    fn close(&mut self) {
        // Giving it back would wait for the answer. If that is not even begun, it is closed.
        drop(self.0.return_to_pool());
    }
}

/// An error of work that was lent a connection.
pub(super) trait Answer: From<Error> {
    /// Whether the server takes no writes.
    fn is_read_only(&self) -> bool;
}

impl Answer for Error {
    fn is_read_only(&self) -> bool {
        let code = self.as_database_error().and_then(|error| error.code());
        code.as_deref() == Some(READ_ONLY)
    }
}

impl Answer for Fault {
    fn is_read_only(&self) -> bool {
        match self {
            Fault::Database(error) => error.is_read_only(),
            Fault::Refused(_) | Fault::Damaged(_) => false,
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let back = self.0.return_to_pool();
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                // If this takes too long, it is closed.
                let _ = timeout(READY, back).await;
            });
        }
    }
}

/// A connection that was there gave no answer in time: the server is busy, or cut off.
#[derive(Debug)]
pub(super) struct Late;

impl std::fmt::Display for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no answer in time")
    }
}

impl std::error::Error for Late {}

pub(super) fn no_answer() -> Error {
    std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer").into()
}

impl<'p> Executor<'p> for &'_ Connections {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let connections = self.clone();
        let all = async move {
            within!(connections, connections.patience, |connection| connection
                .fetch_many(query)
                .try_collect::<Vec<_>>())
        };
        stream::once(all).map_ok(|steps| stream::iter(steps).map(Ok::<_, Error>)).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let connections = self.clone();
        Box::pin(async move {
            within!(connections, connections.patience, |connection| connection.fetch_optional(query))
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<<Postgres as Database>::Statement, Error>>
    where
        'p: 'e,
    {
        let connections = self.clone();
        Box::pin(async move {
            within!(connections, connections.patience, |connection| connection.prepare_with(sql, parameters))
        })
    }
}
