//! Edited tables of an answer, stored in versions beside the answer, which keeps its checked form.

use super::job_of;
use crate::access::Asker;
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use gorkd_core::ports::{EditedTable, TableEdit};
use gorkd_core::view::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum bytes of a table as JSON.
const MAX_BYTES: usize = 1 << 20;

/// A table to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EditBody {
    /// The version that you edited; 0 for the original table of the answer.
    pub version: u32,
    #[serde(default)]
    pub title: String,
    pub columns: Vec<String>,
    /// Each row has as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A version of a table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditDocument {
    /// The ID of the answer's table: `t1`, `t2` …
    pub id: String,
    /// Starts at 1.
    pub version: u32,
    /// ISO 8601, UTC.
    pub at: String,
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditList {
    pub job_id: String,
    pub edits: Vec<EditDocument>,
}

impl From<TableEdit> for EditDocument {
    fn from(edit: TableEdit) -> Self {
        let EditedTable { title, columns, rows } = edit.table;
        Self { id: edit.artifact, version: edit.version, at: iso(edit.at), title, columns, rows }
    }
}

/// List the latest version of each edited table
#[utoipa::path(get, path = "/api/jobs/{id}/edits", tag = "jobs", operation_id = "edits",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "Latest versions by table. Tables that nobody has edited are left out", body = EditList)))]
pub async fn list(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<EditList>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let edits = web.service.edits(&row.job).await?.into_iter().map(EditDocument::from);
    Ok(Json(EditList { job_id: row.job.to_string(), edits: edits.collect() }))
}

/// List the latest 50 versions of an edited table
#[utoipa::path(get, path = "/api/jobs/{id}/edits/{artifact}", tag = "jobs", operation_id = "versions",
    params(("id" = String, Path, description = "The job"),
        ("artifact" = String, Path, description = "The table's ID among the artifacts of the answer")),
    responses((status = 200, description = "Versions, newest first. Empty if nobody has edited the table", body = EditList)))]
pub async fn versions(
    State(web): State<Web>,
    asker: Asker,
    Path((id, artifact)): Path<(String, String)>,
) -> Result<Json<EditList>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let edits = web.service.versions(&row.job, &artifact).await?.into_iter().map(EditDocument::from);
    Ok(Json(EditList { job_id: row.job.to_string(), edits: edits.collect() }))
}

/// Save an edited table as a new version
///
/// If someone saved another version after `version`, nothing is saved (409). Review that version, then save
/// yours.
#[utoipa::path(put, path = "/api/jobs/{id}/edits/{artifact}", tag = "jobs", operation_id = "edit", request_body = EditBody,
    params(("id" = String, Path, description = "The job"),
        ("artifact" = String, Path, description = "The table's ID among the artifacts of the answer")),
    responses((status = 200, description = "The saved version", body = EditDocument)))]
pub async fn edit(
    State(web): State<Web>,
    asker: Asker,
    Path((id, artifact)): Path<(String, String)>,
    JsonBody(body): JsonBody<EditBody, MAX_BYTES>,
) -> Result<Json<EditDocument>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let table = EditedTable { title: body.title, columns: body.columns, rows: body.rows };
    let kept = web.service.edit_table(&row.job, &artifact, body.version, table, &asker.requester).await?;
    Ok(Json(kept.into()))
}
