//! Takes what people do in a chat to the service, and says what they are shown at once. The rest is told by the job
//! itself, through the deliverer.
//!
//! All of it may happen twice: what came in is worked off again after a crash. So runs are named after the delivery
//! that asked for them, and everything else is written so that a second time changes nothing.

mod changed;
mod command;
mod decided;
mod forms;
mod line;
mod policy;
mod pressed;
mod runs;
mod said;
#[cfg(test)]
mod tests;

use crate::card::{Card, Tone};
use crate::cards::talk::{self, Manners};
use crate::incoming::{Person, Question, Reply, Spot};
use crate::kept::Kept;
use gorkd_core::engine::{Ask, File, Known, Service, Ticket};
use gorkd_core::model::{DocumentKind, JobId, Millis, Place, Refusal, Requester, ThreadId};
use gorkd_core::ports::{ChatMessage, Chats, RawContent, StoreError, Telling, TellingState};
use gorkd_words::{Locale, Msg};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use command::RETENTION;

pub use forms::deeper;
pub use line::{Line, Word, asks_in_private, read_line};
pub use policy::Policy;

/// Messages above a mention that are read along, and characters of them.
pub const MOST_ABOVE: usize = 20;
const ABOVE_CHARACTERS: usize = 8_000;

/// What the operator decides for all places of a platform; a place's own memory decides for the place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeskSettings {
    pub manners: Manners,
    /// Roles beside `owner` and `admin` that may command any run of their place.
    pub roles: Vec<String>,
    pub policy: Policy,
}

/// The desk of one platform.
#[derive(Clone)]
pub struct Desk {
    service: Service,
    kept: Kept,
    settings: Arc<DeskSettings>,
    /// Follow-ups without a mention turned out not to be heard.
    deaf: Arc<AtomicBool>,
}

impl Desk {
    pub fn new(service: Service, kept: Kept, settings: DeskSettings) -> Self {
        Self { service, kept, settings: Arc::new(settings), deaf: Arc::default() }
    }

    pub fn service(&self) -> &Service {
        &self.service
    }

    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// How one asks here, as it is now.
    pub fn manners(&self) -> Manners {
        let manners = self.settings.manners.clone();
        Manners { hears_all: manners.hears_all && !self.deaf.load(Ordering::SeqCst), ..manners }
    }

    /// From now on follow-ups need a mention, and help says so.
    pub fn hears_less(&self) {
        self.deaf.store(true, Ordering::SeqCst);
    }

    /// A question, wherever it was asked. With a thread at its place it is a follow-up.
    pub async fn ask(&self, question: Question) -> Reply {
        let question = self.spoken(question).await;
        let locale = question.person.locale();
        match self.taken(question).await {
            Ok(reply) => reply,
            Err(refusal) => Reply::Refused(talk::refusal(&refusal, locale)),
        }
    }

    async fn taken(&self, question: Question) -> Result<Reply, Refusal> {
        if question.text.trim().is_empty() && question.files.is_empty() {
            return Ok(Reply::Whisper(talk::help(&self.manners(), question.person.locale())));
        }
        let thread = self.thread_at(&question.spot).await?;
        let name = named(&question.key, "ask");
        let ticket = self.start(&question, thread.clone(), name).await?;
        self.follow(&question, &ticket).await?;
        let behind = match thread {
            Some(thread) => self.before(&thread, &ticket).await?,
            None => 0,
        };
        Ok(match behind {
            0 => Reply::Nothing,
            position => Reply::Say(talk::queued(&ticket.job, position, question.person.locale())),
        })
    }

    /// What people said above, in short: nothing is searched for.
    async fn summary(&self, question: &Question, asked_in: Locale) -> Reply {
        if !self.service.writes_of_private() {
            return refused(question.person.locale(), Msg::SummaryNeedsModel);
        }
        let text = asked_in.say(Msg::SummaryAsk);
        self.ask(Question { text, summary: Some(asked_in), ..question.clone() }).await
    }

