//! Research sessions: start, inspect, stop, and watch over a WebSocket. A session is a job.

use super::follow::{Follow, JobChange, seat};
use super::{phases, question};
use crate::access::Asker;
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use crate::routes::job_of;
use axum::Json;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use gorkd_core::engine::ChosenTerms;
use gorkd_core::job::{Job, JobStatus, Stage};
use gorkd_core::model::{Deliverable, Millis, Privacy, RefusalCode};
use gorkd_core::ports::JobRow;
use gorkd_core::view::progress as progress_of;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

const NOT_FOUND: &str = "Session not found";

/// What to research. Other fields are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResearchRequest {
    /// The question: 1 to 2,000 characters.
    pub query: String,
    /// `local_only`, `cloud_allowed` or `hybrid`. Default: as remembered or set up.
    #[schema(value_type = Option<crate::routes::shapes::PrivacyName>)]
    pub privacy_mode: Option<Privacy>,
    /// The domain of the question.
    pub domain: Option<String>,
    /// The format of the report. Default: chosen by the question.
    #[schema(value_type = Option<crate::routes::shapes::DeliverableName>)]
    pub deliverable: Option<Deliverable>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ResearchStarted {
    /// The job's id.
    pub session_id: String,
    /// Always `started`.
    pub status: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ResearchStatus {
    pub session_id: String,
    /// `running`, `completed`, or `failed` (also for a canceled run).
    pub status: &'static str,
    /// `clarify`, `plan`, `collect`, `process`, `evaluate`, `synthesize` or `export`.
    pub current_phase: &'static str,
    /// Number of search providers queried.
    pub sources_queried: usize,
    pub entities_found: u32,
    /// Null before the first round is judged.
    pub saturation_metrics: Option<SaturationMetrics>,
}

/// How much was new in the last judged round. Each number is from 0 to 1.
#[derive(Debug, Serialize, ToSchema)]
pub struct SaturationMetrics {
    /// Share of all entities that were first seen in it.
    pub new_entities_ratio: f64,
    /// Share of all facts that were first seen in it.
    pub new_facts_ratio: f64,
    /// Share of sources that repeat or cite one another.
    pub citation_circularity: f64,
    /// Share of the available search providers that were queried.
    pub source_coverage: f64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ResearchStopping {
    /// Always `stopping`.
    pub status: &'static str,
}

/// Start a research session
#[utoipa::path(post, path = "/api/research/start", tag = "contracts", request_body = ResearchRequest,
    operation_id = "research_start",
    responses((status = 200, description = "Accepted: the run has started", body = ResearchStarted)))]
pub async fn start(
    State(web): State<Web>,
    asker: Asker,
    JsonBody(body): JsonBody<ResearchRequest>,
) -> Result<Json<ResearchStarted>, Problem> {
    let terms = ChosenTerms {
        privacy: body.privacy_mode,
        domain: body.domain,
        deliverable: body.deliverable,
        ..ChosenTerms::default()
    };
    let ticket = web.service.ask(question(&web, &asker, body.query, terms)).await?;
    Ok(Json(ResearchStarted { session_id: ticket.job.to_string(), status: "started" }))
}

/// Get the progress of a research session
#[utoipa::path(get, path = "/api/research/{id}/status", tag = "contracts", operation_id = "research_status",
    params(("id" = String, Path, description = "The session")),
    responses((status = 200, description = "The current state", body = ResearchStatus)))]
pub async fn status(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ResearchStatus>, Problem> {
    let row = session(&web, &asker, &id).await?;
    let job = web.service.job(&row.job, None).await?;
    Ok(Json(ResearchStatus {
        session_id: row.job.to_string(),
        status: status_of(&job),
        current_phase: phase(&job),
        sources_queried: gorkd_core::view::providers_asked(&job),
        entities_found: entities(&job),
        saturation_metrics: metrics(&job),
    }))
}

/// End the research early; the report is written from what was read so far
#[utoipa::path(post, path = "/api/research/{id}/stop", tag = "contracts", operation_id = "research_stop",
    params(("id" = String, Path, description = "The session")),
    responses((status = 200, description = "It is ending, or has already ended", body = ResearchStopping)))]
pub async fn stop(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ResearchStopping>, Problem> {
    let row = session(&web, &asker, &id).await?;
    match web.service.stop(&row.job, &asker.requester).await {
        Ok(_) => {}
        // The run ended on its own, so there is nothing to stop.
        Err(refusal) if refusal.code == RefusalCode::Conflict => {}
        Err(refusal) => return Err(refusal.into()),
    }
    Ok(Json(ResearchStopping { status: "stopping" }))
}

/// Watch a research session (WebSocket)
///
/// Each message is a JSON text. `progress` has `phase`, `sources_queried`, `entities_found` and a `message` in plain
/// words; `complete`, the last one, has `status` and `result`, the job as returned by `GET /api/jobs/{id}`; `error` has
/// a `message`. Every client gets all messages from the beginning, in the same order, even after a restart.
#[utoipa::path(get, path = "/api/research/{id}/progress", tag = "contracts", operation_id = "research_progress",
    params(("id" = String, Path, description = "The session")),
    responses((status = 101, description = "Messages, until the session ends"),
        (status = 426, description = "A WebSocket is required", content_type = "application/problem+json",
            body = ref("#/components/schemas/Problem"))))]
