//! What is stored for people besides their threads: memory and watches.

use super::shapes::*;
use super::{job_in, thread_of};
use crate::access::Asker;
use crate::body::{JsonBody, QueryString};
use crate::cursor;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::model::Place;
use gorkd_core::ports::Watch;
use gorkd_core::view::iso;

/// List what gorkd remembers about you
#[utoipa::path(get, path = "/api/memory", tag = "memory",
    responses((status = 200, description = "Everything that gorkd remembers", body = MemoryDocument)))]
pub async fn memory(State(web): State<Web>, asker: Asker) -> Result<Json<MemoryDocument>, Problem> {
    Ok(Json(remembered(&web, &asker).await?))
}

/// Remember one thing
#[utoipa::path(put, path = "/api/memory/{name}", tag = "memory", request_body = MemoryBody,
    params(("name" = String, Path, description = "language, profile, planning, privacy, domain, prefer_sites or block_sites")),
    responses((status = 200, description = "Everything that gorkd remembers now", body = MemoryDocument)))]
pub async fn remember(
    State(web): State<Web>,
    asker: Asker,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<MemoryBody>,
) -> Result<Json<MemoryDocument>, Problem> {
    web.service.remember(&asker.requester, None, &name, &body.value).await?;
    Ok(Json(remembered(&web, &asker).await?))
}

/// Forget one thing
#[utoipa::path(delete, path = "/api/memory/{name}", tag = "memory",
    params(("name" = String, Path, description = "The name to forget, or `all`")),
    responses((status = 200, description = "What is still remembered", body = MemoryDocument)))]
pub async fn forget(
    State(web): State<Web>,
    asker: Asker,
    Path(name): Path<String>,
) -> Result<Json<MemoryDocument>, Problem> {
    let name = (name != "all").then_some(name.as_str());
    let gone = web.service.forget(&asker.requester, None, name).await?;
    if gone == 0 && name.is_some() {
        return Err(Problem::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "Nothing with that name is remembered.",
        ));
    }
    Ok(Json(remembered(&web, &asker).await?))
}

async fn remembered(web: &Web, asker: &Asker) -> Result<MemoryDocument, Problem> {
    let all = web.service.remembered_of_person(&asker.requester).await?;
    let entries = all.into_iter().map(|one| MemoryEntry {
        name: one.name.name().to_owned(),
        value: one.value,
        since: iso(one.at),
    });
    Ok(MemoryDocument { remembered: entries.collect() })
}

/// List your watches
#[utoipa::path(get, path = "/api/watches", tag = "watches", params(PageQuery),
    responses((status = 200, description = "Watches, oldest first", body = WatchList)))]
pub async fn watches(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<PageQuery>,
) -> Result<Json<WatchList>, Problem> {
    type Place = (i64, String);
    let limit = cursor::limit(query.limit, 200, 1_000)?;
    let after: Option<Place> = cursor::place("watches", query.cursor.as_deref())?;
    let place = |watch: &Watch| (watch.created_at.0, watch.id.clone());
    let mut own = web.service.watches(Some(&asker.requester)).await?;
    own.sort_by_key(place);
    own.retain(|watch| after.as_ref().is_none_or(|after| place(watch) > *after));
    let next_cursor =
        cursor::page("watches", &mut own, limit, |watch| -> Place { (watch.created_at.0, watch.id.clone()) });
    Ok(Json(WatchList { watches: own.into_iter().map(entry).collect(), next_cursor }))
}

/// Watch an answer: recheck it from time to time
#[utoipa::path(post, path = "/api/threads/{id}/watch", tag = "watches", request_body = WatchBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 201, description = "The new watch", body = WatchEntry)))]
pub async fn watch(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<WatchBody>,
) -> Result<(StatusCode, Json<WatchEntry>), Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    if !asker.scopes.is_empty() {
        return Err(Problem::not_counted("The cost of a watch"));
    }
    let row = job_in(&web, &thread, body.job_id.as_deref(), |row| row.status.is_over()).await?;
    let every = body.every_minutes.unwrap_or(24 * 60).saturating_mul(60_000);
    let place = Place(asker.requester.key());
    let watch = web.service.watch(&row.job, every, &asker.requester, &place).await?;
    Ok((StatusCode::CREATED, Json(entry(watch))))
}

/// Stop watching an answer
#[utoipa::path(delete, path = "/api/watches/{id}", tag = "watches",
    params(("id" = String, Path, description = "The watch")),
    responses((status = 204, description = "Removed")))]
pub async fn unwatch(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    web.service.drop_watch(&id, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn entry(watch: Watch) -> WatchEntry {
    WatchEntry {
        id: watch.id,
        question: watch.question,
        every_minutes: watch.every_ms / 60_000,
        next_at: iso(watch.next_at),
        checked_at: watch.checked_at.map(iso),
        looks: watch.runs,
        base_job_id: watch.base.to_string(),
        changed_at: watch.changed.as_ref().map(|changed| iso(changed.at)),
        changed_job_id: watch.changed.as_ref().map(|changed| changed.job.to_string()),
        changes: watch.changed.map(|changed| changed.changes).unwrap_or_default(),
        problem: watch.problem,
    }
}
