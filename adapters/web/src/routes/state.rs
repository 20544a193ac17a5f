//! A thread as it stands, or as it was at a checkpoint: what was asked, planned, found and thought.
//!
//! `draft` is the checked answer or nothing: what nobody has verified does not leave through JSON.

use super::shapes::StateQuery;
use super::{job_in, place, place_text, thread_of};
use crate::access::Asker;
use crate::body::Asked;
use crate::parts::Web;
use crate::problem::Problem;
use crate::stream::interrupt_json;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::job::{Checkpoint, Event, Job, Recorded, Reply, Stage, Step, next};
use gorkd_core::view::{iso, progress, view};
use serde_json::{Value, json};

/// The state of a thread, now or at a checkpoint
#[utoipa::path(get, path = "/api/threads/{id}/state", tag = "threads",
    params(("id" = String, Path, description = "The thread"), StateQuery),
    responses((status = 200, description = "The state", body = ref("#/components/schemas/State"))))]
pub async fn state(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(query): Asked<StateQuery>,
) -> Result<Json<Value>, Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let (job, at) = match &query.checkpoint_id {
        None => (job_in(&web, &thread, None, |_| true).await?.job, None),
        Some(text) => {
            let unknown = || {
                let detail =
                    "There is no such checkpoint in this thread. Its state without checkpointId lists them.";
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
    let events: Vec<&Recorded> = events.iter().filter(|one| at.is_none_or(|at| one.seq <= at)).collect();
    let job = Job::replay(events.iter().copied());
    let now = web.service.now();
    let checkpoint = at.or(job.checkpoints.last().map(|checkpoint| checkpoint.seq));
    Ok(Json(json!({
        "values": values(&job, &events),
        "next": wanted(&job),
        "checkpointId": checkpoint.map(|seq| place_text(&job.id, seq)),
        "jobId": job.id,
        "turn": job.turn,
        "status": job.status(),
        "mode": match job.terms.planning {
            gorkd_core::model::Planning::Auto => "auto",
            gorkd_core::model::Planning::Interactive => "plan",
        },
        "interrupt": interrupt_json(&job),
        "progress": progress(&job, now),
        "checkpoints": of_job(&job),
    })))
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

/// The checkpoints of all jobs of a thread, by job, with the one that each branched from
#[utoipa::path(get, path = "/api/threads/{id}/checkpoints", tag = "threads",
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "Jobs by turn, branches after their turn", body = Object)))]
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

/// Stages that have something to do, in order.
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

fn values(job: &Job, events: &[&Recorded]) -> Value {
    let view = view(job);
    let queries: Vec<Value> = job
        .rounds
        .iter()
        .enumerate()
        .flat_map(|(round, one)| one.queries.iter().map(move |query| (round, query)))
        .map(|(round, query)| {
            json!({"round": round, "text": query.text, "subQuestion": query.sub_question,
                   "providers": query.providers, "why": query.why})
        })
        .collect();
    let results: Vec<Value> = job
        .rounds
        .iter()
        .enumerate()
        .flat_map(|(round, one)| {
            one.found.values().flat_map(move |found| found.hits.iter().map(move |hit| (round, hit)))
        })
        .map(|(round, hit)| {
            json!({"round": round, "provider": hit.provider, "rank": hit.rank, "url": hit.url,
                   "title": hit.title, "snippet": hit.snippet})
        })
        .collect();
    let plan = job.plan.as_ref().map(|plan| {
        let questions: Vec<Value> =
            plan.sub_questions.iter().map(|sub| json!({"id": sub.id, "text": sub.text})).collect();
        let queries: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
        json!({"goal": plan.goal, "subQuestions": questions, "queries": queries, "by": plan.by})
    });
    json!({
        "threadId": job.thread,
        "userInputs": inputs(events),
        "plan": plan,
        "queries": queries,
        "searchResults": results,
        "evidence": job.judgement().map(|judged| judged.evidence.clone()).unwrap_or_default(),
        "draft": view.answer.as_ref().map(|answer| json!({"summary": answer.summary, "detail": answer.detail})),
        "issues": view.issues,
    })
}

/// What people said, in order.
fn inputs(events: &[&Recorded]) -> Vec<Value> {
    let mut inputs = Vec::new();
    for one in events {
        let (kind, text) = match &one.event {
            Event::Asked(asked) => ("ask", asked.question.text.clone()),
            Event::Replied { reply, .. } => ("reply", said(reply)),
            Event::Steered { constraint } => ("steer", constraint.text.clone()),
            Event::Forked(forked) => match &forked.edit.question {
                Some(question) => ("fork", question.text.clone()),
                None => (
                    "fork",
                    forked.edit.constraints.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("; "),
                ),
            },
            Event::StopRequested => ("stop", String::new()),
            Event::Reused(reused) => ("ask", reused.question.text.clone()),
            Event::Attached { document } => ("file", document.title.clone()),
            Event::CancelRequested => ("cancel", String::new()),
            Event::Retried => ("retry", String::new()),
            Event::Resumed { .. }
            | Event::StoodStill { .. }
            | Event::InterruptTimedOut { .. }
            | Event::PlanningChanged { .. }
            | Event::ResearchTimeUp
            | Event::TimeUp
            | Event::Started { .. }
            | Event::Clarified { .. }
            | Event::Planned { .. }
            | Event::Found { .. }
            | Event::Selected { .. }
            | Event::Read { .. }
            | Event::Judged { .. }
            | Event::Drafted { .. }
            | Event::Doubted { .. }
            | Event::Verified { .. }
            | Event::Failed { .. }
            | Event::Unknown { .. } => continue,
        };
        inputs.push(json!({"kind": kind, "text": text, "at": iso(one.at)}));
    }
    inputs
}

fn said(reply: &Reply) -> String {
    match reply {
        Reply::Option(at) => format!("option {}", at + 1),
        Reply::AllOfTheAbove => "all of the above".to_owned(),
        Reply::Custom(text) => text.clone(),
        Reply::JustGo => "go".to_owned(),
        Reply::Approve => "approve".to_owned(),
        Reply::Decline => "decline".to_owned(),
        Reply::Edit { constraints, queries } => {
            let said =
                constraints.iter().map(|one| one.text.as_str()).chain(queries.iter().map(String::as_str));
            said.collect::<Vec<_>>().join("; ")
        }
        Reply::Profile { profile, .. } => format!("profile {}", profile.name()),
    }
}
