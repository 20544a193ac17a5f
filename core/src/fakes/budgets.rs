//! Monthly budgets, in memory.

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

    async fn claim_notice(&self, about: &BudgetLine, job: &JobId) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let key = (about.scope.clone(), about.period.clone(), about.percent);
        let told = inner.budget_notices.entry(key).or_insert_with(|| (about.limit, job.clone()));
        if told.0 < about.limit {
            *told = (about.limit, job.clone());
        }
        Ok(told.1 == *job)
    }
}

fn row(inner: &Inner, key: &(String, String)) -> BudgetRow {
    let (reserved, spent) = inner.charges.get(key).copied().unwrap_or_default();
    let limit = inner.budget_limits.get(key).copied();
    let about = inner.budget_notices.iter().filter(|((scope, period, _), (of, _))| {
        *scope == key.0 && *period == key.1 && limit.is_none_or(|limit| *of >= limit)
    });
    BudgetRow {
        scope: key.0.clone(),
        period: key.1.clone(),
        reserved: MicroUsd(reserved),
        spent: MicroUsd(spent),
        limit,
        told: about.map(|((.., percent), _)| *percent).max().unwrap_or(0),
    }
}

/// Only reservations can be refused; actual spending is a fact.
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
