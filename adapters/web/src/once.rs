//! `Idempotency-Key`: repeating a request with the same key does nothing twice and returns the first reply
//! (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
//!
//! Keys and replies are in the store, so this works across processes and restarts. In addition, runs are named
//! after their request: if a process dies between creating a run and storing the reply, the repeated request
//! finds that run.

use crate::access::{Asker, SESSION, Visitor};
use crate::body::too_large;
use crate::parts::Web;
use crate::problem::Problem;
use crate::routes::files;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gorkd_core::model::{JobId, Millis, ThreadId, sha256_hex};
use gorkd_core::ports::{KeptReply, KeyedRequest, RequestState};
use serde_json::Value;
use std::convert::Infallible;
use std::time::Duration;
use tracing::Instrument;
use uuid::Uuid;

pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// Marks a reply as a repetition of an earlier one.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// How long keys and replies are kept.
const RETENTION_MS: i64 = 24 * 60 * 60 * 1000;

/// Maximum time for handling a request. After twice this time nobody is handling it anymore, whatever happened
/// to the process.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum characters in a key.
const MAX_KEY_LENGTH: usize = 255;

/// Headers that belong to a reply rather than to its connection.
const KEPT_HEADERS: [HeaderName; 3] = [header::CONTENT_TYPE, header::LOCATION, header::ETAG];

/// The job id for a run that this request starts; `None` if it has no key.
pub struct RunName(pub Option<JobId>);

#[derive(Clone)]
struct Named(JobId);

impl FromRequestParts<Web> for RunName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Web) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Named>().map(|named| named.0.clone())))
    }
}

/// The thread that a reply is about, if its body does not say so.
#[derive(Clone)]
pub struct OfThread(pub ThreadId);

