//! Replies: messages in channels and threads, and responses to interactions.
//!
//! Responses that only one person sees are shown at most once, even if the interaction is handled again after a
//! crash. What was shown stays stored until the interaction is finished.

use super::DiscordReceiver;
use crate::api::{ApiError, Call};
use crate::handle::NAME;
use crate::payload::{EPHEMERAL, Empty, Interaction, LOADING, Message};
use crate::{reactions, render};
use async_trait::async_trait;
use gorkd_chat::{Card, Person, PlatformError, Reaction, Responder, Tone, nonce};
use gorkd_core::ports::Step;
use gorkd_words::{Locale, Msg};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// Maximum number of extra attempts while it is unknown whether a message was posted, and the pause between
/// them.
const ATTEMPTS: usize = 3;
const PAUSE: Duration = Duration::from_secs(1);

/// The key of a stored interaction, whose steps say what has been shown.
fn arrival(interaction: u64) -> String {
    format!("{NAME}:{interaction}")
}

/// Replies below a message.
pub(super) struct MessageResponder<'a> {
    pub receiver: &'a DiscordReceiver,
    pub message: &'a Message,
}

#[async_trait]
impl Responder for MessageResponder<'_> {
    async fn whisper(&self, card: &Card) {
        self.receiver.whisper_to_author(self.message, card).await;
    }

    async fn post(&self, card: &Card) {
        self.receiver.reply_to(self.message, card, "answer").await;
    }

    async fn refuse(&self, card: &Card) {
        self.receiver.react(self.message, Reaction::Caution).await;
        self.post(card).await;
    }

    async fn unread(&self, card: &Card) {
        self.receiver.reply_to(self.message, card, "missed").await;
    }
}

/// Replies to a button or a form. Public posts go to `channel`.
pub(super) struct InteractionResponder<'a> {
    pub receiver: &'a DiscordReceiver,
    pub interaction: &'a Interaction,
    pub channel: u64,
    /// Everyone sees "gorkd is thinking…", which cannot become a message for one person.
    pub public: bool,
}

#[async_trait]
impl Responder for InteractionResponder<'_> {
    async fn whisper(&self, card: &Card) {
        if self.public {
            self.receiver.delete_response(self.interaction).await;
        }
        self.receiver.whisper(self.interaction, card).await;
    }

    async fn post(&self, card: &Card) {
        self.receiver.post(self.channel, card, &format!("reply{}", self.interaction.id)).await;
    }

    async fn unread(&self, card: &Card) {
        self.receiver.follow_up(self.interaction, "missed", card).await;
    }
}

impl DiscordReceiver {
    /// Posts a reply to a message. If Discord refuses the formatting, posts plain text; if it refuses that too,
    /// sends a direct message; and if that fails, adds a reaction to the message.
    pub(super) async fn reply_to(&self, to: &Message, card: &Card, name: &str) {
        let (channel, message) = (to.channel_id, to.id);
        let below = |mut body: Value| {
            body["message_reference"] =
                json!({"message_id": message.to_string(), "fail_if_not_exists": false});
            body
        };
        for (nth, content) in render::render(card).into_iter().enumerate() {
            let name = format!("{name}{message}.{nth}");
            let posted = match self.post_body(channel, below(content.body.clone()), &name).await {
                Err(ApiError { error: PlatformError::Invalid(_), .. }) => {
                    let text = render::plain(&content).body;
                    self.post_body(channel, below(text), &format!("{name}plain")).await
                }
                posted => posted,
            };
            let Err(error) = posted else { continue };
            tracing::warn!(reason = %error.error, "failed to post a reply");
            let sent = match self.api.open_direct(&to.author.id.to_string()).await {
                Some(direct) if direct != channel => self.post(direct, card, &format!("{name}direct")).await,
                Some(_) | None => false,
            };
            if !sent {
                self.react(to, Reaction::Failed).await;
            }
            return;
        }
    }

    /// Without an interaction, only a direct message reaches a single person.
    async fn whisper_to_author(&self, message: &Message, card: &Card) {
        let sent = match self.api.open_direct(&message.author.id.to_string()).await {
            Some(channel) => self.post(channel, card, &format!("alone{}", message.id)).await,
            None => false,
        };
        if !sent && message.guild_id != 0 {
            self.report_no_direct_message(message).await;
        }
    }

    pub(super) async fn report_no_direct_message(&self, message: &Message) {
        let text = self.language_of(message).say(Msg::DiscordClosed);
        self.react(message, Reaction::Caution).await;
        self.reply_to(message, &Card::note(Tone::Caution, text), "closed").await;
    }

    /// The language of a message's text, because Discord does not report the author's language.
    pub(super) fn language_of(&self, message: &Message) -> Locale {
        self.receiver.chat.language(&Person::default(), &message.content)
    }

    async fn react(&self, message: &Message, reaction: Reaction) {
        let call = reactions::call(Method::PUT, message.channel_id, message.id, reaction);
        if let Err::<Empty, _>(error) = self.api.retry(&call).await {
            tracing::debug!(reason = %error.error, "failed to set a reaction");
        }
    }

