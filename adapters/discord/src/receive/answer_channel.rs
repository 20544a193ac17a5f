//! The channel for answers, if a channel's admins have set a different one: a channel of the server, or a forum
//! in which each question becomes a post.

use super::commands::heading;
use super::requests::person_of;
use super::{DiscordReceiver, locations};
use crate::api::{ApiError, Call};
use crate::directory::ChannelInfo;
use crate::handle::{DiscordHandle, channel_name, place, thread_name};
use crate::payload::{ActiveThreads, Channel, Interaction};
use crate::platform::{ARCHIVE_AFTER, was_created_since};
use crate::registration::ANSWERS_IN;
use gorkd_chat::{Card, Location, Part, Tone};
use gorkd_core::model::Millis;
use gorkd_words::Msg;
use reqwest::Method;
use serde_json::{Value, json};

/// The step of an interaction that creates its forum post.
const POST: &str = "post";

impl DiscordReceiver {
    /// Sets or removes the answer channel, and returns a confirmation.
    pub(super) async fn set_answer_channel(&self, interaction: &Interaction, value: &str) -> Card {
        let locale = interaction.locale();
        let note = |tone: Tone, text: Msg| Card::say(tone, text, locale);
        let refuse = |text: Msg| note(Tone::Caution, text);
        if !self.receiver.chat.is_admin(&person_of(interaction)) {
            return refuse(Msg::NotAdminPlace);
        }
        let Ok(here) = self.directory.channel(interaction.channel_id).await else {
            return refuse(Msg::DiscordCannotSee);
        };
        let (chats, name) = (self.receiver.chats(), channel_name(here.guild, here.channel));
        if value.is_empty() {
            return match chats.put_answer_channel(&name, None, self.clock.now()).await {
                Ok(()) => note(Tone::Plain, Msg::DiscordAnswersHere),
                Err(_) => note(Tone::Failed, Msg::StoreSilent),
            };
        }
        let id = value.trim_start_matches("<#").trim_end_matches('>').parse::<u64>();
        let target = match id {
            Ok(id) => self.directory.channel(id).await.ok(),
            Err(_) => None,
        };
        let Some(target) = target.filter(|one| one.guild == here.guild && one.thread.is_none()) else {
            let shape = locale.say(Msg::SettingAnswersIn);
            return refuse(Msg::DiscordAnswersWhere { name: ANSWERS_IN.to_owned(), shape });
        };
        if here.private && !target.private {
            return refuse(Msg::DiscordAnswersOpen);
        }
        if let Some(lacking) = target.lacking() {
            return refuse(Msg::DiscordLacksThere { lacking });
        }
        match chats.put_answer_channel(&name, Some(&target.channel.to_string()), self.clock.now()).await {
            Ok(()) => note(Tone::Plain, Msg::DiscordAnswersThere { channel: target.name }),
            Err(_) => note(Tone::Failed, Msg::StoreSilent),
        }
    }

    /// The answer channel, as shown in the list of a channel's settings.
    pub(super) async fn answer_channel_setting(&self, interaction: &Interaction) -> Option<Part> {
        let here = self.directory.channel(interaction.channel_id).await.ok()?;
        let target = self.answer_channel(&here).await?;
        Some(Part::Fields(vec![(ANSWERS_IN.to_owned(), format!("#{}", target.name))]))
    }

    /// Where answers to questions from this channel go; `None` for the channel itself.
    pub(super) async fn answer_channel(&self, info: &ChannelInfo) -> Option<ChannelInfo> {
        if info.direct || info.thread.is_some() {
            return None;
        }
        let name = channel_name(info.guild, info.channel);
        let target = self.receiver.chats().answer_channel(&name).await.ok()??.parse().ok()?;
        let target = self.directory.channel(target).await.ok()?;
        // If the target became public or a permission is missing, answers stay where they are asked.
        let is_usable =
            target.guild == info.guild && (target.private || !info.private) && target.lacking().is_none();
        is_usable.then_some(target)
    }

    /// Posts the question in the answer channel, and links to it from the response. Returns the location of the
    /// answer, and the message with the question.
    pub(super) async fn ask_in(
        &self,
        interaction: &Interaction,
        target: &ChannelInfo,
        question: &str,
    ) -> Result<(Location, u64), ApiError> {
        let body = heading(question, interaction.person().id, interaction.locale());
        let (location, message) = if target.forum {
            let post = self.create_post(interaction, target, question, &body).await?;
            let handle = DiscordHandle { channel: post, reacts_to: Some((post, post)), ..Default::default() };
            let place = place(target.guild, target.channel, post);
            (Location { bot_thread: true, ..locations::at(target, place, &handle) }, post)
        } else {
            let message =
                self.post_body(target.channel, body.clone(), &format!("ask{}", interaction.id)).await?;
            (locations::of_message(target, message, question), message)
        };
        let there = if target.forum { message } else { target.channel };
        let answered_in = interaction.locale().say(Msg::DiscordAnsweredIn);
        let mut pointer = body;
        pointer["content"] = match pointer["content"].as_str() {
            Some(heading) => format!("{heading}\n{answered_in} <#{there}>").into(),
            None => Value::Null,
        };
        if let Err(error) = self.edit_response(interaction, &pointer).await {
            tracing::debug!(reason = %error.error, "failed to link a response to the answer channel");
        }
        Ok((location, message))
    }

    /// Creates the forum post for a question. Forums do not support nonces, so after a crash this looks for the
    /// post first.
    async fn create_post(
        &self,
        interaction: &Interaction,
        target: &ChannelInfo,
        question: &str,
        message: &Value,
    ) -> Result<u64, ApiError> {
        let name = thread_name(question);
        match self.step(interaction, POST).await {
            Some(step) => {
                if let Some(post) = step.made.and_then(|post| post.parse().ok()) {
                    return Ok(post);
                }
                if let Some(post) = self.find_post(target, &name, step.at).await? {
                    return Ok(post);
                }
            }
            None => self.record_step(interaction, POST, None).await,
        }
        let mut body = json!({"name": name, "auto_archive_duration": ARCHIVE_AFTER, "message": message});
        if let Some(tag) = &target.tag {
            body["applied_tags"] = json!([tag]);
        }
        let path = format!("/channels/{}/threads", target.channel);
        let call = Call::new(Method::POST, path, "posts", target.channel).body(&body).needs("Send Messages");
        let post: Channel = self.api.retry(&call).await?;
        self.record_step(interaction, POST, Some(post.id.to_string())).await;
        Ok(post.id)
    }

    async fn find_post(
        &self,
        target: &ChannelInfo,
        name: &str,
        since: Millis,
    ) -> Result<Option<u64>, ApiError> {
        let path = format!("/guilds/{}/threads/active", target.guild);
        let active: ActiveThreads = self.api.retry(&Call::get(path, "active", target.guild)).await?;
        let is_own = |post: &Channel| {
            post.owner_id == self.api.me()
                && post.parent_id == target.channel
                && post.name == name
                && was_created_since(post.id, since)
        };
        Ok(active.threads.iter().find(|post| is_own(post)).map(|post| post.id))
    }
}
