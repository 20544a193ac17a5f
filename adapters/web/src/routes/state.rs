//! The state of a thread, now or at a checkpoint: what was asked, planned, found and concluded.
//!
//! `draft` is the checked answer. An unchecked draft is returned only for the checkpoint at which nothing
//! better existed, and is marked as unchecked.

use super::shapes::StateQuery;
use super::values::values;
use super::{job_in, place, place_text, thread_of};
use crate::access::Asker;
use crate::body::QueryString;
use crate::parts::Web;
use crate::problem::Problem;
use crate::stream::interrupt_json;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::job::{Checkpoint, Job, Stage, Step, next};
use gorkd_core::model::{DocumentHash, Planning};
use gorkd_core::view::{ProgressView, iso, progress, tools};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Get the state of a thread, now or at a checkpoint
#[utoipa::path(get, path = "/api/threads/{id}/state", tag = "threads",
    params(("id" = String, Path, description = "The thread"), StateQuery),
    responses((status = 200, description = "The state", body = ref("#/components/schemas/State"))))]
pub async fn state(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    QueryString(query): QueryString<StateQuery>,
) -> Result<Json<Value>, Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let (job, at) = match &query.checkpoint_id {
        None => (job_in(&web, &thread, None, |_| true).await?.job, None),
        Some(text) => {
            let unknown = || {
                let detail =
                    "There is no such checkpoint in this thread. The state without checkpointId lists them.";
                Problem::new(StatusCode::NOT_FOUND, "not_found", detail)
            };
            let (job, seq) = place(text).ok_or_else(unknown)?;
            let jobs = web.service.jobs_of(&thread.thread).await?;
            let row = jobs.iter().find(|row| row.job == job).ok_or_else(unknown)?;
            if seq == 0 || seq > row.head {
                return Err(unknown());
            }
            (job, Some(seq))
        }
    };
    let events = web.service.events(&job, 0).await?;
    let job = Job::replay(events.iter().filter(|one| at.is_none_or(|at| one.seq <= at)));
    let judged = job.of_judgement(|judged| &judged.evidence);
    let hashes: BTreeSet<DocumentHash> = judged.iter().map(|one| one.passage.hash.clone()).collect();
    let texts = web.service.texts(&Vec::from_iter(hashes)).await?;
    let now = web.service.now();
    let line = if at.is_none() { web.service.line_of(&job).await } else { None };
    let checkpoint = at.or(job.checkpoints.last().map(|checkpoint| checkpoint.seq));
    let mut state = json!({
        "values": values(&job, &texts, at.is_some()),
        "next": wanted(&job),
        "checkpointId": checkpoint.map(|seq| place_text(&job.id, seq)),
        "jobId": job.id,
        "turn": job.turn,
        "status": job.status(),
        "mode": match job.terms.planning {
            Planning::Auto => "auto",
            Planning::Interactive => "plan",
        },
        "interrupt": interrupt_json(&job),
        "progress": ProgressView { line, ..progress(&job, now) },
        "checkpoints": of_job(&job),
    });
    let tools = tools(&job);
    if !tools.is_empty() {
        state["tools"] = json!(tools);
    }
    Ok(Json(state))
}

fn of_job(job: &Job) -> Vec<Value> {
    let entry = |one: &Checkpoint| {
        json!({
            "checkpointId": place_text(&job.id, one.seq),
            "stage": one.stage,
            "round": one.round,
            "at": iso(one.at),
            "tokens": one.spend.tokens(),
            "costUsd": one.spend.usd.as_usd(),
        })
    };
    job.checkpoints.iter().map(entry).collect()
}

/// List the checkpoints of all jobs of a thread, by job, with the one that each job branched from
#[utoipa::path(get, path = "/api/threads/{id}/checkpoints", tag = "threads",
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "Jobs by turn; branches follow their turn",
        body = ref("#/components/schemas/Checkpoints"))))]
pub async fn checkpoints(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let mut jobs = Vec::new();
    for row in web.service.jobs_of(&thread.thread).await? {
        let job = web.service.job(&row.job, None).await?;
        jobs.push(json!({
            "jobId": row.job,
            "turn": row.turn,
            "status": row.status,
            "question": row.question,
            "forkedFrom": row.forked_from.map(|(from, at)| place_text(&from, at)),
            "checkpoints": of_job(&job),
        }));
    }
    Ok(Json(json!({"threadId": thread.thread, "jobs": jobs})))
}

/// Stages that still have work to do, in order.
fn wanted(job: &Job) -> Vec<Stage> {
    let mut stages: Vec<Stage> = match next(job) {
        Step::Run(wanted) => wanted.iter().map(|one| Stage::of_effect(&one.id)).collect(),
        Step::Wait(interrupt, _) => vec![interrupt.stage()],
        Step::Done => Vec::new(),
    };
    stages.sort();
    stages.dedup();
    stages
}
