//! Lists API keys, for admins.

use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::ports::KeyRole;
use gorkd_core::view::iso;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct KeyList {
    pub keys: Vec<KeyEntry>,
}

/// An API key, without its secret part. Times are ISO 8601, UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyEntry {
    pub id: String,
    /// Its user.
    pub name: String,
    /// Its first characters.
    pub prefix: String,
    /// `reader`, `user` or `admin`.
    pub role: String,
    pub created_at: String,
    pub last_used_at: Option<String>,
    pub expires_at: Option<String>,
    pub revoked_at: Option<String>,
    /// Dollars per calendar month; null for no limit.
    pub budget_usd: Option<f64>,
    /// Spent this month, including reservations for active calls; 0 if there is no budget.
    pub used_usd: f64,
}

/// List all API keys; for admins
#[utoipa::path(get, path = "/api/admin/keys", tag = "operations",
    responses((status = 200, description = "API keys, oldest first, including revoked ones", body = KeyList)))]
pub async fn list(State(web): State<Web>, asker: Asker) -> Result<Json<KeyList>, Problem> {
    if asker.role != KeyRole::Admin {
        return Err(Problem::not_admin());
    }
    let all = web.ring.all(SystemClock.now()).await.map_err(|error| {
        tracing::error!(%error, "failed to list the API keys");
        Problem::unavailable()
    })?;
    let entries = all.into_iter().map(|(key, used)| KeyEntry {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        role: key.role.name().to_owned(),
        created_at: iso(key.created_at),
        last_used_at: key.last_used_at.map(iso),
        expires_at: key.expires_at.map(iso),
        revoked_at: key.revoked_at.map(iso),
        budget_usd: key.month_usd.map(|usd| usd.as_usd()),
        used_usd: used.as_usd(),
    });
    Ok(Json(KeyList { keys: entries.collect() }))
}
