//! Replies: ephemeral messages, messages, forms, files.

use super::{Conversation, SlackReceiver};
use crate::client::ApiError;
use crate::limits::Urgency;
use crate::render::{self, OpenedFrom};
use crate::responses::Empty;
use async_trait::async_trait;
use gorkd_chat::{Card, Form, OutgoingFile, PlatformError, Reaction, Responder, Tone};
use gorkd_core::engine::still_held;
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

const EPHEMERAL: &str = "chat.postEphemeral";
const MESSAGE: &str = "chat.postMessage";
/// Maximum number of attempts at a reply while Slack is rate limiting.
const ATTEMPTS: u32 = 10;

/// Replies in a conversation. `trigger` opens a form and expires after three seconds.
pub(super) struct SlackResponder<'a> {
    receiver: &'a SlackReceiver,
    conversation: &'a Conversation,
    trigger: Option<&'a str>,
}

#[async_trait]
impl Responder for SlackResponder<'_> {
    async fn whisper(&self, card: &Card) {
        self.receiver.whisper(self.conversation, card).await;
    }

    async fn post(&self, card: &Card) {
        self.receiver.post(self.conversation, card).await;
    }

    async fn refuse(&self, card: &Card) {
        self.whisper(card).await;
        let Conversation { credentials, handle, .. } = self.conversation;
        if let Err(error) = self.receiver.reactions.set(credentials, handle, Reaction::Caution).await {
            tracing::debug!(reason = %error, "failed to set a reaction");
        }
    }

    async fn open(&self, form: &Form) {
        let Conversation { credentials, handle, location, .. } = self.conversation;
        let opened_from = OpenedFrom {
            team: handle.team.clone(),
            channel: handle.channel.clone(),
            thread: handle.thread.clone().unwrap_or_default(),
            place: location.place.as_str().to_owned(),
        };
        let view = render::form(form, &opened_from);
        let body = json!({"trigger_id": self.trigger.unwrap_or_default(), "view": view});
        // A trigger expires after three seconds, so there is no time to wait.
        let opened = self.receiver.client.call(credentials, "views.open", body, Urgency::Now).await;
        if let Err::<Empty, _>(error) = opened {
            tracing::info!(?error, "failed to open a form");
            self.receiver.whisper_message(self.conversation, form_error(&error)).await;
        }
    }
}

