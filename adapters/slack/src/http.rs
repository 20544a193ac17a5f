//! Deliveries as requests: their signature is checked over the raw body, they are kept, and answered at once.

use crate::install::Installs;
use crate::receive::{Kept, Kind};
use crate::socket::take;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use gorkd_chat::Inbox;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use slack_morphism::signature_verifier::SlackEventSignatureVerifier as Verifier;
use std::sync::Arc;

/// Slack's own payloads are far below it.
const MOST_BYTES: usize = 1 << 20;

#[derive(Clone)]
struct Door {
    verifier: Arc<Verifier>,
    inbox: Inbox,
}

/// The routes under `/slack`: deliveries where there is a secret to check them by, installs where they are set up.
pub fn router(secret: Option<&SecretString>, inbox: Inbox, installs: Option<Arc<Installs>>) -> Router {
    let mut router = Router::new();
    if let Some(secret) = secret {
        let verifier = Arc::new(Verifier::new(&secret.expose_secret().to_owned().into()));
        let deliveries = Router::new()
            .route("/slack/events", post(events))
            .route("/slack/commands", post(commands))
            .route("/slack/interactions", post(interactions))
            .layer(DefaultBodyLimit::max(MOST_BYTES))
            .with_state(Door { verifier, inbox });
        router = router.merge(deliveries);
    }
    if let Some(installs) = installs {
        let routes = Router::new()
            .route("/slack/install", get(crate::install::begin))
            .route("/slack/oauth", get(crate::install::finish))
            .with_state(installs);
        router = router.merge(routes);
    }
    router
}

async fn events(State(door): State<Door>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = door.checked(&headers, &body) else { return refused() };
    let Ok(event) = serde_json::from_str::<Value>(text) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if event["type"] == "url_verification" {
        return axum::Json(json!({"challenge": event["challenge"]})).into_response();
    }
    door.keep(Kind::Event, event, &headers).await
}

async fn commands(State(door): State<Door>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = door.checked(&headers, &body) else { return refused() };
    let pairs = url::form_urlencoded::parse(text.as_bytes());
    let fields: Map<String, Value> =
        pairs.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned()))).collect();
    // Slack looks from time to time whether the address is there.
    if fields.contains_key("ssl_check") {
        return StatusCode::OK.into_response();
    }
    door.keep(Kind::Command, Value::Object(fields), &headers).await
}

async fn interactions(State(door): State<Door>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = door.checked(&headers, &body) else { return refused() };
    let mut pairs = url::form_urlencoded::parse(text.as_bytes());
    let payload = pairs.find(|(name, _)| name == "payload").map(|(_, value)| value);
    let payload = payload.and_then(|payload| serde_json::from_str::<Value>(&payload).ok());
    let Some(payload) = payload else { return StatusCode::BAD_REQUEST.into_response() };
    door.keep(Kind::Interaction, payload, &headers).await
}

fn refused() -> Response {
    metrics::counter!("slack_deliveries_total", "outcome" => "refused").increment(1);
    (StatusCode::UNAUTHORIZED, "the signature does not fit, or is too old").into_response()
}

impl Door {
    /// The body as text, when Slack has signed it within the last five minutes.
    fn checked<'a>(&self, headers: &HeaderMap, body: &'a Bytes) -> Option<&'a str> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let text = std::str::from_utf8(body).ok()?;
        let (signature, time) =
            (header(Verifier::SLACK_SIGNED_HASH_HEADER)?, header(Verifier::SLACK_SIGNED_TIMESTAMP)?);
        self.verifier.verify(signature, text, time).ok().map(|()| text)
    }

    async fn keep(&self, kind: Kind, body: Value, headers: &HeaderMap) -> Response {
        let kept = Kept { kind, body };
        // What has no name of its own is told apart by its signature.
        let signature = headers.get(Verifier::SLACK_SIGNED_HASH_HEADER).and_then(|value| value.to_str().ok());
        match take(&self.inbox, &kept, signature.unwrap_or_default()).await {
            Ok(()) => StatusCode::OK.into_response(),
            // Slack sends it again.
            Err(()) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }
}
