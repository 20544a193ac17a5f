//! Posts, edits and finds messages in Slack.

use crate::access::Accesses;
use crate::client::{Access, Failed, SlackApi};
use crate::handle::{Handle, message_id, of_message_id, place};
use crate::limits::Urgency;
use crate::living::Living;
use crate::marks::Marks;
use crate::render::{self, Stage};
use crate::sessions::{Sessions, status};
use crate::settings::SlackSettings;
use async_trait::async_trait;
use gorkd_chat::{Activity, Card, Content, Found, Mark, Pace, Platform, Post, Trouble};
use gorkd_core::model::Place;
use gorkd_core::ports::{Telling, TellingState};
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

pub const NAME: &str = "slack";
/// By which our messages are known in Slack: the type of their metadata.
const MARKER: &str = "gorkd_message";
/// Messages of a thread that are looked through for one of ours.
const LOOKED_THROUGH: u32 = 200;

pub struct SlackPlatform {
    pub client: Arc<SlackApi>,
    pub accesses: Arc<Accesses>,
    pub settings: Arc<SlackSettings>,
    pub living: Living,
    pub marks: Arc<Marks>,
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

    fn plainly(&self, content: &Content) -> Content {
        render::plainly(content)
    }

    async fn post(&self, to: &Telling, post: &Post<'_>) -> Result<String, Trouble> {
        let handle = Handle::of(to);
        // Slack forgets what it shows to one person in a channel: a private answer is a direct message.
        if to.private && !handle.direct {
            return Err(Trouble::Expired);
        }
        let access = self.access(&handle).await?;
        if let Some(started) = self.started(&access, &handle, to, post).await? {
            return Ok(started);
        }
        self.say(&access, &handle, post).await
    }

    async fn edit(&self, to: &Telling, id: &str, post: &Post<'_>) -> Result<(), Trouble> {
        let handle = Handle::of(to);
        let access = self.access(&handle).await?;
        let Some((channel, ts)) = of_message_id(id) else { return Err(Trouble::MessageGone) };
        if self.goes_on(&access, id, post).await? {
            return Ok(());
        }
        self.stop(&access, &handle, id).await?;
        let urgency = if post.last { Urgency::Now } else { Urgency::Progress };
        let body = self.update(channel, ts, &handle, post);
        match self.client.call(&access, "chat.update", body.clone(), urgency).await {
            // A stream of which this process knows nothing.
            Err(Failed::Api(code)) if code.contains("streaming") => {
                let end = json!({"channel": channel, "ts": ts});
                self.client.call(&access, "chat.stopStream", end, Urgency::Now).await?;
                self.client.call(&access, "chat.update", body, urgency).await?;
                Ok(())
            }
            other => Ok(other.map(|_| ())?),
        }
    }

    async fn remove(&self, to: &Telling, id: &str) -> Result<(), Trouble> {
        let handle = Handle::of(to);
        let access = self.access(&handle).await?;
        let Some((channel, ts)) = of_message_id(id) else { return Err(Trouble::MessageGone) };
        self.stop(&access, &handle, id).await?;
        let body = json!({"channel": channel, "ts": ts});
        Ok(self.client.call(&access, "chat.delete", body, Urgency::Now).await.map(|_| ())?)
    }

    async fn find(&self, to: &Telling, post: &Post<'_>) -> Result<Found, Trouble> {
        let handle = Handle::of(to);
        let access = self.access(&handle).await?;
        let since = (post.intent_at.0 / 1000).saturating_sub(60);
        let mut look = json!({
            "channel": handle.channel, "include_all_metadata": true, "limit": LOOKED_THROUGH,
            "oldest": format!("{since}.000000"), "inclusive": true,
        });
        let method = match &handle.thread {
            Some(thread) => {
                look["ts"] = json!(thread);
                "conversations.replies"
            }
            None => "conversations.history",
        };
        let found = self.client.ask(&access, method, look).await?;
        let messages = found["messages"].as_array().into_iter().flatten();
        let ours = messages.filter(|message| carries(message, post.nonce));
        let ts = ours.filter_map(|message| message["ts"].as_str()).next();
        Ok(Found::or_not_there(ts.map(|ts| message_id(&handle.channel, ts))))
    }

