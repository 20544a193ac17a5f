//! How the database file is, for an operator who asks.

use super::SqliteStore;
use gorkd_core::ports::StoreError;
use sqlx::AssertSqlSafe;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Of the SQLite library.
    pub version: String,
    /// Of the database file, its log aside.
    pub bytes: u64,
    /// What SQLite's own quick check found; empty when all is well.
    pub problems: Vec<String>,
}

/// Problems named; a broken file has thousands.
const NAMED: u32 = 5;

impl SqliteStore {
    /// Reads the whole file once: about a second for each gigabyte. Changes nothing.
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
        Ok(Health { version, bytes: super::count(pages) * super::count(size), problems })
    }
}
