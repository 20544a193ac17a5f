//! Reactions at messages that asked: 👀 during a run, then its outcome.
//!
//! A reaction is never added or removed twice. Reactions of earlier processes are looked up once, and only at messages
//! that are older than this process's first reaction.

use crate::client::{ApiError, Credentials, SlackApi};
use crate::handle::{SlackHandle, message_id};
use crate::limits::Urgency;
use crate::responses::{AuthTest, Empty, History};
use gorkd_chat::{PlatformError, Reaction};
use gorkd_core::engine::{current_lease, still_held};
use moka::sync::Cache;
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Messages whose reactions are remembered.
const CAPACITY: u64 = 10_000;
/// Attempts at a final reaction while Slack asks to wait.
const ATTEMPTS: u32 = 500;

pub struct Reactions {
    client: Arc<SlackApi>,
    /// gorkd's reactions at each message.
    current: Cache<String, Vec<Reaction>>,
    /// The newest reaction of each message.
    newest: Cache<String, Reaction>,
    /// Seconds since 1970 of this process's first reaction; earlier ones may come from another process.
    began: OnceLock<f64>,
}

impl Reactions {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, current: Cache::new(CAPACITY), newest: Cache::new(CAPACITY), began: OnceLock::new() }
    }

    /// Sets the reaction at the message that asked; a final one replaces earlier ones. Without room, the first one is
    /// dropped, and a final one follows later.
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
                // Whoever has the platform now sets it, where this process has lost it.
                if reaction != Reaction::Seen && still_held() {
                    let (reactions, credentials, handle) =
                        (self.clone(), credentials.clone(), handle.clone());
                    let lease = current_lease();
                    tokio::spawn(async move {
                        lease.over(reactions.set_later(&credentials, &handle, reaction, wait)).await;
                    });
                }
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Does the message that asked have a reaction of this process?
    pub fn is_set(&self, handle: &SlackHandle) -> bool {
        let handle = handle.where_asked();
        let asked = handle.asked.as_deref().unwrap_or_default();
        self.current.get(&message_id(&handle.channel, asked)).is_some_and(|current| !current.is_empty())
    }

    /// Sets it as soon as there is room, unless a newer one was set by then.
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
            // 👀 does not wait for the final reactions of other messages.
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

    /// `unchanged` is Slack's code for a reaction that was set or removed already.
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
        // Another process cannot have reacted to newer messages.
        match asked.parse::<f64>().is_ok_and(|at| at < *began) {
            true => self.look_up(credentials, handle, asked).await.unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// None if Slack does not answer; adding a reaction twice changes nothing.
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
