//! Documents handed in with a thread.

use super::thread_of;
use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use axum::extract::{Path, State};
use axum::http::StatusCode;

/// Hand in documents for a thread (not in this build)
///
/// A document of a thread has to be a fact in its journal, so that answers may rest on it and erasing the thread
/// erases it. This build has no such fact yet, and storing a text beside the journal would not hold.
#[utoipa::path(post, path = "/api/threads/{id}/files", tag = "threads",
    params(("id" = String, Path, description = "The thread")),
    request_body(content = Vec<u8>, content_type = "multipart/form-data"),
    responses((status = 501, description = "This build does not take documents", body = crate::problem::ProblemDocument,
        content_type = "application/problem+json")))]
pub async fn files(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    thread_of(&web, &asker, &id).await?;
    Err(Problem::new(
        StatusCode::NOT_IMPLEMENTED,
        "not_implemented",
        "This build cannot take documents for one thread yet. Add them to the library with `gorkd library add PATH`.",
    ))
}
