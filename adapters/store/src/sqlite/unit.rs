//! Units of work for the writer, and how they wait in its queue.

use super::explain::NamedFile;
use crate::work::{Done, Fault, owned};
use async_trait::async_trait;
use gorkd_core::ports::{Change, StoreError};
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Execute, SqlStr, Sqlite, SqliteConnection};
use tokio::sync::oneshot;

/// A unit of work that is written entirely or not at all.
#[async_trait]
pub(crate) trait Unit: Send + Sync + 'static {
    type Output: Send + 'static;

    /// Runs inside a transaction. If the transaction is lost, it runs again from the start.
    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault>;
}

pub(super) type SqliteQuery<'q> = Query<'q, Sqlite, SqliteArguments>;

/// A single statement. Its result is the number of rows changed.
pub(super) struct Statement {
    sql: SqlStr,
    arguments: SqliteArguments,
    /// What its rows belong to, which must exist.
    owner: Option<String>,
}

impl Statement {
    pub fn of(mut query: SqliteQuery<'_>, owner: Option<String>) -> Result<Self, sqlx::Error> {
        let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?.unwrap_or_default();
        Ok(Self { sql: query.sql(), arguments, owner })
    }
}

#[async_trait]
impl Unit for Statement {
    type Output = u64;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<u64>, Fault> {
        let query = sqlx::query_with::<Sqlite, _>(self.sql.clone(), self.arguments.clone());
        let done = query.execute(connection).await.map_err(|error| match &self.owner {
            Some(owner) => owned(error, || owner.clone()),
            None => error.into(),
        })?;
        Ok(Done::quietly(done.rows_affected()))
    }
}

/// A unit in the queue, whatever its output type.
#[async_trait]
pub(super) trait Queued: Send {
    /// Keeps the result for later. Returns false if the unit must be undone.
    async fn run(&mut self, connection: &mut SqliteConnection) -> bool;

    /// The changes to announce after the commit.
    fn take_changes(&mut self) -> Vec<Change>;

    /// Called after the commit.
    fn answer(self: Box<Self>, file: &NamedFile);

    /// Called if nothing was committed.
    fn refuse(self: Box<Self>, file: &NamedFile, why: &StoreError);
}

pub(super) struct Pending<U: Unit> {
    unit: U,
    result: Option<Result<Done<U::Output>, Fault>>,
    answer: oneshot::Sender<Result<U::Output, StoreError>>,
}

impl<U: Unit> Pending<U> {
    pub fn new(unit: U, answer: oneshot::Sender<Result<U::Output, StoreError>>) -> Self {
        Self { unit, result: None, answer }
    }
}

#[async_trait]
impl<U: Unit> Queued for Pending<U> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> bool {
        let result = self.unit.run(connection).await;
        let fine = result.is_ok();
        self.result = Some(result);
        fine
    }

    fn take_changes(&mut self) -> Vec<Change> {
        match &mut self.result {
            Some(Ok(done)) => std::mem::take(&mut done.changes),
            Some(Err(_)) | None => Vec::new(),
        }
    }

    fn answer(self: Box<Self>, file: &NamedFile) {
        let answer = match self.result {
            Some(Ok(done)) => Ok(done.output),
            Some(Err(fault)) => Err(file.error(fault)),
            None => Err(StoreError::Unavailable("a write was skipped".to_owned())),
        };
        // An error means that the caller no longer waits.
        let _ = self.answer.send(answer);
    }

    fn refuse(self: Box<Self>, file: &NamedFile, why: &StoreError) {
        // The unit's own error says more than what happened to the transaction.
        let error = match self.result {
            Some(Err(fault)) => file.error(fault),
            Some(Ok(_)) | None => match why {
                StoreError::Full(sentence) => StoreError::Full(sentence.clone()),
                StoreError::Unavailable(sentence) => StoreError::Unavailable(sentence.clone()),
                other => StoreError::Unavailable(other.to_string()),
            },
        };
        let _ = self.answer.send(Err(error));
    }
}
