//! A server that is there and answers nothing, and machines whose clocks are wrong.

use super::{Database, options};
use crate::relay::Relay;
use crate::tests::contract::*;
use crate::{PostgresOptions, PostgresStore, server};
use futures::future::join_all;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Journal, NewJob, RunningDraft, Scratch, StoreError};
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
async fn leases_of_workers_go_by_the_clock_of_the_server() {
    const HOUR: i64 = 3_600_000;
    let base = Database::new().await;
    let served = || PostgresOptions { told_time: false, ..options() };
    let store = PostgresStore::open(&base.url, base.folder(), served()).await.expect("opened");
    let other = PostgresStore::open(&base.url, base.folder(), served()).await.expect("opened");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_millis();
    let now = i64::try_from(now).expect("it is not that late");
    store.beat("w1", Millis(now + HOUR)).await.expect("beaten");
    held_job(&store, "held", "thr_1", "w1").await;
    let ahead = other.claim("w2", None, Millis(now + 9 * HOUR)).await.expect("asked");
    assert_eq!(ahead, None, "whoever is ahead of time takes nothing over");
    store.beat("w1", Millis(now)).await.expect("beaten");
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
    let taken = other.claim("w4", None, later).await.expect("asked");
    assert_eq!(taken.map(|fence| fence.job), Some("asked".into()), "what is due at once is due for everyone");
}
