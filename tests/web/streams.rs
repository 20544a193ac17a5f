//! Streams that are cut off at random moments, over restarts of the server too: every reader ends with the whole.

use super::http::{Event, Listener, Server};
use crate::slack::clients::{Client, folder, node, script};
use crate::world::models::{ModelServer, Shape};
use crate::world::process::Machine;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const QUESTIONS: [&str; 4] = [
    "When was the Harbour Bridge of Eastmoor opened?",
    "How long is the Harbour Bridge of Eastmoor?",
    "Who opened the Harbour Bridge of Eastmoor?",
    "How often did the ferry cross the harbour?",
];

/// Readers in the usual tests, and in the long ones.
fn readers(usual: usize, long: usize) -> usize {
    if std::env::var_os("GORKD_SOAK").is_some() { long } else { usual }
}

pub fn seed() -> u64 {
    let given = std::env::var("GORKD_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        now.as_nanos() as u64
    });
    println!("cuts from GORKD_SEED={seed}");
    seed
}

/// A small generator of numbers; the same seed gives the same ones.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// Reads a thread until its `done`, cut off now and then, and coming back with the last id each time.
async fn read(port: u16, thread: String, mut dice: Dice, cuts: Arc<AtomicU32>) -> Vec<Event> {
    let path = format!("/api/stream/{thread}");
    let mut got: Vec<Event> = Vec::new();
    loop {
        let last = got.last().and_then(|event| event.id.clone());
        let Some(mut listener) = Listener::open(port, &path, last.as_deref()).await else {
            // The server is away for a moment.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let most = 1 + dice.roll(12);
        let patience = Duration::from_millis(1 + dice.roll(120));
        for _ in 0..most {
            match tokio::time::timeout(patience, listener.next()).await {
                Ok(Some(event)) => {
                    assert_ne!(event.kind, "gap", "nothing of the history is gone");
                    let done = event.kind == "done";
                    got.push(event);
                    if done {
                        return got;
                    }
                }
                Ok(None) | Err(_) => break,
            }
        }
        cuts.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whoever read a thread has read the same, each event once.
pub fn check(read: Vec<(String, Vec<Event>)>, whole: &BTreeMap<String, Vec<Event>>) {
    for (thread, events) in read {
        let ids = |events: &[Event]| events.iter().map(|event| event.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&events), ids(&whole[&thread]), "{thread}");
        assert_eq!(events, whole[&thread], "{thread}");
    }
}

pub async fn undisturbed(port: u16, threads: &[String]) -> BTreeMap<String, Vec<Event>> {
    let mut whole = BTreeMap::new();
    for thread in threads {
        let path = format!("/api/stream/{thread}");
        let mut listener = Listener::open(port, &path, None).await.expect("a stream");
        let mut events: Vec<Event> = Vec::new();
        while events.last().is_none_or(|event| event.kind != "done") {
            events.push(listener.next().await.expect("an event"));
        }
        whole.insert(thread.clone(), events);
    }
    whole
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_cut_off_at_random_moments_end_with_the_whole_stream() {
    let mut dice = Dice(seed());
    let server = Server::start(&[]);
    let mut threads = Vec::new();
    let cuts = Arc::new(AtomicU32::new(0));
    let mut reading = Vec::new();
    let (jobs, readers) = (readers(8, 20), readers(40, 200));
    for job in 0..jobs {
        let (thread, _) = server.ask(QUESTIONS[job % QUESTIONS.len()]).await;
        for _ in 0..readers / jobs {
            let task = read(server.port, thread.clone(), Dice(dice.roll(u64::MAX)), cuts.clone());
            let thread = thread.clone();
            reading.push(tokio::spawn(async move { (thread, task.await) }));
        }
        threads.push(thread);
    }
    let mut read = Vec::new();
    for task in reading {
        read.push(task.await.expect("a reader ends"));
    }
    let whole = undisturbed(server.port, &threads).await;
    let events: usize = whole.values().map(Vec::len).sum();
    println!("{} readers of {jobs} jobs with {events} events, cut {cuts:?} times", read.len());
    assert!(cuts.load(Ordering::Relaxed) as usize > read.len(), "hardly anybody was cut off");
    check(read, &whole);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_the_middle_is_one_more_cut() {
    let mut dice = Dice(seed());
    let mut server = Server::start(&[]);
    let cuts = Arc::new(AtomicU32::new(0));
    let (jobs, readers) = (readers(4, 20), readers(12, 200));
    let mut threads = Vec::new();
    let mut reading = Vec::new();
    for job in 0..jobs {
        let (thread, _) = server.ask(QUESTIONS[job % QUESTIONS.len()]).await;
        for _ in 0..readers / jobs {
            let task = read(server.port, thread.clone(), Dice(dice.roll(u64::MAX)), cuts.clone());
            let thread = thread.clone();
            reading.push(tokio::spawn(async move { (thread, task.await) }));
        }
        threads.push(thread);
    }
    tokio::time::sleep(Duration::from_millis(dice.roll(150))).await;
    // Once without any warning, and once in order.
    tokio::task::block_in_place(|| server.kill());
    tokio::task::block_in_place(|| server.resume(&[], &[]));
    tokio::time::sleep(Duration::from_millis(dice.roll(150))).await;
    server.stop();
    tokio::task::block_in_place(|| server.resume(&[], &[]));
    let mut read = Vec::new();
    for task in reading {
        read.push(task.await.expect("a reader ends"));
    }
    let whole = undisturbed(server.port, &threads).await;
    check(read, &whole);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plain_event_source_hears_every_event_once_over_a_restart() {
    let Some(node) = node() else { return };
    let model = ModelServer::start(Shape::OpenAi).await;
    // The run waits for its plan while gorkd dies.
    model.holds_after(Some(0));
    let settings = model.settings();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let mut server =
        tokio::task::block_in_place(|| Server::start_with(Machine::with_library(), &settings, &[]));
    let (thread, _) = server.ask(QUESTIONS[0]).await;
    let kinds = "status,section,citation,warning,done";
    let url = format!("http://127.0.0.1:{}/api/stream/{thread}?events={kinds}", server.port);
    let modules = folder().join("node");
    let mut client = Client::start(&node, &[&script("event_source.mjs"), &url, &modules.to_string_lossy()]);
    client.says("open").await;
    let mut heard = vec![client.says("event").await];
    tokio::task::block_in_place(|| server.kill());
    let mut cuts = 0;
    model.lets_go();
    tokio::task::block_in_place(|| server.resume(&settings, &[]));
    while heard.last().is_none_or(|event| event["kind"] != "done") {
        let said = client.next().await;
        match said["what"].as_str() {
            Some("event") => heard.push(said),
            Some("cut") => cuts += 1,
            _ => {}
        }
    }
    assert!(cuts > 0, "it was cut off");
    let whole = undisturbed(server.port, std::slice::from_ref(&thread)).await;
    let whole = whole[&thread].iter().filter(|event| kinds.contains(event.kind.as_str()));
    let whole: Vec<_> =
        whole.map(|event| (event.kind.clone(), json!(event.id), event.data.clone())).collect();
    let heard: Vec<_> = heard
        .iter()
        .map(|event| {
            (
                event["kind"].as_str().unwrap_or_default().to_owned(),
                event["id"].clone(),
                event["data"].clone(),
            )
        })
        .collect();
    assert_eq!(heard.len(), whole.len());
    for ((kind, id, data), expected) in heard.iter().zip(&whole) {
        assert_eq!((kind, id), (&expected.0, &expected.1));
        // A program in JavaScript writes 1.0 as 1.
        assert_eq!(with_floats(data.clone()), with_floats(expected.2.clone()));
    }
}

fn with_floats(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or(Value::Null, |number| json!(number)),
        Value::Array(items) => items.into_iter().map(with_floats).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, field)| (key, with_floats(field))).collect(),
        other => other,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_follows_a_thread_over_its_turns_and_filters() {
    let server = Server::start(&[]);
    let (thread, first) = server.ask(QUESTIONS[0]).await;
    let path = format!("/api/stream/{thread}?events=section,done");
    let mut listener = Listener::open(server.port, &path, None).await.expect("a stream");
    let mut told = Vec::new();
    while told.last().is_none_or(|event: &Event| event.kind != "done") {
        told.push(listener.next().await.expect("an event"));
    }
    assert!(told.iter().any(|event| event.data["text"].as_str().is_some_and(|text| text.contains("1931"))));
    assert!(told.iter().all(|event| ["section", "done"].contains(&event.kind.as_str())), "{told:?}");
    let second = server.post(&format!("/api/threads/{thread}/ask"), json!({"goal": QUESTIONS[1]})).await;
    assert_eq!(second.status, 202, "{second:?}");
    let second = second.json()["jobId"].as_str().expect("an id").to_owned();
    while told.last().is_none_or(|event| event.data["jobId"] != second.as_str() || event.kind != "done") {
        told.push(listener.next().await.expect("an event"));
    }
    // From the first turn's end, by the address alone: the second turn and nothing else.
    let end =
        told.iter().find(|event| event.kind == "done").and_then(|event| event.id.clone()).expect("an id");
    assert!(end.starts_with(&format!("{first}:")), "{end}");
    let path = format!("/api/stream/{thread}?events=done&lastEventId={end}");
    let mut listener = Listener::open(server.port, &path, None).await.expect("a stream");
    assert_eq!(listener.next().await.expect("an event").data["jobId"], second.as_str());
    let mut lost =
        Listener::open(server.port, &format!("/api/stream/{thread}"), Some("job_1:1")).await.expect("one");
    let gap = lost.next().await.expect("an event");
    assert_eq!((gap.kind.as_str(), gap.id), ("gap", None));
    assert_eq!(lost.next().await.expect("an event").kind, "status");
}
