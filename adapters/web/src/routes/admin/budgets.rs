//! What is used of the budgets of the present month.

use super::admin;
use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use gorkd_core::job::{ScopeKind, month};
use gorkd_core::ports::BudgetRow;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct BudgetList {
    /// The calendar month (UTC): `2026-11`.
    pub period: String,
    pub items: Vec<BudgetEntry>,
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
    /// Set aside for calls under way.
    pub reserved_usd: f64,
    /// As of the last call; null for no limit.
    pub limit_usd: Option<f64>,
    /// Nothing is left, or too little for a call that was to be made.
    pub used_up: bool,
}

/// List what is used of this month's budgets; for admins
#[utoipa::path(get, path = "/api/admin/budgets", tag = "operations",
    responses((status = 200, description = "Budgets with a limit, the most used first", body = BudgetList)))]
pub async fn budgets(State(web): State<Web>, asker: Asker) -> Result<Json<BudgetList>, Problem> {
    admin(&asker)?;
    let mut items: Vec<BudgetEntry> = web.service.budgets().await?.iter().map(entry).collect();
    let share = |entry: &BudgetEntry| match entry.limit_usd {
        Some(limit) if limit > 0.0 => (entry.spent_usd + entry.reserved_usd) / limit,
        Some(_) => 1.0,
        None => 0.0,
    };
    items.sort_by(|one, other| share(other).total_cmp(&share(one)));
    Ok(Json(BudgetList { period: month(web.service.now()), items }))
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
