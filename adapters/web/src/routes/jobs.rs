//! One run: its document, its events, its sources.

use super::job_of;
use super::shapes::{EventsQuery, ExportQuery, SourceText};
use crate::access::Asker;
use crate::body::Asked;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use gorkd_core::view::{JobView, export, iso, view};
use serde_json::{Value, json};

/// A job: its answer with claims, citations and sources, or how far it is
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = ref("#/components/schemas/Job"))))]
pub async fn show(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    Ok(Json(view(&web.service.job(&row.job, None).await?)))
}

/// Everything that happened, in order: the journal itself, drafts that nobody has checked included
#[utoipa::path(get, path = "/api/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "The job"), EventsQuery),
    responses((status = 200, description = "Events", body = ref("#/components/schemas/Events"))))]
pub async fn events(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(query): Asked<EventsQuery>,
) -> Result<Json<Value>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let events = web.service.events(&row.job, query.after).await?;
    let events: Vec<Value> = events
        .iter()
        .map(|one| {
            let (kind, version, payload) = one.event.encode();
            json!({"seq": one.seq, "at": iso(one.at), "kind": kind, "version": version, "payload": payload})
        })
        .collect();
    Ok(Json(json!({"jobId": row.job, "events": events})))
}

/// The stored text of a source, as it was read
#[utoipa::path(get, path = "/api/jobs/{id}/sources/{sourceId}", tag = "jobs",
    params(("id" = String, Path, description = "The job"),
        ("sourceId" = String, Path, description = "The source's id, or the number under which it is cited")),
    responses((status = 200, description = "The source", body = SourceText)))]
pub async fn source(
    State(web): State<Web>,
    asker: Asker,
    Path((id, source)): Path<(String, String)>,
) -> Result<Json<SourceText>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let reading = web.service.source(&row.job, &source).await?;
    let document = reading.document;
    Ok(Json(SourceText {
        id: document.source_id().to_string(),
        url: document.url,
        title: document.title,
        hash: document.hash.to_string(),
        fetched_at: iso(document.fetched_at),
        text: reading.text,
    }))
}

/// The answer as a document to keep
#[utoipa::path(get, path = "/api/jobs/{id}/export", tag = "jobs",
    params(("id" = String, Path, description = "The job"), ExportQuery),
    responses((status = 200, description = "The document", content(
        (ref("#/components/schemas/Job") = "application/json"), (String = "text/markdown")))))]
pub async fn export(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let view = view(&web.service.job(&row.job, None).await?);
    let (kind, ending, text) = match query.format.as_deref() {
        None | Some("json") => {
            ("application/json", "json", export::json(&view).map_err(|_| Problem::internal())?)
        }
        Some("md" | "markdown") => ("text/markdown; charset=utf-8", "md", export::markdown(&view)),
        Some(_) => return Err(Problem::invalid("format has to be json or md.")),
    };
    // The id is our own: nothing in it has to be quoted.
    let name = format!("attachment; filename=\"{}.{ending}\"", view.job_id);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}
