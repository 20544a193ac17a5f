//! The texts of a job's pages are in memory only while something is decided from them, and those of few jobs at once.

use async_trait::async_trait;
use gorkd_core::engine::{Ask, AskDefaults, Ended, Ports, Service, Thinking};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble};
use gorkd_core::job::{ModelPrice, Models, Prices};
use gorkd_core::model::*;
use gorkd_core::ports::{Documents, Growing, Model, Outcome, Outlet, Prompt, StoreError, Texts};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Documents of a store, and which sets of texts that it handed out somebody still holds.
#[derive(Clone)]
struct Counting {
    store: MemoryStore,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Default)]
struct Counts {
    handed_out: Vec<Vec<Weak<str>>>,
    loads: usize,
    /// Sets held at once, at most.
    most: usize,
    /// Sets held at the beginning of each call of the model.
    at_calls: Vec<usize>,
    /// Loads that fail after the first reply that is read with texts.
    faults: usize,
    failing: usize,
}

impl Counts {
    fn held(&mut self) -> usize {
        self.handed_out.retain(|texts| texts.iter().any(|text| text.strong_count() > 0));
        self.handed_out.len()
    }
}

impl Counting {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().expect("no test panicked with it")
    }
}

#[async_trait]
impl Documents for Counting {
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError> {
        let fails = {
            let mut counts = self.counts();
            let fails = counts.failing > 0;
            counts.failing = counts.failing.saturating_sub(1);
            fails
        };
        if fails {
            return Err(StoreError::Unavailable("it is gone for a moment".to_owned()));
        }
        let texts = self.store.texts(hashes).await?;
        let mut counts = self.counts();
        counts.handed_out.push(texts.values().map(Arc::downgrade).collect());
        counts.loads += 1;
        counts.most = counts.held().max(counts.most);
        Ok(texts)
    }

    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError> {
        self.store.reading(hash).await
    }

    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError> {
        self.store.by_url(url, audience).await
    }
}

/// A model that looks at what is held while it is asked.
struct Looking {
    inner: Arc<dyn Model>,
    documents: Counting,
}

#[async_trait]
impl Model for Looking {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn destination(&self) -> Destination {
        self.inner.destination()
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        {
            let mut counts = self.documents.counts();
            let held = counts.held();
            counts.at_calls.push(held);
            if counts.loads > 0 {
                counts.failing = std::mem::take(&mut counts.faults);
            }
        }
        self.inner.complete(prompt, reach, growing).await
    }
}

/// Runs so many jobs at once, with one thread for pure work, where so many loads fail after a reply.
async fn run(jobs: usize, faults: usize) -> Counting {
    let store = MemoryStore::default();
    let counts = Arc::new(Mutex::new(Counts { faults, ..Counts::default() }));
    let documents = Counting { store: store.clone(), counts };
    let ports = FakeWorld::new(7, 7, Trouble::default()).ports(&store, gorkd_rules::Rules);
    let looking = |model: Outlet<dyn Model>| {
        model.map(|inner| Arc::new(Looking { inner, documents: documents.clone() }) as Arc<dyn Model>)
    };
    let models = ports.models.into_iter().map(|(name, model)| (name, looking(model))).collect();
    let ports = Ports { documents: Arc::new(documents.clone()), models, thinking: Thinking::on(1), ..ports };
    let model = Some("model".to_owned());
    let price = ModelPrice { input: MicroUsd(150_000), output: MicroUsd(600_000), ..ModelPrice::default() };
    let defaults = AskDefaults {
        budgets: Profile::ALL.map(|profile| (profile, crate::properties::budget(profile))).into(),
        models: Models { planner: model.clone(), writer: model.clone(), checker: model, driver: None },
        prices: Prices { models: BTreeMap::from([("model".to_owned(), price)]), ..Prices::default() },
        ..AskDefaults::default()
    };
    let service = Service::new(ports, defaults);
    let mut drives = Vec::new();
    for _ in 0..jobs {
        let ask = Ask {
            text: "When was the old copper bridge opened, and why was it closed?".to_owned(),
            // Each is a run of its own.
            terms: Terms { force: true, ..Terms::default() }.into(),
            requester: Requester::terminal(),
            place: Place::from("cli:local"),
            claim_for: Some("w".to_owned()),
            ..Ask::default()
        };
        let fence = service.ask(ask).await.expect("admissible").fence.expect("claimed at once");
        let mut drive = service.drive(fence, CancellationToken::new(), Duration::ZERO);
        drives.push(tokio::spawn(async move { drive.run().await }));
    }
    for drive in drives {
        let ended = drive.await.expect("no fault").expect("it ends");
        assert!(matches!(ended, Ended::Over(_)), "{ended:?}");
    }
    documents
}

#[tokio::test(start_paused = true)]
async fn nobody_holds_the_texts_of_a_job_while_a_model_thinks() {
    let documents = run(1, 0).await;
    let counts = documents.counts();
    assert!(counts.loads >= 3, "they are loaded for each decision: {}", counts.loads);
    assert!(counts.at_calls.len() >= 2, "a plan and a judgement: {:?}", counts.at_calls);
    assert!(counts.at_calls.iter().all(|held| *held == 0), "{:?}", counts.at_calls);
}

#[tokio::test(start_paused = true)]
async fn however_many_jobs_run_few_have_their_texts_in_memory() {
    let documents = run(24, 0).await;
    let mut counts = documents.counts();
    assert!(counts.loads >= 24 * 3, "{}", counts.loads);
    assert!(counts.most <= 2, "one that is worked on, and the next: {}", counts.most);
    assert_eq!(counts.held(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_reply_outlives_a_store_that_fails_for_a_moment() {
    let (smooth, rough) = (run(1, 0).await, run(1, 2).await);
    let left = {
        let counts = rough.counts();
        (counts.faults, counts.failing)
    };
    assert_eq!(left, (0, 0), "the store failed twice");
    let calls = |documents: &Counting| documents.counts().at_calls.len();
    assert_eq!(calls(&rough), calls(&smooth), "nobody is asked again");
}
