//! Counts across jobs, processes, and restarts: today's calls of providers, and what runs have learned.

use super::StoreError;
use crate::model::{Lesson, Millis};
use async_trait::async_trait;

/// Daily quotas of providers.
#[async_trait]
pub trait Quotas: Send + Sync {
    /// Counts `amount` for a provider on a day (`2026-11-22`, UTC) unless that would exceed a limit. Returns
    /// whether it was counted, and the day's total. A limit of 0 means no limit.
    async fn take(&self, provider: &str, day: &str, amount: Usage, limit: Usage)
    -> Result<Taken, StoreError>;

    /// Takes back the count of a call that certainly cost nothing.
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
    /// The day's total, including this amount if it was counted.
    pub used: Usage,
}

/// What runs have learned about providers and sites, by domain.
#[async_trait]
pub trait Lessons: Send + Sync {
    /// The lessons of a domain, most tried first.
    async fn lessons(&self, domain: &str) -> Result<Vec<Lesson>, StoreError>;

    /// Adds what a run has learned.
    async fn learn(&self, domain: &str, lessons: &[Lesson], at: Millis) -> Result<(), StoreError>;
}
