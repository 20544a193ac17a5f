//! Three processes over one database, the simulated world that they share, and what must hold of all jobs afterwards.

use crate::kills::{pages, prepared_on};
use crate::slack::office::{How, settings};
use crate::web::http::{Event as Told, Listener, Server};
use crate::world::models::{ModelServer, Shape};
use crate::world::process::Machine;
use crate::world::searxng::Searxng;
use crate::world::slack::state::Books;
use crate::world::slack::{Slack, Transport};
use gorkd_core::job::{Event, Job, JobStatus, Recorded};
use gorkd_core::model::{JobId, Place};
use gorkd_store::redis_server::RedisServer;
use gorkd_store::relay::Relay;
use gorkd_store::{Store, server};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// Simulated seconds of Slack in one.
const SPEED: f64 = 10.0;
/// The leases of workers here. Those of platforms are gorkd's own.
const LEASE_MS: u64 = 3_000;
/// Longer than any lease.
pub const PAUSE: Duration = Duration::from_secs(13);
/// How long all jobs may take, however often they are disturbed.
pub const LONG: Duration = Duration::from_secs(600);
pub const OWNS: &str = "this process runs the platform";
pub const LOST: &str = "lost this platform";
/// How long a request may take before it is sent to another process.
const PATIENCE: Duration = Duration::from_secs(5);

/// A small generator of numbers; the same seed gives the same ones.
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn thrown(name: &str) -> Self {
        let given = std::env::var("GORKD_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| crate::world::now_ms().unsigned_abs());
        println!("{name} from GORKD_SEED={seed}");
        Self(seed)
    }

    pub fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Another one, for a task of its own.
    pub fn fork(&mut self) -> Self {
        self.roll(2);
        Self(self.0 ^ 0x9e37_79b9_7f4a_7c15)
    }
}

/// A thread, and what was read of it.
type Stream = (String, Vec<Told>);
type Read = (Case, Stream);

pub struct Fleet {
    pub replicas: Vec<Server>,
    pub search: Searxng,
    pub model: ModelServer,
    pub slack: Slack,
    pub settings: Vec<String>,
    /// Of each process, if they are hosts of their own.
    pub ways: Vec<Ways>,
    /// Reaches the store whatever becomes of the ways to it.
    home: Option<Machine>,
    /// Ends with the fleet.
    _redis: Option<RedisServer>,
}

/// What depends on how processes are disturbed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How often an effect may have been started.
    pub attempts: u32,
    /// Whether the times of the journal are those of the simulated servers.
    pub times: bool,
}

/// How one process reaches what it shares with the others.
pub struct Ways {
    pub store: Relay,
    pub redis: Relay,
    /// The setting that says where Redis is.
    at: String,
}

impl Ways {
    /// Whatever is at their other end.
    pub fn each(&self, what: impl Fn(&Relay)) {
        [&self.store, &self.redis].into_iter().for_each(what);
    }
}

/// A question that nobody else has asked, and what came of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// A word that stands in every prompt and every query of this case alone.
    pub word: String,
    pub job: JobId,
}

impl Fleet {
    pub async fn start(processes: usize) -> Self {
        Self::with_leases(processes, LEASE_MS).await
    }

    /// With leases of workers that last so many milliseconds.
    pub async fn with_leases(processes: usize, lease_ms: u64) -> Self {
        let first = tokio::task::block_in_place(|| prepared_on(Machine::on_postgres()));
        Self::on(Self::machines(first, processes), Vec::new(), lease_ms).await
    }

    /// On the database of this machine, which has the library.
    pub async fn beside(first: Machine, processes: usize) -> Self {
        Self::on(Self::machines(first, processes), Vec::new(), LEASE_MS).await
    }

    fn machines(first: Machine, processes: usize) -> Vec<Machine> {
        let url = first.database().to_owned();
        let others = (1..processes).map(|_| Machine::on_database(url.clone()));
        std::iter::once(first).chain(others).collect()
    }