/// Handles a request that has a key once, and returns its reply to all requests with the same key. The reply to
/// signing in is never stored. Outside gorkd's own API, keys are ignored, because other contracts do not define
/// them.
pub async fn once(State(web): State<Web>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let changes = matches!(*request.method(), Method::POST | Method::PATCH)
        && path.starts_with("/api/")
        && path != SESSION;
    if !changes {
        return next.run(request).await;
    }
    match key_of(request.headers()) {
        Ok(Some(key)) => keyed(web, key, request, next).await.unwrap_or_else(Problem::into_response),
        Ok(None) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn keyed(web: Web, key: String, request: Request, next: Next) -> Result<Response, Problem> {
    let asker = request.extensions().get::<Asker>().map(|asker| asker.requester.key());
    let owner = match (asker, request.extensions().get::<Visitor>().cloned()) {
        (Some(asker), _) => asker,
        (None, Some(visitor)) => visitor.requester(&web).await?.key(),
        (None, None) => return Ok(next.run(request).await),
    };
    let (mut parts, body) = request.into_parts();
    // The route's own limit applies too, and may be lower.
    let body = to_bytes(body, files::MOST).await.map_err(|_| too_large(files::MOST))?;
    let now = web.service.now();
    let asked = KeyedRequest {
        owner,
        key,
        fingerprint: fingerprint(&parts, &body),
        holder: Uuid::now_v7().to_string(),
        at: now,
        until: now.plus(2 * TIMEOUT.as_millis() as u64),
        since: Millis(now.0.saturating_sub(RETENTION_MS)),
    };
    let begun = web.requests.begin_request(&asked).await.map_err(|error| {
        tracing::error!(%error, "failed to look up the key of a request");
        Problem::unavailable()
    })?;
    match begun {
        RequestState::Replied(reply) => Ok(replayed(reply)),
        RequestState::Other => Err(Problem::key_reused()),
        RequestState::InProgress { until } => Err(Problem::under_way(until.since(now).div_ceil(1000))),
        RequestState::Fresh { first } => {
            parts.extensions.insert(Named(run_name(&asked, first)));
            let request = Request::from_parts(parts, Body::from(body));
            let work = handle_keyed(web.clone(), asked.clone(), request, next);
            // The client may hang up halfway. The request is handled to the end anyway, so that its reply gets
            // stored.
            let ended = tokio::spawn(work.in_current_span()).await;
            if ended.is_err() {
                release_key(&web, &asked, false).await;
            }
            ended.map_err(|_| Problem::internal())
        }
    }
}

async fn handle_keyed(web: Web, asked: KeyedRequest, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let Ok(response) = tokio::time::timeout(TIMEOUT, next.run(request)).await else {
        release_key(&web, &asked, false).await;
        return Problem::timed_out().into_response();
    };
    let whole = response.body().size_hint().exact().is_some();
    if !response.status().is_success() || !whole {
        // A refused request changed nothing. After a server error that is unknown, so the key stays bound to
        // its request.
        release_key(&web, &asked, response.status().is_client_error()).await;
        return response;
    }
    let (parts, body) = response.into_parts();
    let told = parts.extensions.get::<OfThread>().map(|told| told.0.clone());
    let Ok(body) = to_bytes(body, usize::MAX).await else { return Problem::internal().into_response() };
    let headers = KEPT_HEADERS.iter().filter_map(|name| {
        let value = parts.headers.get(name)?.to_str().ok()?;
        Some((name.to_string(), value.to_owned()))
    });
    let reply = KeptReply {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        thread: told.or_else(|| thread_of(&path, &body)),
        body: body.to_vec(),
    };
    if let Err(error) = web.requests.end_request(&asked, &reply).await {
        tracing::warn!(%error, "failed to store a reply");
    }
    Response::from_parts(parts, Body::from(body))
}

async fn release_key(web: &Web, asked: &KeyedRequest, forget: bool) {
    if let Err(error) = web.requests.drop_request(asked, forget).await {
        tracing::warn!(%error, "failed to release the key of a request");
    }
}

fn replayed(reply: KeptReply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    let mut response = (status, reply.body).into_response();
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

/// The key of a request: the quoted string of the draft, or the same without quotes.
fn key_of(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut given = headers.get_all(&HEADER).iter();
    let Some(value) = given.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    let key = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let plain = key.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
    match given.next().is_none() && plain && (1..=MAX_KEY_LENGTH).contains(&key.len()) {
        true => Ok(Some(key.to_owned())),
        false => Err(Problem::odd_key()),
    }
}

/// Identifies the content of a request. The boundary of a multipart form differs each time it is sent, so it is
/// left out.
fn fingerprint(parts: &Parts, body: &Bytes) -> String {
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = kind.split(';').find_map(|part| part.trim().strip_prefix("boundary="));
    let mut whole = format!("{} {}\n", parts.method, parts.uri).into_bytes();
    match boundary.map(|boundary| boundary.trim_matches('"').as_bytes()).filter(|line| !line.is_empty()) {
        Some(line) => {
            let mut rest = body.as_ref();
            while let Some(at) = rest.windows(line.len()).position(|window| window == line) {
                whole.extend_from_slice(&rest[..at]);
                whole.push(0);
                rest = &rest[at + line.len()..];
            }
            whole.extend_from_slice(rest);
        }
        None => whole.extend_from_slice(body),
    }
    sha256_hex(&whole)
}

/// Always the same for repetitions of a request, and different once its key has been forgotten.
fn run_name(asked: &KeyedRequest, first: Millis) -> JobId {
    let said = format!("{}\n{}\n{}\n{}", asked.owner, asked.key, asked.fingerprint, first.0);
    JobId(format!("job_{}", &sha256_hex(said.as_bytes())[..32]))
}

/// The thread that a request or its reply is about. The reply is deleted with the thread.
fn thread_of(path: &str, body: &[u8]) -> Option<ThreadId> {
    let named = path.strip_prefix("/api/threads/").and_then(|rest| Some(rest.split_once('/')?.0));
    let reply: Option<Value> = serde_json::from_slice(body).ok();
    let told = reply.as_ref().and_then(|reply| reply.get("threadId")?.as_str());
    told.or(named).map(ThreadId::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(values: &[&str]) -> Result<Option<String>, u16> {
        let mut headers = HeaderMap::new();
        values.iter().for_each(|value| _ = headers.append(HEADER, value.parse().expect("valid header")));
        key_of(&headers).map_err(|problem| problem.status.as_u16())
    }

    #[test]
    fn a_key_is_a_quoted_string_or_a_plain_one() {
        assert_eq!(given(&[]), Ok(None));
        assert_eq!(given(&["\"8e03978e\""]), Ok(Some("8e03978e".into())));
        assert_eq!(given(&["8e03978e"]), Ok(Some("8e03978e".into())));
        for odd in [&[""][..], &["\"\""], &["a b"], &["a\"b"], &["é"], &["a", "b"], &[&"x".repeat(256)]] {
            assert_eq!(given(odd), Err(400), "{odd:?}");
        }
    }

    #[test]
    fn a_form_is_the_same_with_any_boundary() {
        let of = |boundary: &str, text: &str| {
            let kind = format!("multipart/form-data; boundary={boundary}");
            let request = axum::http::Request::post("/files").header("content-type", kind).body(());
            let body = format!("--{boundary}\r\n\r\n{text}\r\n--{boundary}--\r\n");
            fingerprint(&request.expect("a request").into_parts().0, &Bytes::from(body))
        };
        assert_eq!(of("x1", "words"), of("yy2", "words"));
        assert_ne!(of("x1", "words"), of("x1", "other words"));
    }
}
