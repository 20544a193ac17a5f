//! Reactions on the messages that asked: 👀 during a run, then its outcome.
//!
//! A reaction is never added or removed twice. Reactions from earlier processes are looked up once, and only on
//! messages that are older than this process's first reaction.

use crate::client::{ApiError, Credentials, SlackApi};
use crate::handle::{SlackHandle, message_id};
use crate::limits::Urgency;
use crate::responses::{AuthTest, Empty, History};
use gorkd_chat::{PlatformError, Reaction, in_background};
use gorkd_core::engine::still_held;
use moka::sync::Cache;
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Number of messages whose reactions are remembered.
const CAPACITY: u64 = 10_000;
/// Maximum number of attempts at a final reaction while Slack is rate limiting.
const ATTEMPTS: u32 = 500;

pub struct Reactions {
    client: Arc<SlackApi>,
    /// gorkd's reactions on each message.
    current: Cache<String, Vec<Reaction>>,
    /// The latest reaction requested for each message.
    newest: Cache<String, Reaction>,
    /// When this process set its first reaction, in Unix seconds. Older messages may have reactions from
    /// another process.
    began: OnceLock<f64>,
}

impl Reactions {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, current: Cache::new(CAPACITY), newest: Cache::new(CAPACITY), began: OnceLock::new() }
    }

    /// Sets the reaction on the message that asked; a final reaction replaces earlier ones. If rate limits
    /// leave no room, the first reaction is skipped, and a final one is set later.
    pub async fn set(
        self: &Arc<Self>,
        credentials: &Credentials,
        handle: &SlackHandle,
        reaction: Reaction,
    ) -> Result<(), PlatformError> {
        let handle = &handle.where_asked();
        let Some(asked) = &handle.asked else { return Ok(()) };
        let id = message_id(&handle.channel, asked);
        self.newest.insert(id, reaction);
        match self.set_now(credentials, handle, reaction).await {
            Ok(()) => Ok(()),
            Err(ApiError::RetryAfter(wait)) => {
                // If this process has lost the platform's lease, the new holder sets it.
                if reaction != Reaction::Seen {
                    let (reactions, credentials, handle) =
                        (self.clone(), credentials.clone(), handle.clone());
                    in_background(async move {
                        reactions.set_later(&credentials, &handle, reaction, wait).await;
                    });
                }
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether this process has set a reaction on the message that asked.
    pub fn is_set(&self, handle: &SlackHandle) -> bool {
        let handle = handle.where_asked();
        let asked = handle.asked.as_deref().unwrap_or_default();
        self.current.get(&message_id(&handle.channel, asked)).is_some_and(|current| !current.is_empty())
    }

    /// Sets the reaction as soon as rate limits allow, unless a newer one has replaced it by then.
    async fn set_later(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        reaction: Reaction,
        mut wait: Duration,
    ) {
        let id = message_id(&handle.channel, handle.asked.as_deref().unwrap_or_default());
        for _ in 0..ATTEMPTS {
            tokio::time::sleep(wait).await;
            if self.newest.get(&id) != Some(reaction) {
                return;
            }
            match self.set_now(credentials, handle, reaction).await {
                Err(ApiError::RetryAfter(longer)) if still_held() => wait = longer,
                Ok(()) | Err(_) => return,
            }
        }
    }

    async fn set_now(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        reaction: Reaction,
    ) -> Result<(), ApiError> {
        let Some(asked) = &handle.asked else { return Ok(()) };
        let id = message_id(&handle.channel, asked);
        let mut current = self.current(credentials, handle, asked, &id).await;
        let request = |reaction: Reaction| json!({"channel": handle.channel, "timestamp": asked, "name": name(reaction)});
        let mut done = Ok(());
        if !current.contains(&reaction) {
            // 👀 does not wait for final reactions on other messages.
            let urgency = if reaction == Reaction::Seen { Urgency::Now } else { Urgency::Courtesy };
            done = self
                .request(credentials, "reactions.add", request(reaction), "already_reacted", urgency)
                .await;
            if done.is_ok() {
                current.push(reaction);
            }
        }
        let before: Vec<Reaction> = current.iter().copied().filter(|one| *one != reaction).collect();
        if reaction != Reaction::Seen && matches!(done, Ok(()) | Err(ApiError::Refused(_))) {
            for before in before {
                let remove = request(before);
                match self
                    .request(credentials, "reactions.remove", remove, "no_reaction", Urgency::Courtesy)
                    .await
                {
                    Ok(()) => current.retain(|one| *one != before),
                    Err(error) => done = done.and(Err(error)),
                }
            }
        }
        self.current.insert(id, current);
        done
    }

    /// `unchanged` is Slack's error code for a reaction that is already set or removed.
    async fn request(
        &self,
        credentials: &Credentials,
        method: &str,
        body: Value,
        unchanged: &str,
        urgency: Urgency,
    ) -> Result<(), ApiError> {
        match self.client.call(credentials, method, body, urgency).await {
            Ok(Empty {}) => Ok(()),
            Err(ApiError::Refused(code)) if code == unchanged => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn current(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        asked: &str,
        id: &str,
    ) -> Vec<Reaction> {
        if let Some(current) = self.current.get(id) {
            return current;
        }
        let began = self
            .began
            .get_or_init(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        // Another process cannot have reacted to messages newer than this process's first reaction.
        match asked.parse::<f64>().is_ok_and(|at| at < *began) {
            true => self.look_up(credentials, handle, asked).await.unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// Returns `None` if Slack does not answer; adding a reaction twice does nothing.
    async fn look_up(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        asked: &str,
    ) -> Option<Vec<Reaction>> {
        let courtesy = Urgency::Courtesy;
        let own: AuthTest = self.client.call(credentials, "auth.test", json!({}), courtesy).await.ok()?;
        let arguments = json!({
            "channel": handle.channel, "ts": handle.thread.as_deref().unwrap_or(asked), "oldest": asked,
            "latest": asked, "inclusive": true, "limit": 2,
        });
        let found: History =
            self.client.call(credentials, "conversations.replies", arguments, courtesy).await.ok()?;
        let message = found.messages.into_iter().find(|one| one.ts == asked)?;
        let is_own = |reaction: &Reaction| {
            let given = message.reactions.iter().find(|one| one.name == name(*reaction));
            given.is_some_and(|one| one.users.contains(&own.user_id))
        };
        Some(Reaction::ALL.into_iter().filter(is_own).collect())
    }
}

fn name(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Seen => "eyes",
        Reaction::Done => "white_check_mark",
        Reaction::Caution => "warning",
        Reaction::Failed => "x",
    }
}
