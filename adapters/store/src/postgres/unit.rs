//! Pieces of work that are written as a whole or not at all, one transaction each.

use super::{Inner, PostgresStore};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::StoreError;
use sqlx::PgConnection;
use std::sync::Arc;
use std::time::Duration;

/// A piece of work that is written as a whole or not at all.
#[async_trait]
pub(super) trait Unit: Send + Sync + 'static {
    type Output: Send + 'static;

    /// Runs inside a transaction; again from the start when that gave way to another one.
    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault>;
}

/// Times that a unit is run when its transaction has to give way.
const TRIES: u32 = 10;
/// Pause before the next try, times the number of tries.
const PAUSE: Duration = Duration::from_millis(7);

impl PostgresStore {
    /// Writes a unit. A caller that stops waiting does not stop the unit.
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
                    // Before the answer: who listens from then on is not told of what it has just written.
                    for change in done.changes {
                        // An error means that nobody listens.
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
        let mut transaction = self.pool.begin().await?;
        let done = match unit.run(&mut transaction).await {
            Ok(done) => done,
            Err(fault) => {
                // What the unit met says more than what becomes of the connection.
                let _ = transaction.rollback().await;
                return Err(fault);
            }
        };
        super::news::announce(&mut transaction, &self.name, &done.changes).await?;
        transaction.commit().await?;
        Ok(done)
    }
}

/// Undone because of another transaction: a deadlock, or a row that was taken away under a unit that referred to it.
fn gave_way(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("40P01" | "40001"))
}
