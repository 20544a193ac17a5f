//! Slash commands, and "Research this" in a message's menu.

use super::reply::InteractionResponder;
use super::requests::{files_of, person_of, replies_in_private};
use super::{DiscordReceiver, locations};
use crate::api::ApiError;
use crate::directory::ChannelInfo;
use crate::handle::DiscordHandle;
use crate::payload::{Attachment, Interaction};
use crate::registration::{ANSWERS_IN, HELP, HISTORY, RESEARCH, RESEARCH_THIS, SETTINGS};
use crate::render;
use gorkd_chat::{ChatReply, FileLimits, Keyword, Location, Memory, Question, Tone, download_files};
use gorkd_core::engine::ChosenTerms;
use gorkd_core::model::{Millis, Planning, Profile};
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

/// Limits of the files read per message.
pub(super) const FILES: FileLimits = FileLimits { count: 10, bytes: 25 << 20 };
/// Maximum characters of a chosen message to use as a question.
const MAX_QUESTION: usize = 2_000;

impl DiscordReceiver {
    pub(super) async fn command(&self, interaction: &Interaction, at: Millis) {
        match interaction.data.name.as_str() {
            RESEARCH | RESEARCH_THIS => self.research(interaction, at).await,
            HELP => self.show(interaction, Keyword::Help).await,
            HISTORY => self.show(interaction, Keyword::Threads).await,
            SETTINGS => {
                let setting = interaction.text("setting").unwrap_or_default();
                let value = interaction.text("value").map(str::trim).unwrap_or_default();
                if setting == ANSWERS_IN {
                    let card = self.set_answer_channel(interaction, value).await;
                    return self.whisper(interaction, &card).await;
                }
                let memory = match (setting, value) {
                    ("", _) => Memory::Show,
                    (name, "") => Memory::Forget { of_place: true, name: Some(name.to_owned()) },
                    (name, value) => {
                        Memory::Set { of_place: true, name: name.to_owned(), value: value.to_owned() }
                    }
                };
                self.show(interaction, Keyword::Memory(memory)).await;
            }
            _ => self.whisper_note(interaction, Tone::Caution, Msg::DiscordUnknownCommand).await,
        }
    }

    /// Handles a command that only shows something to the person.
    async fn show(&self, interaction: &Interaction, keyword: Keyword) {
        let info = self.channel_of(interaction).await.unwrap_or_default();
        let handle = DiscordHandle { channel: interaction.channel_id, ..Default::default() };
        let question = Question {
            key: interaction.id.to_string(),
            person: person_of(interaction),
            location: locations::private(&info, interaction.id, &handle),
            ..Question::default()
        };
        match self.receiver.chat.keyword(&keyword, question).await {
            ChatReply::Ephemeral(mut card) | ChatReply::Refusal(mut card) | ChatReply::Post(mut card) => {
                if keyword == Keyword::Memory(Memory::Show) {
                    card.parts.extend(self.answer_channel_setting(interaction).await);
                }
                self.whisper(interaction, &card).await;
            }
            ChatReply::Nothing | ChatReply::Form(_) => {}
        }
    }

    async fn research(&self, interaction: &Interaction, at: Millis) {
        let info = match self.channel_of(interaction).await {
            Ok(info) => info,
            Err(error) => return self.report_no_access(interaction, &error).await,
        };
        let (text, attachments) = asked(interaction);
        let menu = interaction.data.name == RESEARCH_THIS;
        let private = !menu && replies_in_private(interaction) && !info.direct;
        if !private && let Some(lacking) = info.lacking() {
            return self.whisper_note(interaction, Tone::Caution, Msg::DiscordLacksHere { lacking }).await;
        }
        let (location, message) = if private {
            let handle = DiscordHandle {
                channel: interaction.channel_id,
                token: Some(interaction.token.clone()),
                until: self.token_end(at),
                ..Default::default()
            };
            (locations::private(&info, interaction.id, &handle), 0)
        } else if menu {
            // The thread opens on the chosen message.
            let target = interaction.data.target_id;
            (locations::of_message(&info, target, &text), target)
        } else {
            match self.public_location(interaction, &info, &text).await {
                Ok(found) => found,
                Err(error) => return self.report_no_access(interaction, &error).await,
            }
        };
        let (files, unread_files) = download_files(files_of(&attachments), FILES, &self.api).await;
        let question = Question {
            key: interaction.id.to_string(),
            person: person_of(interaction),
            location,
            message: if message == 0 { String::new() } else { message.to_string() },
            text: text.clone(),
            wanted: options(interaction),
            for_asker: private,
            files,
            unread_files,
            ..Question::default()
        };
        let public = !private && !menu;
        let to = InteractionResponder { receiver: self, interaction, channel: info.id(), public };
        if !menu {
            self.receiver.command(&text, question, &to).await;
        } else if !self.receiver.ask(question, &to).await {
            self.whisper_note(interaction, Tone::Plain, Msg::DiscordInThread).await;
        }
    }

