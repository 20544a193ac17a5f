//! One run: its document, its events, its sources.

use super::job_of;
use super::shapes::{EventsQuery, ExportFormat, ExportQuery, SourceText};
use crate::access::Asker;
use crate::body::Asked;
use crate::cursor;
use crate::parts::Web;
use crate::problem::Problem;
use crate::revalidate::IMMUTABLE;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::view::tables::{self, TableView};
use gorkd_core::view::{JobView, export, iso, view};
use serde_json::{Value, json};

/// A job: its answer with claims, citations and sources, or how far it is
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs", operation_id = "job", params(("id" = String, Path, description = "The job")),
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
    let limit = cursor::limit(query.limit, 1_000, 1_000)?;
    let after = cursor::place("events", query.cursor.as_deref())?.unwrap_or(query.after);
    let mut events = web.service.events(&row.job, after).await?;
    let next = cursor::page("events", &mut events, limit, |one| one.seq);
    let events: Vec<Value> = events
        .iter()
        .map(|one| {
            let (kind, version, payload) = one.event.encode();
            json!({"seq": one.seq, "at": iso(one.at), "kind": kind, "version": version, "payload": payload})
        })
        .collect();
    let mut page = json!({"jobId": row.job, "events": events});
    if let Some(next) = next {
        page["nextCursor"] = json!(next);
    }
    Ok(Json(page))
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
    // What was read stays as it was read.
    Ok(([(header::CACHE_CONTROL, IMMUTABLE)], Json(source)))
}

/// The answer as a document to keep
#[utoipa::path(get, path = "/api/jobs/{id}/export", tag = "jobs",
    params(("id" = String, Path, description = "The job"), ExportQuery),
    responses((status = 200, description = "The document", content(
        (ref("#/components/schemas/Job") = "application/json"), (String = "text/markdown"), (String = "text/csv")))))]
pub async fn export(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let view = view(&web.service.job(&row.job, None).await?);
    let (kind, ending, text) = match query.format.unwrap_or(ExportFormat::Json) {
        ExportFormat::Json => {
            ("application/json", "json".to_owned(), export::json(&view).map_err(|_| Problem::internal())?)
        }
        ExportFormat::Md | ExportFormat::Markdown => {
            ("text/markdown; charset=utf-8", "md".to_owned(), export::markdown(&view))
        }
        ExportFormat::Csv => {
            let table = table(&view, query.table)?;
            ("text/csv; charset=utf-8; header=present", format!("{}.csv", table.id), tables::csv(&table))
        }
    };
    // The id is our own: nothing in it has to be quoted.
    let name = format!("attachment; filename=\"{}.{ending}\"", view.job_id);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// The table that is asked for by its number, or the only one.
fn table(view: &JobView, number: Option<u32>) -> Result<TableView, Problem> {
    let all = tables::tables(view);
    let known = |count: usize| match count {
        0 => "This answer has no table.".to_owned(),
        1 => "This answer has one table: leave `table` out, or set it to 1.".to_owned(),
        many => format!("This answer has {many} tables. Choose one with `table`, from 1 to {many}."),
    };
    let count = all.len();
    let at = match number {
        Some(number) => usize::try_from(number).ok().and_then(|number| number.checked_sub(1)),
        None if count > 1 => return Err(Problem::invalid(known(count))),
        None => Some(0),
    };
    let found = at.and_then(|at| all.into_iter().nth(at));
    found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "not_found", known(count)))
}
