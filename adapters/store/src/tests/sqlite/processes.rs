//! Several processes on one folder, and what a killed one leaves behind.

use super::{Folder, open};
use crate::tests::contract::*;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Millis, Seq};
use gorkd_core::ports::{Append, Journal, StoreError};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Environment variable with the child's folder.
const FOLDER: &str = "GORKD_STORE_TEST_FOLDER";

/// A lease that outlasts every test here.
const FAR: i64 = 1_000_000_000;

/// Runs one test of this binary as a child process, with the folder in its environment.
fn child(test: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", &format!("tests::sqlite::processes::{test}"), "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
}

fn folder_of_child() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

#[tokio::test]
async fn a_killed_process_loses_its_jobs_at_once() {
    if let Some(folder) = folder_of_child() {
        let store = open(&folder).await;
        let worker = store.incarnation().expect("named");
        alive(&store, &worker, Millis(FAR)).await;
        held_job(&store, "held", "thr_1", &worker).await;
        println!("\nsaid ready");
        std::future::pending::<()>().await;
    }
    let folder = Folder::new();
    let store = folder.store().await;
    let worker = store.incarnation().expect("named");
    let mut other = child("a_killed_process_loses_its_jobs_at_once", &folder.path());
    let said = lines_of(&mut other).next();
    assert_eq!(said.as_deref(), Some("ready"));
    assert_eq!(store.claim(&worker, None, Millis(5_000)).await.expect("asked"), None, "it lives");
    other.kill().expect("killed");
    other.wait().expect("ended");
    let fence =
        store.claim(&worker, None, Millis(5_000)).await.expect("asked").expect("its lease says nothing");
    assert_eq!((fence.job.as_str(), fence.claim), ("held", 2));
}

#[tokio::test]
async fn what_was_answered_survives_a_kill() {
    if let Some(folder) = folder_of_child() {
        let store = open(&folder).await;
        let mut head = store.job(&"job_1".into()).await.expect("there").head;
        loop {
            let write = append("job_1", head, vec![started("a"), started("b")]);
            head = store.append(write).await.expect("appended").last().expect("written").seq;
            println!("\nsaid {head}");
        }
    }
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    for kill_after in [1, 7, 20] {
        let mut other = child("what_was_answered_survives_a_kill", &folder.path());
        let mut said = lines_of(&mut other);
        let last: Seq = said.nth(kill_after).expect("it writes").parse().expect("a seq");
        other.kill().expect("killed");
        // The child may have received more replies before it died.
        let last = said.filter_map(|seq| seq.parse().ok()).fold(last, Seq::max);
        other.wait().expect("ended");
        let events = store.events(&"job_1".into(), 0).await.expect("there");
        assert!(events.len() as u64 >= last, "{} of {last}", events.len());
        assert_eq!(seqs_of(&events), (1..=events.len() as u64).collect::<Vec<_>>());
        assert_eq!(events.len() % 2, 1, "no append was torn");
    }
}

#[tokio::test]
async fn a_dropped_store_takes_its_workers_with_it() {
    let folder = Folder::new();
    let store = folder.store().await;
    let (mine, theirs) = (folder.store().await, folder.store().await);
    let (dropped, closed) = (mine.incarnation().expect("named"), theirs.incarnation().expect("named"));
    assert_ne!(dropped, closed);
    for (job, worker) in [("one", &dropped), ("two", &closed)] {
        alive(&mine, worker, Millis(FAR)).await;
        held_job(&mine, job, &format!("thr_{job}"), worker).await;
    }
    let claim =
        async || store.claim("w9", None, Millis(5_000)).await.expect("asked").map(|fence| fence.job.0);
    assert_eq!(claim().await, None);
    drop(mine);
    assert_eq!(claim().await.as_deref(), Some("one"));
    theirs.close().await;
    assert_eq!(claim().await.as_deref(), Some("two"));
    // The next start cleans up what dead workers left.
    let again = folder.store().await;
    let alive = again.incarnation().expect("named");
    let files: Vec<_> = std::fs::read_dir(folder.path().join("workers")).expect("listed").collect();
    assert_eq!(files.len(), 1);
    assert!(folder.path().join(format!("workers/{alive}.lock")).exists());
}

#[tokio::test]
async fn a_worker_that_never_beat_holds_its_job_while_its_process_lives() {
    let folder = Folder::new();
    let (terminal, server) = (folder.store().await, folder.store().await);
    let fence = held_job(&terminal, "asked", "thr_1", &terminal.incarnation().expect("named")).await;
    let worker = server.incarnation().expect("named");
    assert_eq!(server.claim(&worker, None, Millis(FAR)).await.expect("asked"), None);
    let appended =
        terminal.append(Append { fence: Some(fence), ..append("asked", 1, vec![started("a")]) }).await;
    assert_eq!(appended.expect("appended").len(), 1);
    drop(terminal);
    assert!(server.claim(&worker, None, Millis(5_000)).await.expect("asked").is_some(), "adopted");
}

#[tokio::test]
async fn a_worker_that_hangs_is_overtaken_and_fenced() {
    let folder = Folder::new();
    let (hung, other) = (folder.store().await, folder.store().await);
    let worker = hung.incarnation().expect("named");
    alive(&hung, &worker, Millis(4_000)).await;
    let old = held_job(&hung, "job_1", "thr_1", &worker).await;
    // Its process still holds the lock but has sent no heartbeat for a long time.
    let new = other.claim("w2", None, Millis(5_000)).await.expect("asked").expect("its lease ran out");
    assert_eq!(new.claim, 2);
    let late = Append { fence: Some(old.clone()), ..append("job_1", 1, vec![started("a")]) };
    assert!(matches!(hung.append(late).await, Err(StoreError::Fenced(_))));
    hung.release(&old, at_rest(JobStatus::Completed, 1, None)).await.expect("nothing happens");
    assert_eq!(other.job(&"job_1".into()).await.expect("there").status, JobStatus::Running);
}

#[tokio::test]
async fn odd_names_of_workers_are_only_names() {
    let folder = Folder::new();
    let store = folder.store().await;
    for (index, worker) in
        ["../../etc/passwd", "a/b", "", "naïve", "x'; DROP TABLE jobs; --"].iter().enumerate()
    {
        held_job(&store, &format!("job_{index}"), &format!("thr_{index}"), worker).await;
        let fence =
            store.claim("w1", None, Millis(FAR)).await.expect("asked").expect("nobody by that name lives");
        store.release(&fence, at_rest(JobStatus::Completed, 1, None)).await.expect("released");
    }
}
