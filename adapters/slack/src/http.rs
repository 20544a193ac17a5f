//! Receives events, commands, and actions as HTTP requests: verifies signatures over the raw body, and responds
//! right after storing.

use crate::install::InstallFlow;
use crate::payload::{Payload, PayloadKind};
use crate::socket::enqueue;
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

/// Maximum bytes of a request. Slack's payloads are far smaller.
const MAX_BYTES: usize = 1 << 20;

#[derive(Clone)]
struct Webhooks {
    verifier: Arc<Verifier>,
    inbox: Inbox,
}

/// The routes under `/slack`: what Slack sends if there is a signing secret, and installations if they are
/// configured.
pub fn router(secret: Option<&SecretString>, inbox: Inbox, installs: Option<Arc<InstallFlow>>) -> Router {
    let mut router = Router::new();
    if let Some(secret) = secret {
        let verifier = Arc::new(Verifier::new(&secret.expose_secret().to_owned().into()));
        let received = Router::new()
            .route("/slack/events", post(events))
            .route("/slack/commands", post(commands))
            .route("/slack/interactions", post(interactions))
            .layer(DefaultBodyLimit::max(MAX_BYTES))
            .with_state(Webhooks { verifier, inbox });
        router = router.merge(received);
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

async fn events(State(webhooks): State<Webhooks>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = webhooks.verified(&headers, &body) else { return refused() };
    let Ok(event) = serde_json::from_str::<Value>(text) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if event["type"] == "url_verification" {
        return axum::Json(json!({"challenge": event["challenge"]})).into_response();
    }
    webhooks.store(PayloadKind::Event, event, &headers).await
}

async fn commands(State(webhooks): State<Webhooks>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = webhooks.verified(&headers, &body) else { return refused() };
    let pairs = url::form_urlencoded::parse(text.as_bytes());
    let fields: Map<String, Value> =
        pairs.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned()))).collect();
    // Slack checks the URL from time to time.
    if fields.contains_key("ssl_check") {
        return StatusCode::OK.into_response();
    }
    webhooks.store(PayloadKind::Command, Value::Object(fields), &headers).await
}

async fn interactions(State(webhooks): State<Webhooks>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(text) = webhooks.verified(&headers, &body) else { return refused() };
    let mut pairs = url::form_urlencoded::parse(text.as_bytes());
    let payload = pairs.find(|(name, _)| name == "payload").map(|(_, value)| value);
    let payload = payload.and_then(|payload| serde_json::from_str::<Value>(&payload).ok());
    let Some(payload) = payload else { return StatusCode::BAD_REQUEST.into_response() };
    webhooks.store(PayloadKind::Interaction, payload, &headers).await
}

fn refused() -> Response {
    metrics::counter!("slack_deliveries_total", "outcome" => "refused").increment(1);
    (StatusCode::UNAUTHORIZED, "the signature is invalid or too old").into_response()
}

impl Webhooks {
    /// The body as text, if Slack signed it within the last five minutes.
    fn verified<'a>(&self, headers: &HeaderMap, body: &'a Bytes) -> Option<&'a str> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let text = std::str::from_utf8(body).ok()?;
        let (signature, time) =
            (header(Verifier::SLACK_SIGNED_HASH_HEADER)?, header(Verifier::SLACK_SIGNED_TIMESTAMP)?);
        self.verifier.verify(signature, text, time).ok().map(|()| text)
    }

    async fn store(&self, kind: PayloadKind, body: Value, headers: &HeaderMap) -> Response {
        let payload = Payload { kind, body };
        // A payload without an id is identified by its signature.
        let signature = headers.get(Verifier::SLACK_SIGNED_HASH_HEADER).and_then(|value| value.to_str().ok());
        match enqueue(&self.inbox, &payload, signature.unwrap_or_default()).await {
            Ok(()) => StatusCode::OK.into_response(),
            // Slack will send it again.
            Err(()) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }
}
