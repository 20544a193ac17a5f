//! Units of work, each written in its own transaction.

use super::pool::within;
use super::{Inner, PostgresStore};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::StoreError;
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use std::time::Duration;

/// A unit of work that is written entirely or not at all.
#[async_trait]
pub(super) trait Unit: Send + Sync + 'static {
    type Output: Send + 'static;

    /// Whether it may go through all that is stored, and so take much longer than others.
    const TAKES_LONG: bool = false;

    /// Runs inside a transaction. If the transaction gives way to another one, it runs again from the start.
    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault>;
}

/// How many times a unit is run if its transaction has to give way.
const TRIES: u32 = 10;
/// Delay before the next attempt, multiplied by the number of attempts.
const PAUSE: Duration = Duration::from_millis(7);

impl PostgresStore {
    /// Writes a unit. The unit is written even if the caller stops waiting.
    pub(super) async fn write<U: Unit>(&self, unit: U) -> Result<U::Output, StoreError> {
        let inner = self.inner.clone();
        let written = tokio::spawn(async move { inner.written(unit).await }).await;
        match written {
            Ok(written) => written.map_err(|fault| self.explained(fault)),
            Err(_) => Err(self.failed(&sqlx::Error::PoolClosed)),
        }
    }
}

impl Inner {
    async fn written<U: Unit>(self: Arc<Self>, unit: U) -> Result<U::Output, Fault> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.transaction(&unit).await {
                Ok(done) => {
                    // Before the reply, so that a listener who subscribes afterwards does not see its own
                    // write.
                    for change in done.changes {
                        // An error means that there are no listeners.
                        let _ = self.news.send(change);
                    }
                    return Ok(done.output);
                }
                Err(Fault::Database(error)) if tries < TRIES && gave_way(&error) => {
                    tokio::time::sleep(PAUSE * tries).await;
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    async fn transaction<U: Unit>(&self, unit: &U) -> Result<Done<U::Output>, Fault> {
        let most = if U::TAKES_LONG { self.pool.longest() } else { self.pool.long() };
        within!(self.pool, most, |connection| self.on(connection, unit))
    }

    async fn on<U: Unit>(&self, connection: &mut PgConnection, unit: &U) -> Result<Done<U::Output>, Fault> {
        let mut transaction = connection.begin().await?;
        let done = match unit.run(&mut transaction).await {
            Ok(done) => done,
            Err(fault) => {
                // The unit's own error says more than what happens to the connection.
                let _ = transaction.rollback().await;
                return Err(fault);
            }
        };
        super::news::announce(&mut transaction, &self.name, &done.changes).await?;
        transaction.commit().await?;
        Ok(done)
    }
}

/// Whether it was undone because of another transaction: a deadlock, or a referenced row that was deleted
/// meanwhile.
fn gave_way(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("40P01" | "40001"))
}
