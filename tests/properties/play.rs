//! Plays one job in a simulated world: workers that die, people who speak up, calls that return in any order.

use gorkd_core::engine::{Ask, AskDefaults, Ended, Service};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble};
use gorkd_core::job::{Event, Job, ModelPrice, Models, Prices, Recorded, Reply, search_stem};
use gorkd_core::model::*;
use gorkd_core::ports::Journal;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug)]
pub struct Case {
    pub seed: u64,
    pub timing: u64,
    pub trouble: Trouble,
    pub with_model: bool,
    /// The model calls tools.
    pub driven: bool,
    /// For each life of the worker: after how many writes it dies, and whether its last write was made.
    pub kills: Vec<(u32, bool)>,
    /// What people say, and when (milliseconds after the question).
    pub said: Vec<(u64, Said)>,
    pub profile: Profile,
    pub interactive: bool,
}

#[derive(Clone, Debug)]
pub enum Said {
    Steer(String),
    Stop,
    Cancel,
    Retry,
}

impl Case {
    pub fn calm(profile: Profile) -> Self {
        Case {
            seed: 0,
            timing: 0,
            trouble: Trouble::default(),
            with_model: false,
            driven: false,
            kills: Vec::new(),
            said: Vec::new(),
            profile,
            interactive: false,
        }
    }
}

pub struct Played {
    pub job: Job,
    pub journal: Vec<Recorded>,
    pub world: FakeWorld,
    case: Case,
    store: MemoryStore,
}

/// Cases a property: more of them in the long tests.
pub fn cases(usual: u32) -> u32 {
    if std::env::var_os("GORKD_SOAK").is_some() { usual * 20 } else { usual }
}

pub fn budget(profile: Profile) -> Budget {
    let (rounds, queries, pages, seconds, reserve_seconds) = match profile {
        Profile::Quick => (2, 4, 4, 20, 6),
        Profile::Standard => (3, 8, 8, 60, 15),
        Profile::Deep => (6, 18, 16, 150, 35),
    };
    Budget {
        rounds,
        queries,
        pages,
        citations: 8,
        results: 8,
        seconds,
        reserve_seconds,
        page_seconds: 8,
        search_seconds: 10,
        tokens: 40_000,
        usd: 0.05,
        ..Budget::default()
    }
}

pub fn play(case: &Case) -> Played {
    runtime().block_on(async {
        let store = MemoryStore::default();
        let world = FakeWorld::new(case.seed, case.timing, case.trouble);
        let service = service(&world, &store, case);
        let planning = if case.interactive { Planning::Interactive } else { Planning::Auto };
        let ask = Ask {
            text: "When was the old copper bridge opened, and why was it closed?".to_owned(),
            terms: Terms { profile: case.profile, planning, ..Terms::default() }.into(),
            requester: Requester::terminal(),
            place: Place::from("cli:local"),
            ..Ask::default()
        };
        let ticket = service.ask(ask).await.expect("the question is admissible");
        let job = run(&service, &store, &ticket.job, case).await;
        let journal = store.events(&ticket.job, 0).await.expect("the journal is there");
        Played { job, journal, world, case: case.clone(), store }
    })
}

impl Played {
    /// Starts of the effects that make a request of the simulated world.
    pub fn starts_of(&self, request: &str) -> u32 {
        let count = |matches: &dyn Fn(&EffectId) -> bool| {
            let starts = self.journal.iter().filter(|one| match &one.event {
                Event::Started { effect, .. } => matches(effect),
                _ => false,
            });
            starts.count() as u32
        };
        let mut parts = request.splitn(3, ' ');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("search"), Some(provider), Some(text)) => {
                let stems: Vec<String> = self
                    .job
                    .rounds
                    .iter()
                    .enumerate()
                    .flat_map(|(n, round)| {
                        let asked = round.queries.iter().filter(|query| query.text == text);
                        asked.map(move |query| search_stem(n, query, provider)).collect::<Vec<_>>()
                    })
                    .collect();
                count(&|effect| stems.iter().any(|stem| stem == effect.stem()))
            }
            (Some("read"), Some(_), None) => {
                let url = request.trim_start_matches("read ");
                let stems: Vec<&String> = self
                    .job
                    .rounds
                    .iter()
                    .flat_map(|round| &round.reads)
                    .filter(|(_, read)| read.chosen.url == url)
                    .map(|(stem, _)| stem)
                    .collect();
                count(&|effect| stems.iter().any(|stem| *stem == effect.stem()))
            }
            _ => count(&|effect| !effect.stem().contains("search") && !effect.stem().contains(".read.")),
        }
    }

    /// Forks at a checkpoint without changing anything, and plays the branch to its end.
    pub fn fork(&self, at: Seq) -> Played {
        runtime().block_on(async {
            let case = Case { kills: Vec::new(), ..self.case.clone() };
            let service = service(&self.world, &self.store, &case);
            let ask = Ask { requester: Requester::terminal(), ..Ask::default() };
            let ticket = service.fork(&self.job.id, at, Default::default(), ask).await.expect("a checkpoint");
            let job = run(&service, &self.store, &ticket.job, &case).await;
            let journal = self.store.events(&ticket.job, 0).await.expect("the journal is there");
            Played { job, journal, world: self.world.clone(), case, store: self.store.clone() }
        })
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().expect("a runtime")
}

