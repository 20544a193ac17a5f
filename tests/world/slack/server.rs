//! The Web API: who asks, whether the request keeps to what is published, and what comes of it.

use super::halts::Passage;
use super::published::{Method, methods};
use super::state::{Books, Call};
use super::{APP_TOKEN, Shared, calls, connection};
use crate::world::chat::faults::spend;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

pub type Arguments = Map<String, Value>;

pub fn router(shared: Shared) -> Router {
    Router::new()
        .route("/api/{method}", any(api))
        .route("/upload/{id}", post(calls::files::take))
        .route("/files/{id}/{name}", get(calls::files::give))
        .route("/respond/{id}", post(calls::respond))
        .route("/socket/{id}", any(connection::connect))
        .layer(axum::extract::DefaultBodyLimit::max(64 << 20))
        .with_state(shared)
}

/// What becomes of a request.
enum Outcome {
    Json(Value),
    TooMany(Duration),
    Down,
    /// It was done, and nobody is told.
    Silence,
}

async fn api(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (mut arguments, as_json) = arguments(&uri, &headers, &body);
    if let Some((id, secret)) = basic(&headers) {
        arguments.insert("client_id".to_owned(), Value::String(id));
        arguments.insert("client_secret".to_owned(), Value::String(secret));
    }
    let token = token(&headers, &arguments);
    let scopes = granted(&shared.books(), &token);
    let passage = shared.books().passage(&name, &arguments);
    let outcome = match passage {
        Passage::Free => handle(&shared, &name, &token, arguments, as_json),
        Passage::Unanswered => {
            handle(&shared, &name, &token, arguments, as_json);
            Outcome::Silence
        }
        Passage::Closed => Outcome::Silence,
    };
    shared.changed();
    match outcome {
        Outcome::Json(answer) => {
            (scopes.map(|scopes| [("x-oauth-scopes", scopes)]), axum::Json(answer)).into_response()
        }
        Outcome::Down => (StatusCode::SERVICE_UNAVAILABLE, "<html>Slack is down</html>").into_response(),
        Outcome::TooMany(wait) => {
            let seconds = wait.as_secs_f64().ceil().max(1.0).to_string();
            let body = axum::Json(json!({"ok": false, "error": "ratelimited"}));
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds)], body).into_response()
        }
        Outcome::Silence => {
            tokio::time::sleep(Duration::from_secs(120)).await;
            StatusCode::GATEWAY_TIMEOUT.into_response()
        }
    }
}

fn handle(shared: &Shared, name: &str, token: &str, arguments: Arguments, as_json: bool) -> Outcome {
    let mut books = shared.books();
    let Some(method) = methods().get(name) else {
        books.violations.push(format!("{name} is no published method"));
        return Outcome::Json(json!({"ok": false, "error": "unknown_method"}));
    };
    // Whatever becomes of it, it has to keep to what is published.
    let faults = method.faults(&arguments, as_json);
    let faulty = !faults.is_empty();
    books.violations.extend(faults);
    if books.faults.turns_away(name) {
        return Outcome::Down;
    }
    if let Some(wait) = books.faults.storm(name) {
        note(&mut books, name, "", arguments, "ratelimited");
        return Outcome::TooMany(wait);
    }
    let team = match caller(&books, name, token) {
        Ok(team) => team,
        Err(error) => {
            note(&mut books, name, "", arguments, error);
            return Outcome::Json(json!({"ok": false, "error": error}));
        }
    };
    let minute = books.simulated(60.0);
    let channel = arguments.get("channel").and_then(Value::as_str);
    if let Some(wait) = books.rates.ask(method, &team, channel, minute) {
        note(&mut books, name, &team, arguments, "ratelimited");
        return Outcome::TooMany(wait);
    }
    let result = allowed(&mut books, method, &team, faulty)
        .and_then(|()| calls::answer(&mut books, shared.address, &team, name, &arguments));
    let said = result.as_ref().err().cloned().unwrap_or_else(|| "ok".to_owned());
    note(&mut books, name, &team, arguments, &said);
    if spend(&mut books.faults.lost, name) {
        return Outcome::Silence;
    }
    Outcome::Json(match result {
        Ok(mut answer) => {
            answer["ok"] = json!(true);
            answer
        }
        Err(error) => json!({"ok": false, "error": error}),
    })
}

