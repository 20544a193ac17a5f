//! Passes what a platform received to the chat service, and shows the reply where it came from.

use crate::card::{Card, Form, Tone};
use crate::delivery::Deliverer;
use crate::files::UnreadFile;
use crate::inbox::Handler;
use crate::incoming::{ActionRequest, ChatReply, IncomingMessage, Location, Person, Question};
use crate::service::ChatService;
use async_trait::async_trait;
use gorkd_core::ports::{Arrival, Chats, Installations};
use gorkd_words::Locale;
use serde::de::DeserializeOwned;

/// Handles the payloads of one platform's arrivals. A payload may be handled again after a crash.
#[async_trait]
pub trait PayloadHandler: Send + Sync {
    /// What the platform sent, as the adapter stores it.
    type Payload: DeserializeOwned + Send + Sync;

    async fn handle(&self, key: &str, payload: &Self::Payload);

    /// See [`Handler::report_failure`].
    async fn report_failure(&self, payload: &Self::Payload);

    /// See [`Handler::finished`].
    async fn finished(&self, _payload: &Self::Payload) {}

    /// See [`Handler::lane`].
    fn lane(&self, key: &str, payload: &Self::Payload) -> String;
}

#[async_trait]
impl<H: PayloadHandler> Handler for H {
    async fn handle(&self, arrival: &Arrival) {
        match serde_json::from_str(&arrival.payload) {
            Ok(payload) => PayloadHandler::handle(self, &arrival.key, &payload).await,
            Err(error) => {
                tracing::error!(%error, platform = arrival.platform, "failed to parse a stored event");
            }
        }
    }

    async fn report_failure(&self, arrival: &Arrival) {
        if let Ok(payload) = serde_json::from_str(&arrival.payload) {
            PayloadHandler::report_failure(self, &payload).await;
        }
    }

    async fn finished(&self, arrival: &Arrival) {
        if let Ok(payload) = serde_json::from_str(&arrival.payload) {
            PayloadHandler::finished(self, &payload).await;
        }
    }

    fn lane(&self, arrival: &Arrival) -> String {
        match serde_json::from_str(&arrival.payload) {
            Ok(payload) => PayloadHandler::lane(self, &arrival.key, &payload),
            Err(_) => arrival.key.clone(),
        }
    }
}

/// Shows a person the result of a message, a command, or a button, where they used it.
#[async_trait]
pub trait Responder: Send + Sync {
    /// Only to the person.
    async fn whisper(&self, card: &Card);

    /// To everyone in the place.
    async fn post(&self, card: &Card);

    /// A refused request: only to the person, with a reaction on their message if there is one.
    async fn refuse(&self, card: &Card) {
        self.whisper(card).await;
    }

    /// Opens a form if the platform still can.
    async fn open(&self, _form: &Form) {}

    /// Files that could not be read, listed after the reply.
    async fn unread(&self, card: &Card) {
        self.whisper(card).await;
    }
}

#[derive(Clone)]
pub struct Receiver {
    pub chat: ChatService,
    pub deliverer: Deliverer,
}

impl Receiver {
    pub fn chats(&self) -> &dyn Chats {
        self.chat.stores().chats.as_ref()
    }

    pub fn installations(&self) -> &dyn Installations {
        self.chat.stores().installations.as_ref()
    }

    pub async fn message(&self, mut message: IncomingMessage, to: &dyn Responder) {
        let unread = std::mem::take(&mut message.question.unread_files);
        let locale = self.chat.language(&message.question.person, &message.question.text);
        let reply = self.chat.message(message).await;
        self.respond_and_report(reply, &unread, locale, to).await;
    }

    pub async fn command(&self, line: &str, mut question: Question, to: &dyn Responder) {
        let unread = std::mem::take(&mut question.unread_files);
        let locale = question.person.locale();
        let reply = self.chat.command(line, question).await;
        self.respond_and_report(reply, &unread, locale, to).await;
    }

    /// Asks a question without command words. Returns false if there is no immediate reply.
    pub async fn ask(&self, mut question: Question, to: &dyn Responder) -> bool {
        let unread = std::mem::take(&mut question.unread_files);
        let locale = question.person.locale();
        let reply = self.chat.ask(question).await;
        self.respond_and_report(reply, &unread, locale, to).await
    }

    pub async fn action(&self, request: ActionRequest, to: &dyn Responder) {
        let reply = self.chat.action(request).await;
        self.respond(reply, to).await;
    }

    /// The platform's own stop button was pressed.
    pub async fn stopped(&self, location: &Location, by: &Person, to: &dyn Responder) {
        let reply = self.chat.stopped(location, by).await;
        self.respond(reply, to).await;
    }

    pub async fn edited(&self, location: &Location, message: &str, text: &str, to: &dyn Responder) {
        let reply = self.chat.edited(location, message, text).await;
        self.respond(reply, to).await;
    }

    pub async fn deleted(&self, location: &Location, message: &str, by: &Person, to: &dyn Responder) {
        let reply = self.chat.deleted(location, message, by).await;
        self.respond(reply, to).await;
    }

    /// gorkd was removed from a place, or the place is gone: nothing is posted there anymore.
    pub async fn removed(&self, within: &str) {
        match self.chat.removed(within).await {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(
                within,
                jobs,
                "gorkd was removed from a place; its jobs are no longer shown there"
            ),
            Err(error) => tracing::warn!(%error, within, "failed to record the removal from a place"),
        }
    }

    /// Shows a reply, and then the files that could not be read. Returns false if there is no reply.
    async fn respond_and_report(
        &self,
        reply: ChatReply,
        unread: &[UnreadFile],
        locale: Locale,
        to: &dyn Responder,
    ) -> bool {
        let replied = self.respond(reply, to).await;
        if !unread.is_empty() {
            let sentences: Vec<String> = unread.iter().map(|file| file.sentence(locale)).collect();
            to.unread(&Card::note(Tone::Caution, sentences.join("\n")).in_language(locale)).await;
        }
        replied
    }

    async fn respond(&self, reply: ChatReply, to: &dyn Responder) -> bool {
        self.deliverer.wake();
        match reply {
            ChatReply::Nothing => return false,
            ChatReply::Ephemeral(card) => to.whisper(&card).await,
            ChatReply::Refusal(card) => to.refuse(&card).await,
            ChatReply::Post(card) => to.post(&card).await,
            ChatReply::Form(form) => to.open(&form).await,
        }
        true
    }
}