    /// Shows a message only to the person: as the pending response if there is one, otherwise as another
    /// response.
    pub(super) async fn whisper(&self, interaction: &Interaction, card: &Card) {
        // The first follow-up replaces "gorkd is thinking…".
        if self.is_first(interaction, "reply").await {
            self.send_follow_up(interaction, card).await;
        }
    }

    pub(super) async fn whisper_note(&self, interaction: &Interaction, tone: Tone, text: Msg) {
        self.whisper(interaction, &Card::note(tone, text.to(interaction.locale()))).await;
    }

    /// Sends a message after the reply, at most once per name. Returns false if the person could not be told.
    pub(super) async fn follow_up(&self, interaction: &Interaction, name: &str, card: &Card) -> bool {
        !self.is_first(interaction, name).await || self.send_follow_up(interaction, card).await
    }

    async fn send_follow_up(&self, interaction: &Interaction, card: &Card) -> bool {
        for content in render::render(card) {
            let mut body = content.body;
            body["flags"] = EPHEMERAL.into();
            let call = Call::follow_up(self.api.me(), &interaction.token).body(&body).files(&content.files);
            if let Err::<Empty, _>(error) = self.api.retry(&call).await {
                tracing::warn!(reason = %error.error, "failed to reply to an interaction");
                return false;
            }
        }
        true
    }

    pub(super) async fn edit_response(
        &self,
        interaction: &Interaction,
        body: &Value,
    ) -> Result<u64, ApiError> {
        let message: Message =
            self.api.retry(&self.response_call(Method::PATCH, interaction).body(body)).await?;
        Ok(message.id)
    }

    pub(super) async fn delete_response(&self, interaction: &Interaction) {
        let deleted = self.api.retry(&self.response_call(Method::DELETE, interaction)).await;
        if let Err::<Empty, _>(error) = deleted {
            tracing::debug!(reason = %error.error, "failed to delete an unneeded response");
        }
    }

    pub(super) async fn is_thinking(&self, interaction: &Interaction) -> bool {
        let response: Message =
            self.api.retry(&self.response_call(Method::GET, interaction)).await.unwrap_or_default();
        response.flags & LOADING != 0
    }

    fn response_call<'a>(&self, method: Method, interaction: &Interaction) -> Call<'a> {
        Call::reply(method, self.api.me(), &interaction.token, "@original")
    }

    /// Posts a card in a channel or thread, once per name. Returns false if that fails.
    pub(super) async fn post(&self, channel: u64, card: &Card, name: &str) -> bool {
        for (nth, content) in render::render(card).into_iter().enumerate() {
            if let Err(error) = self.post_body(channel, content.body, &format!("{name}{nth}")).await {
                tracing::warn!(reason = %error.error, "failed to post a message");
                return false;
            }
        }
        true
    }

    /// Posts a message, once per name, and returns its id.
    pub(super) async fn post_body(&self, channel: u64, mut body: Value, name: &str) -> Result<u64, ApiError> {
        body["nonce"] = nonce(name).into();
        body["enforce_nonce"] = true.into();
        let path = format!("/channels/{channel}/messages");
        let call = Call::new(Method::POST, path, "messages", channel).body(&body).needs("Send Messages");
        // The nonce keeps Discord from posting it twice.
        let mut posted: Result<Message, ApiError> = self.api.retry(&call).await;
        for _ in 0..ATTEMPTS {
            if !matches!(&posted, Err(ApiError { error: PlatformError::Unconfirmed(_), .. })) {
                break;
            }
            tokio::time::sleep(PAUSE).await;
            posted = self.api.retry(&call).await;
        }
        Ok(posted?.id)
    }

    /// Whether this is shown to the person for the first time. Recorded before it is shown: showing it twice is
    /// worse than never, and everything that matters has a button to show it again.
    async fn is_first(&self, interaction: &Interaction, name: &str) -> bool {
        if self.step(interaction, name).await.is_some() {
            return false;
        }
        self.record_step(interaction, name, None).await;
        true
    }

    /// A recorded step of an interaction, if there is one.
    pub(super) async fn step(&self, interaction: &Interaction, name: &str) -> Option<Step> {
        self.tracked.insert(interaction.id);
        let steps = self.receiver.chats().steps(&arrival(interaction.id)).await;
        let steps =
            steps.inspect_err(|error| tracing::warn!(%error, "it is unknown whether a reply was shown"));
        steps.ok()?.into_iter().find(|step| step.name == name)
    }

    /// Records a step, with the id of what it created once that is known.
    pub(super) async fn record_step(&self, interaction: &Interaction, name: &str, made: Option<String>) {
        self.tracked.insert(interaction.id);
        let step = Step { name: name.to_owned(), made, at: self.clock.now() };
        if let Err(error) = self.receiver.chats().put_step(&arrival(interaction.id), &step).await {
            tracing::warn!(%error, "failed to record the progress of an interaction");
        }
    }

    /// Deletes what is stored about a finished interaction.
    pub(super) async fn forget(&self, interaction: &Interaction) {
        if self.tracked.remove(&interaction.id).is_none() {
            return;
        }
        if let Err(error) = self.receiver.chats().drop_steps(&arrival(interaction.id)).await {
            tracing::debug!(%error, "failed to delete the progress of an interaction");
        }
    }
}
