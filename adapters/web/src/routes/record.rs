//! What a run leaves behind besides its answer: its log, and its tables.

use super::job_of;
use super::shapes::PageQuery;
use crate::access::Asker;
use crate::body::QueryString;
use crate::cursor;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use gorkd_core::view::{self, tables};
use serde_json::{Value, json};

/// Get the run log: calls with their time and cost, cache hits, errors, and what people said to the run
#[utoipa::path(get, path = "/api/jobs/{id}/log", tag = "jobs",
    params(("id" = String, Path, description = "The job"), PageQuery),
    responses((status = 200, description = "Lines in order", body = ref("#/components/schemas/Log"))))]
pub async fn log(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<PageQuery>,
) -> Result<Json<Value>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let limit = cursor::limit(query.limit, 200, 1_000)?;
    let after: u64 = cursor::place("log", query.cursor.as_deref())?.unwrap_or_default();
    let mut entries = view::log(&web.service.events(&row.job, 0).await?);
    entries.retain(|entry| entry.seq > after);
    let next = cursor::page("log", &mut entries, limit, |entry| entry.seq);
    let mut page = json!({"jobId": row.job, "entries": entries});
    if let Some(next) = next {
        page["nextCursor"] = json!(next);
    }
    Ok(Json(page))
}

/// List the tables of the answer as columns and rows
#[utoipa::path(get, path = "/api/jobs/{id}/artifacts", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "In the order of the answer", body = ref("#/components/schemas/Artifacts"))))]
pub async fn artifacts(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let found = tables::tables(&view::view(&web.service.job(&row.job, None).await?));
    let artifacts: Vec<Value> = (1..)
        .zip(&found)
        .map(|(number, table)| {
            let mut artifact = json!(table);
            artifact["kind"] = json!("table");
            artifact["csv"] = json!(format!("/api/jobs/{}/export?format=csv&table={number}", row.job));
            artifact
        })
        .collect();
    Ok(Json(json!({"jobId": row.job, "artifacts": artifacts})))
}
