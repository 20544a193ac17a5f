//! Links that open one answer for anyone who has the link.

use super::job_of;
use super::shapes::ShareLink;
use crate::access::Asker;
use crate::body::{JsonBody, QueryString};
use crate::parts::Web;
use crate::problem::{MOMENT, Problem};
use crate::{cursor, page};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use gorkd_core::engine::{KeptShare, ShareEnd};
use gorkd_core::model::{Millis, Refusal, RefusalCode};
use gorkd_core::view::{iso, view};
use gorkd_words::Locale;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Maximum lifetime of a link in days, if it expires.
const MAX_DAYS: u32 = 3_650;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const LIST: &str = "shares";
/// The position of a link in its list: when it was created, and its ID.
type ListPlace = (i64, String);

/// When a link expires: one of the two, or neither for `web.share_days`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ShareBody {
    /// ISO 8601 with a time zone. Null: never, until it is revoked.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Option<String>>,
    /// Days from now, 1 to 3,650. Null: never, until it is revoked.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 3650)]
    pub days: Option<Option<u32>>,
}

/// Distinguishes null from a missing field.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A link that is listed, and can be extended and revoked individually.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareEntry {
    pub id: String,
    pub job_id: String,
    pub thread_id: String,
    pub question: String,
    pub url: String,
    /// ISO 8601, UTC.
    pub created_at: String,
    /// Null: it works until it is revoked.
    pub expires_at: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ShareList {
    pub items: Vec<ShareEntry>,
    /// The `cursor` of the next page; null on the last one.
    #[serde(rename = "nextCursor")]
    pub next_cursor: Option<String>,
    /// The same, under its former name.
    pub next: Option<String>,
}

/// Pagination.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ItemsQuery {
    /// Maximum number of items, 1 to 200. Default: 50.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page.
    pub cursor: Option<String>,
}

impl ShareBody {
    fn end(self, now: Millis) -> Result<ShareEnd, Problem> {
        match (self.expires_at, self.days) {
            (Some(_), Some(_)) => Err(Problem::invalid("Use `expiresAt` or `days`, not both.")),
            (None, None) => Ok(ShareEnd::Usual),
            (Some(None), None) | (None, Some(None)) => Ok(ShareEnd::Never),
            (None, Some(Some(days))) if (1..=MAX_DAYS).contains(&days) => {
                Ok(ShareEnd::At(now.plus(u64::from(days) * DAY_MS)))
            }
            (None, Some(Some(_))) => Err(Problem::invalid(format!("`days` must be from 1 to {MAX_DAYS}."))),
            (Some(Some(text)), None) => {
                let at = text.parse::<jiff::Timestamp>().ok().map(|at| Millis(at.as_millisecond()));
                let latest = now.plus(u64::from(MAX_DAYS) * DAY_MS);
                at.filter(|at| (now..=latest).contains(at)).map(ShareEnd::At).ok_or_else(|| {
                    Problem::invalid(
                        "`expiresAt` must be a time to come within ten years, with its time zone, for example \
                         2027-01-31T12:00:00Z.",
                    )
                })
            }
        }
    }
}

/// Create a listed link that opens the answer without an API key
#[utoipa::path(post, path = "/api/jobs/{id}/shares", tag = "jobs", operation_id = "addShare",
    params(("id" = String, Path, description = "The job")), request_body = ShareBody,
    responses((status = 201, description = "The link", body = ShareEntry)))]
pub async fn add(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<ShareBody>,
) -> Result<(StatusCode, Json<ShareEntry>), Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let end = body.end(web.service.now())?;
    let share = web.service.add_share(&row.job, end, &asker.requester).await?;
    Ok((StatusCode::CREATED, Json(entry(&web, share).await?)))
}

/// List the links to an answer
#[utoipa::path(get, path = "/api/jobs/{id}/shares", tag = "jobs", operation_id = "sharesOfJob",
    params(("id" = String, Path, description = "The job"), ItemsQuery),
    responses((status = 200, description = "Links, newest first, including expired ones", body = ShareList)))]
pub async fn of_job(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<ItemsQuery>,
) -> Result<Json<ShareList>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let (limit, after) = page_of(&query)?;
    let more = limit as u32 + 1;
    let rows = web.service.shares_of(&row.job, &asker.requester, after.as_ref(), more).await?;
    listed(&web, rows, limit).await
}

