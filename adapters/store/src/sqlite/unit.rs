//! Pieces of work for the writer, and how they wait in its queue.

use super::explain::NamedFile;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::{Change, StoreError};
use sqlx::SqliteConnection;
use tokio::sync::oneshot;

/// A piece of work that is written as a whole or not at all.
#[async_trait]
pub(crate) trait Unit: Send + Sync + 'static {
    type Output: Send + 'static;
    /// It is a single statement, which leaves nothing to undo when it fails.
    const ONE_STATEMENT: bool = false;

    /// Runs inside a transaction; again from the start when that transaction is lost.
    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault>;
}

/// A unit in the queue, whatever it gives.
#[async_trait]
pub(super) trait Queued: Send {
    /// Keeps the result for later; false when the unit is to be undone.
    async fn run(&mut self, connection: &mut SqliteConnection) -> bool;

    /// Whether it can be undone only to a savepoint.
    fn needs_savepoint(&self) -> bool;

    /// The news to spread after the commit.
    fn take_changes(&mut self) -> Vec<Change>;

    /// After the commit.
    fn answer(self: Box<Self>, file: &NamedFile);

    /// When nothing was committed.
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

    fn needs_savepoint(&self) -> bool {
        !U::ONE_STATEMENT
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
            None => Err(StoreError::Unavailable("a write was passed over".to_owned())),
        };
        // An error means that the caller no longer waits.
        let _ = self.answer.send(answer);
    }

    fn refuse(self: Box<Self>, file: &NamedFile, why: &StoreError) {
        // What the unit itself met says more than what became of the transaction.
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
