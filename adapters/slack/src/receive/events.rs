//! Events that are no questions: gorkd is greeted, opened, removed.

use super::messages::bot_of;
use super::{LOOKS, Receiver, STOPPED};
use crate::client::Access;
use crate::limits::Urgency;
use crate::looking;
use crate::manifest::PROMPTS;
use crate::platform::without_nulls;
use crate::render;
use gorkd_chat::cards::talk;
use gorkd_chat::{Card, Part};
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;
use serde_json::{Value, json};

/// Questions in the home of the app.
const RECENT: u32 = 5;

/// What an event asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Mention,
    Message,
    Greeting,
    Home,
    /// Of apps made before agent sessions.
    Prompts,
    Looks,
    Stop,
    TurnedOut,
    /// The channel is gone, or gorkd is out of it.
    Gone,
    /// What is known of the channel holds no more.
    Changed,
}

/// Each event that is looked at, by its type.
const LOOKED_AT: [(&str, Asks); 19] = [
    ("app_mention", Asks::Mention),
    ("message", Asks::Message),
    ("member_joined_channel", Asks::Greeting),
    ("app_home_opened", Asks::Home),
    (OLD_START, Asks::Prompts),
    (LOOKS, Asks::Looks),
    (STOPPED, Asks::Stop),
    ("app_uninstalled", Asks::TurnedOut),
    ("tokens_revoked", Asks::TurnedOut),
    ("channel_archive", Asks::Gone),
    ("channel_deleted", Asks::Gone),
    ("channel_left", Asks::Gone),
    ("group_archive", Asks::Gone),
    ("group_deleted", Asks::Gone),
    ("group_left", Asks::Gone),
    ("channel_rename", Asks::Changed),
    ("channel_unarchive", Asks::Changed),
    ("group_rename", Asks::Changed),
    ("group_unarchive", Asks::Changed),
];

/// New apps may not subscribe to it; those that were made before send it.
const OLD_START: &str = "assistant_thread_started";

fn asks(kind: &str) -> Option<Asks> {
    LOOKED_AT.iter().find(|(known, _)| *known == kind).map(|(_, asks)| *asks)
}

/// The channel of an event: its id, or an object with it where the channel was renamed.
fn channel_of(event: &Value) -> &str {
    let channel = &event["channel"];
    channel.as_str().or(channel["id"].as_str()).unwrap_or_default()
}

impl Receiver {
    pub(super) async fn event(&self, body: &Value) {
        let event = &body["event"];
        let team = Self::team_of(body);
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        let Some(asks) = asks(text("type")) else {
            return tracing::debug!(kind = text("type"), "an event that is not looked at");
        };
        match asks {
            Asks::Mention => self.message(body, event, true).await,
            Asks::Message => self.message(body, event, false).await,
            Asks::Greeting if text("user") == bot_of(body) => self.greet(&team, event).await,
            // Somebody else has joined.
            Asks::Greeting => {}
            Asks::Home if text("tab") == "messages" => {
                if !event["context"].is_null() {
                    self.looking.note(&team, text("user"), &event["context"]);
                }
                self.suggest(&team, text("user"), &json!({"channel_id": text("channel")})).await;
            }
            Asks::Home if text("tab") == "home" => self.home(&team, text("user")).await,
            Asks::Home => tracing::debug!(tab = text("tab"), "a tab that is not looked at"),
            Asks::Prompts => {
                let opened = &event["assistant_thread"];
                self.suggest(&team, opened["user_id"].as_str().unwrap_or_default(), opened).await;
            }
            Asks::Looks => self.looks(&team, body).await,
            Asks::Stop => self.stopped(&team, event).await,
            Asks::TurnedOut => self.turned_out(&team, event).await,
            Asks::Gone => {
                self.known.forget_channel(&team, channel_of(event));
                self.left(&format!("slack:{team}:{}", channel_of(event))).await;
            }
            Asks::Changed => self.known.forget_channel(&team, channel_of(event)),
        }
    }

    async fn greet(&self, team: &str, event: &Value) {
        let channel = event["channel"].as_str().unwrap_or_default();
        let inviter = event["inviter"].as_str().unwrap_or_default();
        let Some(at) = self.at(team, channel, "", inviter).await else { return };
        self.say(&at, &talk::greeting(&self.desk.manners(), at.locale())).await;
    }

