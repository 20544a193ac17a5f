//! The keys there are, for admins.

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

/// A key, without anything that could be used as one. Times are ISO 8601, UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyEntry {
    pub id: String,
    /// Who uses it.
    pub name: String,
    /// Its first characters.
    pub prefix: String,
    /// `reader`, `user` or `admin`.
    pub role: String,
    pub created_at: String,
    pub last_used_at: Option<String>,
    pub expires_at: Option<String>,
    pub revoked_at: Option<String>,
    /// Dollars a calendar month; null for no limit.
    pub budget_usd: Option<f64>,
    /// Spent of it in this month, with what is set aside for calls under way; 0 where there is no budget.
    pub used_usd: f64,
}

/// All keys, for admins
#[utoipa::path(get, path = "/api/admin/keys", tag = "operations",
    responses((status = 200, description = "Keys, oldest first, revoked ones included", body = KeyList)))]
pub async fn list(State(web): State<Web>, asker: Asker) -> Result<Json<KeyList>, Problem> {
    if asker.role != KeyRole::Admin {
        return Err(Problem::not_admin());
    }
    let all = web.ring.all(SystemClock.now()).await.map_err(|error| {
        tracing::error!(%error, "the keys cannot be listed");
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
