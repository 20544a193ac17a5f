//! Messages: mentions, direct messages, replies, follow-ups, edits and deletions.

use super::commands::{FILES, heading};
use super::reply::MessageResponder;
use super::requests::{files_of, name_of, person};
use super::{DiscordReceiver, locations};
use crate::api::Call;
use crate::directory::ChannelInfo;
use crate::handle::{DiscordHandle, NAME};
use crate::payload::Message;
use async_trait::async_trait;
use gorkd_chat::{
    Card, Handle, IncomingMessage, Keyword, Location, MAX_CONTEXT_MESSAGES, Person, Question, Responder,
    Tone, asks_in_private, download_files, parse_text,
};
use gorkd_core::ports::Delivery;
use gorkd_words::Msg;
use serde_json::Value;

impl DiscordReceiver {
    pub(super) async fn message(&self, payload: &Value) {
        let Some(message) = Message::read(payload).filter(Message::is_by_person) else { return };
        let info = match self.directory.channel(message.channel_id).await {
            Ok(info) => info,
            Err(error) => {
                tracing::warn!(reason = %error.error, "failed to see the channel of a message");
                // Whether the channel is a thread of the bot is unknown, so only a mention surely waits for a reply.
                if message.guild_id == 0 || message.mentions(self.api.me()) {
                    self.apologize_to(&message).await;
                }
                return;
            }
        };
        let text = self.text_of(&message);
        let replied_to = self.replied_location(&message, &info).await;
        let mentioned = message.mentions(self.api.me());
        let to_bot = mentioned || info.direct || replied_to.is_some();
        // Without the message-content intent, the text is missing.
        if !to_bot && text.is_empty() && message.attachments.is_empty() {
            return;
        }
        let in_channel = replied_to.is_none() && info.thread.is_none() && !info.direct;
        if in_channel && !mentioned {
            return;
        }
        let concerns_bot = to_bot || info.bot_thread;
        let location = match concerns_bot && !info.direct && asks_in_private(&text, to_bot) {
            true => match self.private_location(&message, &text).await {
                Some(location) => location,
                None => return self.report_no_direct_message(&message).await,
            },
            false => replied_to.unwrap_or_else(|| locations::of_message(&info, message.id, &text)),
        };
        // For messages that were read later, finding the author's roles takes a request, and most are not for
        // the bot.
        let without_roles = message.member.is_none() && message.guild_id != 0;
        if !to_bot && without_roles && !self.receiver.chat.listens_at(&location).await {
            return;
        }
        let to = MessageResponder { receiver: self, message: &message };
        let person = self.author_of(&message).await;
        if to_bot && let Some(lacking) = info.lacking() {
            let text =
                self.receiver.chat.language(&person, &text).say(Msg::DiscordLacksWhereAsked { lacking });
            return to.whisper(&Card::note(Tone::Caution, text)).await;
        }
        // Messages above a mention in a channel may be about anything; those in a thread are about its topic.
        let asks_summary = matches!(parse_text(&text).keyword, Some(Keyword::Summary(..)));
        let needs_context =
            asks_summary || info.thread.is_some() || self.receiver.chat.service().refers_back(&text);
        let earlier_messages = match mentioned && !info.bot_thread && !info.direct && needs_context {
            true => self.earlier_messages(&message).await,
            false => Vec::new(),
        };
        let (files, unread_files) = match concerns_bot {
            true => download_files(files_of(&message.attachments), FILES, &self.api).await,
            false => Default::default(),
        };
        let question = Question {
            key: message.id.to_string(),
            person,
            location,
            message: message.id.to_string(),
            text,
            files,
            unread_files,
            earlier_messages,
            ..Question::default()
        };
        self.receiver.message(IncomingMessage { question, to_bot }, &to).await;
    }

    /// Where to answer a private question: in direct messages, below a copy of the question.
    async fn private_location(&self, message: &Message, text: &str) -> Option<Location> {
        let channel = self.api.open_direct(&message.author.id.to_string()).await?;
        let language = self.receiver.chat.language(&Person::default(), text);
        let body = heading(&parse_text(text).text, message.author.id, language);
        self.post_body(channel, body, &format!("ask{}", message.id)).await.ok()?;
        let location = locations::of_message(&ChannelInfo::direct(channel), message.id, text);
        let handle = DiscordHandle::decode(&location.handle).ok()?;
        let handle = DiscordHandle { reacts_to: Some((message.channel_id, message.id)), ..handle };
        Some(Location { handle: handle.encode(), ..location })
    }

