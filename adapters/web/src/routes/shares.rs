//! Links that open one answer to whoever has them.

use super::job_of;
use super::shapes::ShareLink;
use crate::access::Asker;
use crate::page;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use gorkd_core::view::{iso, view};

/// Make a link that opens the answer without a key, for `web.share_days`
#[utoipa::path(post, path = "/api/jobs/{id}/share", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The link", body = ShareLink)))]
pub async fn share(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ShareLink>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let share = web.service.share(&row.job, &asker.requester).await?;
    let base = web.settings.base().unwrap_or_default();
    Ok(Json(ShareLink { url: format!("{base}{}", share.path), expires_at: iso(share.until) }))
}

/// Revoke all links to the answer
#[utoipa::path(delete, path = "/api/jobs/{id}/share", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 204, description = "All earlier links are revoked")))]
pub async fn unshare(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    web.service.unshare(&row.job, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One answer to read, for whoever has its link
#[utoipa::path(get, path = "/s/{link}", tag = "page",
    params(("link" = String, Path, description = "What the link ends with")),
    responses((status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 404, description = "The link no longer works", body = String, content_type = "text/html")))]
pub async fn open(State(web): State<Web>, Path(link): Path<String>) -> Response {
    match web.service.shared(&link).await {
        Ok(job) => Html(page::answer(&view(&job))).into_response(),
        Err(_) => (StatusCode::NOT_FOUND, Html(page::gone())).into_response(),
    }
}
