//! The library's work that differs from that of Postgres: its transactions.

use super::Inner;
use super::both::library::{changes, remove_root};
use super::unit::Unit;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::LibraryChanges;
use sqlx::SqliteConnection;

impl Inner {
    pub async fn library_changes(&self, since: u64) -> Result<LibraryChanges, Fault> {
        let mut reading = self.readers.begin().await?;
        let changes = changes(&mut reading, since).await?;
        reading.commit().await?;
        Ok(changes)
    }
}

pub(super) struct RemoveRoot {
    pub path: String,
}

#[async_trait]
impl Unit for RemoveRoot {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        remove_root(connection, &self.path).await?;
        Ok(Done::quietly(()))
    }
}