pub async fn progress(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| {
        let detail = "Progress is sent over a WebSocket: connect to this address with a WebSocket client.";
        Problem::new(StatusCode::UPGRADE_REQUIRED, "not_a_websocket", detail)
    })?;
    let seat = seat(&web)?;
    let follow = match session(&web, &asker, &id).await {
        Ok(row) => Ok(Follow::new(&web, row.job, seat)),
        Err(problem) => Err(problem.detail),
    };
    // The client is expected to send nothing except a close frame.
    Ok(upgrade.max_message_size(4096).on_upgrade(move |mut socket| async move {
        let told = match follow {
            Ok(follow) => report(&mut socket, follow).await,
            Err(message) => say(&mut socket, &json!({"type": "error", "message": message})).await,
        };
        if told.is_ok() {
            // An error means that the client has already disconnected.
            let _ = socket.send(Message::Close(None)).await;
        }
    }))
}

/// Reports on a session until it ends. Fails if the client has disconnected.
async fn report(socket: &mut WebSocket, mut follow: Follow) -> Result<(), axum::Error> {
    let mut last = Value::Null;
    loop {
        let told = tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_))) | None => return Err(axum::Error::new("it was closed")),
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(error),
            },
            told = follow.next() => told,
        };
        match told {
            JobChange::Idle => socket.send(Message::Ping(Default::default())).await?,
            JobChange::Ended => {
                let message = "gorkd is stopping, or the session was erased. Connect again in a moment.";
                return say(socket, &json!({"type": "error", "message": message})).await;
            }
            JobChange::Changed => {
                let now = news(follow.job());
                if now != last {
                    say(socket, &now).await?;
                    last = now;
                }
                if follow.is_over() {
                    return end(socket, &follow).await;
                }
            }
        }
    }
}

async fn end(socket: &mut WebSocket, follow: &Follow) -> Result<(), axum::Error> {
    let view = follow.view();
    if let Some(error) = &view.error {
        say(socket, &json!({"type": "error", "message": error.message})).await?;
    }
    let status = status_of(follow.job());
    let result = (view.status == JobStatus::Completed).then_some(view);
    say(socket, &json!({"type": "complete", "status": status, "result": result})).await
}

async fn say(socket: &mut WebSocket, message: &Value) -> Result<(), axum::Error> {
    socket.send(Message::Text(message.to_string().into())).await
}

fn news(job: &Job) -> Value {
    json!({
        "type": "progress",
        "phase": phase(job),
        "sources_queried": gorkd_core::view::providers_asked(job),
        "entities_found": entities(job),
        // The text about the current step does not depend on the time.
        "message": progress_of(job, Millis::default()).now,
    })
}

async fn session(web: &Web, asker: &Asker, id: &str) -> Result<JobRow, Problem> {
    job_of(web, asker, id).await.map_err(|problem| match problem.status {
        StatusCode::NOT_FOUND => Problem { detail: NOT_FOUND.to_owned(), ..problem },
        _ => problem,
    })
}

fn status_of(job: &Job) -> &'static str {
    match job.status() {
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => "running",
        JobStatus::Completed => "completed",
        JobStatus::Failed | JobStatus::Cancelled => "failed",
    }
}

/// The current phase; for a run without an answer, the last phase that it reached.
fn phase(job: &Job) -> &'static str {
    let reached = || job.checkpoints.last().map_or(Stage::Clarify, |checkpoint| checkpoint.stage);
    phases::of_session(match job.status() {
        JobStatus::Completed => Stage::Verify,
        JobStatus::Failed | JobStatus::Cancelled => reached(),
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => job.stage().unwrap_or_else(reached),
    })
}

fn entities(job: &Job) -> u32 {
    job.judgement().map_or(0, |judged| judged.saturation.entities)
}

fn metrics(job: &Job) -> Option<SaturationMetrics> {
    let saturation = &job.judgement()?.saturation;
    Some(SaturationMetrics {
        new_entities_ratio: saturation.new_entities,
        new_facts_ratio: saturation.new_facts,
        citation_circularity: saturation.circularity,
        source_coverage: gorkd_core::view::providers_asked(job) as f64 / job.providers.len().max(1) as f64,
    })
}
