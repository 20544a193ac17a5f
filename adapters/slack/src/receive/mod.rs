//! Handles arrivals: turns Slack's payloads into calls of the chat service, and sends its replies to Slack.

mod commands;
mod events;
mod failures;
mod interactions;
mod messages;
mod reply;
mod roots;

use crate::client::{Credentials, SlackApi};
use crate::directory::{Directory, Member};
use crate::files::Files;
use crate::handle::{NAME, SlackHandle, place};
use crate::installations::Installations;
use crate::payload::{Event, EventEnvelope, Payload, PayloadKind};
use crate::reactions::Reactions;
use crate::sessions::Sessions;
use crate::settings::SlackSettings;
use crate::viewed_channels::{self, ViewedChannels};
use async_trait::async_trait;
use gorkd_chat::{Handle, Location, PayloadHandler, Receiver};
use gorkd_words::{Locale, Msg};
use std::sync::Arc;

/// Slack's own stop button was pressed.
const STOPPED: &str = "agent_session_stopped";
/// A person who has gorkd open views something else.
const CONTEXT_CHANGED: &str = "app_context_changed";

pub struct SlackReceiver {
    pub receiver: Receiver,
    pub client: Arc<SlackApi>,
    pub installations: Arc<Installations>,
    pub directory: Directory,
    pub viewed: ViewedChannels,
    pub files: Files,
    pub settings: Arc<SlackSettings>,
    pub sessions: Arc<Sessions>,
    pub reactions: Arc<Reactions>,
}

#[async_trait]
impl PayloadHandler for SlackReceiver {
    type Payload = Payload;

    async fn handle(&self, key: &str, payload: &Payload) {
        let team = payload.origin().team();
        match payload.kind {
            PayloadKind::Event => {
                if let Some(envelope) = payload.event() {
                    self.event(key, &team, &envelope).await;
                }
            }
            PayloadKind::Command => {
                if let Some(command) = payload.command() {
                    self.command(key, &team, &command).await;
                }
            }
            PayloadKind::Interaction => {
                if let Some(interaction) = payload.interaction() {
                    self.interaction(key, &team, &interaction).await;
                }
            }
        }
        self.receiver.deliverer.wake();
    }

    async fn report_failure(&self, payload: &Payload) {
        self.apologize(payload).await;
    }

    /// Messages of the same thread stay in order.
    fn lane(&self, key: &str, payload: &Payload) -> String {
        match payload.kind {
            PayloadKind::Command => key.to_owned(),
            // One person's actions stay in order. A form, whose trigger expires soon, does not wait for other
            // people's.
            PayloadKind::Interaction => {
                format!("press:{}", payload.interaction().unwrap_or_default().user.id)
            }
            PayloadKind::Event => lane_of(&payload.origin().team(), &payload.event().unwrap_or_default()),
        }
    }
}

fn lane_of(team: &str, envelope: &EventEnvelope) -> String {
    let event = &envelope.event;
    // Stopping a run does not wait for earlier messages.
    if event.kind == STOPPED {
        return format!("stop:{}:{}", event.channel, event.thread_ts);
    }
    if event.kind == CONTEXT_CHANGED && event.channel.is_empty() {
        return format!("viewed:{}", viewed_channels::viewer(envelope).unwrap_or_default());
    }
    let messages: Vec<&Event> = [event.message.as_deref(), event.previous_message.as_deref(), Some(event)]
        .into_iter()
        .flatten()
        .collect();
    let first =
        |field: fn(&Event) -> &str| messages.iter().map(|one| field(one)).find(|text| !text.is_empty());
    let thread = first(|one| &one.thread_ts).or_else(|| first(|one| &one.ts)).unwrap_or_default();
    format!("{team}:{}:{thread}", event.channel)
}

/// Where something happened, and who did it.
#[derive(Clone)]
pub(crate) struct Conversation {
    pub credentials: Credentials,
    pub handle: SlackHandle,
    pub location: Location,
    pub member: Member,
}

impl SlackReceiver {
    /// A thread of a channel, and the person acting in it. `None` if gorkd is no longer installed.
    async fn conversation(
        &self,
        team: &str,
        channel: &str,
        thread: &str,
        user: &str,
    ) -> Option<Conversation> {
        let credentials = self.installations.of(team).await?;
        let member = self.directory.member(&credentials, user).await;
        let known = self.directory.channel(&credentials, channel).await;
        let handle = SlackHandle {
            team: team.to_owned(),
            channel: channel.to_owned(),
            thread: Some(thread.to_owned()).filter(|thread| !thread.is_empty()),
            user: user.to_owned(),
            user_team: member.team.clone(),
            direct: known.is_im,
            ..SlackHandle::default()
        };
        let location = Location {
            place: place(team, channel, thread),
            private: known.is_closed(),
            direct: known.is_im,
            handle: handle.encode(),
            ..Location::in_channel(NAME, team, channel)
        };
        Some(Conversation { credentials, handle, location, member })
    }

    /// Refuses guests and people from other organizations, unless the operator allows them.
    async fn refuses(&self, conversation: &Conversation) -> bool {
        if self.settings.guests || !conversation.member.guest {
            return false;
        }
        self.whisper_message(conversation, Msg::MembersOnly).await;
        true
    }

    /// Whether the place has a gorkd thread.
    async fn has_thread(&self, conversation: &Conversation) -> bool {
        self.receiver
            .chats()
            .thread_at(&conversation.location.place)
            .await
            .is_ok_and(|thread| thread.is_some())
    }
}

impl Conversation {
    pub fn locale(&self) -> Locale {
        self.member.person.locale()
    }

    /// Changes the handle, and updates the place to match.
    pub fn with(mut self, change: impl FnOnce(&mut SlackHandle)) -> Self {
        change(&mut self.handle);
        self.location.handle = self.handle.encode();
        self.location.place = self.handle.place();
        self
    }
}
