//! A single run: its document, its events, its sources.

use super::job_of;
use super::shapes::{EventsQuery, ExportFormat, ExportQuery, SourceText};
use crate::access::Asker;
use crate::body::QueryString;
use crate::cursor;
use crate::parts::Web;
use crate::problem::Problem;
use crate::revalidate::IMMUTABLE;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::job::{Event, Verdict};
use gorkd_core::view::tables::{self, TableView};
use gorkd_core::view::{JobView, docx, export, html, iso, view};
use serde_json::{Value, json};

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// Get a job: its answer with claims, citations, and sources, or its progress
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs", operation_id = "job", params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "The job", body = ref("#/components/schemas/Job"))))]
pub async fn show(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<JobView>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let job = web.service.job(&row.job, None).await?;
    Ok(Json(JobView { line: web.service.line_of(&job).await, ..view(&job) }))
}

/// List everything that happened, in order: the journal itself, including unchecked drafts
#[utoipa::path(get, path = "/api/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "The job"), EventsQuery),
    responses((status = 200, description = "Events", body = ref("#/components/schemas/Events"))))]
pub async fn events(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<EventsQuery>,
) -> Result<Json<Value>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let limit = cursor::limit(query.limit, 1_000, 1_000)?;
    let after = cursor::place("events", query.cursor.as_deref())?.unwrap_or(query.after);
    let mut events = web.service.events(&row.job, after).await?;
    let next = cursor::page("events", &mut events, limit, |one| one.seq);
    // The whole journal is read only if the page contains something that may have to be withheld.
    let holds_back = events.iter().any(|one| is_written(&one.event))
        && web.service.job(&row.job, None).await?.holds_back();
    let events: Vec<Value> = events
        .iter()
        .map(|one| {
            let (kind, version, payload) = one.event.encode();
            let payload = if holds_back && is_written(&one.event) { json!({}) } else { payload };
            let mut event =
                json!({"seq": one.seq, "at": iso(one.at), "kind": kind, "version": version, "payload": payload});
            if let Some(actor) = &one.actor {
                event["actor"] = json!(actor);
            }
            event
        })
        .collect();
    let mut page = json!({"jobId": row.job, "events": events});
    if let Some(next) = next {
        page["nextCursor"] = json!(next);
    }
    Ok(Json(page))
}

/// Whether the event contains text that was written before moderation checked it.
fn is_written(event: &Event) -> bool {
    match event {
        Event::Drafted { .. } | Event::Doubted { .. } => true,
        Event::Verified { verdict, .. } => matches!(**verdict, Verdict::Repair(_)),
        _ => false,
    }
}

/// Get the stored text of a source, as it was read
#[utoipa::path(get, path = "/api/jobs/{id}/sources/{sourceId}", tag = "jobs",
    params(("id" = String, Path, description = "The job"),
        ("sourceId" = String, Path, description = "The source's ID, or the number by which it is cited")),
    responses((status = 200, description = "The source", body = SourceText)))]
pub async fn source(
    State(web): State<Web>,
    asker: Asker,
    Path((id, source)): Path<(String, String)>,
) -> Result<([(HeaderName, HeaderValue); 1], Json<SourceText>), Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let reading = web.service.source(&row.job, &source).await?;
    let document = reading.document;
    let source = SourceText {
        id: document.source_id().to_string(),
        url: document.url,
        title: document.title,
        hash: document.hash.to_string(),
        fetched_at: iso(document.fetched_at),
        text: reading.text,
    };
    // The stored text never changes.
    Ok(([(header::CACHE_CONTROL, IMMUTABLE)], Json(source)))
}

/// Export the answer as a document
#[utoipa::path(get, path = "/api/jobs/{id}/export", tag = "jobs",
    params(("id" = String, Path, description = "The job"), ExportQuery),
    responses((status = 200, description = "The document", content(
        (ref("#/components/schemas/Job") = "application/json"), (String = "text/markdown"), (String = "text/html"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (Vec<u8> = "application/pdf"), (String = "text/csv")))))]
pub async fn export(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<ExportQuery>,
) -> Result<Response, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let view = view(&web.service.job(&row.job, None).await?);
    let (kind, ending, body) = match query.format.unwrap_or(ExportFormat::Json) {
        ExportFormat::Json => {
            let text = export::json(&view).map_err(|_| Problem::internal())?;
            ("application/json", "json".to_owned(), text.into_bytes())
        }
        ExportFormat::Md | ExportFormat::Markdown => {
            ("text/markdown; charset=utf-8", "md".to_owned(), export::markdown(&view).into_bytes())
        }
        ExportFormat::Html => ("text/html; charset=utf-8", "html".to_owned(), html(&view).into_bytes()),
        ExportFormat::Docx => (DOCX, "docx".to_owned(), docx(&view).map_err(|_| Problem::internal())?),
        ExportFormat::Pdf => ("application/pdf", "pdf".to_owned(), web.service.pdf(&view).await?),
        ExportFormat::Csv => {
            let table = table(&view, query.table)?;
            let text = tables::csv(&table);
            ("text/csv; charset=utf-8; header=present", format!("{}.csv", table.id), text.into_bytes())
        }
    };
    // The id is generated by gorkd, so nothing in it needs quoting.
    let name = format!("attachment; filename=\"{}.{ending}\"", view.job_id);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], body).into_response())
}

/// The table with this number, or the only one.
fn table(view: &JobView, number: Option<u32>) -> Result<TableView, Problem> {
    tables::chosen(view, number).map_err(|sentence| match number {
        None if tables::tables(view).len() > 1 => Problem::invalid(sentence),
        Some(_) | None => Problem::new(StatusCode::NOT_FOUND, "not_found", sentence),
    })
}
