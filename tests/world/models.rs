//! Simulated model servers: they read the prompt, count every call, and answer it in the shape of one protocol.
//!
//! What they say comes from the prompt alone: queries from the words of the question, sentences and ids from the
//! passages shown. So an answer can only be right if what was sent was.

pub mod moderation;
pub mod tools;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use futures::StreamExt;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Which protocol a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    OpenAi,
    /// Answers 400 to every `response_format`.
    OpenAiWithoutSchema,
    Anthropic,
    Gemini,
    Ollama,
}

/// What goes wrong, at the stage that it is set for.
#[derive(Clone, Debug)]
pub enum Trouble {
    Status {
        code: u16,
        body: &'static str,
        retry_after_ms: Option<u64>,
        times: u32,
    },
    /// Half of the reply, and then the connection ends.
    Cut,
    Empty,
    Filtered,
    /// The reply behind a thought.
    Thinks,
    /// Not JSON, until asked to mend it.
    Prose,
    /// Not JSON, however often it is asked.
    AlwaysProse,
    /// Prompts of more characters are refused.
    Overflow(usize),
    Hangs,
    /// The reply without its end, and then a piece of it so many times.
    Repeats(usize),
}

/// A call that a server has seen.
#[derive(Clone, Debug)]
pub struct Call {
    /// `plan`, `judge`, `write`, `check`, `clarify`, `mend` or `moderate`.
    pub stage: &'static str,
    pub system: String,
    pub user: String,
    /// Tokens that the reply may have, where the protocol says so plainly.
    pub most: u32,
    /// By a schema with bounds on its lists and texts.
    pub bounded: bool,
    pub key: Option<String>,
    pub streamed: bool,
    /// Asked to reply by a schema.
    pub by_schema: bool,
    /// Names of the tools that it was told of.
    pub tools: Vec<String>,
    /// Tokens that were counted; none for a refused call.
    pub counted: Option<(u64, u64)>,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
}

/// Makes a reply from the user's part of a prompt.
pub type Script = fn(&str) -> String;

#[derive(Clone)]
pub struct ModelServer {
    pub address: SocketAddr,
    pub shape: Shape,
    state: Arc<Mutex<Books>>,
}

#[derive(Default)]
struct Books {
    calls: Vec<Call>,
    troubles: BTreeMap<&'static str, Trouble>,
    /// Replies to prompts of a stage, from what the prompt shows.
    scripts: BTreeMap<&'static str, Script>,
    delay: Duration,
    /// Between two pieces of a stream.
    pace: Duration,
    /// Calls that are still answered; none for all.
    answers: Option<usize>,
    /// Calls that hang because of that.
    held: usize,
    waits: bool,
    /// Calls of a stage that are answered before the others hang.
    patience: BTreeMap<&'static str, usize>,
    /// Words that moderation flags.
    flags: Vec<&'static str>,
}

