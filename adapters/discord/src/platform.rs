//! Discord as a platform for the deliverer: posts, edits and finds messages.

use crate::api::{Api, ApiError, Call};
use crate::handle::{DiscordHandle, NAME, direct_place, is_direct, is_private};
use crate::payload::{self, Component, EPHEMERAL, Empty, LOADING, Message};
use crate::{reactions, render};
use async_trait::async_trait;
use gorkd_chat::{
    Card, Content, DirectMessage, Handle, Lookup, Pacing, Platform, PlatformError, Post, Reaction,
    in_background,
};
use gorkd_core::engine::Clock;
use gorkd_core::model::{Millis, Place};
use gorkd_core::ports::{Delivery, MessageKey};
use moka::sync::Cache;
use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// Minutes of inactivity after which Discord archives a thread.
pub const ARCHIVE_AFTER: u64 = 1440;
/// Discord's error codes.
const THREAD_ARCHIVED: u64 = 50083;
const THREAD_EXISTS: u64 = 160_004;
const THREAD_LOCKED: u64 = 160_005;
const MISSING_PERMISSIONS: u64 = 50013;
const WRONG_CHANNEL_KIND: u64 = 50024;
/// Maximum number of messages to search for one of the bot's.
const SEARCH_LIMIT: u64 = 100;
/// Number of messages whose thread and reaction are remembered.
const CAPACITY: u64 = 10_000;

pub struct DiscordPlatform {
    api: Api,
    clock: Arc<dyn Clock>,
    /// Keyed by message: whether it has a thread; if not, answers reply to it.
    threads: Cache<u64, bool>,
    /// The latest reaction on each message that this process has set or is about to set.
    reactions: Cache<u64, Reaction>,
}

/// Where a message goes.
enum Target {
    /// To one person, through an interaction's token.
    Person(String),
    /// To a channel or thread, optionally as a reply to a message.
    Channel { channel: u64, replies_to: Option<u64> },
}

impl DiscordPlatform {
    pub fn new(api: Api, clock: Arc<dyn Clock>) -> Self {
        Self { api, clock, threads: Cache::new(CAPACITY), reactions: Cache::new(CAPACITY) }
    }

    async fn target(&self, to: &Delivery) -> Result<Target, PlatformError> {
        let handle = DiscordHandle::decode(&to.handle)?;
        // Only the asker may see what is posted in a private place.
        if is_private(&to.place) || (to.private && !is_direct(&to.place)) {
            let is_valid = handle.until > self.clock.now();
            return handle.token.filter(|_| is_valid).map(Target::Person).ok_or(PlatformError::Expired);
        }
        let Some(anchor) = handle.anchor else {
            return Ok(Target::Channel { channel: handle.channel, replies_to: handle.replies_to });
        };
        let has_thread = match self.threads.get(&anchor) {
            Some(has_thread) => has_thread,
            None => self.open_thread(&handle, anchor).await?,
        };
        self.threads.insert(anchor, has_thread);
        Ok(match has_thread {
            true => Target::Channel { channel: anchor, replies_to: None },
            false => Target::Channel { channel: handle.channel, replies_to: Some(anchor) },
        })
    }

    /// Returns false if no thread can be opened, so that messages reply to the one that asked.
    async fn open_thread(&self, handle: &DiscordHandle, anchor: u64) -> Result<bool, PlatformError> {
        let channel = handle.channel;
        let body = json!({"name": handle.name, "auto_archive_duration": ARCHIVE_AFTER});
        let path = format!("/channels/{channel}/messages/{anchor}/threads");
        let call = Call::new(Method::POST, path, "threads", channel).needs("Create Public Threads");
        match self.api.call(&call.body(&body)).await {
            Ok(Empty {}) => Ok(true),
            Err(error) if error.code == THREAD_EXISTS => Ok(true),
            Err(ApiError { code: MISSING_PERMISSIONS | WRONG_CHANNEL_KIND, .. }) => Ok(false),
            Err(error) if error.error == PlatformError::MessageGone => {
                Err(PlatformError::PlaceGone("the message that asked was deleted".to_owned()))
            }
            Err(error) => Err(error.error),
        }
    }

    /// Finds a message that only one person sees. Of those, only the first response can be read; while it says
    /// "is thinking…", nothing has been shown.
    async fn find_response(&self, body: &Value, token: &str) -> Result<Lookup, PlatformError> {
        let call = Call::reply(Method::GET, self.api.me(), token, "@original");
        let response: Message = match self.api.call(&call).await {
            Ok(response) => response,
            Err(error) if error.error == PlatformError::MessageGone => return Ok(Lookup::Unknown),
            Err(error) => return Err(error.error),
        };
        if response.flags & LOADING != 0 {
            return Ok(Lookup::NotPosted);
        }
        Ok(match is_like(&response, &payload::read(body).unwrap_or_default()) {
            true => Lookup::Found(response.id.to_string()),
            false => Lookup::Unknown,
        })
    }

