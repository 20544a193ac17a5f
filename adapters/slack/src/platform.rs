//! Slack as a platform for the deliverer: posts, edits and finds messages.

use crate::client::{ApiError, Credentials, SlackApi};
use crate::handle::{NAME, SlackHandle, message_id, parse_message_id, place};
use crate::installations::Installations;
use crate::limits::Urgency;
use crate::reactions::Reactions;
use crate::render::{self, StreamContent, marker};
use crate::responses::{Empty, History, HistoryMessage, Posted};
use crate::sessions::{Sessions, status};
use crate::settings::SlackSettings;
use crate::streams::Streams;
use async_trait::async_trait;
use gorkd_chat::{
    Activity, Card, Content, DirectMessage, Handle, Lookup, Pacing, Platform, PlatformError, Post, Reaction,
};
use gorkd_core::model::{Millis, Place};
use gorkd_core::ports::{Delivery, MessageKey};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of messages of a thread or channel to search for one of gorkd's.
const SEARCH_LIMIT: u32 = 200;

pub struct SlackPlatform {
    pub client: Arc<SlackApi>,
    pub installations: Arc<Installations>,
    pub settings: Arc<SlackSettings>,
    pub streams: Streams,
    pub reactions: Arc<Reactions>,
    pub sessions: Arc<Sessions>,
}

#[async_trait]
impl Platform for SlackPlatform {
    fn name(&self) -> &'static str {
        NAME
    }

    fn render(&self, place: &Place, card: &Card) -> Vec<Content> {
        render::render(place.as_str(), card)
    }

    fn plain(&self, content: &Content) -> Content {
        render::plain(content)
    }

    async fn post(&self, to: &Delivery, post: &Post<'_>) -> Result<String, PlatformError> {
        let (handle, credentials) = self.reach(to).await?;
        // Ephemeral messages disappear, so private answers are sent as direct messages.
        if to.private && !handle.direct {
            return Err(PlatformError::Expired);
        }
        if let Some(started) = self.start_stream(&credentials, &handle, to, post).await? {
            return Ok(started);
        }
        self.send(&credentials, &handle, post).await
    }

    async fn edit(&self, to: &Delivery, id: &str, post: &Post<'_>) -> Result<(), PlatformError> {
        let (handle, credentials) = self.reach(to).await?;
        let Some((channel, ts)) = parse_message_id(id) else { return Err(PlatformError::MessageGone) };
        if self.continue_stream(&credentials, id, post).await? {
            return Ok(());
        }
        self.stop_stream(&credentials, &handle, id).await?;
        let urgency = if post.last { Urgency::Now } else { Urgency::Progress };
        let body = self.update(channel, ts, &handle, post);
        match self.client.call(&credentials, "chat.update", body.clone(), urgency).await {
            // A stream that this process does not know about.
            Err(ApiError::Refused(code)) if code.contains("streaming") => {
                let end = json!({"channel": channel, "ts": ts});
                let Empty {} = self.client.call(&credentials, "chat.stopStream", end, Urgency::Now).await?;
                let Empty {} = self.client.call(&credentials, "chat.update", body, urgency).await?;
                Ok(())
            }
            updated => {
                let Empty {} = updated?;
                Ok(())
            }
        }
    }

    async fn remove(&self, to: &Delivery, id: &str) -> Result<(), PlatformError> {
        let (handle, credentials) = self.reach(to).await?;
        let Some((channel, ts)) = parse_message_id(id) else { return Err(PlatformError::MessageGone) };
        self.stop_stream(&credentials, &handle, id).await?;
        let body = json!({"channel": channel, "ts": ts});
        let Empty {} = self.client.call(&credentials, "chat.delete", body, Urgency::Now).await?;
        Ok(())
    }

    async fn find(&self, to: &Delivery, post: &Post<'_>) -> Result<Lookup, PlatformError> {
        let (handle, credentials) = self.reach(to).await?;
        let found = find_posted(&self.client, &credentials, &handle, post.nonce, post.intent_at).await?;
        Ok(Lookup::or_not_posted(found.map(|ts| message_id(&handle.channel, &ts))))
    }

    async fn react(&self, to: &Delivery, reaction: Reaction) -> Result<(), PlatformError> {
        let handle = SlackHandle::decode(&to.handle)?;
        if handle.asked.is_none() {
            return Ok(());
        }
        let credentials = self.credentials(&handle).await?;
        self.reactions.set(&credentials, &handle, reaction).await
    }

    async fn show_activity(
        &self,
        to: &Delivery,
        activity: Activity,
        title: &str,
    ) -> Result<(), PlatformError> {
        let (handle, credentials) = self.reach(to).await?;
        // Everyone in the channel sees the title of a session.
        if to.private && !handle.direct {
            return Ok(());
        }
        let only_sign = handle.asked.is_some() && !self.reactions.is_set(&handle);
        self.sessions.show(&credentials, &handle, activity, title, only_sign).await
    }

    async fn direct_message(&self, to: &Delivery, note: String) -> Option<DirectMessage> {
        let (handle, credentials) = self.reach(to).await.ok()?;
        if handle.direct || handle.user.is_empty() {
            return None;
        }
        let channel = self.client.open_direct(&credentials, &handle.user).await.ok()?;
        let place = place(&handle.team, &channel, to.job.as_str());
        let asked_in = handle.asked.is_some().then(|| handle.channel.clone());
        let direct =
            SlackHandle { channel, asked_in, thread: None, direct: true, note: Some(note), ..handle };
        Some(DirectMessage { place, handle: direct.encode(), private: false })
    }

    fn pacing(&self) -> Pacing {
        // Slightly longer than the request timeout, so that the request has certainly ended.
        let request = self.settings.request + Duration::from_millis(500);
        Pacing { between_edits: self.settings.between_edits, request }
    }
}

