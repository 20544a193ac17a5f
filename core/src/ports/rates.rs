//! How often something may be done, over all processes that share a server.

use super::StoreError;
use async_trait::async_trait;
use std::time::Duration;

/// Turns that processes take in one line, whoever asks. What is known of a line may be lost; it then begins anew.
#[async_trait]
pub trait Rates: Send + Sync {
    /// Takes the next turn of a rate that has one turn in each `period`, unless it is further away than `patience`.
    /// The caller waits for it by itself; a turn that nobody uses passes.
    async fn turn(&self, rate: &str, period: Duration, patience: Duration) -> Result<NextTurn, StoreError>;
}

/// When the next turn of a rate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTurn {
    /// It was taken.
    In(Duration),
    /// It is further away than the caller would wait, so it was left to others.
    TooLate(Duration),
}
