//! Work that one process at a time does, of all that share a store.

use sqlx::{Connection, PgConnection};
use std::fs::File;
use std::time::Duration;

/// How often a connection that holds a lock is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// A lock on some work, given up when this is dropped or its process ends in whatever way.
pub struct Alone(Held);

enum Held {
    /// The system gives up the locks of the dead.
    File(#[allow(dead_code, reason = "it is held, not used")] File),
    /// So does a server those of a connection that ends.
    Connection(Box<PgConnection>),
}

impl Alone {
    pub(crate) fn by_file(file: File) -> Self {
        Self(Held::File(file))
    }

    pub(crate) fn by_connection(connection: PgConnection) -> Self {
        Self(Held::Connection(Box::new(connection)))
    }

    /// Ends once the lock is no longer held: its connection is lost, and others may have it now.
    pub async fn lost(&mut self) {
        match &mut self.0 {
            Held::File(_) => std::future::pending().await,
            Held::Connection(connection) => loop {
                tokio::time::sleep(LOOK).await;
                if !matches!(tokio::time::timeout(LOOK, connection.ping()).await, Ok(Ok(()))) {
                    return;
                }
            },
        }
    }
}
