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
use serde_json::json;
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

/// A message that asked.
struct Asked {
    credentials: Credentials,
    channel: String,
    /// Its thread; the message itself outside of threads.
    thread: String,
    ts: String,
}

impl Asked {
    fn of(credentials: &Credentials, handle: &SlackHandle) -> Option<Self> {
        let SlackHandle { channel, thread, asked, .. } = handle.where_asked();
        let (credentials, ts) = (credentials.clone(), asked?);
        let thread = thread.unwrap_or_else(|| ts.clone());
        Some(Self { credentials, channel, thread, ts })
    }

    fn id(&self) -> String {
        message_id(&self.channel, &self.ts)
    }
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
        let Some(asked) = Asked::of(credentials, handle) else { return Ok(()) };
        self.newest.insert(asked.id(), reaction);
        let set = self.set_now(&asked, reaction).await;
        match set {
            Ok(()) => Ok(()),
            // If this process has lost the platform's lease, the new holder sets it.
            Err(ApiError::RetryAfter(wait)) if reaction != Reaction::Seen => {
                let reactions = self.clone();
                in_background(async move { reactions.set_later(&asked, reaction, wait).await });
                Ok(())
            }
            Err(ApiError::RetryAfter(_)) => Ok(()),
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
    async fn set_later(&self, asked: &Asked, reaction: Reaction, mut wait: Duration) {
        for _ in 0..ATTEMPTS {
            tokio::time::sleep(wait).await;
            if self.newest.get(&asked.id()) != Some(reaction) {
                return;
            }
            match self.set_now(asked, reaction).await {
                Err(ApiError::RetryAfter(longer)) if still_held() => wait = longer,
                Ok(()) | Err(_) => return,
            }
        }
    }

    async fn set_now(&self, asked: &Asked, reaction: Reaction) -> Result<(), ApiError> {
        let mut current = self.current(asked).await;
        let mut done = Ok(());
        if !current.contains(&reaction) {
            // 👀 does not wait for final reactions on other messages.
            let urgency = if reaction == Reaction::Seen { Urgency::Now } else { Urgency::Courtesy };
            done = self.request(asked, "reactions.add", reaction, urgency).await;
            if done.is_ok() {
                current.push(reaction);
            }
        }
        let before: Vec<Reaction> = current.iter().copied().filter(|one| *one != reaction).collect();
        if reaction != Reaction::Seen && matches!(done, Ok(()) | Err(ApiError::Refused(_))) {
            for before in before {
                match self.request(asked, "reactions.remove", before, Urgency::Courtesy).await {
                    Ok(()) => current.retain(|one| *one != before),
                    Err(error) => done = done.and(Err(error)),
                }
            }
        }
        self.current.insert(asked.id(), current);
        done
    }

    async fn request(
        &self,
        asked: &Asked,
        method: &str,
        reaction: Reaction,
        urgency: Urgency,
    ) -> Result<(), ApiError> {
        let body = json!({"channel": asked.channel, "timestamp": asked.ts, "name": name(reaction)});
        match self.client.call(&asked.credentials, method, body, urgency).await {
            Ok(Empty {}) => Ok(()),
            // It is already set or removed.
            Err(ApiError::Refused(code)) if code == "already_reacted" || code == "no_reaction" => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn current(&self, asked: &Asked) -> Vec<Reaction> {
        if let Some(current) = self.current.get(&asked.id()) {
            return current;
        }
        let began = self
            .began
            .get_or_init(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        // Another process cannot have reacted to messages newer than this process's first reaction.
        match asked.ts.parse::<f64>().is_ok_and(|at| at < *began) {
            true => self.look_up(asked).await.unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// Returns `None` if Slack does not answer; adding a reaction twice does nothing.
    async fn look_up(&self, asked: &Asked) -> Option<Vec<Reaction>> {
        let (credentials, courtesy) = (&asked.credentials, Urgency::Courtesy);
        let own: AuthTest = self.client.call(credentials, "auth.test", json!({}), courtesy).await.ok()?;
        let arguments = json!({
            "channel": asked.channel, "ts": asked.thread, "oldest": asked.ts, "latest": asked.ts,
            "inclusive": true, "limit": 2,
        });
        let found: History =
            self.client.call(credentials, "conversations.replies", arguments, courtesy).await.ok()?;
        let message = found.messages.into_iter().find(|one| one.ts == asked.ts)?;
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
