//! Interactions over HTTP: Discord sends signed requests, and the HTTP response is the first response to the
//! interaction.

use crate::receive::InitialResponder;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::post;
use serde_json::Value;
use serenity::interactions_endpoint::Verifier;

pub const PATH: &str = "/discord/interactions";
/// Maximum bytes of a request.
const MAX_BODY: usize = 2 << 20;
/// Maximum age of a signature; older requests may be replays.
const MAX_AGE_SECONDS: u64 = 600;

#[derive(Clone)]
struct Endpoint {
    responder: InitialResponder,
    verifier: Verifier,
}

/// Returns `None` if the public key is invalid.
pub fn router(responder: InitialResponder, public_key: &str) -> Option<Router> {
    let mut key = [0; 32];
    hex::decode_to_slice(public_key.trim(), &mut key).ok()?;
    let verifier = Verifier::try_new(key).ok()?;
    let router = Router::new().route(PATH, post(interaction)).layer(DefaultBodyLimit::max(MAX_BODY));
    Some(router.with_state(Endpoint { responder, verifier }))
}

async fn interaction(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (signature, timestamp) = (header("x-signature-ed25519"), header("x-signature-timestamp"));
    let now = u64::try_from(endpoint.responder.clock.now().0 / 1000).unwrap_or_default();
    let fresh = timestamp.parse::<u64>().is_ok_and(|at| at.abs_diff(now) <= MAX_AGE_SECONDS);
    if !fresh || endpoint.verifier.verify(signature, timestamp, &body).is_err() {
        return (StatusCode::UNAUTHORIZED, "invalid request signature").into_response();
    }
    let Ok(payload) = serde_json::from_slice::<Value>(&body) else {
        return (StatusCode::BAD_REQUEST, "not JSON").into_response();
    };
    match endpoint.responder.response(&payload).await {
        Some(response) => Json(response).into_response(),
        // It was already answered when it was first received.
        None => StatusCode::ACCEPTED.into_response(),
    }
}
