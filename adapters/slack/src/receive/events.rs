//! Events that are no questions: gorkd is greeted, opened, removed.

use super::messages::bot_of;
use super::{At, Receiver};
use crate::limits::Urgency;
use crate::render;
use gorkd_chat::cards::talk;
use gorkd_chat::{Card, Part};
use gorkd_core::text::{Block, Inline, cut};
use serde_json::{Value, json};

/// Shown where somebody opens gorkd beside a channel.
const PROMPTS: [(&str, &str); 3] = [
    ("What is known about …", "What is known about heat pumps in old houses?"),
    ("Compare two things", "SQLite or Postgres for a small team's service: which, and why?"),
    ("Check a claim", "Is it true that the Great Wall of China can be seen from space?"),
];
/// Characters of the title of a conversation.
const TITLE: usize = 80;
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
            "assistant_thread_started" => self.opened(&team, &event["assistant_thread"]).await,
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

    /// The assistant's container was opened: suggestions until something is asked.
    async fn opened(&self, team: &str, thread: &Value) {
        let text = |name: &str| thread[name].as_str().unwrap_or_default();
        let Some(access) = self.accesses.of(team).await else { return };
        let prompts: Vec<Value> =
            PROMPTS.iter().map(|(title, message)| json!({"title": title, "message": message})).collect();
        let body = json!({
            "channel_id": text("channel_id"), "thread_ts": text("thread_ts"), "title": "What do you want to know?",
            "prompts": prompts,
        });
        if let Err(failed) =
            self.client.call(&access, "assistant.threads.setSuggestedPrompts", body, Urgency::Now).await
        {
            tracing::info!(?failed, "suggestions could not be shown");
        }
    }

    /// A conversation with the bot alone has begun: the question becomes its title, and Slack shows that something is
    /// under way until the first message is there.
    pub(super) async fn begun(&self, at: &At, text: &str, bot: &str) {
        let Some(thread) = &at.handle.thread else { return };
        let title = cut(&render::unescaped(text, bot), TITLE, |text| text.chars().count());
        let status =
            json!({"channel_id": at.handle.channel, "thread_ts": thread, "status": "reads your question…"});
        let named = json!({"channel_id": at.handle.channel, "thread_ts": thread, "title": title});
        let wanted = [("assistant.threads.setStatus", status), ("assistant.threads.setTitle", named)];
        for (method, body) in wanted.into_iter().filter(|(_, body)| body["title"] != "") {
            if let Err(failed) = self.client.call(&at.access, method, body, Urgency::Courtesy).await {
                tracing::debug!(?failed, method, "Slack does not show that a conversation has begun");
            }
        }
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
        self.left(&format!("slack:{team}")).await;
    }

    async fn left(&self, within: &str) {
        match self.desk.left(within).await {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(jobs, "jobs are not told any more: their place is gone"),
            Err(error) => tracing::warn!(%error, "a place is gone, and that cannot be noted"),
        }
    }
}
