//! Messages: mentions, direct messages, follow-ups, edits and deletions.

use super::{Conversation, SlackReceiver};
use crate::handle::message_id;
use crate::payload::{Event, EventEnvelope};
use crate::render::unescaped;
use crate::responses::History;
use gorkd_chat::{IncomingMessage, MAX_CONTEXT_MESSAGES, Question, asks_in_private, parse_text};
use serde_json::json;

/// Maximum messages that Slack returns per request to apps outside its marketplace.
const MAX_REPLIES: usize = 15;

impl SlackReceiver {
    /// `arrival` is the key of the arrival. A message has its own key, because it may arrive as two events.
    pub(super) async fn message(&self, arrival: &str, team: &str, envelope: &EventEnvelope, mentioned: bool) {
        let (event, bot) = (&envelope.event, envelope.bot());
        match event.subtype.as_str() {
            "message_changed" => return self.changed(team, event, bot).await,
            "message_deleted" => return self.deleted(team, event).await,
            "" | "file_share" | "thread_broadcast" | "me_message" => {}
            // Joins, topic changes and the like.
            _ => return,
        }
        let incomplete = event.user.is_empty() || event.channel.is_empty() || event.ts.is_empty();
        if incomplete || event.is_from_bot() || event.user == bot {
            return;
        }
        let direct = event.channel_type == "im" || event.channel.starts_with('D');
        if let (true, Some(context)) = (direct, &event.app_context) {
            self.viewed.record(team, &event.user, context);
        }
        let in_thread = !event.thread_ts.is_empty() && event.thread_ts != event.ts;
        // Slack sends a mention twice, also as `app_mention`.
        let is_sent_again = !mentioned && !direct && event.text.contains(&format!("<@{bot}>"));
        if is_sent_again || (!mentioned && !direct && !in_thread) {
            return;
        }
        let conversation = self.conversation(team, &event.channel, event.thread(), &event.user).await;
        let Some(conversation) = conversation else { return };
        let mut conversation = conversation.with(|handle| handle.asked = Some(event.ts.clone()));
        if conversation.member.bot {
            return;
        }
        let to_bot = mentioned || direct;
        let known = self.has_thread(&conversation).await;
        if (!to_bot && !known) || (to_bot && self.refuses(&conversation).await) {
            return;
        }
        conversation.location.bot_thread = to_bot && (!in_thread || direct);
        let text = unescaped(&event.text, bot);
        let key = format!("slack:{team}:{}:{}", event.channel, event.ts);
        let earlier_messages = match to_bot && in_thread && !known {
            true => self.earlier_messages(&conversation, &event.ts).await,
            false => Vec::new(),
        };
        if !direct && asks_in_private(&text, to_bot) {
            let question = parse_text(&text).text;
            let Some(private) = self.private_conversation(conversation, arrival, &question).await else {
                return;
            };
            conversation = private;
        }
        let (files, unread_files) =
            self.files.download_all(&conversation.credentials, &event.files, self.settings.file_bytes).await;
        let question = Question {
            key,
            person: conversation.member.person.clone(),
            location: conversation.location.clone(),
            message: message_id(&event.channel, &event.ts),
            text,
            files,
            unread_files,
            earlier_messages,
            ..Question::default()
        };
        self.receiver
            .message(IncomingMessage { question, to_bot }, &self.responder(&conversation, None))
            .await;
        if conversation.handle.origin.is_some() {
            self.forget_root(arrival).await;
        }
    }

    /// The messages above a mention, oldest first; empty if gorkd may not read them.
    async fn earlier_messages(&self, conversation: &Conversation, before: &str) -> Vec<(String, String)> {
        let Some(thread) = &conversation.handle.thread else { return Vec::new() };
        let arguments = json!({
            "channel": conversation.handle.channel, "ts": thread, "latest": before,
            "limit": MAX_CONTEXT_MESSAGES.min(MAX_REPLIES),
        });
        let credentials = &conversation.credentials;
        let history: History = match self.client.ask(credentials, "conversations.replies", arguments).await {
            Ok(history) => history,
            Err(error) => {
                tracing::info!(?error, "failed to read the messages above a mention");
                return Vec::new();
            }
        };
        let mut messages = Vec::new();
        for message in history.messages {
            let by_person = !message.user.is_empty() && message.bot_id.is_empty();
            if by_person && !message.text.is_empty() && message.ts != before {
                let name = self.directory.member(credentials, &message.user).await.name;
                messages.push((name, unescaped(&message.text, "")));
            }
        }
        messages
    }

    async fn changed(&self, team: &str, event: &Event, bot: &str) {
        let message = event.message.as_deref().cloned().unwrap_or_default();
        // A deleted message that has replies becomes a tombstone.
        if message.subtype == "tombstone" {
            return self.deleted(team, event).await;
        }
        let unchanged = event.previous_message.as_ref().is_some_and(|before| before.text == message.text);
        if message.user.is_empty() || message.user == bot || unchanged || !message.bot_id.is_empty() {
            return;
        }
        let conversation = self.conversation(team, &event.channel, message.thread(), &message.user).await;
        let Some(conversation) = conversation else { return };
        let (id, text) = (message_id(&event.channel, &message.ts), unescaped(&message.text, bot));
        let to = self.responder(&conversation, None);
        self.receiver.edited(&conversation.location, &id, &text, &to).await;
    }

    async fn deleted(&self, team: &str, event: &Event) {
        let message = event.previous_message.as_deref().cloned().unwrap_or_default();
        if message.user.is_empty() || !message.bot_id.is_empty() {
            return;
        }
        let conversation = self.conversation(team, &event.channel, message.thread(), &message.user).await;
        let Some(conversation) = conversation else { return };
        let id = message_id(&event.channel, &message.ts);
        let to = self.responder(&conversation, None);
        self.receiver.deleted(&conversation.location, &id, &conversation.member.person, &to).await;
    }
}
