//! Budgets of a month that runs share, over all jobs, processes and machines.

use super::{Charge, StoreError};
use crate::model::{JobId, MicroUsd};
use async_trait::async_trait;

/// What is used of budgets, and who tells people about it. Runs are charged with their appends:
/// [`Append::charges`](super::Append::charges).
#[async_trait]
pub trait Budgets: Send + Sync {
    /// The budgets of a period that something was charged to, by scope.
    async fn budgets(&self, period: &str) -> Result<Vec<BudgetRow>, StoreError>;

    /// One of them; none if nothing was charged to it.
    async fn budget(&self, scope: &str, period: &str) -> Result<Option<BudgetRow>, StoreError>;

    /// Charges what belongs to no run, all of it or nothing; see [`StoreError::OverLimit`].
    async fn charge(&self, charges: &[Charge]) -> Result<(), StoreError>;

    /// Is it this job that tells people that a budget is used so far? The first to ask does, and is told so again. Once
    /// the limit was raised, it may be told anew.
    async fn claim_notice(&self, about: &BudgetLine, job: &JobId) -> Result<bool, StoreError>;
}

/// A line that a budget has crossed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetLine {
    pub scope: String,
    pub period: String,
    /// So much of the limit is used.
    pub percent: u8,
    pub limit: MicroUsd,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BudgetRow {
    pub scope: String,
    pub period: String,
    /// Set aside for calls under way.
    pub reserved: MicroUsd,
    pub spent: MicroUsd,
    /// The limit of the last charge that had one.
    pub limit: Option<MicroUsd>,
    /// The highest percentage of this limit, or of a higher one, that somebody was told of; 0 for none.
    pub told: u8,
}

impl BudgetRow {
    /// Is nothing left of it, or too little for the call that was to be made?
    pub fn is_used_up(&self) -> bool {
        self.told >= 100 || self.limit.is_some_and(|limit| self.spent >= limit)
    }
}
