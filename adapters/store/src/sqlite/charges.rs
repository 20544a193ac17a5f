//! Budgets across jobs and processes, updated in the transaction of the append that charges them.

use crate::values::{count, int};
use crate::work::Fault;
use gorkd_core::ports::{Charge, StoreError};
use sqlx::SqliteConnection;

/// Applies charges in order. Only reservations can be refused: actual spending is a fact.
pub(super) async fn apply(connection: &mut SqliteConnection, charges: &[Charge]) -> Result<(), Fault> {
    for charge in charges {
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT reserved, spent FROM budgets WHERE scope = ? AND period = ?")
                .bind(&charge.scope)
                .bind(&charge.period)
                .fetch_optional(&mut *connection)
                .await?;
        let (reserved, spent) = row.map_or((0, 0), |(reserved, spent)| (count(reserved), count(spent)));
        let reserved = reserved.saturating_sub(charge.release.0).saturating_add(charge.reserve.0);
        let spent = spent.saturating_add(charge.settle.0);
        if let Some(limit) = charge.limit
            && charge.reserve.0 > 0
            && reserved.saturating_add(spent) > limit.0
        {
            return Err(StoreError::OverLimit { scope: charge.scope.clone(), limit: limit.0 }.into());
        }
        sqlx::query(
            "INSERT INTO budgets (scope, period, reserved, spent, most) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (scope, period) DO UPDATE SET reserved = ?3, spent = ?4, most = COALESCE(?5, most)",
        )
        .bind(&charge.scope)
        .bind(&charge.period)
        .bind(int(reserved))
        .bind(int(spent))
        .bind(charge.limit.map(|limit| int(limit.0)))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
