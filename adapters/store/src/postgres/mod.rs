//! The store in a Postgres database, shared by any number of processes on any number of machines.
//!
//! Writers of one thread take turns by locking its row; writers of different threads do not wait for each
//! other. Workers are alive only by their leases. A commit sends a notification that contains ids only.

mod actors;
mod append;
mod articles;
#[path = "../both/mod.rs"]
mod both;
mod charges;
mod chat;
mod claim;
mod common;
mod create;
mod documents;
mod erasing;
mod explain;
mod export;
mod health;
mod journal;
mod leases;
mod library;
mod locks;
mod migrate;
mod news;
mod open;
mod overview;
mod people;
mod pool;
mod release;
mod remade;
mod scratch;
mod talk;
mod target;
mod threads;
mod unit;
mod usage;

pub(crate) use common::CommonScratch;
pub(crate) use leases::{Held, Term};
pub(crate) use migrate::migrate;
pub use open::{PostgresOptions, fault_of_address};
pub use scratch::SharedScratch;
pub(crate) use target::Target;

use crate::Cache;
use crate::meanings::Meanings;
use crate::work::{Fault, owned};
use explain::Server;
use gorkd_core::ports::{Change, StoreError};
use sqlx::Postgres;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::broadcast;

// The names by which `both` knows this database.
use self::PostgresStore as Store;
use self::pool::Connections as Pool;
use crate::values::plain;
use sqlx::PgConnection as Connection;
use sqlx::Postgres as Database;
use sqlx::postgres::PgArguments as Arguments;
use sqlx::postgres::PgRow as Row;

/// How long closing waits for a server to take note of it.
const SIGNING_OFF: std::time::Duration = std::time::Duration::from_secs(2);

/// A handle on a database's store; clones share it. Implements all storage ports of `gorkd_core::ports`.
#[derive(Clone)]
pub struct PostgresStore {
    inner: Arc<Inner>,
    /// If set, chat writes succeed only as long as this lease term lasts.
    term: Option<Arc<Term>>,
}

struct Inner {
    /// Marks the changes that this store has already reported to its own listeners.
    name: String,
    server: Server,
    pool: pool::Connections,
    /// Whether callers set the time by which jobs are due and leases of workers expire, as in tests.
    caller_clock: bool,
    /// What need not be shared stays on this machine.
    cache: Cache,
    /// Workers of this store.
    workers: Mutex<Vec<String>>,
    news: broadcast::Sender<Change>,
    listen: news::Listen,
    listening: OnceLock<news::Listening>,
    meanings: Meanings,
}

impl PostgresStore {
    /// Opens a database's store and migrates its tables if necessary. `folder` is for what need not be
    /// shared. The error is a sentence that names the database and says what to do.
    pub async fn open(url: &str, folder: &Path, options: PostgresOptions) -> Result<Self, StoreError> {
        let inner = open::open(url, folder, options).await?;
        Ok(Self { inner: Arc::new(inner), term: None })
    }

    /// A new unique name for a worker of this process. It is alive by its lease until this store is closed.
    pub fn incarnation(&self) -> String {
        let name = format!("wrk_{}", uuid::Uuid::now_v7().simple());
        self.inner.workers().push(name.clone());
        name
    }

    /// The same store for the holder of a lease: once another process has taken it over, its writes are
    /// rejected.
    pub(crate) fn under(&self, term: &Term) -> Self {
        Self { inner: self.inner.clone(), term: Some(Arc::new(term.clone())) }
    }

    /// The lease and its term to write under; `None` without a lease.
    fn term(&self) -> (Option<&str>, Option<i64>) {
        self.term.as_ref().map_or((None, None), |term| (Some(term.work.as_str()), Some(term.term)))
    }

    /// Disposable data: cached replies, kept on this machine, and drafts, which all processes see.
    pub fn scratch(&self) -> SharedScratch {
        SharedScratch::new(self.inner.cache.clone(), self.clone())
    }

    /// The part of it that stays on this machine.
    pub fn cache(&self) -> &Cache {
        &self.inner.cache
    }

    /// Where the data is, without a password.
    pub fn place(&self) -> String {
        self.inner.server.to_string()
    }

    /// Signs off this store's workers, so that others take over their jobs at once, and closes its
    /// connections.
    pub async fn close(&self) {
        let names = std::mem::take(&mut *self.inner.workers());
        let bury = sqlx::query("DELETE FROM workers WHERE worker = ANY($1)").bind(names);
        // Without it, their leases expire.
        match tokio::time::timeout(SIGNING_OFF, bury.execute(&self.inner.pool)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = %self.inner.server.database(&error), "failed to sign off workers");
            }
            Err(_) => tracing::warn!("failed to sign off workers: {} does not answer", self.inner.server),
        }
        if let Some(listening) = self.inner.listening.get() {
            listening.stop();
        }
        self.inner.cache.close().await;
        self.inner.pool.close().await;
    }

    fn readers(&self) -> &Pool {
        &self.inner.pool
    }

    /// Runs a single statement. Returns the number of rows changed.
    async fn execute(&self, query: Query<'_, Postgres, PgArguments>) -> Result<u64, StoreError> {
        let done = query.execute(&self.inner.pool).await.map_err(|error| self.failed(&error))?;
        Ok(done.rows_affected())
    }

    /// As `execute`, for rows that belong to another row, which must exist.
    async fn execute_for(
        &self,
        query: Query<'_, Postgres, PgArguments>,
        owner: impl FnOnce() -> String,
    ) -> Result<u64, StoreError> {
        let done =
            query.execute(&self.inner.pool).await.map_err(|error| self.explained(owned(error, owner)))?;
        Ok(done.rows_affected())
    }

    fn failed(&self, error: &sqlx::Error) -> StoreError {
        self.inner.server.database(error)
    }

    fn explained(&self, fault: Fault) -> StoreError {
        self.inner.server.error(fault)
    }
}

impl Inner {
    /// Postgres removes erased rows from its files by itself.
    async fn fold_log(&self) {}

    fn workers(&self) -> MutexGuard<'_, Vec<String>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
