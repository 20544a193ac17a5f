//! The chat service forwards what people do in a chat to the research service, and decides what they see right
//! away. Everything else is shown by the deliverer as the job progresses.
//!
//! Each call may be repeated, because arrivals are handled again after a crash. So runs are named after the
//! arrival that asked for them, and everything else is idempotent.

mod actions;
mod approvals;
mod changes;
mod commands;
mod forms;
mod messages;
mod parse;
mod picks;
mod policy;
mod runs;
mod settings;
#[cfg(test)]
mod tests;

use crate::card::{Card, Tone};
use crate::cards::notices::{self, Invocation};
use crate::incoming::{ChatReply, Location, Person, Question};
use crate::stores::ChatStores;
use gorkd_core::engine::{Ask, File, KnownAnswer, Service, Ticket};
use gorkd_core::model::{
    DocumentKind, JobId, Millis, Place, Preference, Refusal, Requester, ThreadId, preferred,
};
use gorkd_core::ports::{ChatMessage, Chats, Delivery, DeliveryState, MessageKey, RawContent, StoreError};
use gorkd_words::{Locale, Msg};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use parse::{Keyword, Memory, ParsedText, asks_in_private, parse_text};
pub use settings::{ChatServiceSettings, Policy};

/// Maximum number of earlier messages read as context, and of their characters.
pub const MAX_CONTEXT_MESSAGES: usize = 20;
const MAX_CONTEXT_CHARACTERS: usize = 8_000;

/// The chat service of one platform.
#[derive(Clone)]
pub struct ChatService {
    service: Service,
    stores: ChatStores,
    settings: Arc<ChatServiceSettings>,
    /// Set once the platform turns out not to send messages without a mention.
    needs_mention: Arc<AtomicBool>,
}

