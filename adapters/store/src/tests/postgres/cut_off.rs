//! A server that is there and answers nothing, and machines whose clocks are wrong.

use super::{Database, options};
use crate::relay::Relay;
use crate::tests::contract::*;
use crate::{PostgresOptions, PostgresStore, server};
use futures::future::join_all;
use gorkd_core::job::{Event, JobStatus};
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Append, Journal, NewJob, People, Rest, RunningDraft, Scratch, StoreError};
use sqlx::{Connection, PgConnection};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// However slow the machine is, what is waited for has happened by then.
const LONG: Duration = Duration::from_secs(300);

/// A store that reaches its server through a relay, and gives it up soon.
async fn far(base: &Database) -> (Relay, PostgresStore) {
    let relay = Relay::to(server::socket()).await.expect("a port");
    let url = server::over(&base.url, &relay.place());
    let patience = Duration::from_secs(1);
    let options = PostgresOptions { patience, busy_timeout: patience, ..options() };
    let store = PostgresStore::open(&url, base.folder(), options).await.expect("opened");
    (relay, store)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_answers_nothing_is_given_up_and_found_again() {
    let base = Database::new().await;
    let (relay, store) = far(&base).await;
    store.create(new_job("a", "thr", 1)).await.expect("created");
    let (id, lock) = (JobId::from("a"), store.alone("slack").await.expect("asked").expect("nobody has it"));
    for forgotten in [false, true] {
        relay.hold();
        // More than there are connections.
        let read = join_all((0..9).map(|_| store.job(&id))).await;
        assert!(read.iter().all(|one| matches!(one, Err(StoreError::Unavailable(_)))), "{read:?}");
        let written = store.append(append("a", 1, vec![started("x")])).await;
        assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
        assert!(store.alone("discord").await.is_err(), "nobody is told that it is free");
        if forgotten {
            relay.forget();
        }
        relay.open();
        let began = Instant::now();
        while let Err(failure) = store.append(append("a", 1, vec![started("x")])).await {
            assert!(began.elapsed() < LONG, "{forgotten}: {failure}");
        }
        let read = join_all((0..9).map(|_| store.job(&id))).await;
        assert!(read.iter().all(Result::is_ok), "{forgotten}: {read:?}");
    }
    drop(lock);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_through_all_that_is_stored_may_take_longer_and_what_is_given_up_ends_on_the_server() {
    let base = Database::new().await;
    let patience = Duration::from_secs(1);
    let options = PostgresOptions { patience, busy_timeout: LONG, ..options() };
    let store = PostgresStore::open(&base.url, base.folder(), options).await.expect("opened");
    store.create(new_job("a", "thr", 1)).await.expect("created");
    let mut other = PgConnection::connect(&base.url).await.expect("connected");
    let hold = "BEGIN; LOCK TABLE threads IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(hold).execute(&mut other).await.expect("locked");
    let eraser = store.clone();
    let erasing = tokio::spawn(async move { eraser.erase_person("web:ada").await });
    for _ in 0..2 {
        let written = store.append(append("a", 1, vec![started("x")])).await;
        let Err(StoreError::Unavailable(sentence)) = written else { panic!("{written:?}") };
        assert!(sentence.contains("no answer in time"), "{sentence}");
    }
    let began = Instant::now();
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
             WHERE NOT granted AND datname = current_database()",
        )
        .fetch_one(&mut other)
        .await
        .expect("counted");
        if waiting <= 1 {
            break;
        }
        assert!(began.elapsed() < LONG, "{waiting} statements wait, and only the erasure is waited for");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("released");
    let erased = erasing.await.expect("no panic").expect("it had the time");
    assert_eq!(erased.threads.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_found_in_journals_by_an_index() {
    let base = Database::new().await;
    let mut connection = PgConnection::connect(&base.url).await.expect("connected");
    sqlx::raw_sql("SET enable_seqscan = off").execute(&mut connection).await.expect("set");
    let plan: Vec<String> = sqlx::query_scalar(
        "EXPLAIN SELECT number FROM events
         WHERE kind IN ('asked', 'reused', 'forked') AND strpos(payload, '\"ada\"') > 0",
    )
    .fetch_all(&mut connection)
    .await
    .expect("explained");
    assert!(plan.iter().any(|line| line.contains("events_with_names")), "{plan:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_stops_waiting_for_a_server_that_answers_nothing_keeps_no_connection() {
    let base = Database::new().await;
    let (relay, store) = far(&base).await;
    store.create(new_job("a", "thr", 1)).await.expect("created");
    let id = JobId::from("a");
    relay.hold();
    for _ in 0..3 {
        // As a request whose client has gone.
        let asked = join_all((0..4).map(|_| store.job(&id)));
        assert!(tokio::time::timeout(Duration::from_millis(50), asked).await.is_err(), "nothing is answered");
    }
    relay.forget();
    relay.open();
    let began = Instant::now();
    while let Err(failure) = store.job(&id).await {
        assert!(began.elapsed() < LONG, "{failure}");
    }
    let all = join_all((0..4).map(|_| store.job(&id))).await;
    assert!(all.iter().all(Result::is_ok), "{all:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listening_connection_that_died_without_a_sign_is_replaced() {
    let base = Database::new().await;
    let ((relay, listening), store) = (far(&base).await, base.store().await);
    let mut heard = listening.drafts();
    for job in ["before", "after"] {
        store.create(new_job(job, job, 1)).await.expect("created");
        // Only notifications report drafts, never the poll.
        let growing = async {
            loop {
                let draft = RunningDraft {
                    job: job.into(),
                    effect: "draft".into(),
                    attempt: 1,
                    text: "Tides are".into(),
                    at: Millis(5),
                };
                store.scratch().put_draft(&draft).await.expect("kept");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let told = async {
            tokio::select! {
                () = async { while heard.recv().await.expect("heard").as_str() != job {} } => {}
                () = growing => {}
            }
        };
        tokio::time::timeout(LONG, told).await.expect("it is heard");
        relay.forget();
    }
}

#[tokio::test]
async fn leases_and_what_is_due_go_by_the_clock_of_the_server() {
    const HOUR: i64 = 3_600_000;
    let base = Database::new().await;
    let served = || PostgresOptions { caller_clock: false, ..options() };
    let store = PostgresStore::open(&base.url, base.folder(), served()).await.expect("opened");
    let other = PostgresStore::open(&base.url, base.folder(), served()).await.expect("opened");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_millis();
    let now = i64::try_from(now).expect("it is not that late");
    store.beat("w1", Millis(now), Duration::from_secs(3_600)).await.expect("beaten");
    held_job(&store, "held", "thr_1", "w1").await;
    let ahead = other.claim("w2", None, Millis(now + 9 * HOUR)).await.expect("asked");
    assert_eq!(ahead, None, "whoever is ahead of time takes nothing over");
    store.beat("w1", Millis(now), Duration::ZERO).await.expect("beaten");
    let behind = other.claim("w2", None, Millis(now - 9 * HOUR)).await.expect("asked");
    assert_eq!(behind.map(|fence| fence.claim), Some(2), "whoever is behind does not wait longer");
    // The first lease of a worker that has not beaten yet.
    let back = store.claim("w3", None, Millis(now + 9 * HOUR)).await.expect("asked");
    assert_eq!(back, None, "w2 has just begun");
    let new = new_job("asked", "thr_2", 1);
    let at = Millis(now + HOUR);
    store.create(NewJob { at, wake_at: Some(at), ..new }).await.expect("created");
    let later = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_millis();
    let later = Millis(i64::try_from(later).expect("it is not that late"));
    let taken = async || other.claim("w4", None, later).await.expect("asked");
    let asked = taken().await.expect("what is due at once is due for everyone");
    assert_eq!(asked.job.as_str(), "asked");
    let step = Append { fence: Some(asked.clone()), at, ..append("asked", 1, vec![started("a")]) };
    store.append(step).await.expect("appended");
    store.release(&asked, at_rest(JobStatus::Queued, 2, None)).await.expect("released");
    let again = taken().await.expect("so is what a machine gives back that is ahead");
    store.release(&again, at_rest(JobStatus::Waiting, 2, None)).await.expect("released");
    let command = Append { at, wake_at: Some(at), ..append("asked", 2, vec![Event::StopRequested]) };
    store.append(command).await.expect("appended");
    let woken = taken().await.expect("and what a command wakes there");
    // By a clock that is an hour behind.
    let (wake_at, at) = (Some(Millis(now)), Millis(now - HOUR));
    let waits = Rest { wake_at, at, ..at_rest(JobStatus::Waiting, 3, None) };
    other.release(&woken, waits).await.expect("released");
    assert_eq!(taken().await, None, "it waits for an hour, whatever the time is there");
    other
        .create(NewJob { at: later, wake_at: Some(later), ..new_job("right", "thr_3", 1) })
        .await
        .expect("created");
    let slow = other.claim("w4", None, Millis(later.0 - HOUR)).await.expect("asked");
    assert_eq!(slow.map(|fence| fence.job), Some("right".into()), "and for a machine that is behind");
}