    /// The language in which a person is answered: the one that the platform tells, else that of what was said.
    pub fn speaks(&self, person: &Person, text: &str) -> Locale {
        let said = || self.service.understand().analyze(text, self.now()).language;
        Locale::read(&person.requester.locale).unwrap_or_else(|| Locale::first([said().as_str()]))
    }

    /// The question with the language in which its asker is answered, where the platform does not tell it: that of the
    /// question, else that of the place. It is recorded, so that all cards of a run keep it.
    pub(super) async fn spoken(&self, mut question: Question) -> Question {
        if Locale::read(&question.person.requester.locale).is_none() {
            let text = question.text.trim();
            question.person.requester.locale = match text.is_empty() {
                true => self.language_of(&question.spot).await,
                false => self.service.understand().analyze(text, self.now()).language,
            };
        }
        question
    }

    /// The language that a place has named for itself; empty for none.
    async fn language_of(&self, spot: &Spot) -> String {
        for place in [&spot.channel, &spot.workspace] {
            let kept = self.service.remembered_of_place(place).await.unwrap_or_default();
            if let Some(language) = kept.into_iter().find(|one| one.name == "language") {
                return language.value;
            }
        }
        String::new()
    }

    /// Asks the service, within what the place allows.
    async fn start(
        &self,
        question: &Question,
        thread: Option<ThreadId>,
        name: JobId,
    ) -> Result<Ticket, Refusal> {
        let (person, spot) = (&question.person, &question.spot);
        let allowed = self.allowed(question, &name).await?;
        let mut files = question.files.clone();
        let locale = person.locale();
        let heading = question.summary.unwrap_or(locale).say(Msg::MessagesAbove);
        files.extend(conversation(&question.above, &heading));
        let text = match question.text.trim() {
            // A file alone is a question about the file.
            "" => locale.say(Msg::FileWhatSays {
                name: files.first().map_or_else(|| locale.say(Msg::FileUnnamed), |file| file.name.clone()),
            }),
            text => text.to_owned(),
        };
        let ask = Ask {
            text,
            terms: allowed.wanted,
            requester: self.known_as(&person.requester),
            place: spot.place.clone(),
            asked_in: elsewhere(spot),
            audience: Some(audience(question)),
            thread,
            above: question.above.iter().map(|(_, said)| said.clone()).collect(),
            time_zone: person.time_zone.clone(),
            providers: question.summary.map(|_| Vec::new()),
            files,
            job: Some(name),
            scopes: allowed.scopes,
            ..Ask::default()
        };
        self.service.ask(ask).await
    }

    /// From now on the job is told at the place, and the place is the thread's.
    async fn follow(&self, question: &Question, ticket: &Ticket) -> Result<(), Refusal> {
        let spot = &question.spot;
        self.tell(&ticket.job, spot, &question.person.requester, question.for_asker).await?;
        if !question.message.is_empty() {
            let asked = ChatMessage {
                job: ticket.job.clone(),
                place: spot.place.clone(),
                key: ASKED.to_owned(),
                intent_at: self.now(),
                id: Some(question.message.clone()),
                ..ChatMessage::default()
            };
            self.chats().put_message(&asked).await.map_err(unavailable)?;
        }
        self.settle(spot, ticket).await
    }

    async fn settle(&self, spot: &Spot, ticket: &Ticket) -> Result<(), Refusal> {
        // Somebody else's run under way is told here too, and stays where it is.
        if ticket.known != Known::UnderWay || self.thread_at(spot).await?.is_none() {
            self.chats().settle_thread(&spot.place, &ticket.thread).await.map_err(unavailable)?;
        }
        if spot.ours {
            let (memory, at) = (&self.kept.memory, self.now());
            memory.remember(&of_place(spot), OURS, "true", at).await.map_err(unavailable)?;
        }
        Ok(())
    }

