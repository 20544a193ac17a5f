//! The writer: many units in one commit, none at the expense of another.

use super::Folder;
use crate::tests::contract::*;
use crate::{SqliteOptions, SqliteStore};
use futures::future::{join, join_all};
use gorkd_core::model::{DocumentHash, Millis};
use gorkd_core::ports::{Append, Documents, Journal, Links, NewCode, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[tokio::test]
async fn units_that_wait_together_share_a_commit() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let before = store.write_counts();
    // On one thread, all hundred are in the queue before the writer runs.
    let appends = (0..100).map(|n| store.append(append("job_1", 0, vec![started(&format!("e{n}"))])));
    for appended in join_all(appends).await {
        appended.expect("appended");
    }
    let after = store.write_counts();
    assert_eq!((after.units - before.units, after.commits - before.commits), (100, 1));
    assert_eq!(store.job(&"job_1".into()).await.expect("there").head, 101);
}

#[tokio::test]
async fn a_refused_unit_takes_nothing_with_it() {
    let folder = Folder::new();
    let store = folder.store().await;
    let fence = held_job(&store, "job_1", "thr_1", "w1").await;
    let old = gorkd_core::ports::Fence { claim: 9, ..fence.clone() };
    let writes = (0..20).map(|n| {
        let fence = if n % 3 == 0 { old.clone() } else { fence.clone() };
        store.append(Append { fence: Some(fence), ..append("job_1", 0, vec![started(&format!("e{n}"))]) })
    });
    for (n, written) in join_all(writes).await.into_iter().enumerate() {
        match written {
            Ok(_) => assert_ne!(n % 3, 0),
            Err(StoreError::Fenced(_)) => assert_eq!(n % 3, 0),
            Err(other) => panic!("{other}"),
        }
    }
    let events = store.events(&"job_1".into(), 0).await.expect("there");
    assert_eq!(seqs_of(&events), (1..=14).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_full_disk_is_reported_and_only_loses_what_does_not_fit() {
    let folder = Folder::new();
    let options = SqliteOptions { max_bytes: Some(700_000), ..SqliteOptions::default() };
    let store = SqliteStore::open(&folder.path(), options).await.expect("opened");
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    // Hashes compress to half of their length at best.
    let big: String = (0..40_000).map(|n| DocumentHash::of_text(&n.to_string()).0).collect();
    let big = reading("https://big.example/", &big, 5);
    let writes = (0..9).map(|n| {
        let mut write = append("job_1", 0, vec![started(&format!("e{n}"))]);
        if n == 4 {
            write.events.push(read("big", &big));
            write.readings.push(big.clone());
        }
        store.append(write)
    });
    for (n, written) in join_all(writes).await.into_iter().enumerate() {
        match written {
            Ok(_) => assert_ne!(n, 4),
            Err(error) => {
                assert_eq!(n, 4, "{error}");
                assert!(matches!(error, StoreError::Full(_)), "{error}");
                let sentence = error.to_string();
                assert!(sentence.contains("no room for ") && sentence.contains("gorkd.db"), "{sentence}");
                assert!(sentence.contains("Free some space"), "{sentence}");
            }
        }
    }
    let events = store.events(&"job_1".into(), 0).await.expect("there");
    assert_eq!(seqs_of(&events), (1..=9).collect::<Vec<_>>());
    assert_eq!(store.reading(&big.document.hash).await.expect("asked"), None);
    store.append(append("job_1", 9, vec![started("later")])).await.expect("the store goes on");
}

/// A full disk makes SQLite undo the whole transaction, not only the statement that found no room.
#[tokio::test]
async fn nothing_is_reported_as_written_that_was_undone_for_lack_of_room() {
    let folder = Folder::new();
    let options = SqliteOptions { max_bytes: Some(700_000), ..SqliteOptions::default() };
    let store = SqliteStore::open(&folder.path(), options).await.expect("opened");
    let hashes = ["first".to_owned(), "second".to_owned(), "x".repeat(3_000_000)];
    let code = |hash: &String| NewCode { identity: hash.clone(), hash: hash.clone(), until: Millis(9) };
    let codes: Vec<NewCode> = hashes.iter().map(code).collect();
    // On one thread, all are in the queue before the writer runs.
    let coded = join_all(codes.iter().map(|code| store.put_code(code)));
    let (coded, created) = join(coded, store.create(new_job("job_1", "thr_1", 1))).await;
    created.expect("created");
    assert!(matches!(coded[..], [Ok(()), Ok(()), Err(StoreError::Full(_))]), "{coded:?}");
    for hash in &hashes[..2] {
        let taken = store.take_code(hash, Millis(5)).await.expect("asked");
        assert_eq!(taken.as_ref(), Some(hash));
    }
}

#[tokio::test]
async fn a_locked_file_is_reported_and_waited_for() {
    let folder = Folder::new();
    let options = SqliteOptions { busy_timeout: Duration::from_millis(50), ..SqliteOptions::default() };
    let store = SqliteStore::open(&folder.path(), options).await.expect("opened");
    let mut other = super::files::raw(&folder.path()).await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("begun");
    let refused = store.create(new_job("job_1", "thr_1", 1)).await.expect_err("locked").to_string();
    assert!(refused.contains("another program keeps ") && refused.contains("gorkd.db locked"), "{refused}");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("rolled back");
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");

    let patient = folder.store().await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("begun");
    let waiting = tokio::spawn(async move { patient.create(new_job("job_2", "thr_2", 1)).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("committed");
    waiting.await.expect("no panic").expect("created once the lock was free");
}

#[tokio::test]
async fn a_caller_that_stops_waiting_does_not_stop_the_write() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let mut write = Box::pin(store.append(append("job_1", 1, vec![started("a")])));
    // One poll puts it in the queue.
    assert!(futures::poll!(&mut write).is_pending());
    drop(write);
    let back = store.append(append("job_1", 1, vec![started("b")])).await.expect("appended");
    assert_eq!(events_of(&back), [started("a"), started("b")]);
}

/// A second process must get its turn while the first one writes continuously.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_busy_writer_leaves_room_for_another_process() {
    let folder = Folder::new();
    let (busy, other) = (folder.store().await, folder.store().await);
    let done = Arc::new(AtomicBool::new(false));
    let crowd = (0..16).map(|index| {
        let (store, done, job) = (busy.clone(), done.clone(), format!("job_{index}"));
        tokio::spawn(async move {
            store.create(new_job(&job, &format!("thr_{index}"), 1)).await.expect("created");
            let mut head = 1;
            while !done.load(Ordering::Relaxed) {
                head += store.append(append(&job, head, vec![started("a")])).await.expect("appended").len()
                    as u64;
            }
            head
        })
    });
    let crowd: Vec<_> = crowd.collect();
    other.create(new_job("lone", "thr_lone", 1)).await.expect("created");
    let mut longest = Duration::ZERO;
    for head in 1..=20 {
        let began = Instant::now();
        other.append(append("lone", head, vec![started("a")])).await.expect("its turn comes");
        longest = longest.max(began.elapsed());
    }
    done.store(true, Ordering::Relaxed);
    let written: u64 = join_all(crowd).await.into_iter().map(|head| head.expect("no panic")).sum();
    println!("the longest wait beside {written} appends: {} ms", longest.as_millis());
}
