//! Socket Mode: connections that gorkd opens, kept up by slack-morphism and watched from here.
//!
//! slack-morphism connects again at once, for ever, and knows no time limits. So each connection has a keeper that
//! gives it up when it does not come about or ends, and waits longer each time before the next.

use crate::client::{Access, Failed, SlackApi, token};
use crate::limits::Urgency;
use crate::receive::{Kept, Kind};
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

/// A connection that has held so long was a good one: the next wait is the shortest again.
const HELD: Duration = Duration::from_secs(30);

enum News {
    Hello,
    Ended,
}

struct Listener {
    inbox: Inbox,
    news: UnboundedSender<News>,
}

#[async_trait]
impl SlackSocketModeClientListener for Listener {
    /// Gives the acknowledgement: after one insert and before any work.
    async fn on_message(&self, _: &SlackSocketModeWssClientId, message: String) -> Option<String> {
        let mut message: Value = serde_json::from_str(&message).ok()?;
        let kind = match message["type"].as_str().unwrap_or_default() {
            "hello" => {
                let _ = self.news.send(News::Hello);
                return None;
            }
            "events_api" => Kind::Event,
            "slash_commands" => Kind::Command,
            "interactive" => Kind::Interaction,
            other => {
                tracing::debug!(
                    kind = other,
                    reason = message["reason"].as_str(),
                    "Slack speaks of the connection"
                );
                return None;
            }
        };
        let envelope = message["envelope_id"].as_str()?.to_owned();
        let kept = Kept { kind, body: message["payload"].take() };
        match take(&self.inbox, &kept, &envelope).await {
            Ok(()) => Some(json!({"envelope_id": envelope}).to_string()),
            // Unacknowledged, it comes again.
            Err(()) => None,
        }
    }

    async fn on_error(&self, _: Box<dyn std::error::Error + Send + Sync>) {}

    async fn on_disconnect(&self, _: &SlackSocketModeWssClientId) {
        let _ = self.news.send(News::Ended);
    }
}

/// Keeps a delivery; one that was kept before is as good.
pub async fn take(inbox: &Inbox, kept: &Kept, otherwise: &str) -> Result<(), ()> {
    let key = kept.key().unwrap_or(otherwise).to_owned();
    let payload = serde_json::to_string(kept).map_err(|_| ())?;
    match inbox.take(&key, payload).await {
        Ok(first) => {
            let outcome = if first { "first" } else { "again" };
            metrics::counter!("slack_deliveries_total", "outcome" => outcome).increment(1);
            Ok(())
        }
        Err(error) => {
            tracing::error!(%error, "a delivery could not be kept, so it is not acknowledged");
            Err(())
        }
    }
}

pub struct Sockets {
    pub client: Arc<SlackApi>,
    pub settings: Arc<SlackSettings>,
    pub app_token: SecretString,
    pub inbox: Inbox,
}

impl Sockets {
    /// Until it is told to stop.
    pub async fn run(self: Arc<Self>, halt: CancellationToken) {
        let keepers = (0..self.settings.connections.max(1)).map(|_| self.clone().keep(halt.clone()));
        futures::future::join_all(keepers).await;
    }

    async fn keep(self: Arc<Self>, halt: CancellationToken) {
        let (shortest, longest) = self.settings.reconnect;
        let mut wait = shortest;
        while !halt.is_cancelled() {
            let began = Instant::now();
            let held = self.one(&halt).await;
            if halt.is_cancelled() {
                return;
            }
            wait = match held && began.elapsed() >= HELD.min(longest) {
                true => shortest,
                false => (wait * 2).min(longest),
            };
            // Not all at once, when all have ended at once.
            let spread = wait.mul_f64(0.5 + 0.5 * random());
            tracing::info!(again_in_ms = spread.as_millis() as u64, "a connection to Slack has ended");
            tokio::select! {
                () = tokio::time::sleep(spread) => {}
                () = halt.cancelled() => return,
            }
        }
    }

    /// One connection, from its beginning to its end. Did it come about?
    async fn one(&self, halt: &CancellationToken) -> bool {
        let (news, mut heard) = unbounded_channel();
        let manager = self.client.sockets();
        let config = SlackClientSocketModeConfig::new().with_max_connections_count(1);
        let listener = Arc::new(Listener { inbox: self.inbox.clone(), news });
        if manager.register_new_token(&config, token(&self.app_token), listener).await.is_err() {
            return false;
        }
        manager.start().await;
        let up = self.watch(&mut heard, halt).await;
        manager.shutdown().await;
        if !up && !halt.is_cancelled() {
            self.explain().await;
        }
        up
    }

    async fn watch(&self, heard: &mut UnboundedReceiver<News>, halt: &CancellationToken) -> bool {
        let mut up = false;
        // Opening takes two requests: one for the address and one to it.
        let patience = self.settings.request * 2;
        loop {
            tokio::select! {
                news = heard.recv() => match news {
                    Some(News::Hello) => {
                        if !up {
                            tracing::info!("connected to Slack");
                        }
                        up = true;
                    }
                    Some(News::Ended) | None => return up,
                },
                () = tokio::time::sleep(patience), if !up => return false,
                () = halt.cancelled() => return up,
            }
        }
    }

    /// Why no connection comes about: slack-morphism does not tell.
    async fn explain(&self) {
        let access = Access { team: String::new(), token: self.app_token.clone() };
        match self.client.call(&access, "apps.connections.open", json!({}), Urgency::Progress).await {
            Ok(_) => tracing::warn!("no connection to Slack comes about, though Slack would open one"),
            Err(Failed::Api(code)) => {
                tracing::error!(
                    code,
                    "Slack opens no connection: look at slack.app_token (gorkd slack check)"
                );
            }
            Err(Failed::Later(_)) => tracing::warn!("Slack cannot be reached, or asks to wait"),
            Err(Failed::Unclear(why)) => tracing::warn!(why, "Slack does not answer"),
        }
    }
}

/// From 0 to 1.
fn random() -> f64 {
    let mut bytes = [0u8; 4];
    match getrandom::fill(&mut bytes) {
        Ok(()) => f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX),
        Err(_) => 0.5,
    }
}
