//! The single writing connection, fed by a channel.
//!
//! All waiting units share one transaction, and so one disk sync. Each has its own savepoint, so that a
//! refused unit does not affect the others. Callers get their result only after the commit.

use super::explain::NamedFile;
use super::unit::{Pending, Queued, SqliteQuery, Statement, Unit};
use crate::work::Fault;
use gorkd_core::ports::{Change, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Maximum number of units per transaction, so that nobody waits long for the units of others.
const BATCH: usize = 128;

/// Queue length. Further callers wait for room.
const QUEUE: usize = 1024;

/// Write statistics since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCounts {
    pub units: u64,
    /// Transactions, each with one sync. Fewer than `units` if units were batched.
    pub commits: u64,
}

/// Sends units to the writer. Cheap to clone; the writer ends when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Message>,
    counts: Arc<Counts>,
    file: NamedFile,
}

#[derive(Default)]
struct Counts {
    units: AtomicU64,
    commits: AtomicU64,
}

enum Message {
    Unit(Box<dyn Queued>),
    Fold(oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// How often to try for the lock while another process writes. SQLite's own busy handler tries ten times a
/// second, and with a busy writer almost never between two transactions.
const RETRY_INTERVAL: Duration = Duration::from_millis(3);

/// How many times to try a checkpoint while readers of older states block it.
const MAX_CHECKPOINT_TRIES: usize = 10;
const FOLD_AGAIN: Duration = Duration::from_millis(20);

/// SQLite's code for a lock held by another connection, <https://www.sqlite.org/rescode.html#busy>.
const BUSY: i32 = 5;

impl Writer {
    /// Takes ownership of the first connection; `options` reopens it if it is lost. Waits up to
    /// `busy_timeout` for transactions of other processes, and for all other locks as `options` says.
    /// `commit` is the statement that ends a transaction.
    pub fn start(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        commit: &'static str,
        busy_timeout: Duration,
        file: NamedFile,
        news: broadcast::Sender<Change>,
    ) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let counts = Arc::new(Counts::default());
        let task = Task {
            connection: Some(connection),
            options,
            commit,
            busy_timeout,
            file: file.clone(),
            news,
            counts: counts.clone(),
        };
        tokio::spawn(task.run(waiting));
        Self { queue, counts, file }
    }

    /// Writes a unit. The unit is written even if the caller stops waiting.
    pub async fn write<U: Unit>(&self, unit: U) -> Result<U::Output, StoreError> {
        let (answer, answered) = oneshot::channel();
        let pending = Pending::new(unit, answer);
        let closed = |_| self.closed();
        self.queue.send(Message::Unit(Box::new(pending))).await.map_err(|_| self.closed())?;
        answered.await.unwrap_or_else(|error| Err(closed(error)))
    }

    /// Writes a single statement, for rows that belong to `owner` if there is one. Returns the number of rows changed.
    pub async fn execute(&self, query: SqliteQuery<'_>, owner: Option<String>) -> Result<u64, StoreError> {
        let statement = Statement::of(query, owner).map_err(|error| self.file.database(&error))?;
        self.write(statement).await
    }

    /// Checkpoints the write-ahead log into the file, including everything written before this call.
    pub async fn fold(&self) -> Result<(), StoreError> {
        let (answer, folded) = oneshot::channel();
        self.queue.send(Message::Fold(answer)).await.map_err(|_| self.closed())?;
        folded.await.unwrap_or_else(|_| Err(self.closed()))
    }

    /// Finishes queued units, checkpoints the write-ahead log, and closes the connection.
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.queue.send(Message::Close(done)).await.is_ok() {
            // An error means that the writer is already gone.
            let _ = closed.await;
        }
    }

    pub fn counts(&self) -> WriteCounts {
        WriteCounts {
            units: self.counts.units.load(Ordering::Relaxed),
            commits: self.counts.commits.load(Ordering::Relaxed),
        }
    }

    fn closed(&self) -> StoreError {
        self.file.database(&sqlx::Error::PoolClosed)
    }
}

struct Task {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    commit: &'static str,
    busy_timeout: Duration,
    file: NamedFile,
    news: broadcast::Sender<Change>,
    counts: Arc<Counts>,
}

/// Why a transaction failed.
enum Lost {
    /// It never began, and every unit would fail the same way.
    NotBegun(Fault),
    /// It was rolled back as a whole; units may still succeed one by one.
    Undone(Fault),
}

