//! Monthly budget usage in `/metrics`, by kind, so that no label names anybody.

use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::job::{ScopeKind, month};
use gorkd_store::Store;
use metrics::{describe_gauge, gauge};
use std::time::Duration;
use tokio::time::timeout;

const SPENT: &str = "month_spent_usd";
const LIMIT: &str = "month_limit_usd";
const MOST: &str = "month_most_used_ratio";
const USED_UP: &str = "month_budgets_used_up";

/// How long a scrape waits for the store.
const PATIENCE: Duration = Duration::from_secs(2);

/// Describes each metric and its unit.
pub fn describe() {
    describe_gauge!(
        SPENT,
        "US dollars spent this month (UTC) against budgets with a limit, by kind of budget."
    );
    describe_gauge!(LIMIT, "The limits of these budgets, added up, in US dollars, by kind of budget.");
    describe_gauge!(MOST, "The share of its limit that the most used budget has spent, by kind of budget.");
    describe_gauge!(USED_UP, "Budgets that are used up, by kind of budget.");
}

/// Updates the gauges. If the store does not answer in time, they keep their last values.
pub async fn count(store: &dyn Store) {
    let period = month(SystemClock.now());
    let Ok(Ok(rows)) = timeout(PATIENCE, store.budgets(&period)).await else { return };
    for kind in ScopeKind::ALL {
        let (mut spent, mut limits, mut most, mut used_up) = (0.0, 0.0, 0.0_f64, 0.0);
        for row in rows.iter().filter(|row| ScopeKind::of(&row.scope) == kind) {
            let Some(limit) = row.limit else { continue };
            spent += row.spent.as_usd();
            limits += limit.as_usd();
            used_up += if row.is_used_up() { 1.0 } else { 0.0 };
            most = most.max(if limit.0 > 0 { row.spent.0 as f64 / limit.0 as f64 } else { 1.0 });
        }
        gauge!(SPENT, "scope" => kind.name()).set(spent);
        gauge!(LIMIT, "scope" => kind.name()).set(limits);
        gauge!(MOST, "scope" => kind.name()).set(most);
        gauge!(USED_UP, "scope" => kind.name()).set(used_up);
    }
}
