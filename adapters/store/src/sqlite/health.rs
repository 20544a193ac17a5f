//! The state of the database file, for an operator.

use super::SqliteStore;
use crate::Health;
use crate::values::count;
use gorkd_core::ports::StoreError;
use sqlx::AssertSqlSafe;

/// Maximum number of problems to list; a damaged file has thousands.
const NAMED: u32 = 5;

impl SqliteStore {
    /// Reads the whole file once: about a second per gigabyte. Changes nothing.
    pub async fn health(&self) -> Result<Health, StoreError> {
        let (pool, failed) = (&self.inner.readers, |error| self.inner.file.database(&error));
        let version: String =
            sqlx::query_scalar("SELECT sqlite_version()").fetch_one(pool).await.map_err(failed)?;
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(pool).await.map_err(failed)?;
        let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(pool).await.map_err(failed)?;
        let check = format!("PRAGMA quick_check({NAMED})");
        let mut problems: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(check)).fetch_all(pool).await.map_err(failed)?;
        problems.retain(|line| line != "ok");
        Ok(Health { database: format!("SQLite {version}"), bytes: count(pages) * count(size), problems })
    }

    /// See [`Store::lacks_room`](crate::Store::lacks_room).
    pub fn lacks_room(&self) -> bool {
        self.inner.file.lacks_room()
    }
}