    /// Sends a request to a place. If this error code says that its thread is closed, reopens the thread first.
    /// Whoever may reopen it may also write in it. If reopening is refused, the error names the missing
    /// permission.
    async fn call_within<T: DeserializeOwned + Default>(
        &self,
        target: &Target,
        call: &Call<'_>,
        closed: u64,
    ) -> Result<T, ApiError> {
        match (self.api.call(call).await, target) {
            (Err(error), Target::Channel { channel: thread, .. }) if error.code == closed => {
                let body = json!({"archived": false});
                let reopen = Call::new(Method::PATCH, format!("/channels/{thread}"), "channel", thread);
                let Empty {} = self.api.call(&reopen.body(&body).needs("Manage Threads")).await?;
                self.api.call(call).await
            }
            (ended, _) => ended,
        }
    }

    /// The body of a message, including the note of its place.
    fn body(to: &Delivery, post: &Post<'_>) -> Result<Value, PlatformError> {
        let mut body = post.content.body.clone();
        let note = DiscordHandle::decode(&to.handle)?.note;
        if !note.is_empty() && matches!(post.key, MessageKey::Answer | MessageKey::Status) {
            let content = body["content"].as_str().unwrap_or_default();
            body["content"] = format!("{} {content}", render::escape(&note)).trim().into();
        }
        Ok(body)
    }

    async fn set_reaction(&self, channel: u64, message: u64, reaction: Reaction) -> Result<(), ApiError> {
        if reaction != Reaction::Seen {
            let remove = reactions::call(Method::DELETE, channel, message, Reaction::Seen);
            let Empty {} = self.api.retry(&remove).await?;
        }
        let Empty {} = self.api.retry(&reactions::call(Method::PUT, channel, message, reaction)).await?;
        Ok(())
    }

    /// Channels allow few reactions per second, so set 👀 without delaying the run.
    fn set_seen_in_background(&self, channel: u64, message: u64) {
        let (api, reactions) = (self.api.clone(), self.reactions.clone());
        in_background(async move {
            // A newer reaction may have been set in the meantime.
            if reactions.get(&message) != Some(Reaction::Seen) {
                return;
            }
            let call = reactions::call(Method::PUT, channel, message, Reaction::Seen);
            if let Err::<Empty, _>(error) = api.retry(&call).await {
                tracing::debug!(reason = %error.error, "failed to set a reaction");
                if reactions.get(&message) == Some(Reaction::Seen) {
                    reactions.invalidate(&message);
                }
            }
        });
    }
}