    async fn tell(
        &self,
        job: &JobId,
        spot: &Spot,
        requester: &Requester,
        private: bool,
    ) -> Result<(), Refusal> {
        let telling = Telling {
            job: job.clone(),
            place: spot.place.clone(),
            requester: requester.clone(),
            private,
            handle: spot.handle.clone(),
            extras: Vec::new(),
            state: TellingState::Open,
            at: self.now(),
            wake_at: None,
        };
        self.chats().tell(&telling).await.map_err(unavailable)
    }

    /// Are follow-ups heard at this place without being said to us?
    async fn is_ours(&self, spot: &Spot) -> Result<bool, Refusal> {
        let kept = self.kept.memory.remembered(&of_place(spot)).await.map_err(unavailable)?;
        Ok(spot.direct || kept.iter().any(|one| one.name == OURS))
    }

    async fn thread_at(&self, spot: &Spot) -> Result<Option<ThreadId>, Refusal> {
        self.chats().thread_at(&spot.place).await.map_err(unavailable)
    }

    fn chats(&self) -> &dyn Chats {
        self.kept.chats.as_ref()
    }

    fn now(&self) -> Millis {
        self.service.now()
    }

    /// With `admin` where one of the roles that the operator named is held.
    fn known_as(&self, requester: &Requester) -> Requester {
        let mut known = requester.clone();
        let named = known.roles.iter().any(|role| self.settings.roles.contains(role));
        if named && !known.roles.iter().any(|role| role == "admin") {
            known.roles.push("admin".to_owned());
        }
        known
    }
}

/// The key of the message that asked, beside those that answer.
pub(crate) const ASKED: &str = "asked";

/// Kept of a place whose thread is the bot's own.
const OURS: &str = "ours";

fn of_place(spot: &Spot) -> String {
    format!("chat:{}", spot.place)
}

/// The name of what a delivery starts: the same for the same delivery.
pub(crate) fn named(key: &str, what: &str) -> JobId {
    let hash = gorkd_core::model::sha256_hex(format!("{key}\u{0}{what}").as_bytes());
    JobId(format!("job_{}", &hash[..32]))
}

/// Who may be given this answer again.
fn audience(question: &Question) -> String {
    let spot = &question.spot;
    if question.for_asker {
        format!("only:{}", question.person.requester.key())
    } else if spot.private || spot.direct {
        spot.channel.clone()
    } else {
        format!("{}:open", spot.workspace)
    }
}

/// What others said above the question, as a document of this thread alone; none where they only asked.
fn conversation(above: &[(String, String)], heading: &str) -> Option<File> {
    if above.iter().all(|(_, what)| what.trim_end().ends_with(['?', '？', '؟'])) {
        return None;
    }
    let newest = above.iter().rev().take(MOST_ABOVE).rev();
    let lines: Vec<String> = newest.map(|(who, what)| format!("{who}: {what}\n")).collect();
    let text = format!("# {heading}\n\n{}", lines.join("\n"));
    let text = gorkd_core::text::cut(&text, ABOVE_CHARACTERS, |text| text.chars().count());
    Some(File {
        name: "conversation.md".to_owned(),
        content: RawContent::Bytes(text.into_bytes()),
        content_type: Some("text/markdown".to_owned()),
        kind: Some(DocumentKind::Forum),
    })
}

/// The channel of a question that is answered somewhere else: in direct messages.
fn elsewhere(spot: &Spot) -> Option<Place> {
    let within = spot.place.as_str().strip_prefix(&spot.channel);
    let here = within.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    (!here && !spot.channel.is_empty()).then(|| Place(spot.channel.clone()))
}

fn unavailable(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store failed while a message was worked off");
    Refusal::saying(gorkd_core::model::RefusalCode::Unavailable, Msg::StoreSilent)
}

fn refused(locale: Locale, said: Msg) -> Reply {
    Reply::Refused(Card::note(Tone::Weak, locale.say(said)).in_language(locale))
}

fn whisper(locale: Locale, said: Msg) -> Reply {
    Reply::Whisper(Card::note(Tone::Plain, locale.say(said)).in_language(locale))
}
