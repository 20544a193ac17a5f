//! Messages: mentions, direct messages, replies, and what is said in threads of ours.

use super::handler::{Work, lacking};
use super::payload::Message;
use super::places::Known;
use super::question::{self, base, files, name_of};
use crate::api::{Call, Fault, patiently};
use crate::handle::{Handle, NAME};
use crate::platform::react;
use gorkd_chat::{
    Card, MOST_ABOVE, Mark, Person, Question, Reply, Said, Spot, Tone, Trouble, Word, asks_in_private,
    read_line,
};
use gorkd_words::Msg;
use reqwest::Method;
use serde_json::Value;

impl Work {
    pub(super) async fn said(&self, payload: &Value) {
        let Some(message) = Message::read(payload).filter(Message::is_of_a_person) else { return };
        let known = match self.places.known(message.channel_id).await {
            Ok(known) => known,
            Err(fault) => {
                tracing::warn!(reason = %fault.trouble, "a message came from where gorkd cannot look");
                return;
            }
        };
        let text = self.words(&message);
        let answered = self.answered_place(&message, &known).await;
        let mentioned = message.mentions(self.api.me());
        let to_us = mentioned || known.direct || answered.is_some();
        // Without the text there is nothing to hear.
        if !to_us && text.is_empty() && message.attachments.is_empty() {
            return;
        }
        let fresh = answered.is_none() && known.thread.is_none() && !known.direct;
        if fresh && !mentioned {
            return;
        }
        let heard = to_us || known.ours;
        let spot = match heard && !known.direct && asks_in_private(&text, to_us) {
            true => match self.spot_alone(&message, &text).await {
                Some(spot) => spot,
                None => return self.cannot_tell_alone(&message).await,
            },
            false => answered.unwrap_or_else(|| question::spot(&known, message.id, &text)),
        };
        let person = self.speaker(&message).await;
        if to_us && let Some(lacking) = lacking(&known) {
            let text = self.desk.speaks(&person, &text).say(Msg::DiscordLacksWhereAsked { lacking });
            return self.tell_alone(&message, &Card::note(Tone::Weak, text)).await;
        }
        // In a channel, what stands above may be about anything; in a thread a mention is about its talk.
        let sums_up = matches!(read_line(&text).word, Some(Word::Summary(..)));
        let about_above = sums_up || known.thread.is_some() || self.desk.service().points_back(&text);
        let above = match mentioned && !known.ours && !known.direct && about_above {
            true => self.above(&message).await,
            false => Vec::new(),
        };
        let (files, missed) = if to_us || known.ours {
            files(&self.api, &message.attachments).await
        } else {
            Default::default()
        };
        let (channel, locale) = (message.channel_id, self.desk.speaks(&person, &text));
        let said = Said {
            question: Question {
                key: message.id.to_string(),
                person,
                spot,
                message: message.id.to_string(),
                text,
                files,
                above,
                ..Question::default()
            },
            to_us,
        };
        let reply = self.desk.said(said).await;
        self.deliverer.nudge();
        match reply {
            Reply::Nothing | Reply::Form(_) => {}
            Reply::Say(card) => self.answer(&message, &card, "answer").await,
            Reply::Refused(card) => {
                self.mark_as(channel, message.id, Mark::Weak).await;
                self.answer(&message, &card, "answer").await;
            }
            Reply::Whisper(card) => self.tell_alone(&message, &card).await,
        }
        if !missed.is_empty() {
            let text = locale.say(Msg::DiscordFilesMissed { names: missed.join(", ") });
            self.answer(&message, &Card::note(Tone::Weak, text), "missed").await;
        }
    }

    /// Nobody can be whispered to outside of interactions: what is said to one stands below his message.
    /// What Discord does not take there is said in plain words, then by direct message; at last the question is marked.
    pub(super) async fn answer(&self, to: &Message, card: &Card, name: &str) {
        let (channel, message) = (to.channel_id, to.id);
        let below = |mut body: Value| {
            body["message_reference"] =
                serde_json::json!({"message_id": message.to_string(), "fail_if_not_exists": false});
            body
        };
        for (nth, content) in crate::render::render(card).into_iter().enumerate() {
            let name = format!("{name}{message}.{nth}");
            let said = match self.say_body(channel, below(content.body.clone()), &name).await {
                Err(Fault { trouble: Trouble::Invalid(_), .. }) => {
                    let words = crate::render::plainly(&content).body;
                    self.say_body(channel, below(words), &format!("{name}plain")).await
                }
                said => said,
            };
            let Err(fault) = said else { continue };
            tracing::warn!(reason = %fault.trouble, "something could not be said where it belongs");
            let told = match self.direct_channel(to.author.id).await {
                Some(direct) if direct != channel => self.say(direct, card, &format!("{name}direct")).await,
                Some(_) | None => false,
            };
            if !told {
                self.mark_as(channel, message, Mark::Failed).await;
            }
            return;
        }
    }

    /// Beside an interaction nobody can be shown something alone but by direct message.
    async fn tell_alone(&self, message: &Message, card: &Card) {
        let told = match self.direct_channel(message.author.id).await {
            Some(channel) => self.say(channel, card, &format!("alone{}", message.id)).await,
            None => false,
        };
        if !told && message.guild_id != 0 {
            self.cannot_tell_alone(message).await;
        }
    }

    async fn cannot_tell_alone(&self, message: &Message) {
        let text = self.desk.speaks(&Person::default(), &message.content).say(Msg::DiscordClosed);
        self.mark_as(message.channel_id, message.id, Mark::Weak).await;
        self.answer(message, &Card::note(Tone::Weak, text), "closed").await;
    }

