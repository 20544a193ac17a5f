//! How much of this month's budgets is used.

use super::admin;
use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use gorkd_core::job::{ScopeKind, month, month_end};
use gorkd_core::model::Millis;
use gorkd_core::ports::BudgetRow;
use gorkd_core::view::iso;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetList {
    /// The calendar month (UTC): `2026-11`.
    pub period: String,
    /// When the month ends and its budgets start anew; ISO 8601, UTC.
    pub ends_at: String,
    pub items: Vec<BudgetEntry>,
}

impl BudgetList {
    /// The most used first.
    pub fn of(rows: &[BudgetRow], now: Millis) -> Self {
        let mut items: Vec<BudgetEntry> = rows.iter().map(entry).collect();
        let share = |entry: &BudgetEntry| match entry.limit_usd {
            Some(limit) if limit > 0.0 => (entry.spent_usd + entry.reserved_usd) / limit,
            Some(_) => 1.0,
            None => 0.0,
        };
        items.sort_by(|one, other| share(other).total_cmp(&share(one)));
        Self { period: month(now), ends_at: iso(month_end(now)), items }
    }
}

/// A budget that runs of this month count against.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetEntry {
    /// `person`, `key`, `place`, `channel`, `workspace`, or `everything`.
    pub kind: String,
    /// The person's ID, the key's ID, or the place; null for all runs together.
    pub of: Option<String>,
    pub spent_usd: f64,
    /// Reserved for active calls.
    pub reserved_usd: f64,
    /// As of the last call; null for no limit.
    pub limit_usd: Option<f64>,
    /// Nothing is left, or too little for a call that was to be made.
    pub used_up: bool,
}

/// List the usage of this month's budgets; for admins
#[utoipa::path(get, path = "/api/admin/budgets", tag = "operations",
    responses((status = 200, description = "Budgets with a limit, the most used first", body = BudgetList)))]
pub async fn budgets(State(web): State<Web>, asker: Asker) -> Result<Json<BudgetList>, Problem> {
    admin(&asker)?;
    Ok(Json(BudgetList::of(&web.service.budgets().await?, web.service.now())))
}

fn entry(row: &BudgetRow) -> BudgetEntry {
    BudgetEntry {
        kind: ScopeKind::of(&row.scope).name().to_owned(),
        of: row.scope.split_once(':').map(|(_, of)| of.to_owned()),
        spent_usd: row.spent.as_usd(),
        reserved_usd: row.reserved.as_usd(),
        limit_usd: row.limit.map(|limit| limit.as_usd()),
        used_up: row.is_used_up(),
    }
}