#[async_trait]
impl Platform for DiscordPlatform {
    fn name(&self) -> &'static str {
        NAME
    }

    fn render(&self, _place: &Place, card: &Card) -> Vec<Content> {
        render::render(card)
    }

    fn plain(&self, content: &Content) -> Content {
        render::plain(content)
    }

    async fn post(&self, to: &Delivery, post: &Post<'_>) -> Result<String, PlatformError> {
        let mut body = Self::body(to, post)?;
        let files = &post.content.files;
        let target = self.target(to).await?;
        let call = match &target {
            Target::Person(token) => {
                body["flags"] = EPHEMERAL.into();
                Call::follow_up(self.api.me(), token)
            }
            Target::Channel { channel, replies_to } => {
                body["nonce"] = post.nonce.into();
                body["enforce_nonce"] = true.into();
                if let Some(message) = replies_to {
                    body["message_reference"] =
                        json!({"message_id": message.to_string(), "fail_if_not_exists": false});
                }
                let needs =
                    if files.is_empty() { "Send Messages in Threads, Embed Links" } else { "Attach Files" };
                let path = format!("/channels/{channel}/messages");
                Call::new(Method::POST, path, "messages", *channel).needs(needs)
            }
        };
        let call = call.body(&body).files(files);
        let posted: Message = self.call_within(&target, &call, THREAD_LOCKED).await?;
        match posted.id {
            0 => Err(PlatformError::Unconfirmed("a response without an id".to_owned())),
            id => Ok(id.to_string()),
        }
    }

    async fn edit(&self, to: &Delivery, id: &str, post: &Post<'_>) -> Result<(), PlatformError> {
        let body = Self::body(to, post)?;
        let files = &post.content.files;
        let target = self.target(to).await?;
        let call = match &target {
            Target::Person(token) => Call::reply(Method::PATCH, self.api.me(), token, id),
            Target::Channel { channel, .. } => {
                let path = format!("/channels/{channel}/messages/{id}");
                Call::new(Method::PATCH, path, "message", channel).needs("View Channel")
            }
        };
        let call = call.body(&body).files(files);
        let Empty {} = self.call_within(&target, &call, THREAD_ARCHIVED).await?;
        Ok(())
    }

    async fn remove(&self, to: &Delivery, id: &str) -> Result<(), PlatformError> {
        let call = match self.target(to).await? {
            Target::Person(token) => Call::reply(Method::DELETE, self.api.me(), &token, id),
            Target::Channel { channel, .. } => {
                let path = format!("/channels/{channel}/messages/{id}");
                Call::new(Method::DELETE, path, "message", channel)
            }
        };
        let Empty {} = self.api.call(&call).await?;
        Ok(())
    }

    async fn find(&self, to: &Delivery, post: &Post<'_>) -> Result<Lookup, PlatformError> {
        let age = u128::from(self.clock.now().since(post.intent_at));
        let body = Self::body(to, post)?;
        let channel = match self.target(to).await? {
            Target::Person(token) => return self.find_response(&body, &token).await,
            // Discord itself refuses to post it twice.
            Target::Channel { .. } if age < self.api.settings().nonce_life.as_millis() => {
                return Ok(Lookup::NotPosted);
            }
            Target::Channel { channel, .. } => channel,
        };
        let path = format!("/channels/{channel}/messages?limit={SEARCH_LIMIT}");
        let call = Call::get(path, "messages", channel).needs("Read Message History");
        let messages: Vec<Message> = match self.api.call(&call).await {
            Ok(messages) => messages,
            Err(error) if error.error == PlatformError::MessageGone => return Ok(Lookup::NotPosted),
            Err(error) => return Err(error.error),
        };
        let wanted: Message = payload::read(&body).unwrap_or_default();
        let is_it = |one: &&Message| {
            let is_own = one.author.id == self.api.me();
            is_own && was_created_since(one.id, post.intent_at) && is_like(one, &wanted)
        };
        Ok(Lookup::or_not_posted(messages.iter().find(is_it).map(|message| message.id.to_string())))
    }

    async fn react(&self, to: &Delivery, reaction: Reaction) -> Result<(), PlatformError> {
        let Some((channel, message)) = DiscordHandle::decode(&to.handle)?.reacts_to else { return Ok(()) };
        let before = self.reactions.get(&message);
        self.reactions.insert(message, reaction);
        if before == Some(reaction) {
            return Ok(());
        }
        if reaction == Reaction::Seen {
            self.set_seen_in_background(channel, message);
            return Ok(());
        }
        self.set_reaction(channel, message, reaction).await.map_err(|error| {
            self.reactions.invalidate(&message);
            error.error
        })
    }

    async fn direct_message(&self, to: &Delivery, note: String) -> Option<DirectMessage> {
        if is_direct(&to.place) {
            return None;
        }
        let channel = self.api.open_direct(&to.requester.user).await?;
        let reacts_to = DiscordHandle::decode(&to.handle).ok().and_then(|handle| handle.reacts_to);
        let handle = DiscordHandle { channel, note, reacts_to, ..DiscordHandle::default() };
        Some(DirectMessage { place: direct_place(channel), handle: handle.encode(), private: to.private })
    }

    fn pacing(&self) -> Pacing {
        let settings = self.api.settings();
        Pacing { between_edits: settings.between_edits, request: settings.request }
    }
}

/// Whether an object was created since this time, according to the timestamp in its id.
pub fn was_created_since(id: u64, time: Millis) -> bool {
    /// Clocks may differ.
    const TOLERANCE_MS: i64 = 10_000;
    i64::try_from(id >> 22).unwrap_or_default() + EPOCH_MS + TOLERANCE_MS >= time.0
}

/// The smallest id of an object created at this time or later.
pub fn first_id_at(time: Millis) -> u64 {
    u64::try_from(time.0.saturating_sub(EPOCH_MS)).unwrap_or_default() << 22
}

/// The beginning of 2015 in Unix milliseconds, the epoch of Discord's ids.
const EPOCH_MS: i64 = 1_420_070_400_000;

/// Whether this is the wanted message. Buttons identify their job; without buttons, the texts must match.
fn is_like(message: &Message, wanted: &Message) -> bool {
    let (theirs, ours) = (codes(message), codes(wanted));
    if !ours.is_empty() {
        return ours.iter().any(|code| theirs.contains(code));
    }
    theirs.is_empty() && message.embeds == wanted.embeds && message.content == wanted.content
}

fn codes(message: &Message) -> Vec<&str> {
    let parts = message.components.iter().flat_map(|row| row.components.iter());
    parts.filter_map(|part: &Component| part.custom_id.as_deref()).collect()
}
