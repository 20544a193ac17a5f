//! A store, whichever database is below it.

use crate::postgres::CommonScratch;
use crate::{Alone, PostgresOptions, PostgresStore, SqliteOptions, SqliteStore};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::*;
use sqlx::migrate::Migrator;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::broadcast;

/// All that gorkd keeps, and what its operator does with it. The ports of the core are its parts.
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
    /// A fresh name for a worker of this process.
    fn incarnation(&self) -> Result<String, StoreError>;

    /// What may be lost: cached replies, kept on this machine, and texts on their way.
    fn scratch(&self) -> Arc<dyn Scratch>;

    /// The same, with cached replies where all processes of the store see them.
    fn common(&self) -> Arc<dyn Scratch>;

    /// Rates over all processes of the store; none where each process has its own.
    fn rates(&self) -> Option<Arc<dyn Rates>>;

    /// Jobs whose text on its way has grown in another process, which `scratch` then has; none where only time tells.
    fn drafts(&self) -> Option<broadcast::Receiver<JobId>>;

    /// Deletes cached replies that have expired at `now`; gives their number.
    async fn prune(&self, now: Millis) -> Result<u64, StoreError>;

    /// How the database is. Changes nothing.
    async fn health(&self) -> Result<Health, StoreError>;

    /// Takes a hold on some work, by a name of letters, that one process at a time does; none while another one has it.
    async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError>;

    /// The chats as the holder of some work writes them: once somebody else may have taken the work up, messages and
    /// arrivals are not written any more, which is an error.
    fn chats_of(&self, holder: &Alone) -> Arc<dyn Chats>;

    /// Finishes what waits, and lets others take the jobs of this process.
    async fn close(&self);
}

/// What an operator wants to know of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// The program with its version, and where the data is, without a password.
    pub database: String,
    pub bytes: u64,
    /// What a check of the file found; empty when all is well. A server checks its own pages.
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

/// How a store is opened, for whichever database it is.
#[derive(Clone, Debug, Default)]
pub struct StoreOptions {
    pub sqlite: SqliteOptions,
    pub postgres: PostgresOptions,
}

/// Opens a store, creating what is missing and bringing older tables up to date.
pub async fn open(location: Location, options: StoreOptions) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match location {
        Location::Folder(folder) => Arc::new(SqliteStore::open(&folder, options.sqlite).await?),
        Location::Server { url, folder } => {
            Arc::new(PostgresStore::open(&url, &folder, options.postgres).await?)
        }
    })
}

/// What was done to a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// The database, without a password.
    pub place: String,
    /// The schema before; none in a fresh database.
    pub before: Option<i64>,
    /// The schema now.
    pub now: i64,
    /// Migrations that were run, by number and name.
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

/// Brings the tables of a store up to date and says what it did.
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

    async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        SqliteStore::alone(self, work)
    }

    fn chats_of(&self, _holder: &Alone) -> Arc<dyn Chats> {
        // The system gives the lock to nobody else while its holder lives.
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
