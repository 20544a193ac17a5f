//! OpenAI's chat completions (<https://platform.openai.com/docs/api-reference/chat>): the checked answer as one
//! message, whole or in chunks. A model is a profile.
//!
//! Nothing unchecked is sent, so all chunks of a stream arrive together once the answer is ready.

mod shapes;

use super::cited::cited;
use super::conversation;
use super::errors::body_of;
use super::follow::{Follow, JobChange, seat};
use super::sse::{Reporter, stream};
use super::{MOST, models};
use crate::access::Asker;
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gorkd_core::engine::ChosenTerms;
use gorkd_core::job::{Interrupt, JobStatus};
use gorkd_core::view::JobView;
use serde_json::{Value, json};
use shapes::{Answer, Choice, Completion, CompletionBody, Extra, PromptTokens, Usage};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

pub const PATH: &str = "/v1/chat/completions";

/// How long to wait for an answer without streaming, the same as OpenAI's own clients.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Answer the last message of a conversation, as OpenAI's chat completions do
///
/// With `stream`, chunks as OpenAI's clients expect them, `data: [DONE]` at the end, and comments while gorkd works.
#[utoipa::path(post, path = "/v1/chat/completions", tag = "contracts", request_body = CompletionBody,
    operation_id = "chat_completions",
    responses((status = 200, description = "The checked answer", content(
        (Completion = "application/json"), (String = "text/event-stream")))))]
pub async fn complete(
    State(web): State<Web>,
    asker: Asker,
    JsonBody(body): JsonBody<CompletionBody, MOST>,
) -> Result<Response, Problem> {
    body.check()?;
    let seat = seat(&web)?;
    let profile = models::profile(&body.model)?;
    let terms = ChosenTerms { profile: Some(profile), ..ChosenTerms::default() };
    let job = conversation::ask(&web, &asker, &body.messages, terms, None).await?;
    let mut follow = Follow::new(&web, job, seat);
    let model = models::name(profile);
    if body.stream == Some(true) {
        let include_usage = body.stream_options.and_then(|options| options.include_usage) == Some(true);
        return Ok(stream(follow, Chunks { model, include_usage, begun: false }, None));
    }
    let waited = tokio::time::timeout(TIMEOUT, async {
        loop {
            match follow.next().await {
                JobChange::Ended => return Err(gone()),
                JobChange::Changed | JobChange::Idle => {
                    if let Some(outcome) = outcome(&follow) {
                        return outcome;
                    }
                }
            }
        }
    });
    let detail =
        "The answer takes longer than ten minutes. gorkd continues: send the same messages again to get it.";
    let late = || Problem::new(StatusCode::GATEWAY_TIMEOUT, "timed_out", detail);
    let view = waited.await.unwrap_or_else(|_| Err(late()))?;
    Ok(Json(completion(&follow, &view, model)).into_response())
}

/// The answer, or the reason why there won't be one; `None` while the run is active.
fn outcome(follow: &Follow) -> Option<Result<JobView, Problem>> {
    if !follow.is_caught_up() {
        return None;
    }
    if let Some((interrupt, _)) = follow.job().interrupt() {
        return Some(Err(waiting(follow, &interrupt)));
    }
    if !follow.is_over() {
        return None;
    }
    let view = follow.view();
    let message = || view.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
    Some(match view.status {
        JobStatus::Failed => Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "run_failed", message())),
        JobStatus::Cancelled => Err(Problem::new(StatusCode::CONFLICT, "run_cancelled", message())),
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting | JobStatus::Completed => Ok(view),
    })
}

/// A run that needs approval can't be answered in one message.
fn waiting(follow: &Follow, interrupt: &Interrupt) -> Problem {
    let asked = match interrupt {
        Interrupt::Approve { text, .. } => text,
        Interrupt::Clarify { question, .. } => &question.text,
    };
    let place = follow.permalink().map(|url| format!(" at {url}")).unwrap_or_default();
    let detail = format!(
        "The run waits for somebody to answer: {asked} Answer it{place}, or with POST /api/threads/{}/resume. GET \
         /api/jobs/{} has the answer then.",
        follow.job().thread,
        follow.job().id
    );
    Problem::new(StatusCode::CONFLICT, "waiting_for_approval", detail)
}

