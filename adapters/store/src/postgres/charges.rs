//! Budgets across jobs and processes, updated in the transaction of the append that charges them.

use crate::values::{count, int, plain};
use crate::work::Fault;
use gorkd_core::ports::{Charge, StoreError};
use sqlx::PgConnection;

/// Applies charges. Only reservations can be refused: actual spending is a fact.
pub(super) async fn apply(connection: &mut PgConnection, charges: &[Charge]) -> Result<(), Fault> {
    // Budgets are always locked in the same order, to avoid deadlocks.
    let mut charges: Vec<&Charge> = charges.iter().collect();
    charges.sort_by(|one, other| (&one.scope, &one.period).cmp(&(&other.scope, &other.period)));
    for charge in charges {
        let (scope, period) = (plain(&charge.scope), plain(&charge.period));
        // The first charge of a budget creates its row; it is locked from here on.
        let (reserved, spent): (i64, i64) = sqlx::query_as(
            "INSERT INTO budgets (scope, period, reserved, spent) VALUES ($1, $2, 0, 0)
             ON CONFLICT (scope, period) DO UPDATE SET spent = budgets.spent RETURNING reserved, spent",
        )
        .bind(&scope)
        .bind(&period)
        .fetch_one(&mut *connection)
        .await?;
        let reserved = count(reserved).saturating_sub(charge.release.0).saturating_add(charge.reserve.0);
        let spent = count(spent).saturating_add(charge.settle.0);
        if let Some(limit) = charge.limit
            && charge.reserve.0 > 0
            && reserved.saturating_add(spent) > limit.0
        {
            return Err(StoreError::OverLimit { scope: charge.scope.clone(), limit: limit.0 }.into());
        }
        sqlx::query(
            "UPDATE budgets SET reserved = $3, spent = $4, most = COALESCE($5, most)
             WHERE scope = $1 AND period = $2",
        )
        .bind(&scope)
        .bind(&period)
        .bind(int(reserved))
        .bind(int(spent))
        .bind(charge.limit.map(|limit| int(limit.0)))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