impl ModelServer {
    pub async fn start(shape: Shape) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let server = Self { address, shape, state: Arc::default() };
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What `models.*.provider` has to be for it.
    pub fn provider(&self) -> &'static str {
        match self.shape {
            Shape::OpenAi | Shape::OpenAiWithoutSchema => "openai_compatible",
            Shape::Anthropic => "anthropic",
            Shape::Gemini => "gemini",
            Shape::Ollama => "ollama",
        }
    }

    /// Settings by which it is the checker.
    pub fn checks(&self) -> Vec<String> {
        self.role("checker")
    }

    fn role(&self, role: &str) -> Vec<String> {
        vec![
            format!("models.{role}.provider={}", self.provider()),
            format!("models.{role}.model=sim-1"),
            format!("models.{role}.base_url={}", self.base_url()),
            format!("models.{role}.key=sk-very-secret"),
        ]
    }

    /// Settings by which both roles use it.
    pub fn settings(&self) -> Vec<String> {
        [self.role("planner"), self.role("writer")].concat()
    }

    /// Replies to a stage's prompts in its own way from now on.
    pub fn says(&self, stage: &'static str, script: Script) {
        self.books().scripts.insert(stage, script);
    }

    pub fn trouble(&self, stage: &'static str, trouble: Trouble) {
        self.books().troubles.insert(stage, trouble);
    }

    /// Forgets calls and troubles.
    pub fn fresh(&self) {
        let mut books = self.books();
        books.calls.clear();
        books.troubles.clear();
    }

    pub fn takes(&self, delay: Duration) {
        self.books().delay = delay;
    }

    /// All calls wait until this is taken back.
    pub fn waits(&self, waits: bool) {
        self.books().waits = waits;
    }

    pub fn paces(&self, pace: Duration) {
        self.books().pace = pace;
    }

    /// Answers so many calls more, and lets the others hang; none: answers all.
    pub fn holds_after(&self, answers: Option<usize>) {
        let mut books = self.books();
        (books.answers, books.held) = (answers, 0);
    }

    /// The same for one stage.
    pub fn holds_stage_after(&self, stage: &'static str, answers: usize) {
        self.books().patience.insert(stage, answers);
    }

    /// Answers everything again.
    pub fn lets_go(&self) {
        let mut books = self.books();
        books.patience.clear();
        (books.answers, books.held) = (None, 0);
    }

    /// Calls that hang because of that.
    pub fn held(&self) -> usize {
        self.books().held
    }

    pub fn calls(&self) -> Vec<Call> {
        self.books().calls.clone()
    }

    pub fn count(&self, stage: &str) -> usize {
        self.books().calls.iter().filter(|call| call.stage == stage).count()
    }

    /// Tokens in and out of all replies.
    pub fn tokens(&self) -> (u64, u64) {
        let calls = self.books();
        let counted = calls.calls.iter().filter_map(|call| call.counted);
        counted.fold((0, 0), |(input, output), (i, o)| (input + i, output + o))
    }

    /// Is the call that has just come to hang?
    fn holds(&self, stage: &str) -> bool {
        let mut books = self.books();
        let came = books.calls.iter().filter(|call| call.stage == stage).count();
        if books.patience.get(stage).is_some_and(|answers| came > *answers) {
            books.held += 1;
            return true;
        }
        match books.answers {
            Some(0) => {
                books.held += 1;
                true
            }
            Some(left) => {
                books.answers = Some(left - 1);
                false
            }
            None => false,
        }
    }

    fn books(&self) -> std::sync::MutexGuard<'_, Books> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

struct Asked {
    system: String,
    user: String,
    streamed: bool,
    by_schema: bool,
    any_format: bool,
    key: Option<String>,
    most: u32,
    bounded: bool,
    /// Names of the tools that may be called.
    tools: Vec<String>,
}

