//! Parts for the tests of this crate: a service over a made-up world, and a platform that keeps what it is told.

use crate::card::Card;
use crate::incoming::{Person, Question, Spot};
use crate::platform::{Content, Found, Mark, Pace, Platform, Post, Trouble};
use async_trait::async_trait;
use gorkd_core::engine::{AskDefaults, Service, WorkerSettings};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble as WorldTrouble};
use gorkd_core::model::*;
use gorkd_core::ports::{Chats, Telling, Threads};
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

/// Works on whatever is due until it is told to stop.
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

pub fn spot(thread: &str) -> Spot {
    Spot {
        place: Place(format!("slack:T1:C1:{thread}")),
        channel: "slack:T1:C1".into(),
        workspace: "slack:T1".into(),
        ours: true,
        ..Spot::default()
    }
}

pub fn question(key: &str, who: &str, thread: &str, text: &str) -> Question {
    Question {
        key: key.to_owned(),
        person: person(who),
        spot: spot(thread),
        message: format!("message-{key}"),
        text: text.to_owned(),
        ..Question::default()
    }
}

/// The jobs of the thread at a place, in order.
pub async fn jobs(store: &MemoryStore, spot: &Spot) -> Vec<JobId> {
    let thread = store.thread_at(&spot.place).await.expect("read").expect("a thread is there");
    store.jobs(&thread).await.expect("read").into_iter().map(|row| row.job).collect()
}

/// A platform in memory: messages by id, and what was done to them.
#[derive(Clone, Default)]
pub struct Board {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
pub struct Inner {
    /// Place, nonce, what it says.
    pub messages: BTreeMap<String, (Place, String, String)>,
    pub edits: Vec<(String, tokio::time::Instant)>,
    pub marks: Vec<Mark>,
    /// What the next calls come to, instead of being done.
    pub troubles: Vec<Trouble>,
    /// The next post is done, and its answer is lost.
    pub lose_answer: bool,
    pub looked_for: usize,
    next: u32,
}

impl Board {
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands there, in the order in which it was posted.
    pub fn texts(&self) -> Vec<String> {
        self.lock().messages.values().map(|(_, _, text)| text.clone()).collect()
    }

    fn trouble(&self) -> Option<Trouble> {
        let mut inner = self.lock();
        if inner.troubles.is_empty() { None } else { Some(inner.troubles.remove(0)) }
    }
}

/// A card in words, enough to look at.
pub fn in_words(card: &Card) -> String {
    format!("{:?} {} {:?}", card.tone, card.title.clone().unwrap_or_default(), card.parts)
}

#[async_trait]
impl Platform for Board {
    fn name(&self) -> &'static str {
        "slack"
    }

    fn render(&self, _place: &Place, card: &Card) -> Vec<Content> {
        vec![Content { body: json!(in_words(card)), files: card.files.clone() }]
    }

    fn plainly(&self, content: &Content) -> Content {
        Content {
            body: json!(format!("plainly: {}", content.body.as_str().unwrap_or_default())),
            files: Vec::new(),
        }
    }

    async fn post(&self, to: &Telling, post: &Post<'_>) -> Result<String, Trouble> {
        if let Some(trouble) = self.trouble() {
            return Err(trouble);
        }
        let mut inner = self.lock();
        inner.next += 1;
        let id = format!("m{:04}", inner.next);
        let text = post.content.body.as_str().unwrap_or_default().to_owned();
        inner
            .messages
            .insert(id.clone(), (to.place.clone(), post.nonce.to_owned(), format!("{}: {text}", post.key)));
        if std::mem::take(&mut inner.lose_answer) {
            return Err(Trouble::Unclear("no answer came".to_owned()));
        }
        Ok(id)
    }

    async fn edit(&self, _to: &Telling, id: &str, edit: &Post<'_>) -> Result<(), Trouble> {
        if let Some(trouble) = self.trouble() {
            return Err(trouble);
        }
        let mut inner = self.lock();
        inner.edits.push((id.to_owned(), tokio::time::Instant::now()));
        let text = edit.content.body.as_str().unwrap_or_default().to_owned();
        match inner.messages.get_mut(id) {
            Some(message) => message.2 = format!("{}: {text}", edit.key),
            None => return Err(Trouble::MessageGone),
        }
        Ok(())
    }

    async fn remove(&self, _to: &Telling, id: &str) -> Result<(), Trouble> {
        self.lock().messages.remove(id).map(|_| ()).ok_or(Trouble::MessageGone)
    }

    async fn find(&self, to: &Telling, post: &Post<'_>) -> Result<Found, Trouble> {
        let mut inner = self.lock();
        inner.looked_for += 1;
        if to.private {
            return Ok(Found::Unknown);
        }
        let found = inner.messages.iter().find(|(_, (_, nonce, _))| nonce == post.nonce);
        Ok(Found::or_not_there(found.map(|(id, _)| id.clone())))
    }

    async fn mark(&self, _to: &Telling, mark: Mark) -> Result<(), Trouble> {
        self.lock().marks.push(mark);
        Ok(())
    }

    async fn elsewhere(&self, to: &Telling, _why: &Trouble) -> Option<Telling> {
        (to.place.as_str() != "slack:T1:D1:0")
            .then(|| Telling { place: "slack:T1:D1:0".into(), ..to.clone() })
    }

    fn pace(&self) -> Pace {
        Pace { between_edits: Duration::from_millis(1_200), request: Duration::from_secs(10) }
    }
}