impl SlackReceiver {
    pub(super) fn responder<'a>(
        &'a self,
        conversation: &'a Conversation,
        trigger: Option<&'a str>,
    ) -> SlackResponder<'a> {
        SlackResponder { receiver: self, conversation, trigger }
    }

    pub(super) async fn whisper_message(&self, conversation: &Conversation, message: Msg) {
        self.whisper(conversation, &Card::note(Tone::Plain, message.to(conversation.locale()))).await;
    }

    /// Shows a card only to the person. In a direct message, every message is.
    pub(super) async fn whisper(&self, conversation: &Conversation, card: &Card) {
        self.whisper_text(conversation, card).await;
        for file in &card.files {
            self.send_file(conversation, file).await;
        }
    }

    async fn whisper_text(&self, conversation: &Conversation, card: &Card) {
        if conversation.handle.direct {
            self.post(conversation, card).await;
        } else if self.send_all(conversation, card, EPHEMERAL).await.is_err_and(|error| cannot_post(&error)) {
            self.send_directly(conversation, card).await;
        }
    }

    /// Ephemeral messages cannot contain files, so files are sent as direct messages, and the person is told.
    async fn send_file(&self, conversation: &Conversation, file: &OutgoingFile) {
        let locale = conversation.locale();
        let text = match self.files.upload(&conversation.credentials, &conversation.handle, file).await {
            Ok(()) if conversation.handle.direct => return,
            Ok(()) => locale.say(Msg::SlackFileIsThere { name: file.name.clone() }),
            Err(error) => {
                tracing::warn!(reason = %error, "failed to send a file");
                not_sent(&error, locale)
            }
        };
        self.whisper_text(conversation, &Card::note(Tone::Plain, text)).await;
    }

    pub(super) async fn post(&self, conversation: &Conversation, card: &Card) {
        let sent = self.send_all(conversation, card, MESSAGE).await;
        if !conversation.handle.direct && sent.is_err_and(|error| cannot_post(&error)) {
            self.send_directly(conversation, card).await;
        }
    }

    /// Sends a direct message, for when gorkd cannot post in the channel.
    pub(super) async fn send_directly(&self, conversation: &Conversation, card: &Card) {
        let Conversation { credentials, handle, .. } = conversation;
        let Ok(channel) = self.client.open_direct(credentials, &handle.user).await else { return };
        if let Some(direct) = self.conversation(&handle.team, &channel, "", &handle.user).await
            && self.send_all(&direct, card, MESSAGE).await.is_err()
        {
            tracing::warn!("failed to reach a person");
        }
    }

    async fn send_all(&self, conversation: &Conversation, card: &Card, method: &str) -> Result<(), ApiError> {
        for content in render::render(conversation.location.place.as_str(), card) {
            match self.send(conversation, method, content.body.clone()).await {
                // Slack may accept the plain text of a message whose blocks it refuses.
                Err(error) if matches!(PlatformError::from(error.clone()), PlatformError::Invalid(_)) => {
                    self.send(conversation, method, render::plain(&content).body).await?;
                }
                sent => sent?,
            }
        }
        Ok(())
    }

    async fn send(&self, conversation: &Conversation, method: &str, mut body: Value) -> Result<(), ApiError> {
        let handle = &conversation.handle;
        body["channel"] = json!(handle.channel);
        body["parse"] = json!("none");
        body["link_names"] = json!(false);
        let thread = match method {
            EPHEMERAL => {
                body["user"] = json!(handle.user);
                handle.ephemeral_thread()
            }
            _ => {
                body["unfurl_links"] = json!(false);
                body["unfurl_media"] = json!(false);
                handle.thread.as_ref()
            }
        };
        if let Some(thread) = thread {
            body["thread_ts"] = json!(thread);
        }
        let mut attempts = 0;
        loop {
            // It is unknown whether an unconfirmed message was posted, and posting it twice is worse than not
            // at all.
            match self.client.call(&conversation.credentials, method, body.clone(), Urgency::Now).await {
                Err(ApiError::RetryAfter(wait)) if attempts < ATTEMPTS && still_held() => {
                    attempts += 1;
                    tokio::time::sleep(wait).await;
                }
                Err(error) => {
                    tracing::warn!(?error, method, "failed to send a reply");
                    return Err(error);
                }
                Ok(Empty {}) => return Ok(()),
            }
        }
    }
}

/// Whether the error means that gorkd cannot post there at all.
fn cannot_post(error: &ApiError) -> bool {
    matches!(PlatformError::from(error.clone()), PlatformError::PlaceGone(_) | PlatformError::NotAllowed(_))
}

fn not_sent(error: &PlatformError, locale: Locale) -> String {
    let why = match error {
        PlatformError::NotAllowed(what) => locale.say(Msg::SlackFilePermission { what: what.clone() }),
        PlatformError::RetryAfter(_) | PlatformError::Unconfirmed(_) => locale.say(Msg::SlackFileBusy),
        other => other.to_string(),
    };
    locale.say(Msg::SlackFileFailed { why })
}

/// Tells the person why no form was opened.
fn form_error(error: &ApiError) -> Msg {
    match (PlatformError::from(error.clone()), error) {
        (PlatformError::Expired | PlatformError::RetryAfter(_) | PlatformError::Unconfirmed(_), _) => {
            Msg::FormLate
        }
        (_, ApiError::Refused(code)) => Msg::FormRefused { why: code.clone() },
        (_, ApiError::RetryAfter(_) | ApiError::Unconfirmed(_)) => Msg::FormFailed,
    }
}
