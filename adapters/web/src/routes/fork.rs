//! Continues from a checkpoint with changes.

use super::shapes::{Accepted, ForkBody, SourcesBody, WhichBody};
use super::{job_in, place, thread_of, threads};
use crate::access::Asker;
use crate::body::JsonBody;
use crate::once::RunName;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::engine::Ask;
use gorkd_core::job::Edit;
use gorkd_core::model::{Deliverable, SourceId};
use std::sync::atomic::Ordering;

/// Branch from a checkpoint; earlier work is not paid for again
#[utoipa::path(post, path = "/api/threads/{id}/fork", tag = "commands", request_body = ForkBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "The branch is running", body = Accepted)))]
pub async fn fork(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<ForkBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let missing = || Problem::invalid("checkpointId must be one of `checkpoints` of the thread's state.");
    let (from, at) = place(&body.checkpoint_id).ok_or_else(missing)?;
    let jobs = web.service.jobs_of(&thread.thread).await?;
    if !jobs.iter().any(|row| row.job == from) {
        return Err(missing());
    }
    let edit = edit(&web, &body, web.service.job(&from, None).await?.asked_at)?;
    let ask = Ask { requester: asker.requester, job, scopes: asker.scopes, ..Ask::default() };
    let ticket = web.service.fork(&from, at, edit, ask).await?;
    Ok((StatusCode::ACCEPTED, Json(threads::taken(&web, &ticket).await?)))
}

/// Rewrite the answer from the same pages, with sources pinned or excluded; costs one draft and no searches
#[utoipa::path(post, path = "/api/threads/{id}/sources", tag = "commands", request_body = SourcesBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "The branch is being written", body = Accepted)))]
pub async fn sources(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<SourcesBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    if body.pin.is_empty() && body.exclude.is_empty() {
        return Err(Problem::invalid("Specify sources to pin or to exclude."));
    }
    let thread = thread_of(&web, &asker, &id).await?;
    let row = job_in(&web, &thread, body.job_id.as_deref(), |row| row.status.is_over()).await?;
    let ids = |list: Vec<String>| list.into_iter().map(SourceId).collect::<Vec<_>>();
    let ask = Ask { requester: asker.requester, job, scopes: asker.scopes, ..Ask::default() };
    let ticket = web.service.write_again(&row.job, ids(body.pin), ids(body.exclude), ask).await?;
    Ok((StatusCode::ACCEPTED, Json(threads::taken(&web, &ticket).await?)))
}

/// Research an answered question again and report, claim by claim, what has changed
#[utoipa::path(post, path = "/api/threads/{id}/recheck", tag = "commands", request_body = WhichBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "Running again, as a new turn of the thread", body = Accepted)))]
pub async fn recheck(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    RunName(job): RunName,
    JsonBody(body): JsonBody<WhichBody>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let row = job_in(&web, &thread, body.job_id.as_deref(), |row| row.status.is_over()).await?;
    let ask = Ask {
        requester: asker.requester.clone(),
        place: thread.place,
        library: Some(web.library.load(Ordering::Relaxed)),
        job,
        scopes: asker.scopes,
        ..Ask::default()
    };
    let ticket = web.service.recheck(&row.job, ask).await?;
    Ok((StatusCode::ACCEPTED, Json(threads::taken(&web, &ticket).await?)))
}

fn edit(web: &Web, body: &ForkBody, asked_at: gorkd_core::model::Millis) -> Result<Edit, Problem> {
    let changes_nothing = body.goal.is_none()
        && body.constraints.is_empty()
        && body.profile.is_none()
        && body.deliverable.is_none()
        && body.pin_sources.is_empty()
        && body.exclude_sources.is_empty();
    if changes_nothing {
        let detail =
            "Specify what to change: goal, constraints, profile, deliverable, pinSources or excludeSources.";
        return Err(Problem::invalid(detail));
    }
    let fine = |text: &String| (1..=500).contains(&text.trim().chars().count());
    if body.constraints.len() > 20 || !body.constraints.iter().all(fine) {
        return Err(Problem::invalid("There can be up to 20 constraints of 1 to 500 characters."));
    }
    let understand = web.service.understand();
    let question = match &body.goal {
        Some(goal) => Some(understand.analyze(&understand.admissible(goal)?, asked_at)),
        None => None,
    };
    Ok(Edit {
        question,
        constraints: body
            .constraints
            .iter()
            .map(|text| understand.wish(text.trim()))
            .chain(body.deliverable.map(Deliverable::wish))
            .collect(),
        profile: body.profile.map(|profile| (profile, web.service.budget(profile))),
        providers: None,
        pin: body.pin_sources.iter().cloned().map(SourceId).collect(),
        exclude: body.exclude_sources.iter().cloned().map(SourceId).collect(),
    })
}
