//! The pool of connections, with an end to every wait.
//!
//! A server that was cut off neither answers nor ends a connection. The operating system notices after many
//! minutes, or never if nothing was sent. Here, a connection that does not answer in time is closed, so that
//! the pool can open another one.

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

/// A connection that is given back when dropped, even if its last answer is still outstanding.
pub(super) struct Lent(PoolConnection<Postgres>);

impl Lent {
    pub fn open(&mut self) -> &mut PgConnection {
        &mut self.0
    }

    /// The answer, if it came in time. Otherwise the connection is closed.
    pub fn answered<T, E: From<Error>>(mut self, answer: Result<Result<T, E>, Elapsed>) -> Result<T, E> {
        match answer {
            Ok(answer) => answer,
            Err(_) => {
                // Giving it back would wait for the answer. If that is not even begun, it is closed.
                drop(self.0.return_to_pool());
                Err(no_answer().into())
            }
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
            let mut lent = connections.lend().await?;
            let steps = lent.open().fetch_many(query).try_collect::<Vec<_>>();
            let answer = timeout(connections.patience, steps).await;
            lent.answered(answer)
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
            let mut lent = connections.lend().await?;
            let answer = timeout(connections.patience, lent.open().fetch_optional(query)).await;
            lent.answered(answer)
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
            let mut lent = connections.lend().await?;
            let answer = timeout(connections.patience, lent.open().prepare_with(sql, parameters)).await;
            lent.answered(answer)
        })
    }
}