/// List the links that you created
#[utoipa::path(get, path = "/api/shares", tag = "shares", operation_id = "shares", params(ItemsQuery),
    responses((status = 200, description = "Links, newest first, including expired ones", body = ShareList)))]
pub async fn mine(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<ItemsQuery>,
) -> Result<Json<ShareList>, Problem> {
    let (limit, after) = page_of(&query)?;
    let rows = web.service.shares_by(&asker.requester, after.as_ref(), limit as u32 + 1).await?;
    listed(&web, rows, limit).await
}

/// Change when a link expires
#[utoipa::path(patch, path = "/api/shares/{id}", tag = "shares", operation_id = "changeShare",
    params(("id" = String, Path, description = "The link")), request_body = ShareBody,
    responses((status = 200, description = "The link", body = ShareEntry)))]
pub async fn change(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<ShareBody>,
) -> Result<Json<ShareEntry>, Problem> {
    let end = body.end(web.service.now())?;
    let share = web.service.change_share(&id, end, &asker.requester).await?;
    Ok(Json(entry(&web, share).await?))
}

/// Revoke a link
#[utoipa::path(delete, path = "/api/shares/{id}", tag = "shares", operation_id = "endShare",
    params(("id" = String, Path, description = "The link")),
    responses((status = 204, description = "Revoked: the link no longer works")))]
pub async fn end(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    web.service.drop_share(&id, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn page_of(query: &ItemsQuery) -> Result<(usize, Option<(Millis, String)>), Problem> {
    let limit = cursor::limit(query.limit, 50, 200)?;
    let after = cursor::place::<ListPlace>(LIST, query.cursor.as_deref())?;
    Ok((limit, after.map(|(at, id)| (Millis(at), id))))
}

async fn listed(web: &Web, mut rows: Vec<KeptShare>, limit: usize) -> Result<Json<ShareList>, Problem> {
    let next = cursor::page(LIST, &mut rows, limit, |share| -> ListPlace {
        (share.row.created_at.0, share.row.id.clone())
    });
    let mut items = Vec::new();
    for share in rows {
        items.push(entry(web, share).await?);
    }
    Ok(Json(ShareList { items, next_cursor: next.clone(), next }))
}

async fn entry(web: &Web, share: KeptShare) -> Result<ShareEntry, Problem> {
    let run = web.service.row(&share.row.job).await?;
    let base = web.settings.base().unwrap_or_default();
    Ok(ShareEntry {
        id: share.row.id,
        job_id: run.job.to_string(),
        thread_id: run.thread.to_string(),
        question: run.question,
        url: format!("{base}{}", share.path),
        created_at: iso(share.row.created_at),
        expires_at: share.row.expires_at.map(iso),
    })
}

/// Create a link that opens the answer without an API key, for `web.share_days`
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

/// Read a shared answer
#[utoipa::path(get, path = "/s/{link}", tag = "page",
    params(("link" = String, Path, description = "The last part of the link")),
    responses((status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 404, description = "The link no longer works", body = String, content_type = "text/html"),
        (status = 503, description = "Temporarily unavailable. Please try again", content(
            (ref("#/components/schemas/Problem") = "application/problem+json"), (String = "text/html")))))]
pub async fn open(State(web): State<Web>, Path(link): Path<String>, headers: HeaderMap) -> Response {
    match web.service.shared(&link).await {
        Ok(job) => Html(page::answer(&view(&job))).into_response(),
        Err(refusal) => closed(&refusal, &headers),
    }
}

/// The page for a link that opens no answer, in the browser's language.
fn closed(refusal: &Refusal, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let locale = Locale::accepted(accepted.unwrap_or_default());
    match refusal.code == RefusalCode::NotFound {
        true => (StatusCode::NOT_FOUND, Html(page::gone(locale))).into_response(),
        false => {
            let wait = [(header::RETRY_AFTER, MOMENT)];
            (StatusCode::SERVICE_UNAVAILABLE, wait, Html(page::later(locale))).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_does_not_answer_says_nothing_about_a_link() {
        let status = |code| closed(&Refusal::new(code, "The reason."), &HeaderMap::new()).status();
        assert_eq!(status(RefusalCode::NotFound), StatusCode::NOT_FOUND);
        assert_eq!(status(RefusalCode::Unavailable), StatusCode::SERVICE_UNAVAILABLE);
    }
}