async fn answer(State(server): State<ModelServer>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(list) = models(uri.path()) {
        return Response::new(Body::from(list));
    }
    if uri.path() == moderation::PATH {
        return moderation::judged(&server, &headers, &body).await;
    }
    let Some(asked) = read(server.shape, uri.path(), &headers, &body) else {
        return status(404, r#"{"error":"no such path"}"#, None);
    };
    let stage = stage(&asked.system);
    let (trouble, own, place, delay, pace) = {
        let mut books = server.books();
        let trouble = books.troubles.get(stage).cloned();
        let own = books.scripts.get(stage).copied();
        if let Some(Trouble::Status { times, .. }) = books.troubles.get_mut(stage) {
            *times = times.saturating_sub(1);
        }
        books.calls.push(Call {
            stage,
            system: asked.system.clone(),
            user: asked.user.clone(),
            most: asked.most,
            bounded: asked.bounded,
            key: asked.key.clone(),
            streamed: asked.streamed,
            by_schema: asked.by_schema,
            tools: asked.tools.clone(),
            counted: None,
            at: super::now_ms(),
        });
        (trouble, own, books.calls.len() - 1, books.delay, books.pace)
    };
    if server.holds(stage) {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(delay).await;
    while server.books().waits {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    match &trouble {
        Some(Trouble::Status { code, body, retry_after_ms, times }) if *times > 0 => {
            return status(*code, body, *retry_after_ms);
        }
        Some(Trouble::Overflow(most)) if asked.user.len() > *most => {
            return status(
                400,
                r#"{"error":{"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}"#,
                None,
            );
        }
        Some(Trouble::Hangs) => std::future::pending::<()>().await,
        _ => {}
    }
    if server.shape == Shape::OpenAiWithoutSchema && asked.any_format {
        return status(400, r#"{"error":{"message":"unsupported parameter: response_format"}}"#, None);
    }
    let whole = || own.map_or_else(|| script(stage, &asked), |own| own(&asked.user));
    let said = match &trouble {
        Some(Trouble::Empty | Trouble::Filtered) => String::new(),
        Some(Trouble::Prose | Trouble::AlwaysProse) => {
            format!("I would say: {}", whole().replace(['{', '}', '[', ']'], " "))
        }
        Some(Trouble::Thinks) => {
            format!("<think>Hm, {{\"summary\": no}}.</think>\n{}", whole())
        }
        Some(Trouble::Repeats(times)) => {
            let whole = whole();
            let open = whole.trim_end_matches(['}', ']']);
            format!("{open}, {}", "\"and so on and on\", ".repeat(*times))
        }
        _ => whole(),
    };
    let filtered = matches!(trouble, Some(Trouble::Filtered));
    let counted = (asked.user.len() as u64 / 4, said.len() as u64 / 4 + 1);
    let cut = matches!(trouble, Some(Trouble::Cut));
    if !cut && let Some(call) = server.books().calls.get_mut(place) {
        call.counted = Some(counted);
    }
    let pieces = match asked.tools.is_empty() {
        true => written(server.shape, &said, counted, filtered, asked.streamed),
        false => vec![tools::written(server.shape, &said, counted)],
    };
    respond(server.shape, asked.streamed, pieces, cut, pace)
}

/// The list of models that a server shows to whoever asks.
fn models(path: &str) -> Option<String> {
    match path {
        "/api/tags" => Some(json!({"models": [{"name": "sim-1"}]}).to_string()),
        "/v1/models" => Some(json!({"object": "list", "data": [{"id": "sim-1"}]}).to_string()),
        _ => None,
    }
}

/// What a prompt asks for, by the instructions in it.
fn stage(system: &str) -> &'static str {
    let begins = [
        ("You mend JSON", "mend"),
        ("You plan research", "plan"),
        ("You drive research", "drive"),
        ("You judge whether", "judge"),
        ("You check whether", "check"),
        ("You answer a question", "write"),
        ("You read a research question", "clarify"),
    ];
    begins.iter().find(|(words, _)| system.starts_with(words)).map_or("unknown", |(_, stage)| stage)
}

fn script(stage: &str, asked: &Asked) -> String {
    let question = between(&asked.user, "<question>\n", "\n</question>").unwrap_or_default();
    let reply = match stage {
        "drive" => tools::driven(&asked.user),
        "plan" => {
            let words: Vec<&str> =
                question.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 3).collect();
            json!({"sub_questions": [question], "queries": [words.join(" "), format!("{} history", words.join(" "))]})
        }
        "judge" => {
            json!({"sufficient": asked.user.contains("<passage id="), "reason": "It is all there.", "gaps": [], "queries": []})
        }
        "clarify" => {
            json!({"questions": [{"about": "scope", "text": "Which bridge?", "options": ["Old", "New", "Both", "Neither"]}]})
        }
        "mend" => {
            let broken = between(&asked.user, "<reply>\n", "\n</reply>").unwrap_or_default();
            let shape = [("\"queries\"", "plan"), ("\"support\"", "check")]
                .into_iter()
                .find_map(|(field, shape)| asked.system.contains(field).then_some(shape));
            // It keeps the words: the ids and the sentences stand in the broken reply.
            match shape {
                Some("plan") => {
                    json!({"sub_questions": [], "queries": [broken.replace(['"', ':', ','], " ")]})
                }
                Some("check") => {
                    let said = broken.split("\"id\":\"").skip(1).filter_map(|part| part.split_once('"'));
                    let word = |rest| between(rest, "\"support\":\"", "\"");
                    let claims = said.map(|(id, rest)| json!({"id": id, "support": word(rest)}));
                    json!({"claims": claims.collect::<Vec<_>>()})
                }
                _ => {
                    let id = broken.split("\"evidence\":").nth(1).and_then(|rest| rest.split('"').nth(1));
                    json!({"summary": [{"text": told(&broken), "evidence": [id.unwrap_or_default()]}], "detail": [], "limitations": [], "questions": []})
                }
            }
        }
        "check" => {
            let claims =
                claims(&asked.user).into_iter().map(|(id, _)| json!({"id": id, "support": "supported"}));
            json!({"claims": claims.collect::<Vec<_>>()})
        }
        _ => {
            let shown = passages(&asked.user);
            let said = |(id, text): &(String, String)| json!({"text": sentence_of(text), "evidence": [id]});
            let summary: Vec<Value> = shown.iter().take(1).map(said).collect();
            let detail: Vec<Value> = shown.iter().skip(1).take(2).map(said).collect();
            json!({"summary": summary, "detail": [{"heading": "More", "sentences": detail}], "limitations": [], "questions": []})
        }
    };
    reply.to_string()
}

/// The passages of a prompt: id and text.
pub fn passages(user: &str) -> Vec<(String, String)> {
    let parts = user.split("<passage id=\"").skip(1);
    let read = |part: &str| {
        let (id, rest) = part.split_once('"')?;
        let text = between(rest, ">\n", "\n</passage>")?;
        Some((id.to_owned(), text))
    };
    parts.filter_map(read).collect()
}

/// The claims of a prompt: id, and the claim with its passages.
pub fn claims(user: &str) -> Vec<(String, String)> {
    let parts = user.split("<claim id=\"").skip(1);
    let read = |part: &str| {
        let (id, rest) = part.split_once('"')?;
        Some((id.to_owned(), between(rest, ">\n", "</claim>")?))
    };
    parts.filter_map(read).collect()
}

/// The first sentence that a broken draft holds.
fn told(broken: &str) -> String {
    between(broken, "\"text\":\"", ".\"").map_or_else(|| sentence_of(broken), |text| format!("{text}."))
}

fn sentence_of(text: &str) -> String {
    let line = text.lines().find(|line| line.contains(". ") || line.ends_with('.')).unwrap_or(text);
    let end = line.find(". ").map_or(line.len(), |at| at + 1);
    line[..end].to_owned()
}

pub fn between(text: &str, open: &str, close: &str) -> Option<String> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.split_once(close)?.0.to_owned())
}