    /// The text without the mention of the bot, and with other mentions replaced by names.
    fn text_of(&self, message: &Message) -> String {
        let me = self.api.me();
        let mut text = message.content.clone();
        let mut replace = |user: u64, name: &str| {
            for mention in [format!("<@{user}>"), format!("<@!{user}>")] {
                text = text.replace(&mention, name);
            }
        };
        replace(me, " ");
        for user in &message.mentions {
            replace(user.id, &format!("@{}", name_of(user, "")));
        }
        text.trim().to_owned()
    }

    async fn author_of(&self, message: &Message) -> Person {
        let mut roles = match &message.member {
            Some(member) => member.roles.clone(),
            None if message.guild_id == 0 => Vec::new(),
            None => self.directory.roles(message.guild_id, message.author.id).await,
        };
        if message.guild_id != 0 && self.directory.manages(message.guild_id, message.author.id, &roles).await
        {
            roles.push("admin".to_owned());
        }
        person(message.author.id, roles, "")
    }

    /// The location of the conversation, if the message replies to one of the bot's messages in a channel.
    async fn replied_location(&self, message: &Message, info: &ChannelInfo) -> Option<Location> {
        // A thread is a single conversation, whichever message is replied to.
        if info.thread.is_some() || info.direct {
            return None;
        }
        let delivery = self.delivery_of_message(message.message_reference.message_id).await?;
        let handle = DiscordHandle::decode(&delivery.handle).ok()?;
        let handle = DiscordHandle { reacts_to: Some((message.channel_id, message.id)), ..handle };
        Some(Location { bot_thread: true, ..locations::at(info, delivery.place, &handle) })
    }

    /// The messages above a mention, oldest first.
    async fn earlier_messages(&self, message: &Message) -> Vec<(String, String)> {
        let channel = message.channel_id;
        let path = format!("/channels/{channel}/messages?before={}&limit={MAX_CONTEXT_MESSAGES}", message.id);
        let found: Result<Vec<Message>, _> = self.api.retry(&Call::get(path, "messages", channel)).await;
        let messages = found.unwrap_or_default().into_iter().rev();
        let by_people = messages.filter(|one| one.is_by_person() && !one.content.trim().is_empty());
        let nick = |one: &Message| one.member.clone().unwrap_or_default().nick;
        by_people.map(|one| (name_of(&one.author, &nick(&one)), self.text_of(&one))).collect()
    }

    pub(super) async fn edited(&self, payload: &Value) {
        // Discord also reports the bot's own edits.
        let Some(message) = Message::read(payload).filter(Message::is_by_person) else { return };
        let Some((location, channel)) = self.asked_location(message.channel_id, message.id).await else {
            return;
        };
        // Posted again if the message is edited again.
        let name = format!("edited{}{}", message.id, message.content);
        let to = ChannelResponder { receiver: self, channel, name };
        self.receiver.edited(&location, &message.id.to_string(), &self.text_of(&message), &to).await;
    }

    pub(super) async fn deleted(&self, channel: u64, message: u64) {
        let Some((location, _)) = self.asked_location(channel, message).await else { return };
        // Nobody waits for a reply.
        self.receiver.chat.deleted(&location, &message.to_string(), &Person::default()).await;
        self.receiver.deliverer.wake();
    }

    /// The location of the question asked in this message, and the channel of its answers.
    async fn asked_location(&self, channel: u64, message: u64) -> Option<(Location, u64)> {
        let delivery = self.delivery_of_message(message).await?;
        let handle = DiscordHandle::decode(&delivery.handle).ok()?;
        let info = self.directory.channel(channel).await.unwrap_or_default();
        let answers = handle.anchor.unwrap_or(handle.channel);
        Some((locations::at(&info, delivery.place, &handle), answers))
    }

    async fn delivery_of_message(&self, message: u64) -> Option<Delivery> {
        let row = self.receiver.chats().message(NAME, &message.to_string()).await.ok().flatten()?;
        self.receiver.chats().delivery(&row.job, &row.place).await.ok().flatten()
    }
}

/// Posts in a channel, once per name.
struct ChannelResponder<'a> {
    receiver: &'a DiscordReceiver,
    channel: u64,
    name: String,
}

#[async_trait]
impl Responder for ChannelResponder<'_> {
    async fn whisper(&self, card: &Card) {
        self.post(card).await;
    }

    async fn post(&self, card: &Card) {
        self.receiver.post(self.channel, card, &self.name).await;
    }
}
