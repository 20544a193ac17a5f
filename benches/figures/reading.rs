//! What reading adds to the waits of a web on which every page takes its time: the real reader with its children, a
//! web on loopback, 200 pages on many hosts.

use crate::line;
use crate::measure::Cpu;
use crate::web::{Page, Web, article, status};
use async_trait::async_trait;
use gorkd_core::engine::{Ask, AskDefaults, Deltas, Ports, Service, SystemClock, Worker, WorkerSettings};
use gorkd_core::job::{Job, JobStatus, Stage};
use gorkd_core::model::*;
use gorkd_core::ports::*;
use gorkd_core::view::view;
use gorkd_net::{Dialer, Guard, GuardSettings, Http, Listed, Recorder, SystemNames};
use gorkd_reader::{ReaderPool, ReaderSettings, WebReader, WebSettings};
use gorkd_rules::Rules;
use gorkd_store::{SqliteOptions, SqliteStore};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const PAGES: usize = 200;
const HOSTS: usize = 100;
const PAGES_A_JOB: usize = 16;
/// Hosts of pages that are read by themselves, two each.
const ALONE: usize = 8;
const TAKES: Duration = Duration::from_millis(100);

pub fn figures() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let cpu = Cpu::now();
        let Times { read, alone, waits } = run().await;
        let cpu = Cpu::now().since(&cpu);
        let over =
            |ideal: Duration| format!("{:.1} %", (read.as_secs_f64() / ideal.as_secs_f64() - 1.0) * 100.0);
        line("reading 200 pages of 100 ms, 16 a job: over one page alone", over(alone), "10 %");
        line("  the same over the web's own waits", over(waits), "");
        let times =
            format!("{:.2}, {:.2}, {:.2} s", read.as_secs_f64(), alone.as_secs_f64(), waits.as_secs_f64());
        line("  read, one page alone, waits", times, "");
        let a_page = cpu.children * 1000.0 / (PAGES + 2 * ALONE) as f64;
        line("CPU of a page in the children that read", format!("{a_page:.1} ms"), "3 ms");
    });
}

/// Sums over all jobs but the first.
#[derive(Default)]
struct Times {
    /// What they spent reading.
    read: Duration,
    /// What they would have spent if sixteen pages took as long as one does by itself: perfect parallelism.
    alone: Duration,
    /// What the web itself took: a page is asked for once its host's robots.txt is there, and no two pages of a job
    /// share a host.
    waits: Duration,
}

async fn run() -> Times {
    let (web, pages) = many_pages().await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = SqliteStore::open(folder.path(), SqliteOptions::default()).await.expect("a store");
    let found = Arc::new(Found { pages: pages.clone(), next: AtomicUsize::new(0) });
    let ports = Ports {
        decide: Arc::new(Rules),
        understand: Arc::new(Rules),
        journal: Arc::new(store.clone()),
        documents: Arc::new(store.clone()),
        threads: Arc::new(store.clone()),
        budgets: Arc::new(store.clone()),
        answers: Arc::new(store.clone()),
        preferences: Arc::new(store.clone()),
        people: Arc::new(store.clone()),
        watches: Arc::new(store.clone()),
        shares: Arc::new(store.clone()),
        links: Arc::new(store.clone()),
        edits: Arc::new(store.clone()),
        articles: None,
        searches: vec![Outlet::new(found)],
        reader: Arc::new(reader(&store, web.address.port())),
        models: BTreeMap::new(),
        resolver: None,
        embedder: None,
        reranker: None,
        screen: None,
        moderator: None,
        scratch: Arc::new(store.cache().clone()),
        lessons: Arc::new(store.clone()),
        deltas: Deltas::default(),
        clock: Arc::new(SystemClock),
        thinking: Ports::thinking_room(),
    };
    let budget = Budget {
        rounds: 1,
        queries: 1,
        pages: PAGES_A_JOB as u32,
        citations: 12,
        results: PAGES_A_JOB as u32,
        seconds: 150,
        reserve_seconds: 35,
        page_seconds: 12,
        search_seconds: 10,
        tokens: 1_000,
        usd: 0.0,
        ..Budget::default()
    };
    let budgets = BTreeMap::from([(Profile::Standard, budget)]);
    let single =
        budgets.clone().into_values().map(|all| (Profile::Standard, Budget { pages: 1, results: 1, ..all }));
    let single = AskDefaults { budgets: single.collect(), ..AskDefaults::default() };
    let single = Service::new(ports.clone(), single);
    let service = Service::new(ports.clone(), AskDefaults { budgets, ..AskDefaults::default() });
    let halt = CancellationToken::new();
    let worker =
        Worker::new(ports, store.incarnation().expect("a name"), WorkerSettings::default(), halt.clone());
    let working = tokio::spawn(async move { worker.run().await.expect("the worker works") });
    // The first pages are read by children that have yet to be started, as once in the life of a process; a page of a
    // new host waits for its rules first.
    let mut by_itself = [Vec::new(), Vec::new()];
    for number in 0..2 * ALONE {
        let took = reading(&answered(&single, number).await);
        by_itself[number / ALONE].push(took.as_secs_f64());
    }
    let [new_host, known_host] = by_itself.map(|times| Duration::from_secs_f64(crate::median(times)));
    let mut times = Times::default();
    let mut rules = web.count("/robots.txt");
    for number in 0..PAGES.div_ceil(PAGES_A_JOB) {
        let job = answered(&service, 100 + number).await;
        let asked = web.count("/robots.txt");
        let is_new = asked > rules;
        rules = asked;
        if number > 0 {
            times.read += reading(&job);
            times.alone += if is_new { new_host } else { known_host };
            times.waits += if is_new { TAKES * 2 } else { TAKES };
        }
        assert_eq!(job.unread().count(), 0, "every page can be read");
    }
    assert_eq!(web.asked().len(), PAGES + HOSTS + 3 * ALONE, "each page and each host's rules once");
    halt.cancel();
    working.await.expect("the worker ends");
    store.close().await;
    times
}

