//! Invariants under many concurrent writers.

use super::{Database, options};
use crate::tests::contract::*;
use crate::{PostgresOptions, PostgresStore, SqliteOptions, SqliteStore};
use futures::future::join_all;
use gorkd_core::job::*;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use sqlx::{Connection, PgConnection, Row};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_workers_each_takes_jobs_that_no_other_has() {
    let base = Database::new().await;
    let stores = [base.store().await, base.store().await, base.store().await];
    for index in 0..60 {
        // Three turns per thread; only the first is due.
        let new = new_job(&format!("job_{index:02}"), &format!("thr_{}", index / 3), index % 3 + 1);
        stores[0].create(new).await.expect("created");
    }
    let workers = (0..9).map(|index| {
        let (store, worker) = (stores[index % 3].clone(), format!("w{index}"));
        tokio::spawn(async move {
            alive(&store, &worker, Millis(60_000)).await;
            let mut mine = Vec::new();
            let mut idle = 0;
            while idle < 3 {
                let claimed = store.claim_due(&worker, Millis(2_000), 2, &[]).await.expect("asked");
                idle = if claimed.is_empty() { idle + 1 } else { 0 };
                for fence in claimed {
                    let write = Append {
                        fence: Some(fence.clone()),
                        ..append(fence.job.as_str(), 1, vec![started("a")])
                    };
                    store.append(write).await.expect("it is held");
                    store.release(&fence, at_rest(JobStatus::Completed, 2, None)).await.expect("released");
                    mine.push(fence);
                }
            }
            mine
        })
    });
    let claimed: Vec<Fence> =
        join_all(workers).await.into_iter().flat_map(|mine| mine.expect("no panic")).collect();
    let jobs: BTreeSet<&JobId> = claimed.iter().map(|fence| &fence.job).collect();
    assert_eq!((claimed.len(), jobs.len()), (60, 60), "all were done, none twice");
    assert!(claimed.iter().all(|fence| fence.claim == 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follower_of_a_thread_misses_no_concurrent_write() {
    let base = Database::new().await;
    let (store, other) = (base.store().await, base.store().await);
    for job in ["a", "b", "c"] {
        let branch = NewJob { forked_from: (job != "a").then(|| ("a".into(), 1)), ..new_job(job, "thr", 1) };
        store.create(branch).await.expect("created");
    }
    let over = Arc::new(AtomicBool::new(false));
    let reader = {
        let (store, over) = (other.clone(), over.clone());
        tokio::spawn(async move {
            let mut seen: Vec<(JobId, Seq)> = Vec::new();
            loop {
                let last_look = over.load(Ordering::Acquire);
                let after = seen.last().map(|(job, seq)| (job, *seq));
                let events = store.of_thread(&"thr".into(), after, 7).await.expect("read");
                let none = events.is_empty();
                seen.extend(events.into_iter().map(|(job, recorded)| (job, recorded.seq)));
                if none && last_look {
                    return seen;
                }
            }
        })
    };
    let writers = ["a", "b", "c"].map(|job| {
        let store = if job == "b" { other.clone() } else { store.clone() };
        tokio::spawn(async move {
            for index in 0..40 {
                let write = append(job, 1, vec![started(&format!("{index}")), started("x")]);
                store.append(write).await.expect("appended");
            }
        })
    });
    for writer in writers {
        writer.await.expect("no panic");
    }
    over.store(true, Ordering::Release);
    let seen = reader.await.expect("no panic");
    assert_eq!(seen.len(), 3 + 3 * 80);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "each once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_text_goes_while_somebody_begins_to_need_it() {
    let base = Database::new().await;
    let (store, other) = (base.store().await, base.store().await);
    let page = reading("https://shared.example/", "Read by all of them.", 5);
    for round in 0..25 {
        let (old, new) = (format!("old_{round}"), format!("new_{round}"));
        for job in [&old, &new] {
            store.create(new_job(job, &format!("thr_{job}"), 1)).await.expect("created");
        }
        has_read(&store, &old, "a", &page).await;
        let thread = ThreadId(format!("thr_{old}"));
        let (gone, ()) = tokio::join!(store.delete(&thread), has_read(&other, &new, "a", &page));
        gone.expect("deleted");
        let kept = store.reading(&page.document.hash).await.expect("asked");
        assert_eq!(kept.as_ref(), Some(&page), "round {round}");
        store.delete(&ThreadId(format!("thr_{new}"))).await.expect("deleted");
        assert_eq!(store.reading(&page.document.hash).await.expect("asked"), None, "round {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_come_at_once_and_hold_ids_only() {
    let base = Database::new().await;
    // The poll alone would come much too late.
    let slow = PostgresOptions { poll: Duration::from_secs(3600), ..options() };
    let listening = PostgresStore::open(&base.url, base.folder(), slow).await.expect("opened");
    let mut changes = listening.changes();
    let store = base.store().await;
    let mut raw = sqlx::postgres::PgListener::connect(&base.url).await.expect("connected");
    raw.listen("gorkd_jobs").await.expect("listening");
    // A listener's first poll finds what exists; later changes come by notification.
    for job in ["a", "b", "c"] {
        let new = NewJob { question: "A question that nobody else may see".into(), ..new_job(job, job, 1) };
        store.create(new).await.expect("created");
        let told = tokio::time::timeout(Duration::from_secs(20), changes.recv()).await.expect("in time");
        assert_eq!(told.expect("told").job.as_str(), job);
        let payload = raw.recv().await.expect("notified").payload().to_owned();
        assert!(payload.contains(&format!("\"{job}\"")) && !payload.contains("question"), "{payload}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_loses_no_news() {
    let base = Database::new().await;
    let (store, listening) = (base.store().await, base.store().await);
    let mut changes = listening.changes();
    store.create(new_job("before", "t1", 1)).await.expect("created");
    assert_eq!(changes.recv().await.expect("told").job.as_str(), "before");
    let mut admin = PgConnection::connect(&base.url).await.expect("connected");
    for round in 0..3 {
        // All connections except this one, as in a restart of the server.
        sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .execute(&mut admin)
        .await
        .expect("ended");
        let job = format!("after_{round}");
        let fresh = base.store().await;
        fresh.create(new_job(&job, &job, 1)).await.expect("created");
        let told = tokio::time::timeout(Duration::from_secs(30), changes.recv()).await.expect("in time");
        assert_eq!(told.expect("told").job.as_str(), job);
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(listening.job(&job.as_str().into()).await.expect("it is there again").head, 1);
    }
}

#[tokio::test]
async fn drafts_are_seen_by_every_process_and_go_with_their_job() {
    let base = Database::new().await;
    let (store, other) = (base.store().await, base.store().await);
    store.create(new_job("a", "thr", 1)).await.expect("created");
    let draft = |attempt, text: &str| RunningDraft {
        job: "a".into(),
        effect: "draft".into(),
        attempt,
        text: text.into(),
        at: Millis(5),
    };
    let (mut heard, mut own) = (other.drafts(), store.drafts());
    // Nothing is heard until the listening connection is up, so the draft grows continuously.
    let growing = async {
        loop {
            store.scratch().put_draft(&draft(2, "Tides are")).await.expect("kept");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        job = heard.recv() => assert_eq!(job.expect("heard").as_str(), "a"),
        () = growing => {}
    }
    assert!(own.try_recv().is_err(), "who writes it need not be told");
    store.scratch().put_draft(&draft(1, "Late")).await.expect("passed over");
    assert_eq!(other.scratch().draft(&"a".into()).await.expect("asked"), Some(draft(2, "Tides are")));
    other.delete(&"thr".into()).await.expect("erased");
    assert_eq!(store.scratch().draft(&"a".into()).await.expect("asked"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_asks_while_they_are_being_erased_goes_too() {
    let base = Database::new().await;
    let store = base.store().await;
    store.create(new_job("before", "thr_1", 1)).await.expect("created");
    let mut other = PgConnection::connect(&base.url).await.expect("connected");
    // The lock that every write of a text holds. Erasing waits for it.
    let hold = "BEGIN; SELECT pg_advisory_xact_lock_shared(x'676f0001'::int, 0)";
    sqlx::raw_sql(hold).execute(&mut other).await.expect("locked");
    let eraser = store.clone();
    let erasing = tokio::spawn(async move { eraser.erase_person("web:ada").await });
    let waits = "SELECT EXISTS (
        SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE NOT granted AND locktype = 'advisory' AND datname = current_database())";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut other).await.expect("asked") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    store.create(new_job("meanwhile", "thr_2", 1)).await.expect("created");
    sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("released");
    let erased = erasing.await.expect("no panic").expect("erased");
    assert_eq!(erased.threads, ["thr_1".into(), "thr_2".into()]);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
}

#[tokio::test]
async fn characters_that_postgres_cannot_store_do_no_harm() {
    let base = Database::new().await;
    let store = base.store().await;
    let new = NewJob { question: "What is \0 good for?".into(), ..new_job("a", "thr", 1) };
    store.create(new).await.expect("created");
    assert_eq!(store.job(&"a".into()).await.expect("there").question, "What is \u{fffd} good for?");
    assert!(matches!(store.job(&"a\0".into()).await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.thread(&"\0".into()).await, Err(StoreError::NotFound(_))));
    assert_eq!(store.list("web:ada", Some("\0"), 9).await.expect("listed").len(), 1);
    let event = failed("x", "a \0 in a detail");
    store.append(append("a", 1, vec![event.clone()])).await.expect("appended");
    assert_eq!(events_of(&store.events(&"a".into(), 1).await.expect("there")), [event]);
}

#[tokio::test]
async fn journals_and_texts_are_the_same_bytes_as_in_sqlite() {
    let base = Database::new().await;
    let folder = base.folder().join("sqlite");
    let sqlite = SqliteStore::open(&folder, SqliteOptions::default()).await.expect("opened");
    let page = reading("https://a.example/", &"Water boils at 100 °C. ".repeat(90), 5);
    for store in [&sqlite as &dyn Store, &base.store().await as &dyn Store] {
        store.create(new_job("a", "thr", 1)).await.expect("created");
        has_read(store, "a", "r", &page).await;
        store
            .append(append("a", 2, vec![started("\u{1F600}"), failed("d", "\"quoted\"\n")]))
            .await
            .expect("appended");
    }
    sqlite.close().await;
    let file = format!("sqlite://{}", folder.join("gorkd.db").display());
    let mut here = sqlx::SqliteConnection::connect(&file).await.expect("connected");
    let mut there = PgConnection::connect(&base.url).await.expect("connected");
    let events = "SELECT seq, at, kind, version, payload, effect FROM events ORDER BY seq";
    type EventRow = (i64, i64, String, i64, String, Option<String>);
    let ours: Vec<EventRow> = sqlx::query_as(events).fetch_all(&mut here).await.expect("read");
    let theirs: Vec<EventRow> = sqlx::query_as(events).fetch_all(&mut there).await.expect("read");
    assert_eq!((ours.len(), &ours), (4, &theirs));
    let texts = "SELECT hash, size, body FROM texts";
    let ours = sqlx::query(texts).fetch_one(&mut here).await.expect("read");
    let theirs = sqlx::query(texts).fetch_one(&mut there).await.expect("read");
    assert_eq!(ours.get::<String, _>(0), theirs.get::<String, _>(0));
    assert_eq!(ours.get::<i64, _>(1), theirs.get::<i64, _>(1));
    assert_eq!(ours.get::<Vec<u8>, _>(2), theirs.get::<Vec<u8>, _>(2));
}
