//! Documents attached to a thread.

use super::shapes::Attached;
use super::{job_in, thread_of};
use crate::access::Asker;
use crate::body::too_large;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::multipart::MultipartError;
use axum::extract::{Multipart, Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::File;
use gorkd_core::ports::RawContent;

/// Maximum bytes of an upload request.
pub const MOST: usize = 64 * 1024 * 1024;

/// Attach documents to a thread; only its turns use them
///
/// Text, Markdown, HTML, CSV, PDF, and DOCX, each as a part with a file name. The current turn uses them if it has not
/// yet judged its sources; every later turn does. They are never added to the library or used in other threads.
#[utoipa::path(post, path = "/api/threads/{id}/files", tag = "threads",
    params(("id" = String, Path, description = "The thread")),
    request_body(content = Vec<u8>, content_type = "multipart/form-data"),
    responses((status = 202, description = "Read and stored with the thread", body = Vec<Attached>)))]
pub async fn files(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    parts: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<(StatusCode, Json<Vec<Attached>>), Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let row = job_in(&web, &thread, None, |row| !row.status.is_over()).await?;
    let mut parts = parts.map_err(|_| {
        let detail = "Send the documents as multipart/form-data, each part with a file name.";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_multipart", detail)
    })?;
    let mut files = Vec::new();
    while let Some(part) = parts.next_field().await.map_err(|error| unreadable(&error))? {
        let Some(name) = part.file_name().map(str::to_owned).filter(|name| !name.trim().is_empty()) else {
            return Err(Problem::invalid("Each part needs a file name, which determines its type."));
        };
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|error| unreadable(&error))?;
        files.push(File { name, content: RawContent::Bytes(bytes.to_vec()), content_type, kind: None });
    }
    if files.is_empty() {
        return Err(Problem::invalid("There is no document in this request."));
    }
    let documents = web.service.attach(&row.job, &files, &asker.requester).await?;
    let attached = documents.into_iter().map(|document| Attached {
        id: document.source_id().to_string(),
        title: document.title,
        word_count: document.word_count,
        truncated: document.truncated,
        warnings: document.warnings,
    });
    Ok((StatusCode::ACCEPTED, Json(attached.collect())))
}

fn unreadable(error: &MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(MOST),
        _ => Problem::invalid("The upload is incomplete, or was not sent as multipart/form-data."),
    }
}
