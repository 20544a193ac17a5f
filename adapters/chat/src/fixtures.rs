//! Test fixtures for this crate: a service over a fake world, and an in-memory platform.

use crate::card::Card;
use crate::incoming::{Location, Person, Question};
use crate::platform::{Content, DirectMessage, Lookup, Pacing, Platform, PlatformError, Post, Reaction};
use async_trait::async_trait;
use gorkd_core::engine::{AskDefaults, Service, WorkerSettings};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble as WorldTrouble};
use gorkd_core::model::*;
use gorkd_core::ports::{Chats, Delivery, Threads};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub fn service(store: &MemoryStore) -> Service {
    let budget = Budget {
        rounds: 2,
        queries: 4,
        pages: 4,
        citations: 8,
        results: 5,
        seconds: 60,
        reserve_seconds: 10,
        page_seconds: 5,
        search_seconds: 5,
        tokens: 10_000,
        usd: 1.0,
        ..Budget::default()
    };
    let budgets = Profile::ALL.into_iter().map(|profile| (profile, budget.clone())).collect();
    let world = FakeWorld::new(7, 7, WorldTrouble::default());
    let admission = gorkd_core::engine::AdmissionSettings { runs: 1_000, per_minutes: 1, exempt: Vec::new() };
    let defaults = AskDefaults { budgets, admission, reply_within_ms: 600_000, ..AskDefaults::default() };
    Service::new(world.ports(store, gorkd_rules::Rules), defaults)
}

/// Runs due jobs until canceled.
pub fn worker(service: &Service, halt: &CancellationToken) -> tokio::task::JoinHandle<()> {
    let worker = service.worker("w".into(), WorkerSettings::default(), halt.clone());
    tokio::spawn(async move { _ = worker.run().await })
}

pub fn person(name: &str) -> Person {
    Person {
        requester: Requester {
            platform: "slack".into(),
            user: format!("T1:{name}"),
            locale: "en-GB".into(),
            ..Requester::default()
        },
        id: name.to_owned(),
        time_zone: "Europe/Berlin".into(),
    }
}

pub fn location(thread: &str) -> Location {
    Location {
        place: Place(format!("slack:T1:C1:{thread}")),
        channel: "slack:T1:C1".into(),
        workspace: "slack:T1".into(),
        bot_thread: true,
        ..Location::default()
    }
}

pub fn question(key: &str, who: &str, thread: &str, text: &str) -> Question {
    Question {
        key: key.to_owned(),
        person: person(who),
        location: location(thread),
        message: format!("message-{key}"),
        text: text.to_owned(),
        ..Question::default()
    }
}

/// The jobs of the thread in a place, in order.
pub async fn jobs(store: &MemoryStore, location: &Location) -> Vec<JobId> {
    let thread = store.thread_at(&location.place).await.expect("read").expect("a thread exists");
    store.jobs(&thread).await.expect("read").into_iter().map(|row| row.job).collect()
}

/// An in-memory platform.
#[derive(Clone, Default)]
pub struct Board {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
pub struct Inner {
    /// Place, nonce and text of each message, by id.
    pub messages: BTreeMap<String, (Place, String, String)>,
    pub edits: Vec<(String, tokio::time::Instant)>,
    pub reactions: Vec<Reaction>,
    /// The next requests fail with these errors.
    pub errors: Vec<PlatformError>,
    /// The next message is posted, but the response is lost.
    pub lose_response: bool,
    pub lookups: usize,
    /// Canceled the next time the platform is asked for its name.
    pub halts: Option<CancellationToken>,
    next: u32,
}

impl Board {
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The texts of all messages, in posting order.
    pub fn texts(&self) -> Vec<String> {
        self.lock().messages.values().map(|(_, _, text)| text.clone()).collect()
    }

    fn error(&self) -> Option<PlatformError> {
        let mut inner = self.lock();
        if inner.errors.is_empty() { None } else { Some(inner.errors.remove(0)) }
    }
}

/// A card as text.
pub fn card_text(card: &Card) -> String {
    format!("{:?} {} {:?}", card.tone, card.title.clone().unwrap_or_default(), card.parts)
}

#[async_trait]
impl Platform for Board {
    fn name(&self) -> &'static str {
        if let Some(halt) = self.lock().halts.take() {
            halt.cancel();
        }
        "slack"
    }

    fn render(&self, _place: &Place, card: &Card) -> Vec<Content> {
        vec![Content { body: json!(card_text(card)), files: card.files.clone() }]
    }

    fn plain(&self, content: &Content) -> Content {
        Content {
            body: json!(format!("plainly: {}", content.body.as_str().unwrap_or_default())),
            files: Vec::new(),
        }
    }

    async fn post(&self, to: &Delivery, post: &Post<'_>) -> Result<String, PlatformError> {
        if let Some(error) = self.error() {
            return Err(error);
        }
        let mut inner = self.lock();
        inner.next += 1;
        let id = format!("m{:04}", inner.next);
        let text = post.content.body.as_str().unwrap_or_default().to_owned();
        inner
            .messages
            .insert(id.clone(), (to.place.clone(), post.nonce.to_owned(), format!("{}: {text}", post.key)));
        if std::mem::take(&mut inner.lose_response) {
            return Err(PlatformError::Unconfirmed("no answer came".to_owned()));
        }
        Ok(id)
    }

    async fn edit(&self, _to: &Delivery, id: &str, edit: &Post<'_>) -> Result<(), PlatformError> {
        if let Some(error) = self.error() {
            return Err(error);
        }
        let mut inner = self.lock();
        inner.edits.push((id.to_owned(), tokio::time::Instant::now()));
        let text = edit.content.body.as_str().unwrap_or_default().to_owned();
        match inner.messages.get_mut(id) {
            Some(message) => message.2 = format!("{}: {text}", edit.key),
            None => return Err(PlatformError::MessageGone),
        }
        Ok(())
    }

    async fn remove(&self, _to: &Delivery, id: &str) -> Result<(), PlatformError> {
        self.lock().messages.remove(id).map(|_| ()).ok_or(PlatformError::MessageGone)
    }

    async fn find(&self, to: &Delivery, post: &Post<'_>) -> Result<Lookup, PlatformError> {
        let mut inner = self.lock();
        inner.lookups += 1;
        if to.private {
            return Ok(Lookup::Unknown);
        }
        let found = inner.messages.iter().find(|(_, (_, nonce, _))| nonce == post.nonce);
        Ok(Lookup::or_not_posted(found.map(|(id, _)| id.clone())))
    }

    async fn react(&self, _to: &Delivery, reaction: Reaction) -> Result<(), PlatformError> {
        self.lock().reactions.push(reaction);
        Ok(())
    }

    async fn direct_message(&self, to: &Delivery, _note: String) -> Option<DirectMessage> {
        (to.place.as_str() != "slack:T1:D1:0").then(|| DirectMessage {
            place: "slack:T1:D1:0".into(),
            handle: String::new(),
            private: to.private,
        })
    }

    fn pacing(&self) -> Pacing {
        Pacing { between_edits: Duration::from_millis(1_200), request: Duration::from_secs(10) }
    }
}
