//! Prints what the store costs: `cargo test --workspace the_store_is_measured -- --nocapture`.
//!
//! Times are never asserted; counts are.

use super::Folder;
use crate::tests::contract::library::{batch_of, root};
use crate::tests::contract::*;
use futures::future::join_all;
use gorkd_core::model::{Millis, Reading};
use gorkd_core::ports::{Append, Journal, Shelf};
use std::time::Instant;

const ALONE: u64 = 200;
const TOGETHER: usize = 64;
const ROUNDS: usize = 10;
const FILES: usize = 3_000;
const BATCH: usize = 100;
const FILE_BYTES: usize = 12_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_is_measured() {
    let folder = Folder::new();
    let store = folder.store().await;

    let fence = held_job(&store, "alone", "thr_alone", "w1").await;
    let began = Instant::now();
    for head in 1..=ALONE {
        let events = vec![started(&format!("e{head}"))];
        let write = Append { fence: Some(fence.clone()), ..append("alone", head, events) };
        assert_eq!(store.append(write).await.expect("appended").len(), 1);
    }
    let took = began.elapsed();
    let per_second = ALONE as f64 / took.as_secs_f64();
    println!(
        "one after the other: {} µs an append, {per_second:.0} commits/s",
        took.as_micros() as u64 / ALONE
    );

    for job in 0..TOGETHER {
        store.create(new_job(&format!("job_{job}"), &format!("thr_{job}"), 1)).await.expect("created");
    }
    let before = store.write_counts();
    let began = Instant::now();
    let jobs = (0..TOGETHER).map(|job| {
        let store = store.clone();
        tokio::spawn(async move {
            for round in 0..ROUNDS {
                let events = vec![started(&format!("e{round}"))];
                store
                    .append(append(&format!("job_{job}"), round as u64 + 1, events))
                    .await
                    .expect("appended");
            }
        })
    });
    for job in join_all(jobs).await {
        job.expect("no panic");
    }
    let (took, after) = (began.elapsed(), store.write_counts());
    let (units, commits) = (after.units - before.units, after.commits - before.commits);
    assert_eq!(units as usize, TOGETHER * ROUNDS);
    println!(
        "{TOGETHER} jobs at once: {:.0} appends/s, {:.0} commits/s, {:.1} appends a commit",
        units as f64 / took.as_secs_f64(),
        commits as f64 / took.as_secs_f64(),
        units as f64 / commits as f64
    );

    let began = Instant::now();
    for _ in 0..ALONE {
        assert_eq!(store.claim("w2", None, Millis(0)).await.expect("asked"), None);
    }
    println!("a poll that finds nothing: {} µs", began.elapsed().as_micros() as u64 / ALONE);

    store.put_root(&root("/docs")).await.expect("put");
    let readings: Vec<Reading> = (0..FILES).map(page).collect();
    let began = Instant::now();
    for batch in readings.chunks(BATCH) {
        let batch = batch_of("/docs", &batch.iter().collect::<Vec<_>>());
        store.commit(batch).await.expect("committed");
    }
    println!(
        "{FILES} library files of {FILE_BYTES} bytes, {BATCH} a commit: {} ms",
        began.elapsed().as_millis()
    );
    let began = Instant::now();
    let changes = store.changes_since(0).await.expect("asked");
    assert_eq!(changes.put.len(), FILES);
    println!("all of them as changes, without texts: {} ms", began.elapsed().as_millis());
    let began = Instant::now();
    assert_eq!(store.files("/docs").await.expect("listed").len(), FILES);
    println!("the list of files: {} ms", began.elapsed().as_millis());
    store.close().await;
    let size = std::fs::metadata(folder.path().join("gorkd.db")).expect("there").len();
    println!("the file: {:.1} MB for {:.1} MB of text", size as f64 / 1e6, (FILES * FILE_BYTES) as f64 / 1e6);
}

/// A page whose words repeat about as often as in prose.
fn page(number: usize) -> Reading {
    let mut state = number as u64 + 1;
    let mut text = String::with_capacity(FILE_BYTES + 16);
    while text.len() < FILE_BYTES {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Small ranks are frequent, like common words.
        let rank = (2_000.0_f64).powf((state >> 11) as f64 / (1_u64 << 53) as f64) as u64;
        text.push_str(&format!("{:x} ", rank.wrapping_mul(0x9e37_79b9) & 0xff_ffff));
    }
    text.truncate(FILE_BYTES);
    reading(&format!("file:///docs/{number}.md"), &text, 5)
}
