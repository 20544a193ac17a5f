//! Events other than questions: greetings, gorkd's home and conversation tab, and removals.

use super::{CONTEXT_CHANGED, STOPPED, SlackReceiver};
use crate::client::Credentials;
use crate::handle::NAME;
use crate::limits::Urgency;
use crate::manifest::PROMPTS;
use crate::payload::{Event, EventEnvelope};
use crate::render;
use crate::responses::Empty;
use crate::viewed_channels;
use gorkd_chat::cards::notices;
use gorkd_chat::{Card, Part};
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;
use serde_json::{Value, json};

/// Number of recent questions in the app's home.
const RECENT: u32 = 5;

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Mention,
    Message,
    Joined,
    Home,
    /// Sent to apps created before agent sessions existed.
    AssistantOpened,
    ContextChanged,
    Stop,
    AccessRevoked,
    /// The channel is gone, or gorkd is no longer in it.
    ChannelGone,
    /// Cached facts about the channel are outdated.
    ChannelChanged,
}

/// All handled events, by type.
const HANDLED: [(&str, Topic); 19] = [
    ("app_mention", Topic::Mention),
    ("message", Topic::Message),
    ("member_joined_channel", Topic::Joined),
    ("app_home_opened", Topic::Home),
    (ASSISTANT_OPENED, Topic::AssistantOpened),
    (CONTEXT_CHANGED, Topic::ContextChanged),
    (STOPPED, Topic::Stop),
    ("app_uninstalled", Topic::AccessRevoked),
    ("tokens_revoked", Topic::AccessRevoked),
    ("channel_archive", Topic::ChannelGone),
    ("channel_deleted", Topic::ChannelGone),
    ("channel_left", Topic::ChannelGone),
    ("group_archive", Topic::ChannelGone),
    ("group_deleted", Topic::ChannelGone),
    ("group_left", Topic::ChannelGone),
    ("channel_rename", Topic::ChannelChanged),
    ("channel_unarchive", Topic::ChannelChanged),
    ("group_rename", Topic::ChannelChanged),
    ("group_unarchive", Topic::ChannelChanged),
];

/// New apps cannot subscribe to this event; older apps still receive it.
const ASSISTANT_OPENED: &str = "assistant_thread_started";

fn topic(kind: &str) -> Option<Topic> {
    HANDLED.iter().find(|(known, _)| *known == kind).map(|(_, topic)| *topic)
}

impl SlackReceiver {
    pub(super) async fn event(&self, key: &str, team: &str, envelope: &EventEnvelope) {
        let event = &envelope.event;
        let Some(topic) = topic(&event.kind) else {
            return tracing::debug!(kind = event.kind, "ignoring an event");
        };
        match topic {
            Topic::Mention => self.message(key, team, envelope, true).await,
            Topic::Message => self.message(key, team, envelope, false).await,
            Topic::Joined if event.user == envelope.bot() => self.greet(team, event).await,
            // Someone else joined.
            Topic::Joined => {}
            Topic::Home if event.tab == "messages" => {
                if let Some(context) = &event.context {
                    self.viewed.record(team, &event.user, context);
                }
                self.suggest(team, &event.user, &event.channel, "").await;
            }
            Topic::Home if event.tab == "home" => self.home(team, &event.user).await,
            Topic::Home => tracing::debug!(tab = event.tab, "ignoring a tab"),
            Topic::AssistantOpened => {
                let opened = &event.assistant_thread;
                self.suggest(team, &opened.user_id, &opened.channel_id, &opened.thread_ts).await;
            }
            Topic::ContextChanged => self.context_changed(team, envelope).await,
            Topic::Stop => self.stopped(team, event).await,
            Topic::AccessRevoked => self.access_revoked(team, event).await,
            Topic::ChannelGone => {
                self.directory.forget_channel(team, &event.channel);
                self.receiver.removed(&format!("{NAME}:{team}:{}", event.channel)).await;
            }
            Topic::ChannelChanged => self.directory.forget_channel(team, &event.channel),
        }
    }

    async fn greet(&self, team: &str, event: &Event) {
        let conversation = self.conversation(team, &event.channel, "", &event.inviter).await;
        let Some(conversation) = conversation else { return };
        let card = notices::greeting(&self.receiver.chat.invocation(), conversation.locale());
        self.post(&conversation, &card).await;
    }