    /// Each process has its own ways to Postgres and to a Redis.
    pub async fn apart(processes: usize) -> Self {
        let (redis, home) =
            tokio::task::block_in_place(|| (RedisServer::start(), prepared_on(Machine::on_postgres())));
        let (mut machines, mut ways) = (Vec::new(), Vec::new());
        for _ in 0..processes {
            let store = Relay::to(server::socket()).await.expect("a port");
            let to_redis = Relay::to(redis.socket()).await.expect("a port");
            machines.push(Machine::on_database(server::over(home.database(), &store.place())));
            let at = format!("redis.url={}", redis.url_over(to_redis.port()));
            ways.push(Ways { store, redis: to_redis, at });
        }
        let fleet = Self::on(machines, ways, LEASE_MS).await;
        Self { home: Some(home), _redis: Some(redis), ..fleet }
    }

    /// On machines that reach the database of `home` in their own ways.
    pub async fn reaching(home: Machine, machines: Vec<Machine>) -> Self {
        Self { home: Some(home), ..Self::on(machines, Vec::new(), LEASE_MS).await }
    }

    async fn on(machines: Vec<Machine>, ways: Vec<Ways>, lease_ms: u64) -> Self {
        let search = Searxng::start(pages(), Duration::from_millis(40)).await;
        let model = ModelServer::start(Shape::OpenAi).await;
        model.takes(Duration::from_millis(150));
        let slack = Slack::start(Transport::Socket, SPEED).await;
        // A reaction whose response was lost is set again.
        slack.books().marks_again = true;
        let mut settings = settings(&slack, How::Connection, SPEED);
        settings.extend(model.settings());
        settings.extend([
            "search.searxng.enabled=true".to_owned(),
            format!("search.searxng.base_url={}", search.base_url()),
            "ask.privacy=hybrid".to_owned(),
            "ask.ask_back=false".to_owned(),
            "answers.reuse=false".to_owned(),
            format!("worker.lease_ms={lease_ms}"),
            "web.requests_per_minute=1000000".to_owned(),
            "chat.channel_runs_per_hour=0".to_owned(),
            "chat.workspace_runs_per_hour=0".to_owned(),
        ]);
        let replicas = Vec::new();
        let mut fleet = Self { replicas, search, model, slack, settings, ways, home: None, _redis: None };
        for (at, machine) in machines.into_iter().enumerate() {
            let replica = tokio::task::block_in_place(|| Server::start_with(machine, &fleet.given(at), &[]));
            fleet.replicas.push(replica);
        }
        fleet
    }

    /// The settings of one process.
    fn given(&self, at: usize) -> Vec<&str> {
        let own = self.ways.get(at).map(|ways| ways.at.as_str());
        self.settings.iter().map(String::as_str).chain(own).collect()
    }

    pub fn ports(&self) -> Vec<u16> {
        self.replicas.iter().map(|one| one.port).collect()
    }

    /// What all processes logged.
    pub fn logged(&self) -> String {
        self.replicas.iter().map(Server::logged).collect::<Vec<_>>().join("\n\n")
    }

    pub fn kill(&mut self, at: usize) {
        tokio::task::block_in_place(|| self.replicas[at].kill());
        self.resume(at);
    }

    pub fn resume(&mut self, at: usize) {
        self.resume_with(at, &[]);
    }

    /// With this in its environment.
    pub fn resume_with(&mut self, at: usize, environment: &[(&str, &str)]) {
        let given: Vec<String> = self.given(at).into_iter().map(str::to_owned).collect();
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        tokio::task::block_in_place(|| self.replicas[at].resume(&given, environment));
    }

    pub async fn store(&self) -> std::sync::Arc<dyn Store> {
        self.home.as_ref().unwrap_or(&self.replicas[0].machine).store().await
    }

