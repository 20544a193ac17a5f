//! Rate limits across all processes that share a server.

use super::StoreError;
use async_trait::async_trait;
use std::time::Duration;

/// Queues in which processes take turns. The state of a queue may be lost; it then starts over.
#[async_trait]
pub trait Rates: Send + Sync {
    /// Takes the next turn of a rate with one turn per `period`, unless it is further away than `patience`. The
    /// caller does the waiting; an unused turn is lost.
    async fn turn(&self, rate: &str, period: Duration, patience: Duration) -> Result<NextTurn, StoreError>;
}

/// When the next turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTurn {
    /// The turn was taken, and comes after this time.
    In(Duration),
    /// It is further away than the caller would wait, so it was not taken.
    TooLate(Duration),
}