    /// The app's home: how to ask, and recent questions.
    async fn home(&self, team: &str, user: &str) {
        let Some(credentials) = self.installations.of(team).await else { return };
        let person = self.directory.member(&credentials, user).await.person;
        let locale = person.locale();
        let recent = match self.receiver.chat.recent(&person, RECENT).await {
            Ok(rows) => notices::threads(&rows, &person.time_zone, locale),
            Err(refusal) => notices::refusal(&refusal, locale),
        };
        let command = &self.settings.command;
        let settings = Card {
            title: Some(locale.say(Msg::SettingsTitle)),
            parts: vec![Part::Text(vec![Block::Paragraph(vec![
                Inline::Code(format!("{command} memory")),
                Inline::text(format!(" {} ", locale.say(Msg::SettingsMemory))),
                Inline::Code(format!("{command} watches")),
                Inline::text(format!(" {}", locale.say(Msg::SettingsWatches))),
            ])])],
            ..Card::default()
        };
        let cards = [notices::help(&self.receiver.chat.invocation(), locale), recent, settings];
        let view = render::home(&format!("{NAME}:{team}:home"), &cards);
        let body = json!({"user_id": user, "view": view});
        let published = self.client.call(&credentials, "views.publish", body, Urgency::Now).await;
        if let Err::<Empty, _>(error) = published {
            tracing::info!(?error, "failed to publish an app home");
        }
    }

    /// Suggests questions in a conversation that a person opened with gorkd. In an agent's timeline, there is
    /// no thread yet.
    async fn suggest(&self, team: &str, user: &str, channel: &str, thread: &str) {
        let Some(credentials) = self.installations.of(team).await else { return };
        let about = self.channel_prompt(&credentials, user).await;
        let locale = self.directory.member(&credentials, user).await.person.locale();
        let own = PROMPTS.iter().map(|(title, message)| (title.to(locale), message.to(locale)));
        let prompts = about.into_iter().chain(own);
        let prompts: Vec<Value> =
            prompts.map(|(title, message)| json!({"title": title, "message": message})).collect();
        let mut body =
            json!({"channel_id": channel, "title": locale.say(Msg::SlackPrompts), "prompts": prompts});
        if !thread.is_empty() {
            body["thread_ts"] = json!(thread);
        }
        let method = "assistant.threads.setSuggestedPrompts";
        let suggested = self.client.call(&credentials, method, body, Urgency::Courtesy).await;
        if let Err::<Empty, _>(error) = suggested {
            tracing::info!(?error, "failed to show suggestions");
        }
    }

    /// A question about the channel that a person is viewing, if the channel is public.
    async fn channel_prompt(&self, credentials: &Credentials, user: &str) -> Option<(String, String)> {
        let id = self.viewed.channel(&credentials.team, user)?;
        // It is unknown which parts of a workspace a guest may see.
        let member = self.directory.member(credentials, user).await;
        if member.guest {
            return None;
        }
        let channel = self.directory.channel(credentials, &id).await;
        match channel.is_closed() {
            true => None,
            false => viewed_channels::prompt(&channel.name, member.person.locale()),
        }
    }

    /// A person who has gorkd open views something else: only the suggestions change.
    async fn context_changed(&self, team: &str, envelope: &EventEnvelope) {
        let event = &envelope.event;
        let Some(user) = viewed_channels::viewer(envelope) else { return };
        let context = event.context.clone().unwrap_or_default();
        if !self.viewed.record(team, user, &context) {
            return;
        }
        if viewed_channels::is_id(&event.channel, &['D']) {
            return self.suggest(team, user, &event.channel, "").await;
        }
        let Some(credentials) = self.installations.of(team).await else { return };
        if let Ok(channel) = self.client.open_direct(&credentials, user).await {
            self.suggest(team, user, &channel, "").await;
        }
    }

    /// Slack has already ended the streams of the thread, but leaves its state to gorkd.
    async fn stopped(&self, team: &str, event: &Event) {
        let conversation = self.conversation(team, &event.channel, &event.thread_ts, &event.user).await;
        let Some(conversation) = conversation else { return };
        let (location, person) = (&conversation.location, &conversation.member.person);
        // If the run continues, its state is sent again.
        self.sessions.forget(&conversation.handle);
        self.receiver.stopped(location, person, &self.responder(&conversation, None)).await;
    }

    async fn access_revoked(&self, team: &str, event: &Event) {
        // Users' tokens may be revoked individually; only the bot's token matters.
        if event.kind == "tokens_revoked" && event.tokens.bot.is_empty() {
            return;
        }
        tracing::warn!(team, "a workspace removed gorkd");
        self.installations.remove(team).await;
        // A revoked token may be replaced, so open deliveries wait for the new one.
        if event.kind == "app_uninstalled" {
            self.receiver.removed(&format!("{NAME}:{team}")).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::EVENTS;
    use std::collections::BTreeSet;

    #[test]
    fn every_subscribed_event_is_handled_and_no_other() {
        // Slack has one message subscription per kind of conversation, but sends all of them as `message`.
        let kind = |name: &'static str| name.split('.').next().unwrap_or_default();
        let subscribed: BTreeSet<&str> = EVENTS.into_iter().map(kind).collect();
        let handled: BTreeSet<&str> = HANDLED.iter().map(|(name, _)| *name).collect();
        let of_old_apps = BTreeSet::from([ASSISTANT_OPENED]);
        assert_eq!(handled.difference(&of_old_apps).copied().collect::<BTreeSet<_>>(), subscribed);
        assert_eq!(handled.len(), HANDLED.len(), "each once");
        assert_eq!(topic("group_rename"), topic("channel_rename"));
    }
}
