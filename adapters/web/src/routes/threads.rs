//! Threads: start, continue, and list them.

use super::shapes::*;
use super::{place_text, thread_of};
use crate::access::Asker;
use crate::body::{JsonBody, QueryString};
use crate::cursor;
use crate::once::RunName;
use crate::parts::Web;
use crate::problem::Problem;
use crate::stream::interrupt_json;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::{Ask, ChosenTerms, KnownAnswer, Ticket};
use gorkd_core::job::{Stage, Step, next};
use gorkd_core::model::*;
use gorkd_core::ports::{ThreadPlace, ThreadRow};
use gorkd_core::view::iso;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Ask a question in a new thread
#[utoipa::path(post, path = "/api/threads/start", tag = "threads", request_body = AskBody,
    responses((status = 202, description = "Accepted: the run has started", body = Accepted)))]
pub async fn start(
    State(web): State<Web>,
    asker: Asker,
    RunName(job): RunName,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let place = Place(asker.requester.key());
    take(&web, &asker, place, None, job, body).await
}

/// Ask a follow-up in a thread
#[utoipa::path(post, path = "/api/threads/{id}/ask", tag = "threads", request_body = AskBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "Accepted: it runs after the turns before it", body = Accepted)))]
pub async fn ask(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    take(&web, &asker, thread.place, Some(thread.thread), job, body).await
}

async fn take(
    web: &Web,
    asker: &Asker,
    place: Place,
    thread: Option<ThreadId>,
    job: Option<JobId>,
    body: AskBody,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let time_zone = body.time_zone.unwrap_or_else(|| "UTC".to_owned());
    if jiff::tz::TimeZone::get(&time_zone).is_err() {
        let detail = "timeZone is not the name of a time zone. Give an IANA name such as Europe/Berlin.";
        return Err(Problem::invalid(detail));
    }
    let terms = ChosenTerms {
        profile: body.profile,
        planning: body.mode_override.map(ModeName::planning),
        privacy: body.privacy,
        domain: body.domain,
        force: body.force,
        deliverable: body.deliverable,
    };
    let ask = Ask {
        text: body.goal,
        terms,
        requester: asker.requester.clone(),
        place,
        thread,
        time_zone,
        library: Some(web.library.load(Ordering::Relaxed)),
        job,
        scopes: asker.scopes.clone(),
        unattended: body.unattended,
        ..Ask::default()
    };
    let ticket = web.service.ask(ask).await?;
    asked_back(web, &ticket).await;
    Ok((StatusCode::ACCEPTED, Json(taken(web, &ticket).await?)))
}

/// A clarifying question may need a model or a search. If it is ready soon, the asker gets it in the response.
async fn asked_back(web: &Web, ticket: &Ticket) {
    const SOON: Duration = Duration::from_secs(2);
    let mut changes = web.service.changes();
    let told = async {
        while let Ok(job) = web.service.job(&ticket.job, None).await {
            let clarifies = matches!(next(&job), Step::Run(wanted) if wanted.iter().any(|one| Stage::of_effect(&one.id) == Stage::Clarify));
            if !clarifies {
                return;
            }
            let _ = tokio::time::timeout(Duration::from_millis(100), changes.recv()).await;
        }
    };
    let _ = tokio::time::timeout(SOON, told).await;
}

pub async fn taken(web: &Web, ticket: &Ticket) -> Result<Accepted, Problem> {
    let job = web.service.job(&ticket.job, None).await?;
    Ok(Accepted {
        thread_id: ticket.thread.to_string(),
        job_id: ticket.job.to_string(),
        status: job.status().name().to_owned(),
        interrupt: interrupt_json(&job),
        url: web.settings.permalink(ticket.job.as_str()),
        message: match ticket.known {
            KnownAnswer::No => None,
            KnownAnswer::InProgress => {
                Some("The same question is already being researched: this is that run.".to_owned())
            }
            KnownAnswer::Since(at) => {
                Some(format!("This was researched at {}. For a fresh run, ask with force.", iso(at)))
            }
        },
    })
}

/// The name of the list, which binds cursors to it.
const LIST: &str = "threads";
/// The position of a thread in the list: when it was changed and created, and its ID.
type ListPlace = (i64, i64, String);

/// List your threads, newest first
#[utoipa::path(get, path = "/api/threads", tag = "threads", params(ListQuery),
    responses((status = 200, description = "Threads, newest first", body = ThreadList)))]
pub async fn list(
    State(web): State<Web>,
    asker: Asker,
    QueryString(query): QueryString<ListQuery>,
) -> Result<Json<ThreadList>, Problem> {
    let limit = cursor::limit(query.limit, 50, 200)?;
    let after = cursor::place::<ListPlace>(LIST, query.cursor.as_deref())?;
    let after = after.map(|(updated_at, created_at, thread)| ThreadPlace {
        updated_at: Millis(updated_at),
        created_at: Millis(created_at),
        thread: ThreadId(thread),
    });
    let mut rows: Vec<ThreadRow> = Vec::new();
    for owner in &asker.owners {
        let more = limit as u32 + 1;
        rows.extend(web.service.threads_after(owner, query.search.as_deref(), after.as_ref(), more).await?);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.place_in_list()));
    let next_cursor = cursor::page(LIST, &mut rows, limit, |row| -> ListPlace {
        (row.updated_at.0, row.created_at.0, row.thread.0.clone())
    });
    let threads = rows.into_iter().map(|row| ThreadEntry {
        thread_id: row.thread.to_string(),
        title: row.title,
        turns: row.turns,
        created_at: iso(row.created_at),
        updated_at: iso(row.updated_at),
        waiting: row.waiting,
    });
    Ok(Json(ThreadList { threads: threads.collect(), next_cursor }))
}

/// Get a thread with its jobs
#[utoipa::path(get, path = "/api/threads/{id}", tag = "threads", operation_id = "thread",
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "The thread", body = ThreadDocument)))]
pub async fn show(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ThreadDocument>, Problem> {
    let row = thread_of(&web, &asker, &id).await?;
    let jobs = web.service.jobs_of(&row.thread).await?.into_iter().map(|job| JobEntry {
        job_id: job.job.to_string(),
        turn: job.turn,
        status: job.status.name().to_owned(),
        question: job.question,
        created_at: iso(job.created_at),
        forked_from: job.forked_from.map(|(from, at)| place_text(&from, at)),
    });
    Ok(Json(ThreadDocument {
        thread_id: row.thread.to_string(),
        title: row.title,
        turns: row.turns,
        created_at: iso(row.created_at),
        updated_at: iso(row.updated_at),
        jobs: jobs.collect(),
    }))
}

/// Rename a thread
#[utoipa::path(patch, path = "/api/threads/{id}", tag = "threads", request_body = RenameBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "The thread", body = ThreadDocument)))]
pub async fn rename(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<RenameBody>,
) -> Result<Json<ThreadDocument>, Problem> {
    let row = thread_of(&web, &asker, &id).await?;
    web.service.rename(&row.thread, &body.title, &asker.requester).await?;
    show(State(web), asker, Path(id)).await
}

/// Erase a thread with its jobs and the texts that nothing else needs
#[utoipa::path(delete, path = "/api/threads/{id}", tag = "threads",
    params(("id" = String, Path, description = "The thread")),
    responses((status = 204, description = "Erased")))]
pub async fn delete(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let row = thread_of(&web, &asker, &id).await?;
    web.service.erase(&row.thread, &asker.requester).await?;
    Ok(StatusCode::NO_CONTENT)
}