impl Task {
    async fn run(mut self, mut waiting: mpsc::Receiver<Message>) {
        while let Some(first) = waiting.recv().await {
            let mut batch = Vec::new();
            let mut next = Some(first);
            let after = loop {
                match next {
                    Some(Message::Unit(unit)) => batch.push(unit),
                    Some(other) => break Some(other),
                    None => break None,
                }
                next = if batch.len() < BATCH { waiting.try_recv().ok() } else { None };
            };
            self.write(batch).await;
            match after {
                Some(Message::Fold(answer)) => {
                    let folded = self.fold().await.map_err(|error| self.file.database(&error));
                    let _ = answer.send(folded);
                }
                Some(Message::Close(done)) => {
                    // Not needed for safety: the log is read at the next start anyway.
                    if let Err(error) = self.fold().await {
                        tracing::debug!(%error, "the write-ahead log stays until the next start");
                    }
                    self.close().await;
                    let _ = done.send(());
                    return;
                }
                Some(Message::Unit(_)) | None => {}
            }
        }
        self.close().await;
    }

    async fn fold(&mut self) -> Result<(), sqlx::Error> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        for _ in 0..MAX_CHECKPOINT_TRIES {
            let (held_up, _, _): (i64, i64, i64) =
                sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
            if held_up == 0 {
                break;
            }
            tokio::time::sleep(FOLD_AGAIN).await;
        }
        Ok(())
    }

    async fn close(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(error = %self.file.database(&error), "the writer did not close cleanly");
        }
    }

    async fn write(&mut self, mut batch: Vec<Box<dyn Queued>>) {
        if batch.is_empty() {
            return;
        }
        match self.commit(&mut batch).await {
            Ok(()) => self.answer(batch),
            Err(Lost::Undone(_)) if batch.len() > 1 => {
                for unit in batch {
                    let mut alone = vec![unit];
                    match self.commit(&mut alone).await {
                        Ok(()) => self.answer(alone),
                        Err(Lost::NotBegun(fault) | Lost::Undone(fault)) => self.refuse(alone, fault),
                    }
                }
            }
            Err(Lost::NotBegun(fault) | Lost::Undone(fault)) => self.refuse(batch, fault),
        }
    }

    /// Runs one transaction over a batch. If it fails as a whole, the connection is dropped, because its
    /// state is uncertain.
    async fn commit(&mut self, batch: &mut [Box<dyn Queued>]) -> Result<(), Lost> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await.map_err(|error| Lost::NotBegun(error.into()))?,
        };
        let done = match begin(&mut connection, self.busy_timeout).await {
            Ok(()) => transaction(&mut connection, batch, self.commit).await,
            Err(error) => Err(Lost::NotBegun(error.into())),
        };
        match done {
            Ok(()) => {
                self.counts.commits.fetch_add(1, Ordering::Relaxed);
                self.counts.units.fetch_add(batch.len() as u64, Ordering::Relaxed);
                self.connection = Some(connection);
                Ok(())
            }
            Err(lost) => {
                let _ = sqlx::raw_sql("ROLLBACK").execute(&mut connection).await;
                // Closing rolls back whatever may be left.
                let _ = connection.close().await;
                Err(lost)
            }
        }
    }

    fn answer(&self, batch: Vec<Box<dyn Queued>>) {
        for mut unit in batch {
            // Before the reply, so that a listener who subscribes afterwards does not see its own write.
            for change in unit.take_changes() {
                // An error means that there are no listeners.
                let _ = self.news.send(change);
            }
            unit.answer(&self.file);
        }
    }

    fn refuse(&self, batch: Vec<Box<dyn Queued>>, fault: Fault) {
        let why = self.file.error(fault);
        for unit in batch {
            unit.refuse(&self.file, &why);
        }
    }
}

/// Takes the write lock, which only one connection of all processes can hold.
async fn begin(connection: &mut SqliteConnection, patience: Duration) -> Result<(), sqlx::Error> {
    let asked = Instant::now();
    loop {
        match sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await {
            Ok(_) => return Ok(()),
            Err(error) if is_busy(&error) && asked.elapsed() < patience => {
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            Err(error) => return Err(error),
        }
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// Runs the units of an open transaction and commits it. Every statement is a round trip to the connection's
/// thread, so this uses as few as possible.
async fn transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Queued>],
    commit: &'static str,
) -> Result<(), Lost> {
    let undone = |error: sqlx::Error| Lost::Undone(error.into());
    if let [only] = batch {
        // No savepoint needed: rolling back the transaction undoes the unit.
        let end = if only.run(connection).await { commit } else { "ROLLBACK" };
        sqlx::query(end).execute(&mut *connection).await.map_err(undone)?;
        return Ok(());
    }
    let mut savepoint = "SAVEPOINT unit";
    for unit in &mut *batch {
        sqlx::query(savepoint).execute(&mut *connection).await.map_err(undone)?;
        savepoint = "RELEASE unit; SAVEPOINT unit";
        if !unit.run(connection).await {
            // Fails if the error made SQLite roll back the whole transaction.
            sqlx::query("ROLLBACK TO unit").execute(&mut *connection).await.map_err(undone)?;
        }
    }
    // The commit also releases the last savepoint.
    sqlx::query(commit).execute(&mut *connection).await.map_err(undone)?;
    Ok(())
}
