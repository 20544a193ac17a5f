//! Socket Mode: connections that gorkd opens through slack-morphism.
//!
//! slack-morphism reconnects immediately, forever, and without timeouts. So each connection is supervised: when
//! it fails to open or ends, it is dropped, and the next one opens after an increasing pause.

use crate::client::{ApiError, Credentials, SlackApi, token};
use crate::limits::Urgency;
use crate::payload::{Payload, PayloadKind};
use crate::responses::Empty;
use crate::settings::SlackSettings;
use async_trait::async_trait;
use gorkd_chat::Inbox;
use secrecy::SecretString;
use serde_json::{Value, json};
use slack_morphism::{
    SlackClientSocketModeConfig, SlackSocketModeClientListener, SlackSocketModeWssClientId,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

/// After a connection that lasts this long, the next pause is the shortest again.
const STABLE: Duration = Duration::from_secs(30);

enum ConnectionEvent {
    Hello,
    Ended,
}

struct Listener {
    inbox: Inbox,
    events: UnboundedSender<ConnectionEvent>,
}

#[async_trait]
impl SlackSocketModeClientListener for Listener {
    /// Returns the acknowledgment after a single insert, before any work.
    async fn on_message(&self, _: &SlackSocketModeWssClientId, message: String) -> Option<String> {
        let mut message: Value = serde_json::from_str(&message).ok()?;
        let kind = match message["type"].as_str().unwrap_or_default() {
            "hello" => {
                let _ = self.events.send(ConnectionEvent::Hello);
                return None;
            }
            "events_api" => PayloadKind::Event,
            "slash_commands" => PayloadKind::Command,
            "interactive" => PayloadKind::Interaction,
            other => {
                tracing::debug!(
                    kind = other,
                    reason = message["reason"].as_str(),
                    "a message about the connection"
                );
                return None;
            }
        };
        let envelope = message["envelope_id"].as_str()?.to_owned();
        let payload = Payload { kind, body: message["payload"].take() };
        match enqueue(&self.inbox, &payload, &envelope).await {
            Ok(()) => Some(json!({"envelope_id": envelope}).to_string()),
            // Slack resends unacknowledged messages.
            Err(()) => None,
        }
    }

    async fn on_error(&self, _: Box<dyn std::error::Error + Send + Sync>) {}

    async fn on_disconnect(&self, _: &SlackSocketModeWssClientId) {
        let _ = self.events.send(ConnectionEvent::Ended);
    }
}

/// Stores what Slack sent. If it is already stored, that is not an error.
pub async fn enqueue(inbox: &Inbox, payload: &Payload, otherwise: &str) -> Result<(), ()> {
    let key = payload.key().unwrap_or(otherwise).to_owned();
    let stored = serde_json::to_string(payload).map_err(|_| ())?;
    match inbox.enqueue(&key, stored).await {
        Ok(first) => {
            let outcome = if first { "first" } else { "again" };
            metrics::counter!("slack_deliveries_total", "outcome" => outcome).increment(1);
            Ok(())
        }
        Err(error) => {
            tracing::error!(%error, "failed to store an event, so it is not acknowledged");
            Err(())
        }
    }
}

pub struct SocketMode {
    pub client: Arc<SlackApi>,
    pub settings: Arc<SlackSettings>,
    pub app_token: SecretString,
    pub inbox: Inbox,
}

impl SocketMode {
    /// Runs until canceled.
    pub async fn run(self: Arc<Self>, halt: CancellationToken) {
        let supervisors = (0..self.settings.connections.max(1)).map(|_| self.clone().supervise(halt.clone()));
        futures::future::join_all(supervisors).await;
    }

    async fn supervise(self: Arc<Self>, halt: CancellationToken) {
        let (shortest, longest) = self.settings.reconnect;
        let mut pause = shortest;
        while !halt.is_cancelled() {
            let began = Instant::now();
            let opened = self.connect(&halt).await;
            if halt.is_cancelled() {
                return;
            }
            pause = match opened && began.elapsed() >= STABLE.min(longest) {
                true => shortest,
                false => (pause * 2).min(longest),
            };
            // Jitter, so that connections that ended together do not reconnect at the same time.
            let spread = pause.mul_f64(0.5 + 0.5 * random());
            tracing::info!(
                again_in_ms = spread.as_millis() as u64,
                "a connection to Slack ended; reconnecting"
            );
            let Some(()) = halt.run_until_cancelled(tokio::time::sleep(spread)).await else { return };
        }
    }

    /// Runs one connection until it ends. Returns whether it was ever open.
    async fn connect(&self, halt: &CancellationToken) -> bool {
        let (events, mut received) = unbounded_channel();
        let manager = self.client.sockets();
        let config = SlackClientSocketModeConfig::new().with_max_connections_count(1);
        let listener = Arc::new(Listener { inbox: self.inbox.clone(), events });
        if manager.register_new_token(&config, token(&self.app_token), listener).await.is_err() {
            return false;
        }
        manager.start().await;
        let up = self.watch(&mut received, halt).await;
        manager.shutdown().await;
        if !up && !halt.is_cancelled() {
            self.log_cause().await;
        }
        up
    }

    async fn watch(
        &self,
        received: &mut UnboundedReceiver<ConnectionEvent>,
        halt: &CancellationToken,
    ) -> bool {
        let mut up = false;
        // Opening takes two requests: one to get the URL, and one to connect to it.
        let limit = self.settings.request * 2;
        loop {
            tokio::select! {
                event = received.recv() => match event {
                    Some(ConnectionEvent::Hello) => {
                        if !up {
                            tracing::info!("connected to Slack");
                        }
                        up = true;
                    }
                    Some(ConnectionEvent::Ended) | None => return up,
                },
                () = tokio::time::sleep(limit), if !up => return false,
                () = halt.cancelled() => return up,
            }
        }
    }

    /// Logs why no connection opens, because slack-morphism does not report it.
    async fn log_cause(&self) {
        let credentials = Credentials { team: String::new(), token: self.app_token.clone() };
        match self.client.call(&credentials, "apps.connections.open", json!({}), Urgency::Progress).await {
            Ok(Empty {}) => tracing::warn!("failed to connect to Slack, although Slack allows connections"),
            Err(ApiError::Refused(code)) => {
                tracing::error!(
                    code,
                    "Slack refuses connections: check slack.app_token with `gorkd slack check`"
                );
            }
            Err(ApiError::RetryAfter(_)) => {
                tracing::warn!("failed to connect to Slack: it is unreachable or rate limiting")
            }
            Err(ApiError::Unconfirmed(why)) => tracing::warn!(why, "Slack does not respond"),
        }
    }
}

/// A number from 0 to 1.
fn random() -> f64 {
    let mut bytes = [0u8; 4];
    match getrandom::fill(&mut bytes) {
        Ok(()) => f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX),
        Err(_) => 0.5,
    }
}