fn gone() -> Problem {
    let detail = "gorkd is stopping, or the thread was erased. Send the same messages again in a moment.";
    Problem { retry_after: Some(5), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail) }
}

fn id(follow: &Follow) -> String {
    format!("chatcmpl-{}", follow.job().id)
}

fn created(follow: &Follow) -> i64 {
    follow.job().asked_at.0 / 1000
}

fn completion(follow: &Follow, view: &JobView, model: String) -> Completion {
    let said = cited(view);
    let message =
        Answer { role: "assistant", content: said.text, refusal: None, annotations: said.annotations };
    Completion {
        id: id(follow),
        object: "chat.completion",
        created: created(follow),
        model,
        choices: vec![Choice { index: 0, message, logprobs: None, finish_reason: "stop" }],
        usage: usage(view),
        gorkd: extra(follow, view),
    }
}

fn usage(view: &JobView) -> Usage {
    if view.known.is_some() {
        return Usage::default();
    }
    let tokens = view.metadata.tokens;
    Usage {
        prompt_tokens: tokens.input,
        completion_tokens: tokens.output,
        total_tokens: tokens.input + tokens.output,
        prompt_tokens_details: PromptTokens { cached_tokens: tokens.cached },
    }
}

fn extra(follow: &Follow, view: &JobView) -> Extra {
    Extra {
        thread_id: view.thread_id.to_string(),
        job_id: view.job_id.to_string(),
        url: follow.permalink(),
        confidence: view.answer.as_ref().map(|answer| answer.confidence),
        stop_reason: view.stop_reason,
        limitations: view.answer.as_ref().map(|answer| answer.limitations.clone()).unwrap_or_default(),
        warnings: view.warnings.clone(),
    }
}

/// A completion, sent in chunks.
struct Chunks {
    model: String,
    include_usage: bool,
    begun: bool,
}

impl Reporter for Chunks {
    fn report(&mut self, follow: &Follow, changed: bool, out: &mut VecDeque<Bytes>) -> ControlFlow<()> {
        if !changed {
            out.push_back(data(&json!(body_of(&gone()))));
            return ControlFlow::Break(());
        }
        if !self.begun {
            self.begun = true;
            out.push_back(self.delta(follow, json!({"role": "assistant", "content": ""}), None));
        }
        match outcome(follow) {
            None => return ControlFlow::Continue(()),
            Some(Err(problem)) => out.push_back(data(&json!(body_of(&problem)))),
            Some(Ok(view)) => self.answer(follow, &view, out),
        }
        ControlFlow::Break(())
    }
}

impl Chunks {
    fn answer(&self, follow: &Follow, view: &JobView, out: &mut VecDeque<Bytes>) {
        let said = cited(view);
        for text in said.text.split_inclusive("\n\n") {
            out.push_back(self.delta(follow, json!({"content": text}), None));
        }
        out.push_back(self.delta(follow, json!({"annotations": said.annotations}), None));
        let mut last = self.chunk(follow, json!([choice(json!({}), Some("stop"))]));
        last["gorkd"] = json!(extra(follow, view));
        out.push_back(data(&last));
        if self.include_usage {
            let mut chunk = self.chunk(follow, json!([]));
            chunk["usage"] = json!(usage(view));
            out.push_back(data(&chunk));
        }
        out.push_back(Bytes::from_static(b"data: [DONE]\n\n"));
    }

    fn delta(&self, follow: &Follow, delta: Value, finish: Option<&str>) -> Bytes {
        data(&self.chunk(follow, json!([choice(delta, finish)])))
    }

    fn chunk(&self, follow: &Follow, choices: Value) -> Value {
        let mut chunk = json!({
            "id": id(follow),
            "object": "chat.completion.chunk",
            "created": created(follow),
            "model": self.model,
            "choices": choices,
        });
        if self.include_usage {
            chunk["usage"] = Value::Null;
        }
        chunk
    }
}

fn choice(delta: Value, finish: Option<&str>) -> Value {
    json!({"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish})
}

fn data(value: &Value) -> Bytes {
    format!("data: {value}\n\n").into()
}
