//! Budgets of a month, in memory.

use super::MemoryStore;
use super::store::Inner;
use crate::model::{JobId, MicroUsd};
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Budgets for MemoryStore {
    async fn budgets(&self, period: &str) -> Result<Vec<BudgetRow>, StoreError> {
        let inner = self.lock();
        Ok(inner.charges.keys().filter(|(_, of)| of == period).map(|key| row(&inner, key)).collect())
    }

    async fn budget(&self, scope: &str, period: &str) -> Result<Option<BudgetRow>, StoreError> {
        let inner = self.lock();
        let key = (scope.to_owned(), period.to_owned());
        Ok(inner.charges.contains_key(&key).then(|| row(&inner, &key)))
    }

    async fn charge(&self, charges: &[Charge]) -> Result<(), StoreError> {
        let mut inner = self.lock();
        fits(&inner, charges)?;
        apply(&mut inner, charges);
        Ok(())
    }

    async fn claim_notice(
        &self,
        scope: &str,
        period: &str,
        percent: u8,
        job: &JobId,
    ) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let key = (scope.to_owned(), period.to_owned(), percent);
        Ok(inner.budget_notices.entry(key).or_insert_with(|| job.clone()) == job)
    }
}

fn row(inner: &Inner, key: &(String, String)) -> BudgetRow {
    let (reserved, spent) = inner.charges.get(key).copied().unwrap_or_default();
    let told = inner.budget_notices.keys().filter(|(scope, period, _)| *scope == key.0 && *period == key.1);
    BudgetRow {
        scope: key.0.clone(),
        period: key.1.clone(),
        reserved: MicroUsd(reserved),
        spent: MicroUsd(spent),
        limit: inner.budget_limits.get(key).copied(),
        told: told.map(|(_, _, percent)| *percent).max().unwrap_or(0),
    }
}

/// Only setting aside is refused: what was really spent is a fact.
pub(super) fn fits(inner: &Inner, charges: &[Charge]) -> Result<(), StoreError> {
    for charge in charges {
        let (reserved, spent) =
            inner.charges.get(&(charge.scope.clone(), charge.period.clone())).copied().unwrap_or_default();
        let total = (reserved + charge.reserve.0).saturating_sub(charge.release.0) + spent + charge.settle.0;
        if let Some(limit) = charge.limit
            && charge.reserve.0 > 0
            && total > limit.0
        {
            return Err(StoreError::OverLimit { scope: charge.scope.clone(), limit: limit.0 });
        }
    }
    Ok(())
}

pub(super) fn apply(inner: &mut Inner, charges: &[Charge]) {
    for charge in charges {
        let key = (charge.scope.clone(), charge.period.clone());
        if let Some(limit) = charge.limit {
            inner.budget_limits.insert(key.clone(), limit);
        }
        let entry = inner.charges.entry(key).or_default();
        entry.0 = (entry.0 + charge.reserve.0).saturating_sub(charge.release.0);
        entry.1 += charge.settle.0;
    }
}