/// Reads a request of the protocol; none when it goes to another path.
fn read(shape: Shape, path: &str, headers: &HeaderMap, body: &[u8]) -> Option<Asked> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let bearer =
        || header("authorization").and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let streamed = body["stream"] == true;
    let most = |tokens: &Value| tokens.as_u64().and_then(|tokens| u32::try_from(tokens).ok()).unwrap_or(0);
    let bounded = body.to_string().contains("\"maxItems\"");
    let tools = tools::named(&body);
    match shape {
        Shape::OpenAi | Shape::OpenAiWithoutSchema => (path == "/v1/chat/completions").then(|| Asked {
            system: text(&body["messages"][0]["content"]),
            user: text(&body["messages"][1]["content"]),
            streamed,
            by_schema: body["response_format"]["type"] == "json_schema",
            any_format: !body["response_format"].is_null(),
            key: bearer(),
            most: most(&body["max_tokens"]).max(most(&body["max_completion_tokens"])),
            bounded,
            tools,
        }),
        Shape::Anthropic => (path == "/v1/messages" && body["max_tokens"].is_u64()).then(|| Asked {
            system: body["system"].as_str().map_or_else(|| text(&body["system"][0]["text"]), str::to_owned),
            user: body["messages"][0]["content"]
                .as_str()
                .map_or_else(|| text(&body["messages"][0]["content"][0]["text"]), str::to_owned),
            streamed,
            by_schema: body["output_config"]["format"]["type"] == "json_schema",
            any_format: !body["output_config"].is_null(),
            key: header("x-api-key"),
            most: most(&body["max_tokens"]),
            bounded,
            tools,
        }),
        Shape::Gemini => {
            let action = path.strip_prefix("/v1beta/models/sim-1:")?;
            Some(Asked {
                system: text(&body["systemInstruction"]["parts"][0]["text"]),
                user: text(&body["contents"][0]["parts"][0]["text"]),
                streamed: action == "streamGenerateContent",
                by_schema: body["generationConfig"]["responseJsonSchema"].is_object(),
                any_format: !body["generationConfig"]["responseMimeType"].is_null(),
                key: header("x-goog-api-key"),
                most: most(&body["generationConfig"]["maxOutputTokens"]),
                bounded,
                tools,
            })
        }
        Shape::Ollama => (path == "/api/chat" && body["options"]["num_ctx"].is_u64()).then(|| Asked {
            system: text(&body["messages"][0]["content"]),
            user: text(&body["messages"][1]["content"]),
            streamed,
            by_schema: body["format"].is_object(),
            any_format: !body["format"].is_null(),
            key: bearer(),
            most: most(&body["options"]["num_predict"]),
            bounded,
            tools,
        }),
    }
}

