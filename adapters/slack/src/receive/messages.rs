//! Messages: mentions, direct messages, follow-ups; their edits and their end.

use super::{At, Receiver};
use crate::handle::message_id;
use crate::render::unescaped;
use gorkd_chat::{MOST_ABOVE, Question, Said, asks_in_private, read_line};
use gorkd_core::engine::File;
use gorkd_core::ports::RawContent;
use serde_json::{Value, json};

/// Files of one message.
const FILES: usize = 5;

impl Receiver {
    pub(super) async fn message(&self, body: &Value, event: &Value, mentioned: bool) {
        let team = Self::team_of(body);
        let bot = bot_of(body);
        match event["subtype"].as_str() {
            Some("message_changed") => return self.changed(&team, event, &bot).await,
            Some("message_deleted") => return self.deleted(&team, event).await,
            None | Some("file_share" | "thread_broadcast" | "me_message") => {}
            // Joins, topics and the like.
            Some(_) => return,
        }
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        let (user, channel, ts) = (text("user"), text("channel"), text("ts"));
        let from_machine = !event["bot_id"].is_null() || !event["app_id"].is_null() || user == bot;
        if from_machine || user.is_empty() || channel.is_empty() || ts.is_empty() {
            return;
        }
        let direct = text("channel_type") == "im" || channel.starts_with('D');
        if direct && !event["app_context"].is_null() {
            self.looking.note(&team, user, &event["app_context"]);
        }
        let in_thread = !text("thread_ts").is_empty() && text("thread_ts") != ts;
        // A mention comes a second time as `app_mention`.
        let comes_again = !mentioned && !direct && text("text").contains(&format!("<@{bot}>"));
        if comes_again || (!mentioned && !direct && !in_thread) {
            return;
        }
        let thread = if in_thread { text("thread_ts") } else { ts };
        let Some(at) = self.at(&team, channel, thread, user).await else { return };
        let mut at = at.with(|handle| handle.asked = Some(ts.to_owned()));
        if at.who.bot {
            return;
        }
        let to_us = mentioned || direct;
        let known = self.chats().thread_at(&at.spot.place).await.is_ok_and(|thread| thread.is_some());
        if (!to_us && !known) || (to_us && self.refuses(&at).await) {
            return;
        }
        at.spot.ours = to_us && (!in_thread || direct);
        let said = unescaped(text("text"), &bot);
        let key = format!("slack:{team}:{channel}:{ts}");
        let above = if to_us && in_thread && !known { self.above(&at, ts).await } else { Vec::new() };
        if !direct && asks_in_private(&said, to_us) {
            let question = read_line(&said).text;
            let Some(alone) = self.alone(at, &key, &question).await else { return };
            at = alone;
        }
        let files = self.files(&at, event).await;
        let question = Question {
            key: key.clone(),
            person: at.who.person.clone(),
            spot: at.spot.clone(),
            message: message_id(channel, ts),
            text: said,
            files,
            above,
            ..Question::default()
        };
        let reply = self.desk.said(Said { question, to_us }).await;
        self.reply(&at, reply, None).await;
        if at.handle.origin.is_some() {
            self.forget_root(&key).await;
        }
    }

    /// What others have said above a mention, oldest first; nothing where gorkd may not read along.
    async fn above(&self, at: &At, before: &str) -> Vec<(String, String)> {
        let Some(thread) = &at.handle.thread else { return Vec::new() };
        let look = json!({
            "channel": at.handle.channel, "ts": thread, "latest": before, "limit": MOST_ABOVE.min(15),
        });
        let replies = match self.client.ask(&at.access, "conversations.replies", look).await {
            Ok(replies) => replies,
            Err(error) => {
                tracing::info!(?error, "the conversation above a mention may not be read");
                return Vec::new();
            }
        };
        let mut above = Vec::new();
        for message in replies["messages"].as_array().into_iter().flatten() {
            let (user, text) = (message["user"].as_str(), message["text"].as_str());
            let from_machine = !message["bot_id"].is_null();
            if let (Some(user), Some(text), false) = (user, text, from_machine)
                && message["ts"].as_str() != Some(before)
            {
                let name = self.known.someone(&at.access, user).await.name;
                above.push((name, unescaped(text, "")));
            }
        }
        above
    }

    /// Files that came with a message; what cannot be read is said.
    async fn files(&self, at: &At, event: &Value) -> Vec<File> {
        let mut files = Vec::new();
        for file in event["files"].as_array().into_iter().flatten().take(FILES) {
            match self.uploads.fetch(&at.access, file, self.settings.file_bytes).await {
                Ok(bytes) => files.push(File {
                    name: file["name"].as_str().unwrap_or("file").to_owned(),
                    content: RawContent::Bytes(bytes),
                    content_type: file["mimetype"].as_str().map(str::to_owned),
                    kind: None,
                }),
                Err(sorry) => self.whisper_text(at, &sorry).await,
            }
        }
        files
    }

    async fn changed(&self, team: &str, event: &Value, bot: &str) {
        // A message with replies leaves a stone where it was.
        if event["message"]["subtype"] == "tombstone" {
            return self.deleted(team, event).await;
        }
        let (now, before) = (&event["message"], &event["previous_message"]);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (user, ts) = (text(&now["user"]), text(&now["ts"]));
        if user.is_empty() || user == bot || now["text"] == before["text"] || !now["bot_id"].is_null() {
            return;
        }
        let thread = Some(text(&now["thread_ts"])).filter(|thread| !thread.is_empty()).unwrap_or(ts.clone());
        let channel = text(&event["channel"]);
        let Some(at) = self.at(team, &channel, &thread, &user).await else { return };
        let words = unescaped(&text(&now["text"]), bot);
        let reply = self.desk.edited(&at.spot, &message_id(&channel, &ts), &words).await;
        self.reply(&at, reply, None).await;
    }

    async fn deleted(&self, team: &str, event: &Value) {
        let before = &event["previous_message"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (user, ts, channel) = (text(&before["user"]), text(&before["ts"]), text(&event["channel"]));
        if user.is_empty() || !before["bot_id"].is_null() {
            return;
        }
        let thread =
            Some(text(&before["thread_ts"])).filter(|thread| !thread.is_empty()).unwrap_or(ts.clone());
        let Some(at) = self.at(team, &channel, &thread, &user).await else { return };
        let reply = self.desk.deleted(&at.spot, &message_id(&channel, &ts), &at.who.person).await;
        self.reply(&at, reply, None).await;
    }
}

/// The bot's user id, as a delivery names it.
pub(super) fn bot_of(body: &Value) -> String {
    let authorizations = body["authorizations"].as_array().into_iter().flatten();
    let bot = authorizations.filter(|one| one["is_bot"] == true).find_map(|one| one["user_id"].as_str());
    bot.unwrap_or_default().to_owned()
}