impl ChatService {
    pub fn new(service: Service, stores: ChatStores, settings: ChatServiceSettings) -> Self {
        Self { service, stores, settings: Arc::new(settings), needs_mention: Arc::default() }
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    pub fn stores(&self) -> &ChatStores {
        &self.stores
    }

    /// How people currently address the bot.
    pub fn invocation(&self) -> Invocation {
        let invocation = self.settings.invocation.clone();
        Invocation {
            reads_all_messages: invocation.reads_all_messages && !self.needs_mention.load(Ordering::SeqCst),
            ..invocation
        }
    }

    /// From now on, follow-ups need a mention, and the help text says so.
    pub fn require_mentions(&self) {
        self.needs_mention.store(true, Ordering::SeqCst);
    }

    /// Asks a question. In a place with a thread, it is a follow-up.
    pub async fn ask(&self, question: Question) -> ChatReply {
        let question = self.with_language(question).await;
        let locale = question.person.locale();
        let reply = self.ask_or_help(question).await;
        reply.unwrap_or_else(|refusal| ChatReply::Refusal(notices::refusal(&refusal, locale)))
    }

    async fn ask_or_help(&self, question: Question) -> Result<ChatReply, Refusal> {
        if question.text.trim().is_empty() && question.files.is_empty() {
            return Ok(ChatReply::Ephemeral(notices::help(&self.invocation(), question.person.locale())));
        }
        let thread = self.thread_at(&question.location).await?;
        let job = job_id(&question.key, "ask");
        let ticket = self.start(&question, thread.clone(), job).await?;
        self.follow(&question, &ticket).await?;
        let behind = match thread {
            Some(thread) => self.before(&thread, &ticket).await?,
            None => 0,
        };
        Ok(match behind {
            0 => ChatReply::Nothing,
            position => ChatReply::Post(notices::queued(&ticket.job, position, question.person.locale())),
        })
    }

    /// Summarizes the earlier messages without searching.
    async fn summary(&self, question: &Question, asked_in: Locale) -> ChatReply {
        if !self.service.writes_of_private() {
            return refused(question.person.locale(), Msg::SummaryNeedsModel);
        }
        let text = asked_in.say(Msg::SummaryAsk);
        self.ask(Question { text, summary: Some(asked_in), ..question.clone() }).await
    }

    /// The language to answer a person in: the one that the platform reports, or else that of the text.
    pub fn language(&self, person: &Person, text: &str) -> Locale {
        let said = || self.service.understand().analyze(text, self.now()).language;
        Locale::read(&person.requester.locale).unwrap_or_else(|| Locale::first([said().as_str()]))
    }

    /// Fills in the asker's language if the platform does not report it: that of the question, or else that of
    /// the place. It is recorded so that all cards of a run use it.
    async fn with_language(&self, mut question: Question) -> Question {
        if Locale::read(&question.person.requester.locale).is_none() {
            let text = question.text.trim();
            question.person.requester.locale = match text.is_empty() {
                true => self.language_of(&question.location).await,
                false => self.service.understand().analyze(text, self.now()).language,
            };
        }
        question
    }

    /// The language set for a place; empty if none is.
    async fn language_of(&self, location: &Location) -> String {
        for place in [&location.channel, &location.workspace] {
            let kept = self.service.remembered_of_place(place).await.unwrap_or_default();
            if let Some(language) = preferred(&kept, Preference::Language) {
                return language.to_owned();
            }
        }
        String::new()
    }

    /// Submits the question to the research service, within the policy of the place.
    async fn start(
        &self,
        question: &Question,
        thread: Option<ThreadId>,
        job: JobId,
    ) -> Result<Ticket, Refusal> {
        let (person, location) = (&question.person, &question.location);
        let allowed = self.allowed(question, &job).await?;
        let mut files = question.files.clone();
        let locale = person.locale();
        let heading = question.summary.unwrap_or(locale).say(Msg::MessagesAbove);
        files.extend(conversation(&question.earlier_messages, &heading));
        let text = match question.text.trim() {
            // A file without text is a question about the file.
            "" => locale.say(Msg::FileWhatSays {
                name: files.first().map_or_else(|| locale.say(Msg::FileUnnamed), |file| file.name.clone()),
            }),
            text => text.to_owned(),
        };
        let ask = Ask {
            text,
            terms: allowed,
            requester: self.with_admin_role(&person.requester),
            place: location.place.clone(),
            asked_in: channel_elsewhere(location),
            audience: Some(audience(question)),
            thread,
            above: question.earlier_messages.iter().map(|(_, said)| said.clone()).collect(),
            time_zone: person.time_zone.clone(),
            providers: question.summary.map(|_| Vec::new()),
            files,
            job: Some(job),
            ..Ask::default()
        };
        self.service.ask(ask).await
    }

    /// Starts delivering the job to the place, and links the place to the thread.
    async fn follow(&self, question: &Question, ticket: &Ticket) -> Result<(), Refusal> {
        let location = &question.location;
        self.deliver(&ticket.job, location, &question.person.requester, question.for_asker).await?;
        if !question.message.is_empty() {
            let asked = ChatMessage {
                job: ticket.job.clone(),
                place: location.place.clone(),
                key: MessageKey::Asked,
                intent_at: self.now(),
                id: Some(question.message.clone()),
                ..ChatMessage::default()
            };
            self.chats().put_message(&asked).await.map_err(unavailable)?;
        }
        self.settle(location, ticket).await
    }

    async fn settle(&self, location: &Location, ticket: &Ticket) -> Result<(), Refusal> {
        // Another person's running job is shown here too, but its thread stays where it is.
        if ticket.known != KnownAnswer::InProgress || self.thread_at(location).await?.is_none() {
            self.chats().settle_thread(&location.place, &ticket.thread).await.map_err(unavailable)?;
        }
        if location.bot_thread {
            self.chats().own_place(&location.place).await.map_err(unavailable)?;
        }
        Ok(())
    }

    async fn deliver(
        &self,
        job: &JobId,
        location: &Location,
        requester: &Requester,
        private: bool,
    ) -> Result<(), Refusal> {
        let delivery = Delivery {
            job: job.clone(),
            place: location.place.clone(),
            requester: requester.clone(),
            private,
            handle: location.handle.clone(),
            extras: Vec::new(),
            state: DeliveryState::Open,
            at: self.now(),
            wake_at: None,
        };
        self.chats().start_delivery(&delivery).await.map_err(unavailable)
    }

    /// Whether follow-ups in this place work without a mention.
    async fn is_bot_thread(&self, location: &Location) -> Result<bool, Refusal> {
        Ok(location.direct || self.chats().owns_place(&location.place).await.map_err(unavailable)?)
    }

    async fn thread_at(&self, location: &Location) -> Result<Option<ThreadId>, Refusal> {
        self.chats().thread_at(&location.place).await.map_err(unavailable)
    }

    fn chats(&self) -> &dyn Chats {
        self.stores.chats.as_ref()
    }

    fn now(&self) -> Millis {
        self.service.now()
    }

    /// Adds the role `admin` to people with a role that the operator named.
    fn with_admin_role(&self, requester: &Requester) -> Requester {
        let mut known = requester.clone();
        let named = known.roles.iter().any(|role| self.settings.roles.contains(role));
        if named && !known.roles.iter().any(|role| role == "admin") {
            known.roles.push("admin".to_owned());
        }
        known
    }
}

/// The id of the job that an arrival starts: always the same for the same arrival.
fn job_id(key: &str, what: &str) -> JobId {
    let hash = gorkd_core::model::sha256_hex(format!("{key}\u{0}{what}").as_bytes());
    JobId(format!("job_{}", &hash[..32]))
}

/// Who may get this answer from the cache.
fn audience(question: &Question) -> String {
    let location = &question.location;
    if question.for_asker {
        format!("only:{}", question.person.requester.key())
    } else if location.private || location.direct {
        location.channel.clone()
    } else {
        format!("{}:open", location.workspace)
    }
}

/// The earlier messages as a document that only this thread may use; `None` if they are only questions.
fn conversation(messages: &[(String, String)], heading: &str) -> Option<File> {
    if messages.iter().all(|(_, what)| what.trim_end().ends_with(['?', '？', '؟'])) {
        return None;
    }
    let newest = messages.iter().rev().take(MAX_CONTEXT_MESSAGES).rev();
    let lines: Vec<String> = newest.map(|(who, what)| format!("{who}: {what}\n")).collect();
    let text = format!("# {heading}\n\n{}", lines.join("\n"));
    let text = gorkd_core::text::cut(&text, MAX_CONTEXT_CHARACTERS, |text| text.chars().count());
    Some(File {
        name: "conversation.md".to_owned(),
        content: RawContent::Bytes(text.into_bytes()),
        content_type: Some("text/markdown".to_owned()),
        kind: Some(DocumentKind::Forum),
    })
}

/// The channel of a question that is answered elsewhere, in direct messages.
fn channel_elsewhere(location: &Location) -> Option<Place> {
    let within = location.place.as_str().strip_prefix(&location.channel);
    let here = within.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    (!here && !location.channel.is_empty()).then(|| Place(location.channel.clone()))
}

fn unavailable(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store failed while a message was handled");
    let said = match error {
        StoreError::Full(_) => Msg::StoreFull,
        StoreError::Fenced(_)
        | StoreError::InProgress(_)
        | StoreError::OverLimit { .. }
        | StoreError::NotFound(_)
        | StoreError::Unavailable(_) => Msg::StoreSilent,
    };
    Refusal::saying(gorkd_core::model::RefusalCode::Unavailable, said)
}

/// Why a request was refused, shown only to the person.
fn whispered(refusal: &Refusal, person: &Person) -> ChatReply {
    ChatReply::Ephemeral(notices::refusal(refusal, person.locale()))
}

fn refused(locale: Locale, said: Msg) -> ChatReply {
    ChatReply::Refusal(Card::say(Tone::Caution, said, locale))
}

fn ephemeral(locale: Locale, said: Msg) -> ChatReply {
    ChatReply::Ephemeral(Card::say(Tone::Plain, said, locale))
}
