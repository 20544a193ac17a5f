//! Tables of an answer as people have edited them: kept in versions beside the answer, which stays as it was checked.

use super::job_of;
use crate::access::Asker;
use crate::body::Given;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use gorkd_core::ports::{EditedTable, TableEdit};
use gorkd_core::view::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Bytes of a table as JSON.
const MOST: usize = 1 << 20;

/// A table to keep.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EditBody {
    /// The version that was edited; 0 for the table of the answer itself.
    pub version: u32,
    #[serde(default)]
    pub title: String,
    pub columns: Vec<String>,
    /// Each with as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A version of a table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditDocument {
    /// The table of the answer: `t1`, `t2` …
    pub id: String,
    /// From 1.
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

/// The newest version of each table of the answer that was edited
#[utoipa::path(get, path = "/api/jobs/{id}/edits", tag = "jobs", operation_id = "edits",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, description = "By table; tables that nobody has edited are not among them", body = EditList)))]
pub async fn list(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<EditList>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let edits = web.service.edits(&row.job).await?.into_iter().map(EditDocument::from);
    Ok(Json(EditList { job_id: row.job.to_string(), edits: edits.collect() }))
}

/// The versions of an edited table: the newest 50
#[utoipa::path(get, path = "/api/jobs/{id}/edits/{artifact}", tag = "jobs", operation_id = "versions",
    params(("id" = String, Path, description = "The job"),
        ("artifact" = String, Path, description = "The table: its id among the artifacts of the answer")),
    responses((status = 200, description = "Newest first; none of a table that nobody has edited", body = EditList)))]
pub async fn versions(
    State(web): State<Web>,
    asker: Asker,
    Path((id, artifact)): Path<(String, String)>,
) -> Result<Json<EditList>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let edits = web.service.versions(&row.job, &artifact).await?.into_iter().map(EditDocument::from);
    Ok(Json(EditList { job_id: row.job.to_string(), edits: edits.collect() }))
}

/// Keep an edited table as its next version
///
/// When another version was saved since `version`, nothing is kept (409): look at it, and save yours after it.
#[utoipa::path(put, path = "/api/jobs/{id}/edits/{artifact}", tag = "jobs", operation_id = "edit", request_body = EditBody,
    params(("id" = String, Path, description = "The job"),
        ("artifact" = String, Path, description = "The table: its id among the artifacts of the answer")),
    responses((status = 200, description = "It is kept", body = EditDocument)))]
pub async fn edit(
    State(web): State<Web>,
    asker: Asker,
    Path((id, artifact)): Path<(String, String)>,
    Given(body): Given<EditBody, MOST>,
) -> Result<Json<EditDocument>, Problem> {
    let row = job_of(&web, &asker, &id).await?;
    let table = EditedTable { title: body.title, columns: body.columns, rows: body.rows };
    let kept = web.service.edit_table(&row.job, &artifact, body.version, table, &asker.requester).await?;
    Ok(Json(kept.into()))
}
