//! SIGKILL of the real process at many moments, over jobs that talk to a simulated search and a simulated model
//! which count their calls: every job ends, no finished call is made again, and what was spent is known exactly.

use crate::world::models::{Call, ModelServer, Shape};
use crate::world::process::{Machine, stderr};
use crate::world::searxng::Searxng;
use gorkd_core::job::{Event, Job, JobStatus, Recorded};
use gorkd_core::model::{JobId, Spend};
use gorkd_store::Store;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened, and how long is it?";

/// Twelve points in the usual tests, sixty in the long ones.
fn points() -> u64 {
    if std::env::var_os("GORKD_SOAK").is_some() { 60 } else { 12 }
}

/// Spread over the run by a seed that is printed, so that a failure can be played again.
fn seed() -> u64 {
    std::env::var("GORKD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        now.as_nanos() as u64
    })
}

pub fn pages() -> Vec<(String, String, String)> {
    let facts = [
        (
            "bridge",
            "Harbour Bridge of Eastmoor",
            "The Harbour Bridge of Eastmoor was opened in 1931 by Mayor Ilse Brandt. It is 412 metres long and carries two lanes.",
        ),
        (
            "history",
            "History of Eastmoor",
            "Eastmoor grew around its harbour. The Harbour Bridge of Eastmoor was opened in 1931, after four years of work.",
        ),
        (
            "repairs",
            "Repairs of 1978",
            "In 1978 the bridge was closed for eight months while its cables were replaced.",
        ),
        (
            "ferry",
            "The ferry",
            "Until the bridge was opened, a ferry crossed the harbour every twenty minutes.",
        ),
        (
            "engineer",
            "Ada Mill",
            "Ada Mill, an engineer from Westfold, designed the Harbour Bridge and three others.",
        ),
        ("tolls", "Tolls", "The bridge toll was abolished in 1956. Since then crossing the harbour is free."),
    ];
    facts
        .into_iter()
        .map(|(name, title, text)| {
            (format!("http://eastmoor.test/{name}.md"), title.to_owned(), format!("# {title}\n\n{text}\n"))
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_loses_no_job_and_makes_no_finished_call_again() {
    let search = Searxng::start(pages(), Duration::from_millis(60)).await;
    kill_all_over(World { search, model: None, prepared: prepared() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_pays_no_finished_call_of_a_model_again() {
    let search = Searxng::start(pages(), Duration::from_millis(20)).await;
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_millis(120));
    kill_all_over(World { search, model: Some(model), prepared: prepared() }).await;
}

/// What a killed process talks to, and the library that it begins with.
struct World {
    search: Searxng,
    model: Option<ModelServer>,
    prepared: Machine,
}

impl World {
    fn settings(&self) -> Vec<String> {
        let mut settings = vec![
            "search.searxng.enabled=true".to_owned(),
            format!("search.searxng.base_url={}", self.search.base_url()),
        ];
        settings.extend(self.model.iter().flat_map(ModelServer::settings));
        settings
    }

    fn command(&self, machine: &Machine, args: &[&str]) -> std::process::Command {
        let settings = self.settings();
        let mut args = args.to_vec();
        args.extend(settings.iter().flat_map(|one| ["--set", one.as_str()]));
        machine.gorkd(&args)
    }
}

async fn kill_all_over(world: World) {
    let seed = seed();
    println!("kill points from GORKD_SEED={seed}");
    let whole = measure(&world).await;
    let mut killed_in_the_middle = 0;
    for point in 0..points() {
        let spread = whole.as_millis() as u64 * 12 / 10;
        let after =
            (spread * point / points()) + (seed.wrapping_mul(point + 1) >> 40) % (spread / points()).max(1);
        killed_in_the_middle += u64::from(kill_at(&world, Duration::from_millis(after)).await);
    }
    println!("{killed_in_the_middle} of {} kills fell into a running job", points());
    assert!(killed_in_the_middle * 6 >= points(), "too few kills fell into a running job to show anything");
}

/// How long a run takes that nobody kills.
async fn measure(world: &World) -> Duration {
    let machine = Machine::like(&world.prepared);
    let start = Instant::now();
    let asked = || world.command(&machine, &["ask", QUESTION, "--json"]).output().expect("gorkd runs");
    let output = tokio::task::block_in_place(asked);
    assert!(output.status.success(), "{}", stderr(&output));
    start.elapsed()
}

fn prepared() -> Machine {
    prepared_on(Machine::new())
}

/// With the pages that the simulated search knows in its library.
pub fn prepared_on(machine: Machine) -> Machine {
    for (url, _, text) in pages() {
        machine.write(&format!("docs/{}", url.rsplit('/').next().unwrap_or_default()), &text);
    }
    let docs = machine.home().join("docs");
    let docs = docs.to_str().expect("a plain path");
    let added = machine.run(&["library", "add", docs, "--base-url", "http://eastmoor.test/"]);
    assert!(added.status.success(), "{}", stderr(&added));
    machine
}

/// Kills the asking process after `after`, lets `serve` go on, and checks the journal. True when the kill fell
/// into a job that was not over.
async fn kill_at(world: &World, after: Duration) -> bool {
    let machine = Machine::like(&world.prepared);
    let before = world.search.calls();
    if let Some(model) = &world.model {
        model.fresh();
    }
    let mut child = world.command(&machine, &["ask", QUESTION, "--json"]).spawn().expect("gorkd starts");
    tokio::time::sleep(after).await;
    child.kill().expect("SIGKILL reaches it");
    tokio::task::block_in_place(|| child.wait()).expect("it is gone");
    let store = machine.store().await;
    let Some(job) = newest_job(&*store).await else { return false };
    let at_kill = store.events(&job, 0).await.expect("the journal reads");
    let was_over = Job::replay(&at_kill).status().is_over();
    let mut serve = world.command(&machine, &["serve"]).spawn().expect("gorkd starts");
    let ended = wait_until_over(&*store, &job).await;
    serve.kill().expect("SIGKILL reaches it");
    tokio::task::block_in_place(|| serve.wait()).expect("it is gone");
    assert_eq!(ended, JobStatus::Completed, "killed after {after:?}");
    let journal = store.events(&job, 0).await.expect("the journal reads");
    check(&at_kill, &journal);
    let after = world.search.calls();
    let made: u32 = after.iter().map(|(query, n)| n - before.get(query).copied().unwrap_or(0)).sum();
    let starts = journal.iter().filter(|one| starts_search(one)).count() as u32;
    assert!(made <= starts, "{made} searches were made over {starts} recorded starts");
    if let Some(model) = &world.model {
        check_model(&model.calls(), &journal);
    }
    store.close().await;
    !was_over
}

/// Every call of the model has its recorded start, every reply that was used is one that the server counted, and
/// what the job says it spent is those replies and what was set aside for the calls that a kill cut off.
fn check_model(calls: &[Call], journal: &[Recorded]) {
    let stages = [("plan", "plan"), ("judge", "judge"), ("write", "synthesize")];
    for (stage, name) in stages {
        let made = calls.iter().filter(|call| call.stage == stage).count();
        let of_model = |one: &&Recorded| match &one.event {
            Event::Started { effect, reserved, .. } => {
                reserved.tokens() > 0 && effect.stem().split('.').any(|part| part == name)
            }
            _ => false,
        };
        let starts = journal.iter().filter(of_model).count();
        assert!(made <= starts, "{made} calls to {stage} over {starts} recorded starts");
        assert!(starts <= 2, "{stage} was started {starts} times");
    }
    let mut counted: Vec<(u64, u64)> = calls.iter().filter_map(|call| call.counted).collect();
    let mut running: std::collections::BTreeMap<_, Spend> = Default::default();
    let mut spent = Spend::default();
    for recorded in journal {
        match &recorded.event {
            Event::Started { effect, reserved, .. } => {
                running.insert(effect.clone(), *reserved);
            }
            Event::Resumed { .. } => {
                std::mem::take(&mut running).into_values().for_each(|lost| spent += lost);
            }
            event => {
                let Some(effect) = event.outcome_of() else { continue };
                running.remove(effect);
                spent += event.cost();
                let cost = (event.cost().input_tokens, event.cost().output_tokens);
                if cost != (0, 0) {
                    let at = counted.iter().position(|one| *one == cost);
                    counted.remove(at.expect("what was paid for is a reply that the server counted"));
                }
            }
        }
    }
    assert_eq!(Job::replay(journal).ledger.spent, spent);
}

fn starts_search(recorded: &Recorded) -> bool {
    matches!(&recorded.event, Event::Started { effect, .. } if effect.stem().contains(".search."))
}

/// What was finished at the kill is not started again, and what was under way is at most a visible attempt 2.
fn check(at_kill: &[Recorded], journal: &[Recorded]) {
    assert_eq!(at_kill, &journal[..at_kill.len()], "what was written stays as it was");
    let finished: BTreeSet<_> = at_kill.iter().filter_map(|one| one.event.outcome_of()).collect();
    for recorded in &journal[at_kill.len()..] {
        if let Event::Started { effect, attempt, .. } = &recorded.event {
            assert!(!finished.contains(effect), "{effect} was finished and started again");
            assert!(*attempt <= 2, "{effect} was started {attempt} times");
        }
    }
}

async fn newest_job(store: &dyn Store) -> Option<JobId> {
    let threads = store.list("cli:local", None, 1).await.expect("the store lists");
    let jobs = store.jobs(&threads.first()?.thread).await.expect("the store lists");
    jobs.last().map(|row| row.job.clone())
}

async fn wait_until_over(store: &dyn Store, job: &JobId) -> JobStatus {
    let patience = Instant::now();
    loop {
        let journal = store.events(job, 0).await.expect("the journal reads");
        let status = Job::replay(&journal).status();
        if status.is_over() || patience.elapsed() > Duration::from_secs(120) {
            return status;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
