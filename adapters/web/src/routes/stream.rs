//! The event stream of a thread.

use super::shapes::{LastEvent, StreamQuery};
use super::thread_of;
use crate::access::Asker;
use crate::body::QueryString;
use crate::parts::Web;
use crate::problem::Problem;
use crate::stream::{Kind, last_event, response};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use std::collections::BTreeSet;

/// Follow a thread: past and new events, in order (server-sent events)
///
/// `id:` is `<jobId>:<seq>` (followed by `.<n>` inside an event of several parts) and orders the events of all jobs of
/// the thread. A client that reconnects with it, as `Last-Event-ID` or `lastEventId`, gets exactly what follows. `gap`
/// means that this isn't possible, and the stream starts from the beginning. `delta` is text that is still being
/// written: it is unchecked, has no ID, and is sent again as a whole to clients that connect later. With
/// `final=document`, every `done` contains the job document, and the stream ends when no run of the thread is active.
#[utoipa::path(get, path = "/api/stream/{threadId}", tag = "threads",
    params(("threadId" = String, Path, description = "The thread"), StreamQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "Continue after this event")),
    responses((status = 200, description = "Events, until the client disconnects", body = String,
        content_type = "text/event-stream")))]
pub async fn stream(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<StreamQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut kinds = kinds(query.events.as_deref())?;
    let documents = query.last == Some(LastEvent::Document);
    if documents {
        kinds.insert(Kind::Done);
    }
    let thread = thread_of(&web, &asker, &id).await?;
    let after = last_event(&headers, query.last_event_id);
    let reader = web
        .streams
        .reader(&thread.thread, after, kinds, documents)
        .await
        .ok_or_else(Problem::too_many_readers)?;
    Ok(response(reader))
}

fn kinds(text: Option<&str>) -> Result<BTreeSet<Kind>, Problem> {
    let names = text.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut kinds = BTreeSet::new();
    for name in names {
        kinds.insert(Kind::from_name(name).ok_or_else(|| {
            let all = Kind::ALL.map(Kind::name).join(", ");
            Problem::invalid(format!("events may hold: {all}."))
        })?);
    }
    if kinds.is_empty() {
        kinds.extend(Kind::ALL);
    }
    Ok(kinds)
}