    /// The process that runs Slack, among those that `may`, by what they have logged.
    pub async fn owner(&self, may: impl Fn(usize) -> bool) -> usize {
        let look = async {
            loop {
                let owns = |at: &usize| may(*at) && owns(&self.replicas[*at].machine.logged());
                if let Some(owner) = (0..self.replicas.len()).find(owns) {
                    return owner;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let owner = tokio::time::timeout(LONG, look).await;
        owner.unwrap_or_else(|_| panic!("nobody runs Slack:\n{}", self.logged()))
    }

    /// Waits until a process says that it no longer runs Slack.
    pub async fn loses(&self, at: usize) {
        let began = Instant::now();
        while owns(&self.replicas[at].machine.logged()) {
            assert!(began.elapsed() < LONG, "it still runs Slack:\n{}", self.logged());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the model was asked more often than `before`.
    pub async fn asks(&self, before: usize) {
        let patience = Instant::now();
        while self.model.calls().len() <= before {
            assert!(patience.elapsed() < LONG, "the model was never asked:\n{}", self.logged());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until every process is ready.
    pub async fn ready(&self) {
        for port in self.ports() {
            let began = Instant::now();
            while request(port, "GET", "/readyz", "", "").await.is_none_or(|(status, _)| status != 200) {
                assert!(began.elapsed() < LONG, "{port} is never ready:\n{}", self.logged());
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Asks over HTTP, one question so long after another, and reads each thread to its end.
    pub fn ask_and_read(&self, cases: usize, every: Duration, dice: &mut Dice) -> Vec<JoinHandle<Read>> {
        let one = |case: usize| {
            let (ports, mut dice) = (self.ports(), dice.fork());
            tokio::spawn(async move {
                tokio::time::sleep(every * case as u32).await;
                let (thread, case) = ask(ports.clone(), case, dice.fork()).await;
                (case, read(ports, thread, dice).await)
            })
        };
        (0..cases).map(one).collect()
    }

    /// Waits until all that was asked has ended; gives its cases and what was read.
    pub async fn all_ended(
        &self,
        asked: Vec<JoinHandle<Read>>,
        mentions: Vec<(String, String)>,
    ) -> (Vec<Case>, Vec<Stream>) {
        let (mut cases, mut streams) = (Vec::new(), Vec::new());
        for task in asked {
            let (case, stream) = task.await.expect("a reader ends");
            cases.push(case);
            streams.push(stream);
        }
        cases.extend(self.answered(mentions).await);
        (cases, streams)
    }

    /// Asks in Slack; gives the word and the time of each message.
    pub fn mentions(&self, cases: usize) -> Vec<(String, String)> {
        let ask = |case| {
            let word = format!("slackcase{case:04}");
            let ts = self.slack.mention("U1", "C1", &question(&word));
            (word, ts)
        };
        (0..cases).map(ask).collect()
    }

    /// Waits until all that was asked in Slack is a job. What comes in while the store can't be reached is refused with a
    /// sentence instead, and people have to ask again.
    pub async fn taken(&self, mentions: &[(String, String)]) {
        let (store, began) = (self.store().await, Instant::now());
        for (word, ts) in mentions {
            let place = Place(format!("slack:T1:C1:{ts}"));
            while store.deliveries_at(&place, 1).await.expect("it reads").is_empty() {
                assert!(began.elapsed() < LONG, "{word} is not taken:\n{}", self.logged());
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        store.close().await;
    }

    /// Waits until all that was asked in Slack is answered and marked there, and gives its jobs.
    pub async fn answered(&self, mentions: Vec<(String, String)>) -> Vec<Case> {
        for (word, ts) in &mentions {
            let look = |books: &Books| {
                let answered = books.messages.iter().any(|one| one.is_in(ts) && one.says("[Sources]"));
                let marks = &books.message("C1", ts)?.reactions;
                let marked = marks.contains_key("white_check_mark") || marks.contains_key("warning");
                (answered && marked).then_some(())
            };
            self.slack.until_within(&format!("answer to {word}"), LONG, look).await;
        }
        let undelivered = self.slack.books().undelivered.clone();
        assert_eq!(undelivered, [""; 0]);
        let store = self.store().await;
        let mut cases = Vec::new();
        for (word, ts) in mentions {
            let told = store.deliveries_at(&Place(format!("slack:T1:C1:{ts}")), 9).await.expect("it reads");
            assert_eq!(told.len(), 1, "{word} was asked once: {told:?}");
            cases.push(Case { word: word.clone(), job: told[0].job.clone() });
            let seen = self.slack.seen();
            let answers = self.slack.thread("C1", &ts).iter().filter(|one| one.says("[Sources]")).count();
            assert_eq!(answers, 1, "{word}: {seen}");
            assert!(self.slack.thread("C1", &ts).len() <= 2, "{word}, a status and an answer: {seen}");
        }
        store.close().await;
        cases
    }

    /// What must hold of every job, whatever became of the processes that worked on it.
    pub async fn check(&self, cases: &[Case]) {
        self.check_with(cases, Limits { attempts: 3, times: true }).await;
    }

    /// As `check`, for disturbances of another kind.
    pub async fn check_with(&self, cases: &[Case], limits: Limits) {
        let store = self.store().await;
        let (calls, searches) = (self.model.calls(), self.search.came());
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for Case { word, job } in cases {
            let journal = store.events(job, 0).await.expect("the journal reads");
            let seqs: Vec<u64> = journal.iter().map(|one| one.seq).collect();
            assert_eq!(seqs, (1..=journal.len() as u64).collect::<Vec<_>>(), "{word} has a gap");
            ended_once(word, &journal);
            outcomes_are_once(word, &journal, limits.attempts);
            for (stage, name) in [("plan", "plan"), ("judge", "judge"), ("write", "synthesize")] {
                let of = |one: &&crate::world::models::Call| one.stage == stage && one.user.contains(word);
                let came: Vec<i64> = calls.iter().filter(of).map(|one| one.at).collect();
                let is_of = |effect: &str, paid: bool| paid && effect.split('.').any(|part| part == name);
                *seen.entry(stage).or_default() += came.len();
                let starts = starts(&journal, is_of);
                assert!(came.len() <= starts, "{word}: {} calls to {stage} over {starts}", came.len());
                if limits.times {
                    came.into_iter().for_each(|at| under_way(word, stage, at, &journal, is_of));
                }
            }
            let is_search = |effect: &str, _: bool| effect.contains(".search.");
            let mut by_query: BTreeMap<&str, usize> = BTreeMap::new();
            for (query, at) in searches.iter().filter(|(query, _)| query.contains(word.as_str())) {
                *by_query.entry(query.as_str()).or_default() += 1;
                *seen.entry("search").or_default() += 1;
                if limits.times {
                    under_way(word, "search", *at, &journal, is_search);
                }
            }
            // One that failed is tried again under a name of its own.
            let mut tries: BTreeMap<&str, usize> = BTreeMap::new();
            for recorded in &journal {
                if let Event::Started { effect, .. } = &recorded.event
                    && is_search(effect.stem(), false)
                {
                    *tries.entry(effect.stem()).or_default() += 1;
                }
            }
            let attempts = tries.values().copied().max().unwrap_or_default();
            assert!(by_query.values().all(|made| *made <= attempts), "{word}: {by_query:?} in {attempts}");
        }
        println!("calls of {} cases that were told apart: {seen:?}", cases.len());
        assert!(seen.len() == 4 && seen.values().all(|calls| *calls > 0), "{seen:?}");
        store.close().await;
    }

    /// What readers put together from several processes is the same as what one process streams from the start.
    pub async fn check_readers(&self, read: Vec<Stream>) {
        for (thread, events) in read {
            let path = format!("/api/stream/{thread}");
            let mut listener = Listener::open(self.replicas[0].port, &path, None).await.expect("a stream");
            let mut whole = Vec::new();
            while let Some(event) = listener.next().await {
                let done = event.kind == "done";
                whole.extend(Some(event).filter(|event| event.id.is_some()));
                if done {
                    break;
                }
            }
            assert_eq!(events, whole, "{thread}");
        }
    }
}

/// Whether a process runs a platform, by what it has logged: it has not lost it since.
fn owns(logged: &str) -> bool {
    logged.rfind(OWNS).is_some_and(|at| logged.rfind(LOST).is_none_or(|lost| lost < at))
}

pub fn question(word: &str) -> String {
    format!("When was the Harbour Bridge of Eastmoor opened, and how long is it, says {word}?")
}

/// A request to one of the processes; none where it does not answer, or not in time.
pub async fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Option<(u16, String)> {
    let asked = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await.ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, body.to_owned()))
    };
    tokio::time::timeout(PATIENCE, asked).await.ok()?
}

/// Asks whichever process answers, with a key that makes of many tries one question; gives the thread and the case.
pub async fn ask(ports: Vec<u16>, case: usize, mut dice: Dice) -> (String, Case) {
    let word = format!("webcase{case:04}");
    let body = json!({"goal": question(&word)}).to_string();
    let began = Instant::now();
    loop {
        let port = ports[dice.roll(ports.len())];
        let key = format!("Idempotency-Key: {word}\r\n");
        let answer = request(port, "POST", "/api/threads/start", &key, &body).await;
        if let Some((202, taken)) = &answer {
            let taken: Value = serde_json::from_str(taken).expect("JSON");
            let text = |name: &str| taken[name].as_str().expect("an id").to_owned();
            return (text("threadId"), Case { word, job: JobId(text("jobId")) });
        }
        // Away, or still at the first try.
        let expected = answer.as_ref().is_none_or(|(status, _)| [409, 500, 503].contains(status));
        assert!(expected && began.elapsed() < LONG, "{word}: {answer:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Reads a thread until its end, from one process after the other, each time with the last ID.
pub async fn read(ports: Vec<u16>, thread: String, mut dice: Dice) -> Stream {
    let path = format!("/api/stream/{thread}");
    let mut got: Vec<Told> = Vec::new();
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < LONG, "{thread} does not end: {got:?}");
        let port = ports[dice.roll(ports.len())];
        let last = got.last().and_then(|event| event.id.clone());
        let opened = tokio::time::timeout(PATIENCE, Listener::open(port, &path, last.as_deref())).await;
        let Ok(Some(mut listener)) = opened else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let patience = Duration::from_millis(200 + dice.roll(3_000) as u64);
        while let Ok(Some(event)) = tokio::time::timeout(patience, listener.next()).await {
            assert_ne!(event.kind, "gap", "nothing of the history is gone");
            let done = event.kind == "done";
            // What is on its way has no place of its own, and may be lost.
            got.extend(Some(event).filter(|event| event.id.is_some()));
            if done {
                return (thread, got);
            }
        }
    }
}

fn ended_once(word: &str, journal: &[Recorded]) {
    let mut job = Job::default();
    let mut ends = 0;
    for recorded in journal {
        let before = job.status().is_over();
        job.apply(recorded);
        ends += usize::from(!before && job.status().is_over());
    }
    assert_eq!((job.status(), ends), (JobStatus::Completed, 1), "{word}");
}

fn outcomes_are_once(word: &str, journal: &[Recorded], attempts: u32) {
    let mut finished = BTreeSet::new();
    for recorded in journal {
        if let Event::Started { effect, attempt, .. } = &recorded.event {
            assert!(!finished.contains(effect), "{word}: {effect} was finished and started again");
            assert!(*attempt <= attempts, "{word}: {effect} was started {attempt} times");
        }
        if let Some(effect) = recorded.event.outcome_of() {
            assert!(finished.insert(effect.clone()), "{word}: {effect} was finished twice");
        }
    }
}

fn starts(journal: &[Recorded], is_of: impl Fn(&str, bool) -> bool) -> usize {
    let is_start = |one: &&Recorded| match &one.event {
        Event::Started { effect, reserved, .. } => is_of(effect.stem(), reserved.tokens() > 0),
        _ => false,
    };
    journal.iter().filter(is_start).count()
}

/// When a call came, something of its kind was started and not finished: a finished one is never made again, not even
/// by a process that stood still just before it made it.
fn under_way(word: &str, kind: &str, at: i64, journal: &[Recorded], is_of: impl Fn(&str, bool) -> bool) {
    let mut open = BTreeSet::new();
    for recorded in journal {
        match &recorded.event {
            Event::Started { effect, reserved, .. }
                if recorded.at.0 <= at && is_of(effect.stem(), reserved.tokens() > 0) =>
            {
                open.insert(effect.clone());
            }
            event if recorded.at.0 < at => _ = event.outcome_of().map(|effect| open.remove(effect)),
            _ => {}
        }
    }
    assert!(!open.is_empty(), "{word}: a call to {kind} came at {at}, when nothing of it was under way");
}
