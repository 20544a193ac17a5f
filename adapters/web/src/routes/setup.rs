//! What is set up and what the library contains, for people who have just installed gorkd and for the page's
//! first view.

use crate::access::{Arrival, Asker};
use crate::body::JsonBody;
use crate::console::{LibraryState, NotKept, Setup};
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::AuditAction;
use gorkd_core::ports::KeyRole;
use serde::{Deserialize, Serialize};
use std::path::Path as FilePath;
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProviderKeyBody {
    /// 1 to 500 plain characters without spaces.
    pub key: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderKeyKept {
    /// Takes effect when gorkd is restarted.
    pub restart_needed: bool,
    pub sentence: String,
}

/// Get what is set up, and how to set up the rest; for admins
#[utoipa::path(get, path = "/api/setup", tag = "setup", operation_id = "setup",
    responses((status = 200, description = "The steps in order", body = Setup)))]
pub async fn setup(State(web): State<Web>, asker: Asker) -> Result<Json<Setup>, Problem> {
    if asker.role != KeyRole::Admin {
        return Err(Problem::not_admin());
    }
    web.console.setup().await.map(Json).map_err(|why| broken(&why))
}

/// Store the API key of a search provider; only from the machine that gorkd runs on
#[utoipa::path(put, path = "/api/setup/keys/{provider}", tag = "setup", operation_id = "keepProviderKey",
    params(("provider" = String, Path, description = "The provider, for example tavily")),
    request_body = ProviderKeyBody,
    responses((status = 200, description = "Stored. The key is never returned", body = ProviderKeyKept)))]
pub async fn keep(
    State(web): State<Web>,
    asker: Asker,
    arrival: Arrival,
    Path(provider): Path<String>,
    JsonBody(body): JsonBody<ProviderKeyBody>,
) -> Result<Json<ProviderKeyKept>, Problem> {
    let key = body.key.trim();
    if !(1..=500).contains(&key.len()) || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Problem::invalid("`key` must be 1 to 500 plain characters without spaces."));
    }
    kept(&web, &asker, &arrival, &provider, Some(key)).await
}

/// Remove a stored API key of a search provider
#[utoipa::path(delete, path = "/api/setup/keys/{provider}", tag = "setup", operation_id = "forgetProviderKey",
    params(("provider" = String, Path, description = "The provider")),
    responses((status = 200, description = "Removed", body = ProviderKeyKept)))]
pub async fn forget(
    State(web): State<Web>,
    asker: Asker,
    arrival: Arrival,
    Path(provider): Path<String>,
) -> Result<Json<ProviderKeyKept>, Problem> {
    kept(&web, &asker, &arrival, &provider, None).await
}

async fn kept(
    web: &Web,
    asker: &Asker,
    arrival: &Arrival,
    provider: &str,
    key: Option<&str>,
) -> Result<Json<ProviderKeyKept>, Problem> {
    if asker.role != KeyRole::Admin {
        return Err(Problem::not_admin());
    }
    if !arrival.here {
        return Err(Problem::not_here());
    }
    web.console.keep_key(provider, key).map_err(|why| match why {
        NotKept::Unknown => {
            let detail =
                "No search provider with this name takes a key. `GET /api/setup` lists those that do.";
            Problem::new(StatusCode::NOT_FOUND, "not_found", detail)
        }
        NotKept::Failed(why) => broken(&why),
    })?;
    let action = if key.is_some() { AuditAction::ProviderKeySet } else { AuditAction::ProviderKeyRemoved };
    web.service.audit(action, &asker.requester, provider).await;
    let sentence = match key {
        Some(_) => format!("The key of {provider} is stored. Restart gorkd to use it."),
        None => format!("The key of {provider} is removed. Restart gorkd to stop using it."),
    };
    Ok(Json(ProviderKeyKept { restart_needed: true, sentence }))
}

/// Get what the library contains, with sample questions
#[utoipa::path(get, path = "/api/library", tag = "library", operation_id = "library",
    responses((status = 200, description = "The library", body = LibraryState)))]
pub async fn library(State(web): State<Web>, asker: Asker) -> Result<Json<LibraryState>, Problem> {
    let mut state = web.console.library().await.map_err(|why| broken(&why))?;
    if asker.role != KeyRole::Admin {
        for folder in &mut state.folders {
            let name =
                FilePath::new(&folder.path).file_name().map(|name| name.to_string_lossy().into_owned());
            folder.path = name.unwrap_or_default();
        }
    }
    Ok(Json(state))
}

fn broken(why: &str) -> Problem {
    tracing::error!(why, "failed to read or change what is set up");
    Problem::unavailable()
}