impl SlackPlatform {
    async fn reach(&self, to: &Delivery) -> Result<(SlackHandle, Credentials), PlatformError> {
        let handle = SlackHandle::decode(&to.handle)?;
        let credentials = self.credentials(&handle).await?;
        Ok((handle, credentials))
    }

    async fn credentials(&self, handle: &SlackHandle) -> Result<Credentials, PlatformError> {
        let credentials = self.installations.of(&handle.team).await;
        credentials.ok_or_else(|| PlatformError::Revoked("there is no token for this workspace".to_owned()))
    }

    async fn send(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        post: &Post<'_>,
    ) -> Result<String, PlatformError> {
        let mut body = self.body(handle, post);
        body["channel"] = json!(handle.channel);
        if let Some(thread) = &handle.thread {
            body["thread_ts"] = json!(thread);
        }
        body["metadata"] = marker(post.nonce);
        body["unfurl_links"] = json!(false);
        body["unfurl_media"] = json!(false);
        let posted: Posted = self.client.call(credentials, "chat.postMessage", body, Urgency::Now).await?;
        let channel = if posted.channel.is_empty() { &handle.channel } else { &posted.channel };
        Ok(message_id(channel, &posted.ts))
    }

    fn body(&self, handle: &SlackHandle, post: &Post<'_>) -> Value {
        let mut body = post.content.body.clone();
        if let (Some(note), Some(blocks)) = (&handle.note, body["blocks"].as_array_mut())
            && matches!(post.key, MessageKey::Answer | MessageKey::Status)
        {
            // If there are blocks, Slack shows nothing else.
            match blocks.is_empty() {
                true => {
                    let text = body["text"].as_str().unwrap_or_default();
                    body["text"] = json!(format!("{}\n{text}", render::escaped(note)));
                }
                false => blocks.insert(0, render::note(note)),
            }
        }
        body["parse"] = json!("none");
        body["link_names"] = json!(false);
        body
    }

    fn update(&self, channel: &str, ts: &str, handle: &SlackHandle, post: &Post<'_>) -> Value {
        let mut body = self.body(handle, post);
        render::renew(&mut body["blocks"], self.installations.now());
        body["channel"] = json!(channel);
        body["ts"] = json!(ts);
        body["metadata"] = marker(post.nonce);
        body
    }