    /// The location of a public question, and the message that contains it.
    async fn public_location(
        &self,
        interaction: &Interaction,
        info: &ChannelInfo,
        text: &str,
    ) -> Result<(Location, u64), ApiError> {
        if let Some(target) = self.answer_channel(info).await {
            return self.ask_in(interaction, &target, text).await;
        }
        let message = self.post_question(interaction, info, text).await?;
        Ok((locations::of_message(info, message, text), message))
    }

    /// Edits the response to say who asked what. The thread opens on that message. Returns its id.
    async fn post_question(
        &self,
        interaction: &Interaction,
        info: &ChannelInfo,
        question: &str,
    ) -> Result<u64, ApiError> {
        let body = heading(question, interaction.person().id, interaction.locale());
        match self.edit_response(interaction, &body).await {
            Ok(message) => Ok(message),
            // The response was late or never sent, so post a message instead.
            Err(_) => self.post_body(info.id(), body, &format!("ask{}", interaction.id)).await,
        }
    }

    async fn channel_of(&self, interaction: &Interaction) -> Result<ChannelInfo, ApiError> {
        match interaction.guild_id {
            0 => Ok(ChannelInfo::direct(interaction.channel_id)),
            _ => self.directory.channel(interaction.channel_id).await,
        }
    }

    async fn report_no_access(&self, interaction: &Interaction, error: &ApiError) {
        tracing::warn!(reason = %error.error, "failed to use the channel of a command");
        let text = Msg::DiscordCannotAnswer { why: error.error.to_string() };
        self.whisper_note(interaction, Tone::Caution, text).await;
    }

    /// When the token of an interaction received at this time expires.
    pub(super) fn token_end(&self, from: Millis) -> Millis {
        let life = u64::try_from(self.api.settings().token_life.as_millis()).unwrap_or(u64::MAX);
        from.plus(life)
    }
}

/// A message that says who asked what.
pub(super) fn heading(question: &str, asker: u64, locale: Locale) -> Value {
    let text = render::escape(&render::label(question, 900));
    let by = locale.say(Msg::DiscordAskedBy);
    json!({"content": format!("**{text}**\n{by} <@{asker}>"), "allowed_mentions": {"parse": []}})
}

/// The text of a command or of the chosen message, and the attached files.
fn asked(interaction: &Interaction) -> (String, Vec<Attachment>) {
    let resolved = &interaction.data.resolved;
    if interaction.data.name == RESEARCH {
        let text = interaction.text("question").unwrap_or_default().to_owned();
        return (text, resolved.attachments.values().cloned().collect());
    }
    let message = resolved.messages.values().next().cloned().unwrap_or_default();
    (message.content.chars().take(MAX_QUESTION).collect(), message.attachments)
}

fn options(interaction: &Interaction) -> ChosenTerms {
    let profile = interaction.text("profile");
    let profile = profile.and_then(|name| Profile::ALL.into_iter().find(|one| one.name() == name));
    let planning = match interaction.text("planning") {
        Some("interactive") => Some(Planning::Interactive),
        Some("auto") => Some(Planning::Auto),
        Some(_) | None => None,
    };
    ChosenTerms { profile, planning, ..ChosenTerms::default() }
}
