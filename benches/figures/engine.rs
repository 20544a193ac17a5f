//! What the engine adds to the waits of the world, and how many jobs it gets through when nothing waits.

use crate::world::{Waits, World};
use crate::{cpu_seconds, line, median};
use gorkd_core::engine::{Ask, AskDefaults, Deltas, Ports, Service, SystemClock, WorkerSettings};
use gorkd_core::job::{Job, JobStatus, Models, Stage};
use gorkd_core::model::*;
use gorkd_core::ports::{Model, Outlet, Search};
use gorkd_core::view::view;
use gorkd_rules::Rules;
use gorkd_store::{SqliteOptions, SqliteStore};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const QUESTION: &str = "Who repaired the bridge of Eastmoor in 1912?";

pub fn figures() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for at_once in [1, 20] {
            let rounds = if at_once == 1 { 9 } else { 3 };
            let added = added_time(at_once, rounds).await;
            let figure = format!("added to the critical path of waits, {at_once} at once");
            line(&figure, format!("{:.1} %", added * 100.0), "3 %");
        }
        let (rate, cpu) = instant(200).await;
        line("jobs a second in an instant world", format!("{rate:.0}"), "");
        line("CPU a job in an instant world", format!("{:.0} ms", cpu * 1000.0), "30 ms");
    });
}

/// The share by which jobs take longer than the waits that follow one another in them; the median job.
async fn added_time(at_once: usize, rounds: usize) -> f64 {
    let bench = Bench::start(Waits::usual()).await;
    let mut added = Vec::new();
    for _ in 0..rounds {
        for (job, took) in bench.run(at_once).await {
            let waited = critical_path(&job, Waits::usual()).as_secs_f64();
            added.push(took.as_secs_f64() / waited - 1.0);
        }
    }
    bench.end().await;
    median(added)
}

/// Jobs a second, and processor seconds a job.
async fn instant(jobs: usize) -> (f64, f64) {
    let bench = Bench::start(Waits::default()).await;
    bench.run(16).await;
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let asked = bench.ask_all(jobs).await;
    // The figure is about the engine, not about two hundred onlookers: there is one, who looks now and then.
    for job in &asked {
        while !bench.is_over(job).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let (took, cpu) = (began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    for job in &asked {
        bench.completed(job).await;
    }
    bench.end().await;
    (jobs as f64 / took, cpu / jobs as f64)
}

/// Waits that had to follow one another: each stage's longest, since all calls of a stage run at once.
fn critical_path(job: &Job, waits: Waits) -> Duration {
    let stages = view(job).metadata.stages;
    stages
        .iter()
        .map(|stage| match stage.stage {
            Stage::Search => waits.search,
            Stage::Read => waits.page,
            Stage::Clarify | Stage::Plan | Stage::Evaluate | Stage::Synthesize | Stage::Verify => {
                waits.model * stage.calls + waits.token * stage.tokens.output as u32
            }
        })
        .sum()
}

/// The settings of every run here.
fn defaults() -> AskDefaults {
    let name = Some("made-up".to_owned());
    let models = Models { planner: name.clone(), writer: name, checker: None, ..Models::default() };
    let budget = Budget {
        rounds: 3,
        queries: 8,
        pages: 8,
        citations: 10,
        results: 8,
        seconds: 60,
        reserve_seconds: 15,
        page_seconds: 10,
        search_seconds: 10,
        tokens: 60_000,
        usd: 1.0,
        ..Budget::default()
    };
    AskDefaults { budgets: BTreeMap::from([(Profile::Standard, budget)]), models, ..AskDefaults::default() }
}

/// The engine over a real store in a folder of its own.
pub struct Bench {
    pub service: Service,
    pub ports: Ports,
    pub store: SqliteStore,
    halt: CancellationToken,
    working: tokio::task::JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl Bench {
    pub async fn start(waits: Waits) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = SqliteStore::open(folder.path(), SqliteOptions::default()).await.expect("a store");
        let world = Arc::new(World { waits });
        let model = Outlet::<dyn Model>::new(world.clone());
        let search = Outlet::<dyn Search>::new(world.clone());
        let ports = Ports {
            decide: Arc::new(Rules),
            understand: Arc::new(Rules),
            journal: Arc::new(store.clone()),
            documents: Arc::new(store.clone()),
            threads: Arc::new(store.clone()),
            searches: vec![search],
            reader: world,
            resolver: None,
            models: BTreeMap::from([("made-up".to_owned(), model)]),
            embedder: None,
            reranker: None,
            screen: None,
            moderator: None,
            scratch: Arc::new(store.cache().clone()),
            lessons: Arc::new(store.clone()),
            answers: Arc::new(store.clone()),
            preferences: Arc::new(store.clone()),
            people: Arc::new(store.clone()),
            watches: Arc::new(store.clone()),
            shares: Arc::new(store.clone()),
            links: Arc::new(store.clone()),
            edits: Arc::new(store.clone()),
            articles: None,
            deltas: Deltas::new(),
            clock: Arc::new(SystemClock),
            thinking: Ports::thinking_room(),
        };
        let service = Service::new(ports.clone(), defaults());
        let halt = CancellationToken::new();
        let settings = WorkerSettings { jobs: 20, ..WorkerSettings::default() };
        let worker = service.worker(store.incarnation().expect("a name"), settings, halt.clone());
        let working = tokio::spawn(async move { worker.run().await.expect("the worker works") });
        Self { service, ports, store, halt, working, _folder: folder }
    }

    pub fn defaults(&self) -> AskDefaults {
        defaults()
    }

    /// A job that is over before it began: a row to note a question for.
    pub async fn job(&self, question: &str) -> JobId {
        let ask = Ask {
            text: question.to_owned(),
            requester: Requester::terminal(),
            place: Place::from("cli:bench"),
            ..Ask::default()
        };
        let ticket = self.service.ask(ask).await.expect("admissible");
        // It may have ended by itself already.
        let _ = self.service.cancel(&ticket.job, &Requester::terminal()).await;
        ticket.job
    }

    /// Asks that many questions at once; each job with the time from the question to its last event.
    async fn run(&self, jobs: usize) -> Vec<(Job, Duration)> {
        let asked = (0..jobs).map(|_| self.one());
        futures::future::join_all(asked).await
    }

    async fn one(&self) -> (Job, Duration) {
        let mut changes = self.service.changes();
        let began = Instant::now();
        let asked = self.ask().await;
        while !self.is_over(&asked).await {
            // Only news of this job.
            while let Ok(Ok(change)) = tokio::time::timeout(Duration::from_secs(1), changes.recv()).await {
                if change.job == asked {
                    break;
                }
            }
        }
        let took = began.elapsed();
        (self.completed(&asked).await, took)
    }

    async fn ask(&self) -> JobId {
        let ask = Ask {
            text: QUESTION.to_owned(),
            requester: Requester::terminal(),
            place: Place::from("cli:bench"),
            ..Ask::default()
        };
        self.service.ask(ask).await.expect("admissible").job
    }

    async fn ask_all(&self, jobs: usize) -> Vec<JobId> {
        futures::future::join_all((0..jobs).map(|_| self.ask())).await
    }

    async fn is_over(&self, job: &JobId) -> bool {
        self.service.row(job).await.expect("it is there").status.is_over()
    }

    /// The job as it ended, which has to be with an answer.
    async fn completed(&self, job: &JobId) -> Job {
        let job = self.service.job(job, None).await.expect("it reads");
        assert_eq!(job.status(), JobStatus::Completed);
        job
    }

    pub async fn end(self) {
        self.halt.cancel();
        self.working.await.expect("the worker ends");
        self.store.close().await;
    }
}
