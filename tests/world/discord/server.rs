//! The one way in for requests: who asks, limits, the published shape, and then what is asked for.

use super::calls::{self, Call};
use super::limits;
use super::published::{Operation, PUBLISHED};
use super::rates::Room;
use super::shapes::error;
use super::state::{Asked, Error, State};
use super::{Shared, connection};
use crate::world::chat::faults::spend;
use crate::world::chat::files::File;
use crate::world::chat::unix;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Multipart, Request, State as With, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const API: &str = "/api/v10";
/// Longer than any client waits.
const FOR_EVER: Duration = Duration::from_secs(600);

pub fn router(shared: Shared) -> Router {
    Router::new().route("/", any(upgrade)).route("/resume", any(upgrade)).fallback(request).with_state(shared)
}

async fn upgrade(With(shared): With<Shared>, socket: WebSocketUpgrade, request: Request) -> Response {
    let resumed = request.uri().path() == "/resume";
    socket.on_upgrade(move |socket| connection::talk(shared, socket, resumed))
}

async fn request(With(shared): With<Shared>, request: Request) -> Response {
    let path = request.uri().path().replace("%40", "@");
    let query = request.uri().query().unwrap_or_default().to_owned();
    let method = request.method().as_str().to_owned();
    if let Some(file) = path.strip_prefix("/cdn/") {
        return download(&shared, file);
    }
    let headers = request.headers().clone();
    let (body, files) = match read(request).await {
        Ok(read) => read,
        Err(fault) => {
            shared.lock().violate(format!("{method} {path}: {fault}"));
            return (StatusCode::BAD_REQUEST, fault).into_response();
        }
    };
    let below = path.strip_prefix(API).unwrap_or(&path);
    if let Some(error) = shared.lock().faults.refuses(&format!("{method} {below}"), &body.to_string()) {
        return refusal(error);
    }
    let Some(operation) = PUBLISHED.operation(&method, below) else {
        shared.lock().violate(format!("{method} {path}: there is no such operation"));
        return (StatusCode::NOT_FOUND, "{}").into_response();
    };
    let call = Call { operation, body, files, query: pairs(&query) };
    let (answer, lost) = decide(&mut shared.lock(), &call, &headers, below);
    if lost {
        tokio::time::sleep(FOR_EVER).await;
    }
    answer
}

/// The answer, and whether it gets lost on its way.
fn decide(state: &mut State, call: &Call, headers: &HeaderMap, path: &str) -> (Response, bool) {
    let name = &call.operation.name;
    if state.faults.turns_away(name) {
        return ((StatusCode::SERVICE_UNAVAILABLE, "upstream connect error").into_response(), false);
    }
    let done = |state: &mut State, status: u16, body: Value, room: Option<Room>| {
        if [401, 403, 429].contains(&status) && room.as_ref().is_none_or(|room| room.bucket != "shared") {
            state.rates.invalid.push(format!("{name} {status} {body}"));
        }
        let asked = Asked { operation: name.clone(), path: path.to_owned(), status, at: Instant::now() };
        state.asked.push(asked);
        response(status, &body, room.as_ref())
    };
    let by_token = name.contains("/interactions/") || name.contains("/webhooks/");
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if !by_token && given != Some(&format!("Bot {}", state.bot.token)) {
        return (done(state, 401, json!({"message": "401: Unauthorized", "code": 0}), None), false);
    }
    let window = state.times.bucket;
    let room = match state.faults.storm(name) {
        Some(wait) => Room::shut(wait),
        None => state.rates.take(&call.operation, window),
    };
    if let Some(wait) = room.wait {
        let body = json!({"message": "You are being rate limited.", "retry_after": wait.as_secs_f64(),
            "global": room.global});
        return (done(state, 429, body, Some(room)), false);
    }
    check(state, call);
    let hangs = state.faults.hangs(name);
    if hangs == Some(false) {
        return (StatusCode::NO_CONTENT.into_response(), true);
    }
    let (status, body) = match calls::answer(state, call) {
        Ok(body) => (status_of(&call.operation, &body), body),
        Err(code) => error(code),
    };
    if status < 300 {
        for fault in PUBLISHED.faults_of_answer(&call.operation, status, &body) {
            state.violate(format!("the simulated answer to {name}{fault}"));
        }
    }
    let lost = spend(&mut state.faults.lost, name) || hangs.is_some();
    (done(state, status, body, Some(room)), lost)
}

/// What a test wants to be refused never comes to the limits.
fn refusal(Error(status, code): Error) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    let body = json!({"message": "It was refused.", "code": code});
    match status.as_u16() {
        429 => {
            let body = json!({"message": "Slow down.", "retry_after": 0.3, "global": false, "code": code});
            (status, [(header::RETRY_AFTER, "0.300")], axum::Json(body)).into_response()
        }
        // What stands in front of Discord speaks no JSON.
        500.. if code == 0 => {
            (status, [(header::CONTENT_TYPE, "text/html")], "<h1>Error</h1>").into_response()
        }
        _ => (status, axum::Json(body)).into_response(),
    }
}