fn reading(job: &Job) -> Duration {
    let stages = view(job).metadata.stages;
    Duration::from_millis(stages.iter().filter(|one| one.stage == Stage::Read).map(|one| one.ms).sum())
}

async fn answered(service: &Service, number: usize) -> Job {
    let mut changes = service.changes();
    let ask = Ask {
        text: format!("What was repaired in Eastmoor in {}?", 1900 + number),
        requester: Requester::terminal(),
        place: Place::from("cli:bench"),
        ..Ask::default()
    };
    let ticket = service.ask(ask).await.expect("admissible");
    while !service.row(&ticket.job).await.expect("it is there").status.is_over() {
        let _ = tokio::time::timeout(Duration::from_secs(1), changes.recv()).await;
    }
    let job = service.job(&ticket.job, None).await.expect("it reads");
    assert_eq!(job.status(), JobStatus::Completed);
    job
}

fn reader(store: &SqliteStore, port: u16) -> WebReader {
    let settings = ReaderSettings {
        program: Some(PathBuf::from(env!("CARGO_BIN_EXE_gorkd"))),
        ..ReaderSettings::default()
    };
    let listed = |host: usize| Listed { host: host_name(host), port: Some(port) };
    let rules = GuardSettings { allow: (0..HOSTS + ALONE).map(listed).collect(), ..GuardSettings::default() };
    let guard = Guard::new(rules, Arc::new(SystemNames));
    let dialer = Dialer::new(Duration::from_secs(3), Vec::new(), Recorder::default()).expect("a client");
    let kept: (Arc<dyn Scratch>, Arc<dyn Documents>) =
        (Arc::new(store.cache().clone()), Arc::new(store.clone()));
    let web = WebSettings::default();
    WebReader::new(ReaderPool::new(settings), guard, Http::new(Arc::new(dialer)), &web, Some(kept))
}

fn host_name(number: usize) -> String {
    format!("site{number}.localhost")
}

/// Pages of about 700 words, two a host, one after the other over all hosts; those that are read by themselves come
/// first.
async fn many_pages() -> (Web, Vec<String>) {
    let web = Web::start().await;
    web.put("*", "/robots.txt", Page::Slow(TAKES, Box::new(status(404))));
    let mut pages = Vec::new();
    let alone = (0..2 * ALONE).map(|number| HOSTS + number % ALONE);
    let hosts = alone.chain((0..PAGES).map(|number| number % HOSTS));
    for (number, host) in hosts.enumerate() {
        let (host, path) = (host_name(host), format!("/page{number}.html"));
        let mut text = String::new();
        for year in 1900..1930 {
            text.push_str(&format!(
                "<p>In {year} part {number} of the harbour of Eastmoor was repaired by a company of the town, which spent \
                 {} crowns on it and kept it closed for {} days.</p>\n",
                year * 3 + number,
                (year + number) % 50
            ));
        }
        let page = article(&format!("The harbour of Eastmoor, part {number}"), &text);
        web.put(&host, &path, Page::Slow(TAKES, Box::new(page)));
        pages.push(web.url(&host, &path));
    }
    (web, pages)
}

/// Finds the next pages, whatever is asked.
struct Found {
    pages: Vec<String>,
    next: AtomicUsize,
}

#[async_trait]
impl Search for Found {
    fn name(&self) -> &str {
        "made_up"
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let from = self.next.fetch_add(request.results as usize, Ordering::SeqCst);
        let pages = self.pages.iter().enumerate().skip(from).take(request.results as usize);
        let hit = |(number, url): (usize, &String)| SearchHit {
            url: url.clone(),
            title: format!("The harbour of Eastmoor, part {number}"),
            snippet: format!("In {} part {number} of the harbour was repaired.", 1900 + number),
            provider: "made_up".to_owned(),
            rank: (number - from) as u32 + 1,
            ..SearchHit::default()
        };
        Ok(Metered::free(pages.map(hit).collect()))
    }
}