    /// Starts a stream for a status message, if Slack allows it.
    async fn start_stream(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        to: &Delivery,
        post: &Post<'_>,
    ) -> Result<Option<String>, PlatformError> {
        let is_progress = *post.key == MessageKey::Status && !post.last;
        let content = if is_progress { render::stream_content(post.card) } else { None };
        let (Some(content), Some(thread)) = (content, &handle.thread) else { return Ok(None) };
        let directory = !handle.user.is_empty() && !handle.user_team.is_empty();
        if !self.settings.streams || to.private || !directory || !self.streams.are_allowed(&credentials.team)
        {
            return Ok(None);
        }
        let mut chunks = content.chunks(&StreamContent::default());
        chunks.extend(render::stream_buttons(post.card, to.place.as_str(), post.nonce));
        let body = json!({
            "channel": handle.channel, "thread_ts": thread, "recipient_user_id": handle.user,
            "recipient_team_id": handle.user_team, "task_display_mode": "plan", "chunks": chunks,
        });
        match self.client.call(credentials, "chat.startStream", body, Urgency::Progress).await {
            Ok(Posted { ts, .. }) => {
                let id = message_id(&handle.channel, &ts);
                self.streams.begin(&id, content);
                Ok(Some(id))
            }
            // A regular message with edits works too.
            Err(ApiError::RetryAfter(_)) => Ok(None),
            Err(ApiError::Refused(code)) => {
                if PlatformError::from(ApiError::Refused(code.clone()))
                    == PlatformError::Invalid(code.clone())
                {
                    tracing::debug!(code, "this workspace does not allow streams");
                    self.streams.refuse(&credentials.team);
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Updates a stream. Returns false if the message must be edited instead.
    async fn continue_stream(
        &self,
        credentials: &Credentials,
        id: &str,
        post: &Post<'_>,
    ) -> Result<bool, PlatformError> {
        let (Some(stream), Some(content)) = (self.streams.get(id), render::stream_content(post.card)) else {
            return Ok(false);
        };
        if post.last || stream.started.elapsed() >= self.settings.stream {
            return Ok(false);
        }
        let chunks = content.chunks(&stream.shown);
        if chunks.is_empty() {
            return Ok(true);
        }
        let Some((channel, ts)) = parse_message_id(id) else { return Ok(false) };
        // Slack accepts no text together with chunks, not even an empty one.
        let body = json!({"channel": channel, "ts": ts, "chunks": chunks});
        match self.client.call(credentials, "chat.appendStream", body, Urgency::Progress).await {
            Ok(Empty {}) => {
                self.streams.update(id, content);
                Ok(true)
            }
            Err(ApiError::RetryAfter(wait)) => Err(PlatformError::RetryAfter(wait)),
            // The stream was ended or removed; the edit will find out which.
            Err(ApiError::Refused(_)) => {
                self.streams.end(id);
                Ok(false)
            }
            Err(ApiError::Unconfirmed(_)) => Ok(false),
        }
    }

    /// Ends the stream of a message that has one. The session stays active, because the run may continue
    /// without a stream.
    async fn stop_stream(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        id: &str,
    ) -> Result<(), PlatformError> {
        let (Some(_), Some((channel, ts))) = (self.streams.get(id), parse_message_id(id)) else {
            return Ok(());
        };
        let mut body = json!({"channel": channel, "ts": ts});
        if self.sessions.are_allowed(handle) {
            body["session_status"] = json!(status(Activity::Working));
            self.sessions.record(handle, Activity::Working);
        }
        match self.client.call(credentials, "chat.stopStream", body, Urgency::Now).await {
            Err(ApiError::RetryAfter(wait)) => return Err(PlatformError::RetryAfter(wait)),
            // Already ended or gone; the next request will tell.
            Ok(Empty {}) | Err(ApiError::Refused(_) | ApiError::Unconfirmed(_)) => {}
        }
        self.streams.end(id);
        Ok(())
    }
}

/// The message posted with this nonce at this time or later, in the thread or in the channel. Returns its
/// timestamp.
pub async fn find_posted(
    client: &SlackApi,
    credentials: &Credentials,
    handle: &SlackHandle,
    nonce: &str,
    intent_at: Millis,
) -> Result<Option<String>, ApiError> {
    let since = (intent_at.0 / 1000).saturating_sub(60);
    let mut arguments = json!({
        "channel": handle.channel, "include_all_metadata": true, "limit": SEARCH_LIMIT,
        "oldest": format!("{since}.000000"), "inclusive": true,
    });
    let method = match &handle.thread {
        Some(thread) => {
            arguments["ts"] = json!(thread);
            "conversations.replies"
        }
        None => "conversations.history",
    };
    let found: History = client.ask(credentials, method, arguments).await?;
    Ok(found.messages.into_iter().find(|message| has_nonce(message, nonce)).map(|message| message.ts))
}

/// Whether the message was posted with this nonce. A stream carries it in the ids of its blocks.
fn has_nonce(message: &HistoryMessage, nonce: &str) -> bool {
    let in_blocks = message.blocks.iter().any(|block| block.block_id.ends_with(nonce));
    message.metadata.event_payload.nonce == nonce || in_blocks
}