    /// The home: how to ask, and what was asked lately.
    async fn home(&self, team: &str, user: &str) {
        let Some(access) = self.accesses.of(team).await else { return };
        let who = self.known.someone(&access, user).await;
        let locale = who.person.locale();
        let recent = match self.desk.recent(&who.person, RECENT).await {
            Ok(rows) => talk::threads(&rows, &who.person.time_zone, locale, |_| None),
            Err(refusal) => talk::refusal(&refusal, locale),
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
        let cards = [talk::help(&self.desk.manners(), locale), recent, settings];
        let view = render::home(&format!("slack:{team}:home"), &cards);
        let body = json!({"user_id": user, "view": view});
        if let Err(failed) = self.client.call(&access, "views.publish", body, Urgency::Now).await {
            tracing::info!(?failed, "a home could not be shown");
        }
    }

    /// A conversation with gorkd alone was opened: suggestions until something is asked. In an agent session's timeline
    /// there is no thread yet.
    async fn suggest(&self, team: &str, user: &str, opened: &Value) {
        let Some(access) = self.accesses.of(team).await else { return };
        let about = self.about(&access, user).await;
        let locale = self.known.someone(&access, user).await.person.locale();
        let ours = PROMPTS.iter().map(|(title, message)| (title.to(locale), message.to(locale)));
        let prompts = about.into_iter().chain(ours);
        let prompts: Vec<Value> =
            prompts.map(|(title, message)| json!({"title": title, "message": message})).collect();
        let body = without_nulls(json!({
            "channel_id": opened["channel_id"], "thread_ts": opened["thread_ts"],
            "title": locale.say(Msg::SlackPrompts), "prompts": prompts,
        }));
        if let Err(failed) =
            self.client.call(&access, "assistant.threads.setSuggestedPrompts", body, Urgency::Courtesy).await
        {
            tracing::info!(?failed, "suggestions could not be shown");
        }
    }

    /// A question about the channel that a person looks at, where everybody may know of it.
    async fn about(&self, access: &Access, user: &str) -> Option<(String, String)> {
        let id = self.looking.channel(&access.team, user)?;
        // What guests may see of a workspace is not known.
        let who = self.known.someone(access, user).await;
        if who.guest {
            return None;
        }
        let channel = self.known.channel(access, &id).await;
        if channel.private || channel.direct {
            None
        } else {
            looking::prompt(&channel.name, who.person.locale())
        }
    }

    /// Somebody who has gorkd open looks at something else: the suggestions follow, and nothing else is done.
    async fn looks(&self, team: &str, body: &Value) {
        let event = &body["event"];
        let Some(user) = looking::person(body) else { return };
        if !self.looking.note(team, user, &event["context"]) {
            return;
        }
        let own = event["channel"].as_str().filter(|id| looking::is_id(id, &['D']));
        let opened = match own {
            Some(channel) => json!({"channel_id": channel}),
            None => {
                let Some(access) = self.accesses.of(team).await else { return };
                let asked = self.client.ask(&access, "conversations.open", json!({"users": user})).await;
                let Ok(opened) = asked else { return };
                json!({"channel_id": opened["channel"]["id"]})
            }
        };
        self.suggest(team, user, &opened).await;
    }

    /// Slack has ended the streams of the thread already, and leaves its state to us.
    async fn stopped(&self, team: &str, event: &Value) {
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        let Some(at) = self.at(team, text("channel"), text("thread_ts"), text("user")).await else { return };
        let reply = self.desk.stopped(&at.spot, &at.who.person).await;
        // Where the run goes on, its state is shown again.
        self.sessions.forget(&at.handle);
        self.reply(&at, reply, None).await;
    }

    async fn turned_out(&self, team: &str, event: &Value) {
        // Tokens of people may be revoked one by one; those of the bot are what counts.
        let people_only =
            event["type"] == "tokens_revoked" && event["tokens"]["bot"].as_array().is_none_or(Vec::is_empty);
        if people_only {
            return;
        }
        tracing::warn!(team, "a workspace has removed gorkd");
        self.accesses.lost(team).await;
        // After a revoked token there may be a new one, and what is still to be told waits for it.
        if event["type"] == "app_uninstalled" {
            self.left(&format!("slack:{team}")).await;
        }
    }

    async fn left(&self, within: &str) {
        match self.desk.left(within).await {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(jobs, "jobs are not told any more: their place is gone"),
            Err(error) => tracing::warn!(%error, "a place is gone, and that cannot be noted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::EVENTS;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_subscribed_to_is_looked_at_and_nothing_else() {
        // Slack subscribes to messages by kind of conversation, and tells of all of them as `message`.
        let kind = |name: &'static str| name.split('.').next().unwrap_or_default();
        let subscribed: BTreeSet<&str> = EVENTS.into_iter().map(kind).collect();
        let looked_at: BTreeSet<&str> = LOOKED_AT.iter().map(|(name, _)| *name).collect();
        let of_old_apps = BTreeSet::from([OLD_START]);
        assert_eq!(looked_at.difference(&of_old_apps).copied().collect::<BTreeSet<_>>(), subscribed);
        assert_eq!(looked_at.len(), LOOKED_AT.len(), "each once");
    }

    #[test]
    fn a_renamed_channel_is_an_object() {
        let renamed =
            json!({"type": "group_rename", "channel": {"id": "C1", "name": "harbour", "created": 1}});
        assert_eq!(channel_of(&renamed), "C1");
        assert_eq!(asks("group_rename"), asks("channel_rename"));
        assert_eq!(channel_of(&json!({"type": "channel_archive", "channel": "C2"})), "C2");
    }
}