    async fn mark(&self, to: &Telling, mark: Mark) -> Result<(), Trouble> {
        let handle = Handle::of(to);
        if handle.asked.is_none() {
            return Ok(());
        }
        let access = self.access(&handle).await?;
        self.marks.put(&access, &handle, mark).await
    }

    async fn show_activity(&self, to: &Telling, activity: Activity, title: &str) -> Result<(), Trouble> {
        let handle = Handle::of(to);
        // The title of a session is for everybody in the channel.
        if to.private && !handle.direct {
            return Ok(());
        }
        let access = self.access(&handle).await?;
        let only_sign = handle.asked.is_some() && !self.marks.stands(&handle);
        self.sessions.show(&access, &handle, activity, title, only_sign).await
    }

    async fn elsewhere(&self, to: &Telling, why: &Trouble) -> Option<Telling> {
        let handle = Handle::of(to);
        let reason = match why {
            Trouble::PlaceGone(_) => Msg::SlackElsewhereGone,
            Trouble::NotAllowed(_) => Msg::SlackElsewhereNotAllowed,
            Trouble::Expired => Msg::SlackElsewhereExpired,
            Trouble::Invalid(_) => Msg::SlackElsewhereInvalid,
            Trouble::Later(_) | Trouble::Unclear(_) | Trouble::MessageGone | Trouble::Revoked(_) => {
                return None;
            }
        };
        if handle.direct || handle.user.is_empty() {
            return None;
        }
        let access = self.access(&handle).await.ok()?;
        let open = json!({"users": handle.user});
        let opened = self.client.ask(&access, "conversations.open", open).await.ok()?;
        let channel = opened["channel"]["id"].as_str()?.to_owned();
        let place = place(&handle.team, &channel, to.job.as_str());
        let note = Some(reason.to(Locale::first([to.requester.locale.as_str()])));
        let asked_in = handle.asked.is_some().then(|| handle.channel.clone());
        let direct = Handle { channel, asked_in, thread: None, direct: true, note, ..handle };
        Some(Telling {
            place,
            handle: direct.written(),
            private: false,
            state: TellingState::Open,
            wake_at: None,
            ..to.clone()
        })
    }

    fn pace(&self) -> Pace {
        // A little longer than a request may take, which is the time after which it is surely over.
        let request = self.settings.request + Duration::from_millis(500);
        Pace { between_edits: self.settings.between_edits, request }
    }
}

impl SlackPlatform {
    pub async fn access(&self, handle: &Handle) -> Result<Access, Trouble> {
        let access = self.accesses.of(&handle.team).await;
        access.ok_or_else(|| Trouble::Revoked("there is no token for this workspace".to_owned()))
    }

    async fn say(&self, access: &Access, handle: &Handle, post: &Post<'_>) -> Result<String, Trouble> {
        let mut body = self.body(handle, post);
        body["channel"] = json!(handle.channel);
        if let Some(thread) = &handle.thread {
            body["thread_ts"] = json!(thread);
        }
        body["metadata"] = marker(post.nonce);
        body["unfurl_links"] = json!(false);
        body["unfurl_media"] = json!(false);
        let posted = self.client.call(access, "chat.postMessage", body, Urgency::Now).await?;
        let ts = posted["ts"].as_str().unwrap_or_default();
        Ok(message_id(posted["channel"].as_str().unwrap_or(&handle.channel), ts))
    }

