//! Counts across jobs, processes and restarts: today's calls of providers, and what runs have taught.

use super::StoreError;
use crate::model::{Lesson, Millis};
use async_trait::async_trait;

/// What a provider may be asked in a day.
#[async_trait]
pub trait Quotas: Send + Sync {
    /// Counts `amount` for a provider on a day (`2026-11-22`, UTC) unless a limit would be passed; gives what
    /// was counted before, and whether it was counted now. A limit of 0 is none.
    async fn take(&self, provider: &str, day: &str, amount: Usage, limit: Usage)
    -> Result<Taken, StoreError>;

    /// Takes back what was counted for a call that surely cost nothing.
    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError>;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub calls: u64,
    pub credits: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub counted: bool,
    /// Of the day, with what was counted now.
    pub used: Usage,
}

/// What runs have taught about providers and sites, by field of question.
#[async_trait]
pub trait Lessons: Send + Sync {
    /// What is known in a field; the most tried first.
    async fn learnt(&self, domain: &str) -> Result<Vec<Lesson>, StoreError>;

    /// Adds what a run has shown.
    async fn learn(&self, domain: &str, lessons: &[Lesson], at: Millis) -> Result<(), StoreError>;
}
