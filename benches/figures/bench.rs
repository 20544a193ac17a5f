//! The engine over a real store and a made-up world, in this process.

use crate::store::{self, Kept};
use crate::world::{Waits, World};
use gorkd_core::engine::{Ask, AskDefaults, Deltas, Ports, Service, SystemClock, WorkerSettings};
use gorkd_core::job::{Job, JobStatus, Models};
use gorkd_core::model::*;
use gorkd_core::ports::{Model, Outlet, Search};
use gorkd_core::view::view;
use gorkd_rules::Rules;
use gorkd_store::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const QUESTION: &str = "Who repaired the bridge of Eastmoor in 1912?";

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub kept: Kept,
    pub waits: Waits,
    /// Jobs that are worked on at once.
    pub jobs: usize,
    /// Pages that a job reads, in one round.
    pub pages: u32,
}

/// The settings of every run here. Nothing but its pages limits a job: a busy machine must not change what it does.
fn defaults(pages: u32) -> AskDefaults {
    let name = Some("made-up".to_owned());
    let models = Models { planner: name.clone(), writer: name, checker: None, ..Models::default() };
    let budget = Budget {
        rounds: 1,
        queries: 8,
        pages,
        citations: 10,
        results: pages + 2,
        seconds: 600,
        reserve_seconds: 60,
        page_seconds: 60,
        search_seconds: 60,
        tokens: 200_000,
        usd: 1.0,
        ..Budget::default()
    };
    AskDefaults { budgets: BTreeMap::from([(Profile::Standard, budget)]), models, ..AskDefaults::default() }
}

/// The engine at work, in a folder of its own.
pub struct Bench {
    pub service: Service,
    pub ports: Ports,
    pub store: Arc<dyn Store>,
    setup: Setup,
    halt: CancellationToken,
    working: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

/// How long no news of any job means that it is time to look whether they are over.
const QUIET: Duration = Duration::from_millis(50);

impl Bench {
    pub async fn start(setup: Setup) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = tokio::task::block_in_place(|| setup.kept.database());
        let store = store::open(folder.path(), database.as_deref()).await;
        let world = Arc::new(World::new(setup.waits));
        let model = Outlet::<dyn Model>::new(world.clone());
        let search = Outlet::<dyn Search>::new(world.clone());
        let ports = Ports {
            decide: Arc::new(Rules),
            understand: Arc::new(Rules),
            journal: store.clone(),
            documents: store.clone(),
            threads: store.clone(),
            searches: vec![search],
            reader: world,
            resolver: None,
            models: BTreeMap::from([("made-up".to_owned(), model)]),
            embedder: None,
            reranker: None,
            screen: None,
            moderator: None,
            budgets: store.clone(),
            scratch: store.scratch(),
            lessons: store.clone(),
            answers: store.clone(),
            preferences: store.clone(),
            people: store.clone(),
            watches: store.clone(),
            shares: store.clone(),
            links: store.clone(),
            edits: store.clone(),
            articles: None,
            deltas: Deltas::default(),
            clock: Arc::new(SystemClock),
            thinking: Ports::thinking_room(),
        };
        let service = Service::new(ports.clone(), defaults(setup.pages));
        let halt = CancellationToken::new();
        let settings = WorkerSettings { jobs: setup.jobs, ..WorkerSettings::default() };
        let worker = service.worker(store.incarnation().expect("a name"), settings, halt.clone());
        let working = tokio::spawn(async move { worker.run().await.expect("the worker works") });
        Self { service, ports, store, setup, halt, working, _folder: folder }
    }

    pub fn defaults(&self) -> AskDefaults {
        defaults(self.setup.pages)
    }

    /// A job that is over before it began: a row to note a question for.
    pub async fn job(&self, question: &str) -> JobId {
        let job = self.ask(question).await;
        // It may have ended by itself already.
        let _ = self.service.cancel(&job, &Requester::terminal()).await;
        job
    }

    /// Asks that many questions at once; each job with the time from the question to its last event.
    pub async fn run(&self, jobs: usize) -> Vec<(Job, Duration)> {
        let mut changes = self.service.changes();
        let asked = futures::future::join_all((0..jobs).map(|_| async move {
            let began = Instant::now();
            (self.ask(QUESTION).await, began)
        }))
        .await;
        // There is one onlooker for all of them: the figures are about the engine.
        let mut last: BTreeMap<JobId, (Seq, Instant)> = BTreeMap::new();
        let mut open: BTreeSet<JobId> = asked.iter().map(|(job, _)| job.clone()).collect();
        while !open.is_empty() {
            if let Ok(Ok(change)) = tokio::time::timeout(QUIET, changes.recv()).await {
                let now = Instant::now();
                let known = last.entry(change.job).or_insert((0, now));
                if change.head > known.0 {
                    *known = (change.head, now);
                }
                continue;
            }
            for (job, _) in &asked {
                if open.contains(job) && self.is_over(job).await {
                    open.remove(job);
                }
            }
        }
        let mut ended = Vec::new();
        for (job, began) in asked {
            let (_, at) = last.get(&job).expect("its events were news");
            ended.push((self.completed(&job).await, at.duration_since(began)));
        }
        ended
    }

    /// The same without a look at each job: how long all of them took, and the events of all.
    pub async fn run_all(&self, jobs: usize) -> (Duration, usize) {
        let began = Instant::now();
        let asked = futures::future::join_all((0..jobs).map(|_| self.ask(QUESTION))).await;
        for job in &asked {
            while !self.is_over(job).await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        let took = began.elapsed();
        let mut events = 0;
        for job in &asked {
            self.completed(job).await;
            events += self.service.events(job, 0).await.expect("they read").len();
        }
        (took, events)
    }

    async fn ask(&self, question: &str) -> JobId {
        let ask = Ask {
            text: question.to_owned(),
            requester: Requester::terminal(),
            place: Place::from("cli:bench"),
            ..Ask::default()
        };
        self.service.ask(ask).await.expect("admissible").job
    }

    async fn is_over(&self, job: &JobId) -> bool {
        self.service.row(job).await.expect("it is there").status.is_over()
    }

    /// The job as it ended, which has to be with an answer, from as many pages as it may read.
    async fn completed(&self, job: &JobId) -> Job {
        let job = self.service.job(job, None).await.expect("it reads");
        assert_eq!((job.status(), job.pages_read()), (JobStatus::Completed, self.setup.pages));
        let stages = view(&job).metadata.stages;
        let calls: u32 = stages.iter().filter(|one| one.tokens.output > 0).map(|one| one.calls).sum();
        assert_eq!(calls, 3, "a model plans, judges, and writes");
        assert!(stages.iter().all(|one| one.failed == 0), "nothing falls back: {stages:?}");
        job
    }

    pub async fn end(self) {
        self.halt.cancel();
        self.working.await.expect("the worker ends");
        self.store.close().await;
    }
}