/// Files away what is wrong with a request.
fn check(state: &mut State, call: &Call) {
    let name = &call.operation.name;
    let mut faults = PUBLISHED.faults_of_request(&call.operation, &call.body);
    faults.extend(PUBLISHED.faults_of_query(&call.operation, &call.query));
    if let Some((body, edit)) = said(call) {
        let files = call.files.len() + body["attachments"].as_array().map_or(0, Vec::len);
        let found = limits::faults(body, edit, files, state.lenient);
        faults.extend(found.into_iter().map(|fault| format!(".{fault}")));
    }
    // Others' clients send a little more than is described.
    faults.retain(|fault| !state.lenient || !fault.contains("not in the description"));
    for fault in faults {
        state.violate(format!("{name}{fault}"));
    }
}

/// The message that a request says or changes.
fn said(call: &Call) -> Option<(&Value, bool)> {
    let name = call.operation.name.as_str();
    match name {
        "POST /channels/{channel_id}/messages" => Some((&call.body, false)),
        "PATCH /channels/{channel_id}/messages/{message_id}" => Some((&call.body, true)),
        "POST /channels/{channel_id}/threads" => call.body.get("message").map(|message| (message, false)),
        _ if name.starts_with("POST /webhooks/") => Some((&call.body, false)),
        _ if name.starts_with("PATCH /webhooks/") => Some((&call.body, true)),
        _ if name.starts_with("POST /interactions/") => match call.body["type"].as_u64() {
            Some(4) => Some((&call.body["data"], false)),
            Some(7) => Some((&call.body["data"], true)),
            _ => None,
        },
        _ => None,
    }
}

fn status_of(operation: &Operation, body: &Value) -> u16 {
    let makes =
        ["POST /channels/{channel_id}/threads", "POST /channels/{channel_id}/messages/{message_id}/threads"];
    match operation.name.as_str() {
        _ if body.is_null() => 204,
        name if makes.contains(&name) => 201,
        "POST /applications/{application_id}/commands" => 201,
        "POST /applications/{application_id}/guilds/{guild_id}/commands" => 201,
        _ => 200,
    }
}

fn response(status: u16, body: &Value, room: Option<&Room>) -> Response {
    let mut answer = Response::builder().status(status);
    if let Some(room) = room {
        answer = answer
            .header("X-RateLimit-Limit", room.limit)
            .header("X-RateLimit-Remaining", room.remaining)
            .header("X-RateLimit-Reset", (unix() + room.reset_after).as_secs_f64().to_string())
            .header("X-RateLimit-Reset-After", format!("{:.3}", room.reset_after.as_secs_f64()))
            .header("X-RateLimit-Bucket", &room.bucket);
        if let Some(wait) = room.wait {
            let scope = match (room.global, room.bucket.as_str()) {
                (true, _) => "global",
                (false, "shared") => "shared",
                (false, _) => "user",
            };
            answer = answer
                .header("Retry-After", format!("{:.3}", wait.as_secs_f64()))
                .header("X-RateLimit-Scope", scope);
            if room.global {
                answer = answer.header("X-RateLimit-Global", "true");
            }
        }
    }
    if body.is_null() {
        return answer.body(Body::empty()).expect("an answer");
    }
    let answer = answer.header(header::CONTENT_TYPE, "application/json");
    answer.body(Body::from(body.to_string())).expect("an answer")
}

/// The body as JSON, and the files that came with it.
async fn read(request: Request) -> Result<(Value, Vec<File>), String> {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        let bytes = Bytes::from_request(request, &()).await.map_err(|error| error.to_string())?;
        if bytes.is_empty() {
            return Ok((Value::Null, Vec::new()));
        }
        return serde_json::from_slice(&bytes)
            .map(|body| (body, Vec::new()))
            .map_err(|error| error.to_string());
    }
    let mut parts = Multipart::from_request(request, &()).await.map_err(|error| error.to_string())?;
    let (mut body, mut files) = (json!({}), Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|error| error.to_string())? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().unwrap_or_default().to_owned();
        let kind = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = part.bytes().await.map_err(|error| error.to_string())?;
        if name == "payload_json" {
            body = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        } else {
            files.push(File { name: file, kind, bytes: bytes.to_vec() });
        }
    }
    Ok((body, files))
}

fn download(shared: &Shared, file: &str) -> Response {
    let state = shared.lock();
    let id = file.split('/').next().and_then(|id| id.parse().ok()).unwrap_or_default();
    state.files.get(&id).map_or_else(|| StatusCode::NOT_FOUND.into_response(), File::response)
}

fn pairs(query: &str) -> BTreeMap<String, String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
