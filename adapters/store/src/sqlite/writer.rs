//! The one connection that writes, fed by a channel.
//!
//! All units that wait share one transaction and so one sync of the disk; each has a savepoint of its own, so
//! that a refused one takes nothing with it. Nobody is answered before the commit.

use super::explain::NamedFile;
use super::unit::{Pending, Queued, Unit};
use crate::work::Fault;
use gorkd_core::ports::{Change, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Units in one transaction at most, so that nobody waits long for the units of others.
const BATCH: usize = 128;

/// Callers beyond this wait until there is room.
const QUEUE: usize = 1024;

/// How much has been written since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteCounts {
    pub units: u64,
    /// Transactions, each with one sync; fewer than `units` when units waited together.
    pub commits: u64,
}

/// The way in. Cheap to clone; the writer ends with its last clone.
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

/// While another process writes, its lock is asked for this often. SQLite's own waiting asks ten times a second,
/// and between two transactions of a busy writer hardly ever at the right moment.
const ASK_AGAIN: Duration = Duration::from_millis(3);

/// Folding the log is held up by whoever reads an older state of it; so often it is tried, then left.
const FOLDS: usize = 10;
const FOLD_AGAIN: Duration = Duration::from_millis(20);

/// SQLite's code for a lock that somebody else holds, <https://www.sqlite.org/rescode.html#busy>.
const BUSY: i32 = 5;

impl Writer {
    /// Takes the first connection; `options` open another one should it be lost. Transactions of other processes
    /// are waited for up to `busy_timeout`; all other locks as the options say. `commit` ends a transaction.
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

    /// Writes a unit. A caller that stops waiting does not stop the unit.
    pub async fn write<U: Unit>(&self, unit: U) -> Result<U::Output, StoreError> {
        let (answer, answered) = oneshot::channel();
        let pending = Pending::new(unit, answer);
        let closed = |_| self.closed();
        self.queue.send(Message::Unit(Box::new(pending))).await.map_err(|_| self.closed())?;
        answered.await.unwrap_or_else(|error| Err(closed(error)))
    }

    /// Takes the write-ahead log into the file, with all that was written before.
    pub async fn fold(&self) -> Result<(), StoreError> {
        let (answer, folded) = oneshot::channel();
        self.queue.send(Message::Fold(answer)).await.map_err(|_| self.closed())?;
        folded.await.unwrap_or_else(|_| Err(self.closed()))
    }

    /// Finishes what waits, folds the write-ahead log into the file, and closes the connection.
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.queue.send(Message::Close(done)).await.is_ok() {
            // An error means that the writer is gone already.
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

/// Why a transaction came to nothing.
enum Lost {
    /// It never began: every unit would meet the same.
    NotBegun(Fault),
    /// It began and was undone as a whole; alone, a unit may still succeed.
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
                    // Not needed for safety: the log is read at the next start all the same.
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
        for _ in 0..FOLDS {
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
            tracing::warn!(error = %self.file.database(&error), "the writer closed badly");
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

    /// One transaction over a batch. When it fails as a whole the connection is dropped: its state is unsure.
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
                // Closing rolls back whatever might be left.
                let _ = connection.close().await;
                Err(lost)
            }
        }
    }

    fn answer(&self, batch: Vec<Box<dyn Queued>>) {
        for mut unit in batch {
            // Before the answer: who listens from then on is not told of what it has just written.
            for change in unit.take_changes() {
                // An error means that nobody listens.
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

/// Takes the lock that lets one connection of all processes write.
async fn begin(connection: &mut SqliteConnection, patience: Duration) -> Result<(), sqlx::Error> {
    let asked = Instant::now();
    loop {
        match sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await {
            Ok(_) => return Ok(()),
            Err(error) if is_busy(&error) && asked.elapsed() < patience => {
                tokio::time::sleep(ASK_AGAIN).await;
            }
            Err(error) => return Err(error),
        }
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// Runs the units of a transaction that has begun, and commits it. Each statement goes through the connection's own
/// thread, so there are as few as can be.
async fn transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Queued>],
    commit: &'static str,
) -> Result<(), Lost> {
    let undone = |error: sqlx::Error| Lost::Undone(error.into());
    if let [only] = batch {
        // No savepoint: undoing the transaction undoes the unit.
        let end = if only.run(connection).await { commit } else { "ROLLBACK" };
        sqlx::query(end).execute(&mut *connection).await.map_err(undone)?;
        return Ok(());
    }
    let mut savepoint = "SAVEPOINT unit";
    for unit in &mut *batch {
        if !unit.needs_savepoint() {
            unit.run(connection).await;
            continue;
        }
        sqlx::query(savepoint).execute(&mut *connection).await.map_err(undone)?;
        savepoint = "RELEASE unit; SAVEPOINT unit";
        if !unit.run(connection).await {
            // Fails when the trouble was bad enough for SQLite to end the whole transaction.
            sqlx::query("ROLLBACK TO unit").execute(&mut *connection).await.map_err(undone)?;
        }
    }
    // The last savepoint ends with the transaction.
    sqlx::query(commit).execute(&mut *connection).await.map_err(undone)?;
    Ok(())
}
