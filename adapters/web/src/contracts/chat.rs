//! Chat messages: a question asked as chat or as deep research, and everything that follows as one stream.

use super::cited::{cited, title};
use super::conversation::{self, Message};
use super::follow::{Follow, seat};
use super::sse::{Reporter, stream};
use super::{MOST, phases};
use crate::access::Asker;
use crate::body::JsonBody;
use crate::parts::{Web, WebSettings};
use crate::problem::Problem;
use crate::stream::encode;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use gorkd_core::engine::ChosenTerms;
use gorkd_core::job::{Job, Stage};
use gorkd_core::model::{Millis, Profile};
use gorkd_core::view::{JobView, progress};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use utoipa::ToSchema;

/// A conversation whose last message is answered. Other fields are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChatBody {
    pub messages: Vec<Message>,
    #[serde(default)]
    pub mode: ChatMode,
}

/// How much effort to spend on the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatMode {
    /// The profile `quick`.
    #[default]
    Chat,
    /// The profile `deep`.
    DeepResearch,
}

/// The parameters of a mode.
#[derive(Debug, PartialEq, Eq)]
struct Way {
    profile: Profile,
    rounds: Option<u32>,
    warning: Option<&'static str>,
}

const NO_DEEP: &str = "Deep research is turned off here, so this is answered as chat.";
const NO_ROUNDS: &str =
    "Research in rounds is turned off here, so this uses a single pass of searching and reading.";

/// Answer the last message of a conversation (server-sent events)
///
/// `start` names job and thread. `progress` has `phase` (`planning`, `searching`, `reading`, `evaluating`, `iterating`,
/// `synthesizing`, `finalizing`), `loop`, `maxLoops`, `sourcesConsidered`, `sourcesRead` and a `message`. `warning` is
/// not final. Then come the checked `text`, each `citation`, `usage`, and `done` with `stopReason` (`sufficient`,
/// `budget_exhausted`, `timeout`, `error`). If there is no answer, `error` comes before `done`.
#[utoipa::path(post, path = "/v1/chat/messages", tag = "contracts", request_body = ChatBody,
    operation_id = "chat_messages",
    responses((status = 200, description = "Events, until the answer is complete", body = String,
        content_type = "text/event-stream")))]
pub async fn messages(
    State(web): State<Web>,
    asker: Asker,
    JsonBody(body): JsonBody<ChatBody, MOST>,
) -> Result<Response, Problem> {
    let seat = seat(&web)?;
    let way = way(&web.settings, body.mode);
    let terms = ChosenTerms { profile: Some(way.profile), ..ChosenTerms::default() };
    let job = conversation::ask(&web, &asker, &body.messages, terms, way.rounds).await?;
    let warning = way.warning.map(|text| event("warning", json!({"message": text})));
    Ok(stream(Follow::new(&web, job, seat), ChatReporter::default(), warning))
}

/// If deep research is off, it falls back to chat. If chat is off, it is a single pass.
fn way(settings: &WebSettings, mode: ChatMode) -> Way {
    let deep = mode == ChatMode::DeepResearch;
    let (profile, rounds, warning) = match (deep && settings.deep_research, settings.chat_research) {
        (true, _) => (Profile::Deep, None, None),
        (false, true) => (Profile::Quick, None, deep.then_some(NO_DEEP)),
        (false, false) => (Profile::Quick, Some(1), Some(NO_ROUNDS)),
    };
    Way { profile, rounds, warning }
}

#[derive(Default)]
struct ChatReporter {
    begun: bool,
    progress: Option<Value>,
    /// The last round reported.
    round: usize,
    warnings: BTreeSet<String>,
}

impl Reporter for ChatReporter {
    fn report(&mut self, follow: &Follow, changed: bool, out: &mut VecDeque<Bytes>) -> ControlFlow<()> {
        if !changed {
            let message =
                "gorkd is stopping, or the thread was erased. Send the same messages again in a moment.";
            out.push_back(event("error", json!({"code": "unavailable", "message": message})));
            return ControlFlow::Break(());
        }
        let job = follow.job();
        if !self.begun {
            self.begun = true;
            out.push_back(event("start", json!({"jobId": job.id, "threadId": job.thread})));
        }
        self.warn(&job.warnings, out);
        if !follow.is_over() {
            self.progress(job, out);
            return ControlFlow::Continue(());
        }
        let view = follow.view();
        self.warn(&view.warnings, out);
        answer(&view, out);
        ControlFlow::Break(())
    }
}

impl ChatReporter {
    fn warn(&mut self, warnings: &[String], out: &mut VecDeque<Bytes>) {
        for text in warnings {
            if self.warnings.insert(text.clone()) {
                out.push_back(event("warning", json!({"message": text})));
            }
        }
    }

    fn progress(&mut self, job: &Job, out: &mut VecDeque<Bytes>) {
        let Some(stage) = job.stage() else { return };
        let round = job.rounds.len();
        let data = |phase: &str, message: &str| {
            json!({
                "phase": phase,
                "loop": round,
                "maxLoops": job.budget.rounds,
                "sourcesConsidered": gorkd_core::view::considered(job),
                "sourcesRead": phases::read(job),
                "message": message,
            })
        };
        if stage == Stage::Search && round > self.round.max(1) {
            let message = format!("that was not enough: round {round} of at most {}", job.budget.rounds);
            out.push_back(event("progress", data("iterating", &message)));
        }
        self.round = round;
        // The text about the current step does not depend on the time.
        let now = data(phases::of_chat(stage), &progress(job, Millis::default()).now);
        if self.progress.as_ref() != Some(&now) {
            out.push_back(event("progress", now.clone()));
            self.progress = Some(now);
        }
    }
}

/// Sends text, citations, usage, and the end, in this order.
fn answer(view: &JobView, out: &mut VecDeque<Bytes>) {
    for text in cited(view).text.split_inclusive("\n\n") {
        out.push_back(event("text", json!({"text": text})));
    }
    let numbered = view.sources.iter().filter_map(|source| Some((source.number?, source)));
    for (number, source) in numbered {
        let mut quotes: Vec<&str> = Vec::new();
        for citation in view.citations.iter().filter(|citation| citation.source_id == source.id) {
            if !quotes.contains(&citation.quote.as_str()) {
                quotes.push(&citation.quote);
            }
        }
        let data = json!({
            "number": number,
            "sourceId": source.id,
            "title": title(source),
            "url": source.url,
            "quotes": quotes,
        });
        out.push_back(event("citation", data));
    }
    let tokens = view.metadata.tokens;
    let usage = json!({
        "inputTokens": tokens.input,
        "outputTokens": tokens.output,
        "cachedTokens": tokens.cached,
        "costUsd": view.metadata.cost_usd,
    });
    out.push_back(event("usage", usage));
    if let Some(error) = &view.error {
        out.push_back(event("error", json!({"code": error.code, "message": error.message})));
    }
    let done = json!({
        "jobId": view.job_id,
        "threadId": view.thread_id,
        "status": view.status,
        "stopReason": phases::stop_reason(view.stop_reason.filter(|_| view.answer.is_some())),
        "stopDetail": view.stop_reason,
        "confidence": view.answer.as_ref().map(|answer| answer.confidence),
    });
    out.push_back(event("done", done));
}

/// An event that repeats its type in the data, for clients that look for it there.
fn event(kind: &str, mut data: Value) -> Bytes {
    data["type"] = json!(kind);
    encode(None, kind, &data)
}
