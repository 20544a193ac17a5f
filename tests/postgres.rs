//! gorkd on PostgreSQL, as an operator meets it. The servers are started by the tests, wherever all others keep their data.

use crate::discord::town::Town;
use crate::web::http::{Listener, Server};
use crate::world::discord::{ANN, BEN, GENERAL};
use crate::world::models::{ModelServer, Shape};
use crate::world::process::{Machine, stderr, stdout};
use gorkd_core::job::Event;
use gorkd_store::{Location, StoreOptions, server};
use serde_json::json;
use std::time::{Duration, Instant};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
/// However slow the machine is, what is waited for has happened by then.
const LONG: Duration = Duration::from_secs(300);

#[test]
fn migrating_says_what_was_done_and_doctor_names_the_database() {
    let machine = Machine::on_empty_postgres();
    let first = machine.run(&["migrate"]);
    assert!(first.status.success(), "{}", stderr(&first));
    let said = stdout(&first);
    assert!(
        said.starts_with("Created the tables in the Postgres database ") && said.contains("0001 store"),
        "{said}"
    );
    let again = stdout(&machine.run(&["migrate"]));
    assert!(again.starts_with("Nothing to do: the Postgres database "), "{again}");
    let doctor = stdout(&machine.run(&["doctor", "--json"]));
    assert!(doctor.contains("PostgreSQL ") && doctor.contains("gorkd_"), "{doctor}");
}

#[test]
fn a_password_is_in_no_message() {
    let machine = Machine::on_sqlite();
    let url = "store.url=postgres://gorkd:s3cret-word@127.0.0.1:1/research";
    for args in
        [["migrate", "--set", url].as_slice(), &["doctor", "--set", url], &["config", "show", "--set", url]]
    {
        let output = machine.run(args);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert!(said.contains("127.0.0.1:1") && !said.contains("s3cret-word"), "{args:?}: {said}");
    }
}