    async fn direct_channel(&self, user: u64) -> Option<u64> {
        let body = serde_json::json!({"recipient_id": user.to_string()});
        let call = || {
            self.api.call(Call::new(Method::POST, "/users/@me/channels".to_owned(), "direct", "").body(&body))
        };
        let channel = patiently(call).await.ok()?;
        Some(super::payload::number(&channel["id"])).filter(|channel| *channel != 0)
    }

    /// Where a private question is answered: in the asker's direct messages, below its words.
    async fn spot_alone(&self, message: &Message, text: &str) -> Option<Spot> {
        let channel = self.direct_channel(message.author.id).await?;
        let words = self.heading(
            &read_line(text).text,
            message.author.id,
            self.desk.speaks(&Person::default(), text),
        );
        self.say_words(channel, &words, &format!("ask{}", message.id)).await?;
        let known = Known { channel, direct: true, private: true, bits: u64::MAX, ..Known::default() };
        let spot = question::spot(&known, message.id, text);
        let marks = Some((message.channel_id, message.id));
        let handle = Handle { marks, ..Handle::read(&spot.handle) };
        Some(Spot { handle: handle.write(), ..spot })
    }

    /// A courtesy beside the words.
    async fn mark_as(&self, channel: u64, message: u64, mark: Mark) {
        if let Err(fault) = patiently(|| react(&self.api, Method::PUT, channel, message, mark)).await {
            tracing::debug!(reason = %fault.trouble, "a question could not be marked");
        }
    }

    /// A message without the mention of the bot, and with names for the mentions of others.
    fn words(&self, message: &Message) -> String {
        let me = self.api.me();
        let mut text = message.content.clone();
        for form in [format!("<@{me}>"), format!("<@!{me}>")] {
            text = text.replace(&form, " ");
        }
        for user in &message.mentions {
            let name = format!("@{}", name_of(user, None));
            text =
                text.replace(&format!("<@{}>", user.id), &name).replace(&format!("<@!{}>", user.id), &name);
        }
        text.trim().to_owned()
    }

    async fn speaker(&self, message: &Message) -> Person {
        let mut roles = message.member.as_ref().map(|member| member.roles.clone()).unwrap_or_default();
        if message.guild_id != 0 && self.places.governs(message.guild_id, message.author.id, &roles).await {
            roles.push("admin".to_owned());
        }
        question::person(message.author.id, roles, "")
    }

    /// The place of the conversation that a message answers, where it answers one of ours.
    async fn answered_place(&self, message: &Message, known: &Known) -> Option<Spot> {
        // A thread is one conversation, whatever is answered in it.
        let answered =
            message.message_reference.as_ref().filter(|_| known.thread.is_none() && !known.direct)?;
        let chats = &self.desk.kept().chats;
        let row = chats.message(NAME, &answered.message_id.to_string()).await.ok().flatten()?;
        let telling = chats.telling(&row.job, &row.place).await.ok().flatten()?;
        let handle =
            Handle { marks: Some((message.channel_id, message.id)), ..Handle::read(&telling.handle) };
        Some(Spot { ours: true, ..base(known, row.place, &handle) })
    }

    /// What people said above a mention, oldest first.
    async fn above(&self, message: &Message) -> Vec<(String, String)> {
        let channel = message.channel_id;
        let path = format!("/channels/{channel}/messages?before={}&limit={MOST_ABOVE}", message.id);
        let call = || self.api.call(Call::new(Method::GET, path.clone(), "messages", &channel.to_string()));
        let Ok(found) = patiently(call).await else { return Vec::new() };
        let messages = found.as_array().into_iter().flatten().rev().filter_map(Message::read);
        let people = messages.filter(Message::is_of_a_person).filter(|one| !one.content.trim().is_empty());
        people.map(|one| (name_of(&one.author, one.member.as_ref()), self.words(&one))).collect()
    }

    pub(super) async fn edited(&self, payload: &Value) {
        // What the bot itself changes is told to it too.
        let Some(message) = Message::read(payload).filter(Message::is_of_a_person) else { return };
        let Some((spot, channel)) = self.spot_of_asked(message.channel_id, message.id).await else { return };
        match self.desk.edited(&spot, &message.id.to_string(), &self.words(&message)).await {
            Reply::Nothing | Reply::Form(_) => {}
            Reply::Whisper(card) | Reply::Refused(card) | Reply::Say(card) => {
                // Said again when it is edited again.
                let name = format!("edited{}{}", message.id, message.content);
                self.say(channel, &card, &name).await;
            }
        }
        self.deliverer.nudge();
    }

    pub(super) async fn deleted(&self, channel: u64, message: u64) {
        let Some((spot, _)) = self.spot_of_asked(channel, message).await else { return };
        self.desk.deleted(&spot, &message.to_string(), &Person::default()).await;
        self.deliverer.nudge();
    }

    /// The spot of a question that was asked with this message, and where its answers go.
    async fn spot_of_asked(&self, channel: u64, message: u64) -> Option<(Spot, u64)> {
        let chats = &self.desk.kept().chats;
        let row = chats.message(NAME, &message.to_string()).await.ok().flatten()?;
        let telling = chats.telling(&row.job, &row.place).await.ok().flatten()?;
        let handle = Handle::read(&telling.handle);
        let known = self.places.known(channel).await.unwrap_or_default();
        let at = handle.anchor.unwrap_or(handle.channel);
        Some((base(&known, row.place, &handle), at))
    }
}