fn note(books: &mut Books, method: &str, team: &str, arguments: Arguments, result: &str) {
    if ["already_reacted", "no_reaction"].contains(&result) && !books.marks_again {
        let (name, ts) = (text(&arguments, "name"), text(&arguments, "timestamp"));
        books.violations.push(format!("{method} of {name} at {ts}: {result}"));
    }
    let (method, team, result) = (method.to_owned(), team.to_owned(), result.to_owned());
    books.calls.push(Call { method, team, arguments, at: Instant::now(), result });
}

/// The workspace whose token it is.
fn caller(books: &Books, method: &str, token: &str) -> Result<String, &'static str> {
    if method == "oauth.v2.access" {
        return Ok(String::new());
    }
    if method == "apps.connections.open" {
        return if token == APP_TOKEN { Ok(String::new()) } else { Err("invalid_auth") };
    }
    if token.is_empty() {
        return Err("not_authed");
    }
    let team = books.teams.iter().find(|(_, team)| team.token == token);
    match team {
        Some((_, team)) if team.revoked => Err("token_revoked"),
        Some((id, _)) => Ok(id.clone()),
        None => Err("invalid_auth"),
    }
}

/// The permissions of a bot token, which Slack lists with each answer.
fn granted(books: &Books, token: &str) -> Option<String> {
    let team = books.teams.values().find(|team| team.token == token)?;
    Some(team.scopes.iter().map(String::as_str).collect::<Vec<_>>().join(","))
}

/// May it be done at all?
fn allowed(books: &mut Books, method: &Method, team: &str, faulty: bool) -> Result<(), String> {
    if let Some(error) = books.faults.refuses(&method.name, "") {
        return Err(error);
    }
    if faulty {
        return Err("invalid_arguments".to_owned());
    }
    let scopes = method.scopes();
    let has = |team: &super::state::Team| scopes.iter().any(|scope| team.scopes.contains(*scope));
    if !scopes.is_empty() && !books.teams.get(team).is_some_and(has) {
        return Err("missing_scope".to_owned());
    }
    Ok(())
}

/// What was sent, from the address, a form or JSON; and whether it was JSON.
fn arguments(uri: &Uri, headers: &HeaderMap, body: &[u8]) -> (Arguments, bool) {
    let mut arguments = form(uri.query().unwrap_or_default().as_bytes());
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        let sent: Value = serde_json::from_slice(body).unwrap_or_default();
        arguments.extend(sent.as_object().cloned().unwrap_or_default());
        return (arguments, true);
    }
    arguments.extend(form(body));
    (arguments, false)
}

/// Name and password of HTTP's basic scheme, by which a client may say who it is.
fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?.to_owned();
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = value.trim_end_matches('=').chars().filter_map(|letter| letters.find(letter));
    let (mut bytes, mut held, mut count) = (Vec::new(), 0usize, 0);
    for six in bits {
        held = (held << 6) | six;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count) as u8);
            held &= (1 << count) - 1;
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    text.split_once(':').map(|(id, secret)| (id.to_owned(), secret.to_owned()))
}

pub fn form(text: &[u8]) -> Arguments {
    let pairs = url::form_urlencoded::parse(text);
    pairs.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned()))).collect()
}

pub fn token(headers: &HeaderMap, arguments: &Arguments) -> String {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    let given = arguments.get("token").and_then(Value::as_str);
    bearer.or(given).unwrap_or_default().to_owned()
}

/// A text argument, empty where there is none.
pub fn text<'a>(arguments: &'a Arguments, name: &str) -> &'a str {
    arguments.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// An argument that is JSON, or JSON in a string.
pub fn structured(arguments: &Arguments, name: &str) -> Value {
    match arguments.get(name) {
        Some(Value::String(text)) => serde_json::from_str(text).unwrap_or_default(),
        Some(value) => value.clone(),
        None => Value::Null,
    }
}

pub fn flag(arguments: &Arguments, name: &str) -> Option<bool> {
    match arguments.get(name) {
        Some(Value::Bool(flag)) => Some(*flag),
        Some(Value::String(text)) => Some(text == "true" || text == "1"),
        _ => None,
    }
}
