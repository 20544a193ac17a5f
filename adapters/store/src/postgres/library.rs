//! The library's work that differs from SQLite's: a snapshot, and erasing.

use super::both::library::{changes, remove_root};
use super::pool::within;
use super::unit::Unit;
use super::{Inner, locks};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::LibraryChanges;
use sqlx::{Connection, PgConnection};

impl Inner {
    pub async fn library_changes(&self, since: u64) -> Result<LibraryChanges, Fault> {
        within!(self.pool, self.pool.longest(), |connection| library_changes(connection, since))
    }
}

async fn library_changes(connection: &mut PgConnection, since: u64) -> Result<LibraryChanges, Fault> {
    let mut reading = connection.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut *reading).await?;
    let changes = changes(&mut reading, since).await?;
    reading.commit().await?;
    Ok(changes)
}

pub(super) struct RemoveRoot {
    pub path: String,
}

#[async_trait]
impl Unit for RemoveRoot {
    type Output = ();
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        locks::erasing(connection).await?;
        remove_root(connection, &self.path).await?;
        Ok(Done::quietly(()))
    }
}
