//! The store in SQLite files in one folder, which several processes may use at once.
//!
//! `gorkd.db` holds what must not be lost and syncs every commit; `cache.db` may be deleted at any time. Each
//! process writes through one connection and reads through a small pool.

mod actors;
mod append;
mod article_writes;
mod articles;
#[path = "../both/mod.rs"]
mod both;
mod cache;
mod changes;
mod charges;
mod chat;
mod claim;
mod create;
mod documents;
mod erasing;
mod explain;
mod export;
mod health;
mod incarnation;
mod journal;
mod library;
mod locks;
mod open;
mod overview;
mod people;
mod remade;
mod source;
mod talk;
mod threads;
mod unit;
mod usage;
mod writer;

pub use cache::Cache;
#[cfg(test)]
pub(crate) use open::MIGRATIONS;
pub use open::SqliteOptions;
pub(crate) use open::{create_folder, migrate};
pub(crate) use source::source;
pub use writer::WriteCounts;

use crate::Alone;
use crate::meanings::Meanings;
use crate::work::Fault;
use changes::Poll;
use explain::NamedFile;
use gorkd_core::ports::{Change, StoreError};
use incarnation::Incarnations;
use sqlx::SqlitePool;
use std::borrow::Cow;
use std::fs::TryLockError;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tokio::sync::broadcast;
use unit::{SqliteQuery, Unit};
use writer::Writer;

// The names by which `both` knows this database.
use self::SqliteStore as Store;
use sqlx::Sqlite as Database;
use sqlx::SqliteConnection as Connection;
use sqlx::SqlitePool as Pool;
use sqlx::sqlite::SqliteArguments as Arguments;
use sqlx::sqlite::SqliteRow as Row;

/// Text as SQLite stores it, which is any text.
fn plain(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// A handle on a folder's store; clones share it. Implements all storage ports of `gorkd_core::ports`.
#[derive(Clone)]
pub struct SqliteStore {
    inner: Arc<Inner>,
}

struct Inner {
    /// Marks the changes that this store has already reported to its own listeners.
    name: String,
    file: NamedFile,
    writer: Writer,
    readers: SqlitePool,
    cache: Cache,
    incarnations: Incarnations,
    news: broadcast::Sender<Change>,
    poll: Poll,
    polling: OnceLock<changes::Polling>,
    meanings: Meanings,
}

impl SqliteStore {
    /// Opens a folder's store, creating what is missing and migrating older files. The error is a sentence
    /// that names the file and says what to do.
    pub async fn open(folder: &Path, options: SqliteOptions) -> Result<Self, StoreError> {
        let inner = open::open(folder, options).await?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// A new unique name for a worker of this process. A lock on a file of that name shows other processes
    /// that the worker is alive, until this store is closed or dropped or the process ends in any way.
    pub fn incarnation(&self) -> Result<String, StoreError> {
        self.inner.incarnations.begin()
    }

    /// A lock on work that only one process of this folder may do at a time; `None` if another process has
    /// it.
    pub fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        let path = self.inner.file.path().with_file_name(format!("{work}.lock"));
        let file = open::create_file(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Alone::by_file(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                let sentence = format!("{} cannot be locked: {error}", path.display());
                Err(StoreError::Unavailable(sentence))
            }
        }
    }

    /// Disposable data: cached replies and drafts.
    pub fn cache(&self) -> &Cache {
        &self.inner.cache
    }

    /// Units written and commits made since this store was opened.
    pub fn write_counts(&self) -> WriteCounts {
        self.inner.writer.counts()
    }

    /// Finishes pending writes and leaves a single file. Later calls fail with `Unavailable`. Skipping this
    /// loses nothing: the next start finds everything committed.
    pub async fn close(&self) {
        let names = self.inner.incarnations.names();
        if !names.is_empty()
            && let Err(error) = self.inner.writer.execute(claim::bury(&names), None).await
        {
            tracing::warn!(%error, "failed to sign off workers");
        }
        self.inner.incarnations.end();
        if let Some(polling) = self.inner.polling.get() {
            polling.stop();
        }
        self.inner.readers.close().await;
        self.inner.cache.close().await;
        self.inner.writer.close().await;
    }

    fn readers(&self) -> &Pool {
        &self.inner.readers
    }

    /// Writes a unit. The unit is written even if the caller stops waiting.
    async fn write<U: Unit>(&self, unit: U) -> Result<U::Output, StoreError> {
        self.inner.writer.write(unit).await
    }

    /// Runs a single statement. Returns the number of rows changed.
    async fn execute(&self, query: SqliteQuery<'_>) -> Result<u64, StoreError> {
        self.inner.writer.execute(query, None).await
    }

    /// As `execute`, for rows that belong to another row, which must exist.
    async fn execute_for(
        &self,
        query: SqliteQuery<'_>,
        owner: impl FnOnce() -> String,
    ) -> Result<u64, StoreError> {
        self.inner.writer.execute(query, Some(owner())).await
    }

    fn failed(&self, error: &sqlx::Error) -> StoreError {
        self.inner.file.database(error)
    }

    fn explained(&self, fault: Fault) -> StoreError {
        self.inner.file.error(fault)
    }
}

impl Inner {
    /// After an erasure, also removes the data from the write-ahead log, unless someone is reading right now.
    async fn fold_log(&self) {
        if let Err(error) = self.writer.fold().await {
            tracing::debug!(%error, "erased rows leave the write-ahead log later");
        }
    }
}