    fn body(&self, handle: &Handle, post: &Post<'_>) -> Value {
        let mut body = post.content.body.clone();
        if let (Some(note), Some(blocks)) = (&handle.note, body["blocks"].as_array_mut())
            && ["answer", "status"].contains(&post.key)
        {
            // Where there are blocks, Slack shows nothing else.
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

    fn update(&self, channel: &str, ts: &str, handle: &Handle, post: &Post<'_>) -> Value {
        let mut body = self.body(handle, post);
        render::renew(&mut body["blocks"], self.accesses.now());
        body["channel"] = json!(channel);
        body["ts"] = json!(ts);
        body["metadata"] = marker(post.nonce);
        body
    }

    /// Starts a stream for a status message, where that can be had.
    async fn started(
        &self,
        access: &Access,
        handle: &Handle,
        to: &Telling,
        post: &Post<'_>,
    ) -> Result<Option<String>, Trouble> {
        let stage = if post.key == "status" && !post.last { render::stages(post.card) } else { None };
        let (Some(stage), Some(thread)) = (stage, &handle.thread) else { return Ok(None) };
        let known = !handle.user.is_empty() && !handle.user_team.is_empty();
        if !self.settings.streams || to.private || !known || !self.living.may(&access.team) {
            return Ok(None);
        }
        let mut chunks = stage.chunks(&Stage::default());
        chunks.extend(render::stream_buttons(post.card, to.place.as_str(), post.nonce));
        let body = json!({
            "channel": handle.channel, "thread_ts": thread, "recipient_user_id": handle.user,
            "recipient_team_id": handle.user_team, "task_display_mode": "plan", "chunks": chunks,
        });
        match self.client.call(access, "chat.startStream", body, Urgency::Progress).await {
            Ok(started) => {
                let id = message_id(&handle.channel, started["ts"].as_str().unwrap_or_default());
                self.living.begin(&id, stage);
                Ok(Some(id))
            }
            // A message that is edited does as well.
            Err(Failed::Later(_)) => Ok(None),
            Err(Failed::Api(code)) => {
                if Trouble::from(Failed::Api(code.clone())) == Trouble::Invalid(code.clone()) {
                    tracing::debug!(code, "streams are not to be had in this workspace");
                    self.living.refused(&access.team);
                }
                Ok(None)
            }
            Err(unclear) => Err(unclear.into()),
        }
    }

    /// Goes on with a stream; false when the message is to be edited instead.
    async fn goes_on(&self, access: &Access, id: &str, post: &Post<'_>) -> Result<bool, Trouble> {
        let (Some(stream), Some(stage)) = (self.living.get(id), render::stages(post.card)) else {
            return Ok(false);
        };
        if post.last || stream.started.elapsed() >= self.settings.stream {
            return Ok(false);
        }
        let chunks = stage.chunks(&stream.shown);
        if chunks.is_empty() {
            return Ok(true);
        }
        let Some((channel, ts)) = of_message_id(id) else { return Ok(false) };
        // Beside chunks Slack takes no text, not even an empty one.
        let body = json!({"channel": channel, "ts": ts, "chunks": chunks});
        match self.client.call(access, "chat.appendStream", body, Urgency::Progress).await {
            Ok(_) => {
                self.living.shows(id, stage);
                Ok(true)
            }
            Err(Failed::Later(wait)) => Err(Trouble::Later(wait)),
            // Dead, or taken away: an edit finds out which.
            Err(Failed::Api(_)) => {
                self.living.end(id);
                Ok(false)
            }
            Err(Failed::Unclear(_)) => Ok(false),
        }
    }

    /// Ends the stream of a message, if it is one. The session stays at work: the run may go on without a stream.
    async fn stop(&self, access: &Access, handle: &Handle, id: &str) -> Result<(), Trouble> {
        let (Some(_), Some((channel, ts))) = (self.living.get(id), of_message_id(id)) else { return Ok(()) };
        let mut body = json!({"channel": channel, "ts": ts});
        if self.sessions.may(handle) {
            body["session_status"] = json!(status(Activity::Working));
            self.sessions.note(handle, Activity::Working);
        }
        match self.client.call(access, "chat.stopStream", body, Urgency::Now).await {
            Err(Failed::Later(wait)) => return Err(Trouble::Later(wait)),
            // Over already, or gone; the next request tells.
            Ok(_) | Err(Failed::Api(_) | Failed::Unclear(_)) => {}
        }
        self.living.end(id);
        Ok(())
    }
}

/// Arguments that are not there are left out.
pub fn without_nulls(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    body
}

fn marker(nonce: &str) -> Value {
    json!({"event_type": MARKER, "event_payload": {"nonce": nonce}})
}

/// Is it the message that was posted with this nonce? A stream carries it in the id of its buttons.
fn carries(message: &Value, nonce: &str) -> bool {
    let in_blocks = |block: &Value| block["block_id"].as_str().is_some_and(|id| id.ends_with(nonce));
    message["metadata"]["event_payload"]["nonce"] == nonce
        || message["blocks"].as_array().into_iter().flatten().any(in_blocks)
}