fn service(world: &FakeWorld, store: &MemoryStore, case: &Case) -> Service {
    let model = case.with_model.then(|| "model".to_owned());
    let price = MicroUsd(1000);
    let defaults = AskDefaults {
        budgets: Profile::ALL.into_iter().map(|profile| (profile, budget(profile))).collect(),
        models: Models {
            driver: model.clone().filter(|_| case.driven),
            planner: model.clone(),
            writer: model.clone(),
            checker: model,
        },
        prices: Prices {
            searches: BTreeMap::from([("alpha".to_owned(), price), ("beta".to_owned(), price)]),
            models: BTreeMap::from([(
                "model".to_owned(),
                ModelPrice { input: MicroUsd(150_000), output: MicroUsd(600_000), ..ModelPrice::default() },
            )]),
        },
        reply_within_ms: 600_000,
        ..AskDefaults::default()
    };
    Service::new(world.ports(store, gorkd_rules::Rules), defaults)
}

/// Workers take the job up until it is over. Each may die at a write, and the next one goes on.
async fn run(service: &Service, store: &MemoryStore, job: &JobId, case: &Case) -> Job {
    let mut kills = case.kills.iter();
    let mut crowd = Vec::new();
    for (after, said) in case.said.clone() {
        let (service, job) = (service.clone(), job.clone());
        crowd.push(tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(after)).await;
            let by = Requester::terminal();
            // Refusals are part of the play: a job that is over cannot be stopped.
            let _ = match said {
                Said::Steer(text) => service.steer(&job, &text, &by).await.map(|_| 0),
                Said::Stop => service.stop(&job, &by).await.map(|_| 0),
                Said::Cancel => service.cancel(&job, &by).await.map(|_| 0),
                Said::Retry => service.retry(&job, &by).await,
            };
        }));
    }
    let mut last = Job::default();
    for life in 0..60 {
        let worker = format!("w{life}");
        let now = service.now();
        let Some(fence) = store.claim(&worker, Some(job), now).await.expect("the store answers") else {
            if crowd.iter().all(tokio::task::JoinHandle::is_finished) {
                let current = service.job(job, None).await.expect("the job is there");
                if let Some((interrupt, until)) = current.interrupt() {
                    answer(service, job, interrupt.id(), until, life).await;
                    continue;
                }
                return last;
            }
            tokio::time::sleep(Duration::from_secs(5)).await;
            continue;
        };
        if let Some((writes, made)) = kills.next() {
            store.kill_after(*writes, *made);
        }
        let halt = CancellationToken::new();
        let mut drive = service.drive(fence, halt, Duration::from_secs(1));
        tokio::select! {
            ended = drive.run() => {
                let ended = ended.expect("the store answers");
                assert!(matches!(ended, Ended::Over(_) | Ended::Waiting), "{ended:?}");
                last = drive.job().clone();
            }
            () = store.killed.notified() => {}
        }
        drop(drive);
        store.bury(&worker);
    }
    panic!("the job never ended: {:?}", service.job(job, None).await.map(|job| job.status()));
}

/// A person answers, or lets the time run out.
async fn answer(service: &Service, job: &JobId, interrupt: &str, until: Millis, life: u32) {
    if life % 3 == 2 {
        let now = service.now();
        tokio::time::sleep(Duration::from_millis(until.since(now) + 1)).await;
    } else {
        let reply = if interrupt.starts_with("approve") { Reply::Approve } else { Reply::Option(0) };
        service.reply(job, interrupt, reply, &Requester::terminal()).await.expect("the question is open");
    }
}
