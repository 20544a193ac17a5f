//! Many readers of many running jobs: what each of them costs, how soon they are told, and that none loses anything. The
//! numbers are printed; the long tests (`make soak`) have a thousand readers on a hundred jobs.

use super::articles::World;
use super::http::{Event, Listener, Server};
use super::streams::{Dice, check, seed, undisturbed};
use crate::world::as_many;
use crate::world::models::{ModelServer, Shape};
use crate::world::process::Machine;
use serde_json::json;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Memory that one reader may cost the server.
const MOST_BYTES: u64 = 150 << 10;

/// What all readers tell of.
#[derive(Default)]
struct Book {
    /// Readers that have caught up once.
    there: AtomicUsize,
    cuts: AtomicU32,
    /// Milliseconds from an event's commit to a reader that was there.
    waits: Mutex<Vec<u64>>,
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// When an event was recorded, where it says so.
fn recorded(event: &Event) -> Option<u64> {
    let at: jiff::Timestamp = event.data["at"].as_str()?.parse().ok()?;
    u64::try_from(at.as_millisecond()).ok()
}

/// Reads a thread until its `done`. Now and then it is cut off and comes back with its last id.
async fn read(port: u16, thread: String, mut dice: Dice, book: Arc<Book>) -> Vec<Event> {
    let path = format!("/api/stream/{thread}");
    let mut got: Vec<Event> = Vec::new();
    loop {
        let last = got.last().and_then(|event| event.id.clone());
        let Some(mut listener) = Listener::open(port, &path, last.as_deref()).await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let since = now_ms();
        let most = 3 + dice.roll(8);
        for _ in 0..most {
            let Some(event) = listener.next().await else { break };
            assert_ne!(event.kind, "gap", "nothing of the history is gone");
            if event.kind == "delta" {
                continue;
            }
            if let Some(at) = recorded(&event).filter(|at| *at > since) {
                book.waits.lock().expect("nobody panics").push(now_ms().saturating_sub(at));
            }
            let done = event.kind == "done";
            if got.is_empty() {
                book.there.fetch_add(1, Ordering::Relaxed);
            }
            got.push(event);
            if done {
                return got;
            }
        }
        book.cuts.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_readers_of_many_running_jobs_cost_little_and_lose_nothing() {
    let mut dice = Dice(seed());
    let (jobs, readers) = (as_many(6, 100), as_many(60, 1_000));
    let model = ModelServer::start(Shape::OpenAi).await;
    // Every job waits for its plan until all readers are there.
    model.holds_after(Some(0));
    let all_at_once = format!("worker.jobs={jobs}");
    let mut settings = model.settings();
    settings.extend([
        all_at_once,
        "web.requests_per_minute=10000000".to_owned(),
        "web.streams=5000".to_owned(),
    ]);
    settings.extend(
        ["profiles.standard.seconds=240", "profiles.standard.reserve_seconds=120"].map(str::to_owned),
    );
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = tokio::task::block_in_place(|| Server::start_with(Machine::with_library(), &settings, &[]));
    let mut threads = Vec::new();
    for job in 0..jobs {
        threads.push(
            server.ask(&format!("When was the Harbour Bridge number {job} of Eastmoor opened?")).await.0,
        );
    }
    let patience = Instant::now();
    while model.held() < jobs {
        assert!(patience.elapsed() < Duration::from_secs(60), "{} of {jobs} jobs run", model.held());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let before = server.resident();
    let book = Arc::new(Book::default());
    let mut reading = Vec::new();
    for reader in 0..readers {
        let thread = threads[reader % jobs].clone();
        let task = read(server.port, thread.clone(), Dice(dice.roll(u64::MAX)), book.clone());
        reading.push(tokio::spawn(async move { (thread, task.await) }));
    }
    while book.there.load(Ordering::Relaxed) < readers {
        assert!(patience.elapsed() < Duration::from_secs(120), "{:?} readers are there", book.there);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let each = server.resident().saturating_sub(before) / readers as u64;
    // The held calls run out of time one after the other, as the questions came.
    model.lets_go();
    let mut read = Vec::new();
    for task in reading {
        read.push(task.await.expect("a reader ends"));
    }
    let whole = undisturbed(server.port, &threads).await;
    let mut waits = std::mem::take(&mut *book.waits.lock().expect("nobody panics"));
    waits.sort_unstable();
    let part =
        |share: usize| waits.get((waits.len() * share / 1_000).min(waits.len().saturating_sub(1))).copied();
    println!(
        "{readers} readers of {jobs} jobs: {} kB each, {} events told live after {:?} ms at the median, {:?} ms at p99, \
         {:?} ms at most, {:?} cuts",
        each >> 10,
        waits.len(),
        part(500).unwrap_or(0),
        part(990).unwrap_or(0),
        part(1_000).unwrap_or(0),
        book.cuts
    );
    assert!(
        book.cuts.load(Ordering::Relaxed) > 0 && !waits.is_empty(),
        "somebody was cut off, and somebody was there"
    );
    assert!(each < MOST_BYTES, "{each} bytes a reader");
    check(read, &whole);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_known_is_given_again_without_a_run() {
    let world = World::start(&["web.requests_per_minute=10000000"]).await;
    world.put("1", "The Harbour Bridge of Eastmoor", json!({})).await;
    assert_eq!(world.researched("1", "", "").await["status"], "ready");
    let question = json!({"goal": "When was the Harbour Bridge of Eastmoor opened?"});
    let ask = async || world.send("POST", "/api/threads/start", &world.key, Some(question.clone())).await;
    let first = ask().await.json()["jobId"].as_str().expect("an id").to_owned();
    let headers = [("Authorization", world.key.as_str())];
    assert_eq!(world.server.until_over(&first, &headers).await["status"], "completed");
    let searched = world.searches();
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..as_many(20, 200) {
        let began = Instant::now();
        assert_eq!(world.research("1", "").await["status"], "ready");
        took[0].push(began.elapsed());
        let began = Instant::now();
        let again = ask().await.json();
        let view = world.server.until_over(again["jobId"].as_str().expect("an id"), &headers).await;
        took[1].push(began.elapsed());
        assert!(view["known"]["job_id"].is_string(), "{view}");
    }
    for (name, took) in ["a cached article", "a known answer, asked and read"].iter().zip(&mut took) {
        took.sort_unstable();
        println!("{name}: {:?} at the median, {:?} at most", took[took.len() / 2], took[took.len() - 1]);
    }
    assert_eq!(world.searches(), searched, "nothing was searched again");
}
