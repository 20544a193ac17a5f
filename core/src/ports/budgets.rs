//! Monthly budgets shared by runs, across all jobs, processes, and machines.

use super::{Charge, StoreError};
use crate::model::{JobId, MicroUsd};
use async_trait::async_trait;

/// The usage of budgets, and who reports it. Runs are charged by their appends:
/// [`Append::charges`](super::Append::charges).
#[async_trait]
pub trait Budgets: Send + Sync {
    /// The budgets of a period that have any charges, by scope.
    async fn budgets(&self, period: &str) -> Result<Vec<BudgetRow>, StoreError>;

    /// One budget; `None` if nothing was charged to it.
    async fn budget(&self, scope: &str, period: &str) -> Result<Option<BudgetRow>, StoreError>;

    /// Applies charges outside of any run, all or none; see [`StoreError::OverLimit`].
    async fn charge(&self, charges: &[Charge]) -> Result<(), StoreError>;

    /// Whether this job should report that a budget has reached a level. The first job to ask gets true, also
    /// if it asks again. After the limit is raised, the level can be claimed again.
    async fn claim_notice(&self, about: &BudgetLine, job: &JobId) -> Result<bool, StoreError>;
}

/// A level that a budget has reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetLine {
    pub scope: String,
    pub period: String,
    /// Percentage of the limit.
    pub percent: u8,
    pub limit: MicroUsd,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BudgetRow {
    pub scope: String,
    pub period: String,
    /// Reserved for calls in progress.
    pub reserved: MicroUsd,
    pub spent: MicroUsd,
    /// The limit of the latest charge that had one.
    pub limit: Option<MicroUsd>,
    /// The highest reported percentage of this limit, or of a higher one; 0 for none.
    pub told: u8,
}

impl BudgetRow {
    /// Whether nothing is left, or too little for a call that was about to be made.
    pub fn is_used_up(&self) -> bool {
        self.told >= 100 || self.limit.is_some_and(|limit| self.spent >= limit)
    }
}