#[test]
fn what_was_kept_in_sqlite_is_there_after_the_move() {
    let old = Machine::with_library_on(Machine::on_sqlite());
    let asked = old.run(&["ask", "--json", "--privacy", "local_only", QUESTION]);
    assert!(asked.status.success(), "{}", stderr(&asked));
    let job: serde_json::Value = serde_json::from_str(&stdout(&asked)).expect("a job");
    let id = job["job_id"].as_str().expect("an id");
    let before = stdout(&old.run(&["job", "events", id]));

    let new = Machine::on_empty_postgres();
    let from = format!("sqlite://{}", old.data().display());
    let missing = old.run(&["move", "--from", &from]);
    assert_eq!(missing.status.code(), Some(2), "{}", stderr(&missing));
    let moved = new.run(&["move", "--from", &from]);
    assert!(moved.status.success(), "{}", stderr(&moved));
    assert!(stdout(&moved).starts_with("Moved 1 threads, 1 jobs with "), "{}", stdout(&moved));
    assert_eq!(stdout(&new.run(&["job", "events", id])), before);
    let again = new.run(&[
        "ask",
        "--json",
        "--privacy",
        "local_only",
        "--thread",
        job["thread_id"].as_str().expect("an id"),
        "How long is the bridge?",
    ]);
    assert!(stdout(&again).contains("412"), "{}{}", stdout(&again), stderr(&again));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_machines_share_one_store() {
    let (first, second) = tokio::task::block_in_place(|| {
        let first = Server::start_with(Machine::with_library_on(Machine::on_postgres()), &[], &[]);
        let second = Server::start_with(Machine::beside(&first.machine), &[], &[]);
        (first, second)
    });
    let (thread, job) = first.ask(QUESTION).await;
    let told = async {
        let mut stream = Listener::open(second.port, &format!("/api/stream/{thread}"), None)
            .await
            .expect("the other one streams");
        let mut kinds = Vec::new();
        while let Some(event) = stream.next().await {
            kinds.push(event.kind.clone());
            if event.kind == "done" {
                return kinds;
            }
        }
        panic!("it ended with {kinds:?}");
    };
    let kinds = tokio::time::timeout(Duration::from_secs(60), told).await.expect("in time");
    assert!(kinds.len() > 2, "{kinds:?}");
    let [here, there] = [first.until_over(&job, &[]).await, second.until_over(&job, &[]).await];
    assert!(here["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{here}");
    assert_eq!(here["answer"], there["answer"]);
    // The other way, and with the library that the first one has taken in.
    let (_, job) = second.ask("How long is the Harbour Bridge of Eastmoor?").await;
    let answered = first.until_over(&job, &[]).await;
    assert!(answered["answer"]["summary"].as_str().is_some_and(|text| text.contains("412")), "{answered}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_machine_was_at_goes_on_at_another() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_secs(3));
    let mut settings = model.settings();
    settings.push("worker.lease_ms=1500".to_owned());
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let mut first = tokio::task::block_in_place(|| {
        Server::start_with(Machine::with_library_on(Machine::on_postgres()), &settings, &[])
    });
    let (_, job) = first.ask(QUESTION).await;
    let patience = Instant::now();
    while model.calls().is_empty() {
        assert!(patience.elapsed() < LONG, "the model was never asked:\n{}", first.machine.logged());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let second = tokio::task::block_in_place(|| {
        first.kill();
        Server::start_with(Machine::beside(&first.machine), &settings, &[])
    });
    let answered = second.until_over(&job, &[]).await;
    assert_eq!(answered["status"], "completed", "{answered}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_wait_while_the_disk_of_the_database_is_full_and_lose_nothing() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.waits(true);
    let settings = model.settings();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let serving = tokio::task::block_in_place(|| {
        Server::start_with(Machine::with_library_on(Machine::on_postgres()), &settings, &[])
    });
    let url = serving.machine.database().to_owned();
    let (_, job) = serving.ask(QUESTION).await;
    let patience = Instant::now();
    while model.calls().is_empty() {
        assert!(patience.elapsed() < LONG, "the model was never asked:\n{}", serving.machine.logged());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    tokio::task::block_in_place(|| server::fill(&url, true));
    // What the model says now can't be kept.
    model.waits(false);
    let refused =
        serving.post("/api/threads/start", json!({"goal": "How long is the Harbour Bridge?"})).await;
    assert_eq!(refused.problem(), (503, "unavailable".to_owned()));
    let says = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(says.starts_with("The disk that gorkd writes to is full."), "{says}");
    until_ready(&serving, 503, "the store has no room").await;
    while !serving.machine.logged().contains("a job waits until there is room") {
        assert!(patience.elapsed() < LONG, "it never meets it:\n{}", serving.machine.logged());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // By now, it has tried several times.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let logged = serving.machine.logged();
    assert_eq!(logged.matches("a job waits until there is room").count(), 1, "{logged}");
    let view = serving.get(&format!("/api/jobs/{job}")).await.json();
    assert_eq!(view["status"], "running", "{view}");

    tokio::task::block_in_place(|| server::fill(&url, false));
    let answered = serving.until_over(&job, &[]).await;
    assert_eq!(answered["status"], "completed", "{answered}");
    assert!(answered["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{answered}");
    let store = serving.machine.store().await;
    let events = store.events(&job.as_str().into(), 0).await.expect("the journal reads");
    let resumed = events.iter().filter(|one| matches!(one.event, Event::Resumed { .. })).count();
    let again =
        events.iter().filter(|one| matches!(one.event, Event::Started { attempt, .. } if attempt > 1));
    assert_eq!((resumed, again.count()), (1, 0), "no call was made twice: {events:?}");
    store.close().await;
    until_ready(&serving, 200, "ready").await;
}

async fn until_ready(server: &Server, status: u16, says: &str) {
    let patience = Instant::now();
    loop {
        let ready = server.get("/readyz").await;
        if ready.status == status && ready.body.contains(says) {
            return;
        }
        assert!(patience.elapsed() < LONG, "{ready:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_platform_that_another_process_took_meanwhile_is_waited_for() {
    let machine = tokio::task::block_in_place(|| Machine::with_library_on(Machine::on_postgres()));
    let town = Town::on(machine).await;
    let asked = town.discord.mentions(ANN, GENERAL, QUESTION);
    town.answer(asked).await;

    let folder = tempfile::tempdir().expect("a folder");
    let url = town.server.machine.database().to_owned();
    let location = Location::Server { url: url.clone(), folder: folder.path().to_owned() };
    let other = gorkd_store::open(location, StoreOptions::default()).await.expect("the same store");
    let patience = Instant::now();
    let lock = 'taken: loop {
        assert!(patience.elapsed() < LONG, "it never lets go:\n{}", town.server.machine.logged());
        server::cut(&url);
        // The one that was cut off looks as well, and may be the first when its old lease is over.
        let cut = Instant::now();
        while cut.elapsed() < Duration::from_secs(12) {
            if let Ok(Some(lock)) = other.alone("discord").await {
                break 'taken lock;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let patience = Instant::now();
    while !town.server.machine.logged().contains("another process runs this platform") {
        assert!(patience.elapsed() < LONG, "it never notices:\n{}", town.server.machine.logged());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Nobody receives for the one that lost it, and what was said now would reach nobody.
    town.discord.until("the end of its gateway", |state| (state.listening() == 0).then_some(())).await;
    lock.release().await;
    town.connected().await;
    let asked = town.discord.mentions(BEN, GENERAL, "How long is the Harbour Bridge of Eastmoor?");
    let answer = town.answer(asked).await;
    assert!(answer.contains("412"), "{answer}");
    other.close().await;
}
