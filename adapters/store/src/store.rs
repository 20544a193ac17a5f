//! The store, whichever database is behind it.

use crate::postgres::CommonScratch;
use crate::{Alone, PostgresOptions, PostgresStore, SqliteOptions, SqliteStore};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::*;
use sqlx::migrate::Migrator;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::broadcast;

/// Everything gorkd stores, and how an operator maintains it. It includes the ports of the core.
#[async_trait]
pub trait Store:
    Journal
    + Documents
    + Threads
    + Shelf
    + Keys
    + Budgets
    + Quotas
    + Lessons
    + Answers
    + Preferences
    + People
    + Installations
    + Watches
    + Chats
    + Shares
    + Edits
    + Requests
    + Articles
    + Sessions
    + Links
    + Overview
{
    /// A new unique name for a worker of this process.
    fn incarnation(&self) -> Result<String, StoreError>;

    /// Disposable data: cached replies, kept on this machine, and drafts.
    fn scratch(&self) -> Arc<dyn Scratch>;

    /// As `scratch`, but with cached replies visible to all processes of the store.
    fn common(&self) -> Arc<dyn Scratch>;

    /// Rate limits shared by all processes of the store; `None` if each process has its own.
    fn rates(&self) -> Option<Arc<dyn Rates>>;

    /// Jobs whose draft has grown in another process, available from `scratch`; `None` if it has to be polled
    /// for.
    fn drafts(&self) -> Option<broadcast::Receiver<JobId>>;

    /// Deletes cached replies that have expired at `now`. Returns their number.
    async fn prune(&self, now: Millis) -> Result<u64, StoreError>;

    /// Checks the state of the database. Changes nothing.
    async fn health(&self) -> Result<Health, StoreError>;

    /// Whether a write found no room within the last seconds. Others may still find some, so trying tells nothing.
    fn lacks_room(&self) -> bool;

    /// Acquires a lock on work that only one process at a time may do, named in letters. `None` if another
    /// process has it.
    async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError>;

    /// The chat port as used by the holder of such a lock: once another process may have taken it over,
    /// writing messages and arrivals fails.
    fn chats_of(&self, holder: &Alone) -> Arc<dyn Chats>;

    /// Finishes pending writes and lets others take over this process's jobs.
    async fn close(&self);
}

/// What an operator wants to know about a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// The database program with its version, and where the data is, without a password.
    pub database: String,
    pub bytes: u64,
    /// Problems found by a check of the file; empty if all is well. A server checks its own pages.
    pub problems: Vec<String>,
}

/// Where a store is.
#[derive(Clone, Debug)]
pub enum Location {
    /// SQLite, in this folder.
    Folder(PathBuf),
    /// Postgres, at this address. What need not be shared stays in the folder.
    Server { url: String, folder: PathBuf },
}

/// Options for opening a store, whichever database it uses.
#[derive(Clone, Debug, Default)]
pub struct StoreOptions {
    pub sqlite: SqliteOptions,
    pub postgres: PostgresOptions,
}

/// Opens a store, creating what is missing and migrating older tables.
pub async fn open(location: Location, options: StoreOptions) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match location {
        Location::Folder(folder) => Arc::new(SqliteStore::open(&folder, options.sqlite).await?),
        Location::Server { url, folder } => {
            Arc::new(PostgresStore::open(&url, &folder, options.postgres).await?)
        }
    })
}

/// Result of a migration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// The database, without its password.
    pub place: String,
    /// The schema version before; `None` for a new database.
    pub before: Option<i64>,
    /// The schema version now.
    pub now: i64,
    /// The migrations that were run, by number and name.
    pub run: Vec<(i64, String)>,
}

impl Migrated {
    pub(crate) fn of(place: String, before: Option<i64>, known: &Migrator) -> Self {
        let missing = |version: i64| before.is_none_or(|before| version > before);
        let run = known.iter().filter(|migration| missing(migration.version));
        let run = run.map(|migration| (migration.version, migration.description.to_string())).collect();
        let newest = known.iter().map(|migration| migration.version).max().unwrap_or(0);
        Self { place, before, now: newest.max(before.unwrap_or(0)), run }
    }
}

/// Migrates the tables of a store and reports what was done.
pub async fn migrate(location: Location, options: StoreOptions) -> Result<Migrated, StoreError> {
    match location {
        Location::Folder(folder) => crate::sqlite::migrate(&folder, options.sqlite).await,
        Location::Server { url, .. } => crate::postgres::migrate(&url).await,
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn incarnation(&self) -> Result<String, StoreError> {
        SqliteStore::incarnation(self)
    }

    fn scratch(&self) -> Arc<dyn Scratch> {
        Arc::new(self.cache().clone())
    }

    fn common(&self) -> Arc<dyn Scratch> {
        self.scratch()
    }

    fn rates(&self) -> Option<Arc<dyn Rates>> {
        None
    }

    fn drafts(&self) -> Option<broadcast::Receiver<JobId>> {
        None
    }

    async fn prune(&self, now: Millis) -> Result<u64, StoreError> {
        self.cache().prune(now).await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        SqliteStore::health(self).await
    }

    fn lacks_room(&self) -> bool {
        SqliteStore::lacks_room(self)
    }

    async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        SqliteStore::alone(self, work)
    }

    fn chats_of(&self, _holder: &Alone) -> Arc<dyn Chats> {
        // The operating system gives the lock to nobody else while its holder is alive.
        Arc::new(self.clone())
    }

    async fn close(&self) {
        SqliteStore::close(self).await;
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn incarnation(&self) -> Result<String, StoreError> {
        Ok(PostgresStore::incarnation(self))
    }

    fn scratch(&self) -> Arc<dyn Scratch> {
        Arc::new(PostgresStore::scratch(self))
    }

    fn common(&self) -> Arc<dyn Scratch> {
        Arc::new(CommonScratch::new(self.clone()))
    }

    fn rates(&self) -> Option<Arc<dyn Rates>> {
        Some(Arc::new(self.clone()))
    }

    fn drafts(&self) -> Option<broadcast::Receiver<JobId>> {
        Some(PostgresStore::drafts(self))
    }

    async fn prune(&self, now: Millis) -> Result<u64, StoreError> {
        Ok(self.cache().prune(now).await? + self.prune_shared(now).await?)
    }

    async fn health(&self) -> Result<Health, StoreError> {
        PostgresStore::health(self).await
    }

    fn lacks_room(&self) -> bool {
        PostgresStore::lacks_room(self)
    }

    async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        PostgresStore::alone(self, work).await
    }

    fn chats_of(&self, holder: &Alone) -> Arc<dyn Chats> {
        Arc::new(holder.term().map_or_else(|| self.clone(), |term| self.under(term)))
    }

    async fn close(&self) {
        PostgresStore::close(self).await;
    }
}
