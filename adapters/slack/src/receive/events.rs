//! Events that are no questions: gorkd is greeted, opened, removed.

use super::messages::bot_of;
use super::{Receiver, STOPPED};
use crate::limits::Urgency;
use crate::manifest::PROMPTS;
use crate::platform::without_nulls;
use crate::render;
use gorkd_chat::cards::talk;
use gorkd_chat::{Card, Part};
use gorkd_core::text::{Block, Inline};
use serde_json::{Value, json};

/// Questions in the home of the app.
const RECENT: u32 = 5;

impl Receiver {
    pub(super) async fn event(&self, body: &Value) {
        let event = &body["event"];
        let team = Self::team_of(body);
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        match text("type") {
            "app_mention" => self.message(body, event, true).await,
            "message" => self.message(body, event, false).await,
            "member_joined_channel" if text("user") == bot_of(body) => self.greet(&team, event).await,
            "app_home_opened" if text("tab") == "home" => self.home(&team, text("user")).await,
            "app_home_opened" if text("tab") == "messages" => {
                self.suggest(&team, &json!({"channel_id": text("channel")})).await;
            }
            // Apps made before agent sessions.
            "assistant_thread_started" => self.suggest(&team, &event["assistant_thread"]).await,
            STOPPED => self.stopped(&team, event).await,
            "app_uninstalled" | "tokens_revoked" => self.turned_out(&team, event).await,
            "channel_archive" | "channel_deleted" | "channel_left" | "group_archive" | "group_deleted"
            | "group_left" => {
                self.known.forget_channel(&team, text("channel"));
                self.left(&format!("slack:{team}:{}", text("channel"))).await;
            }
            "channel_unarchive" | "channel_rename" | "group_unarchive" => {
                self.known.forget_channel(&team, text("channel"));
            }
            other => tracing::debug!(kind = other, "an event that is not looked at"),
        }
    }

    async fn greet(&self, team: &str, event: &Value) {
        let channel = event["channel"].as_str().unwrap_or_default();
        let inviter = event["inviter"].as_str().unwrap_or_default();
        let Some(at) = self.at(team, channel, "", inviter).await else { return };
        self.say(&at, &talk::greeting(&self.desk.manners())).await;
    }

    /// The home: how to ask, and what was asked lately.
    async fn home(&self, team: &str, user: &str) {
        let Some(access) = self.accesses.of(team).await else { return };
        let who = self.known.someone(&access, user).await;
        let recent = match self.desk.recent(&who.person, RECENT).await {
            Ok(rows) => talk::threads(&rows, &who.person.time_zone, |_| None),
            Err(refusal) => talk::refusal(&refusal),
        };
        let command = &self.settings.command;
        let settings = Card {
            title: Some("Settings".to_owned()),
            parts: vec![Part::Text(vec![Block::Paragraph(vec![
                Inline::Code(format!("{command} memory")),
                Inline::text(" shows and changes what I keep of you: language, profile, sites. "),
                Inline::Code(format!("{command} watches")),
                Inline::text(" shows what I look at again."),
            ])])],
            ..Card::default()
        };
        let cards = [talk::help(&self.desk.manners()), recent, settings];
        let view = render::home(&format!("slack:{team}:home"), &cards);
        let body = json!({"user_id": user, "view": view});
        if let Err(failed) = self.client.call(&access, "views.publish", body, Urgency::Now).await {
            tracing::info!(?failed, "a home could not be shown");
        }
    }

    /// A conversation with gorkd alone was opened: suggestions until something is asked. In an agent session's timeline
    /// there is no thread yet.
    async fn suggest(&self, team: &str, opened: &Value) {
        let Some(access) = self.accesses.of(team).await else { return };
        let prompts: Vec<Value> =
            PROMPTS.iter().map(|(title, message)| json!({"title": title, "message": message})).collect();
        let body = without_nulls(json!({
            "channel_id": opened["channel_id"], "thread_ts": opened["thread_ts"],
            "title": "What do you want to know?", "prompts": prompts,
        }));
        if let Err(failed) =
            self.client.call(&access, "assistant.threads.setSuggestedPrompts", body, Urgency::Now).await
        {
            tracing::info!(?failed, "suggestions could not be shown");
        }
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