/// The reply in the words of the protocol: one body, or the pieces of a stream.
fn written(
    shape: Shape,
    said: &str,
    (input, output): (u64, u64),
    filtered: bool,
    streamed: bool,
) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let chunks: Vec<String> = if streamed {
        let letters: Vec<char> = said.chars().collect();
        letters.chunks(23).map(|chunk| chunk.iter().collect()).collect()
    } else {
        vec![said.to_owned()]
    };
    let sse = |value: Value| format!("data: {value}\n\n");
    let named = |name: &str, value: Value| format!("event: {name}\ndata: {value}\n\n");
    match (shape, streamed) {
        (Shape::OpenAi | Shape::OpenAiWithoutSchema, false) => pieces.push(
            json!({"model": "sim-1", "choices": [{"message": {"role": "assistant", "content": said},
                "finish_reason": if filtered { "content_filter" } else { "stop" }}],
                "usage": {"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output,
                    "prompt_tokens_details": {"cached_tokens": input / 2}}})
            .to_string(),
        ),
        (Shape::OpenAi | Shape::OpenAiWithoutSchema, true) => {
            pieces.extend(
                chunks
                    .iter()
                    .map(|chunk| sse(json!({"choices": [{"index": 0, "delta": {"content": chunk}}]}))),
            );
            let reason = if filtered { "content_filter" } else { "stop" };
            pieces.push(sse(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})));
            pieces.push(sse(json!({"choices": [], "usage": {"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output}})));
            pieces.push("data: [DONE]\n\n".to_owned());
        }
        (Shape::Anthropic, false) => pieces.push(
            json!({"type": "message", "model": "sim-1", "content": [{"type": "text", "text": said}],
                "stop_reason": if filtered { "refusal" } else { "end_turn" },
                "usage": {"input_tokens": input, "output_tokens": output}})
            .to_string(),
        ),
        (Shape::Anthropic, true) => {
            pieces.push(named("message_start", json!({"type": "message_start", "message": {"usage": {"input_tokens": input, "output_tokens": 0}}})));
            pieces.push(named("content_block_start", json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})));
            pieces.extend(chunks.iter().map(|chunk| named("content_block_delta", json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": chunk}}))));
            pieces.push(named("content_block_stop", json!({"type": "content_block_stop", "index": 0})));
            let reason = if filtered { "refusal" } else { "end_turn" };
            pieces.push(named("message_delta", json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": output}})));
            pieces.push(named("message_stop", json!({"type": "message_stop"})));
        }
        (Shape::Gemini, _) => {
            let usage = json!({"promptTokenCount": input, "candidatesTokenCount": output, "totalTokenCount": input + output});
            let last = chunks.len().saturating_sub(1);
            for (at, chunk) in
                chunks.iter().enumerate().chain(chunks.is_empty().then_some((0, &String::new())))
            {
                let mut candidate = json!({"content": {"parts": [{"text": chunk}], "role": "model"}});
                if at == last {
                    candidate["finishReason"] = json!(if filtered { "SAFETY" } else { "STOP" });
                }
                let value =
                    json!({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "sim-1"});
                pieces.push(if streamed { sse(value) } else { value.to_string() });
            }
        }
        (Shape::Ollama, _) => {
            let end = json!({"model": "sim-1", "done": true, "done_reason": "stop", "prompt_eval_count": input, "eval_count": output});
            if streamed {
                pieces.extend(chunks.iter().map(|chunk| format!("{}\n", json!({"model": "sim-1", "message": {"role": "assistant", "content": chunk}, "done": false}))));
                pieces.push(format!("{end}\n"));
            } else {
                let mut whole = end;
                whole["message"] = json!({"role": "assistant", "content": said});
                pieces.push(whole.to_string());
            }
        }
    }
    pieces
}

fn respond(shape: Shape, streamed: bool, pieces: Vec<String>, cut: bool, pace: Duration) -> Response {
    let kind = match (shape, streamed) {
        (_, false) => "application/json",
        (Shape::Ollama, true) => "application/x-ndjson",
        (_, true) => "text/event-stream",
    };
    let body = if cut {
        let whole = pieces.concat();
        let half: String = whole.chars().take(whole.chars().count() / 2).collect();
        let broken = Err(std::io::Error::other("cut"));
        Body::from_stream(futures::stream::iter([Ok(half), broken]))
    } else {
        Body::from_stream(futures::stream::iter(pieces).then(move |piece| async move {
            tokio::time::sleep(pace).await;
            Ok::<_, std::io::Error>(piece)
        }))
    };
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    response
}

fn status(code: u16, body: &'static str, retry_after_ms: Option<u64>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(code).expect("a status");
    if let Some(ms) = retry_after_ms {
        let value = header::HeaderValue::from_str(&ms.to_string()).expect("digits");
        response.headers_mut().insert("retry-after-ms", value);
    }
    response
}
