//! Several processes on one database, and what a killed one leaves behind.

use super::{Database, open};
use crate::tests::contract::*;
use gorkd_core::model::{Millis, Seq};
use gorkd_core::ports::Journal;
use std::process::{Child, Command, Stdio};

/// Environment variable with the child's database.
const DATABASE: &str = "GORKD_STORE_TEST_DATABASE";

/// Runs one test of this binary as a child process, with the database in its environment.
fn child(test: &str, base: &Database) -> Child {
    Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", &format!("tests::postgres::processes::{test}"), "--nocapture"])
        .env(DATABASE, format!("{} {}", base.url, base.folder().display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

fn database_of_child() -> Option<(String, String)> {
    let given = std::env::var(DATABASE).ok()?;
    given.split_once(' ').map(|(url, folder)| (url.to_owned(), folder.to_owned()))
}

#[tokio::test]
async fn a_killed_process_loses_its_jobs_with_its_lease() {
    if let Some((url, folder)) = database_of_child() {
        let store = open(&url, folder.as_ref()).await;
        let worker = store.incarnation();
        alive(&store, &worker, Millis(6_000)).await;
        held_job(&store, "held", "thr_1", &worker).await;
        println!("\nsaid ready");
        std::future::pending::<()>().await;
    }
    let base = Database::new().await;
    let store = base.store().await;
    let worker = store.incarnation();
    let mut other = child("a_killed_process_loses_its_jobs_with_its_lease", &base);
    assert_eq!(lines_of(&mut other).next().as_deref(), Some("ready"));
    other.kill().expect("killed");
    other.wait().expect("ended");
    assert_eq!(store.claim(&worker, None, Millis(5_999)).await.expect("asked"), None, "it may be alive");
    let fence = store.claim(&worker, None, Millis(6_000)).await.expect("asked").expect("its lease is over");
    assert_eq!((fence.job.as_str(), fence.claim), ("held", 2));
}

#[tokio::test]
async fn a_process_that_ends_in_order_gives_its_jobs_up_at_once() {
    let base = Database::new().await;
    let (store, other) = (base.store().await, base.store().await);
    let worker = other.incarnation();
    alive(&other, &worker, Millis(1_000_000)).await;
    held_job(&other, "held", "thr_1", &worker).await;
    assert_eq!(store.claim("w1", None, Millis(5_000)).await.expect("asked"), None, "it lives");
    other.close().await;
    assert!(store.claim("w1", None, Millis(5_000)).await.expect("asked").is_some());
    let late = other.append(append("held", 1, vec![started("a")])).await.expect_err("it is closed");
    assert!(late.to_string().contains("shutting down"), "{late}");
}

#[tokio::test]
async fn what_was_answered_survives_a_kill() {
    if let Some((url, folder)) = database_of_child() {
        let store = open(&url, folder.as_ref()).await;
        let mut head = store.job(&"job_1".into()).await.expect("there").head;
        loop {
            let write = append("job_1", head, vec![started("a"), started("b")]);
            head = store.append(write).await.expect("appended").last().expect("written").seq;
            println!("\nsaid {head}");
        }
    }
    let base = Database::new().await;
    let store = base.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    for kill_after in [1, 7, 20] {
        let mut other = child("what_was_answered_survives_a_kill", &base);
        let mut said = lines_of(&mut other);
        let last: Seq = said.nth(kill_after).expect("it writes").parse().expect("a seq");
        other.kill().expect("killed");
        // The child may have received more replies before it died.
        let last = said.filter_map(|seq| seq.parse().ok()).fold(last, Seq::max);
        other.wait().expect("ended");
        // The server may still be running the last append; this one waits for it.
        let appended = store.append(append("job_1", last, Vec::new())).await.expect("looked");
        let events = store.events(&"job_1".into(), 0).await.expect("there");
        assert_eq!(events.len() as u64, last + appended.len() as u64);
        assert_eq!(seqs_of(&events), (1..=events.len() as u64).collect::<Vec<_>>());
        assert_eq!(events.len() % 2, 1, "no append was torn");
    }
}
