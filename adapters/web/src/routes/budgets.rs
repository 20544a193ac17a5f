//! What is left of this month's budgets, for the person who asks.

use super::admin::BudgetList;
use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use gorkd_core::model::Place;

/// List the usage of the monthly budgets that your next question counts against
#[utoipa::path(get, path = "/api/budgets", tag = "threads", operation_id = "ownBudgets",
    responses((status = 200, description = "Budgets with a limit, the most used first", body = BudgetList)))]
pub async fn own(State(web): State<Web>, asker: Asker) -> Result<Json<BudgetList>, Problem> {
    let place = Place(asker.requester.key());
    let rows = web.service.budgets_of(&asker.requester, &place, &asker.scopes).await?;
    Ok(Json(BudgetList::of(&rows, web.service.now())))
}
