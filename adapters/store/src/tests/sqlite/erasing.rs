//! A person, or a long thread, is erased in steps.

use super::Folder;
use crate::SqliteStore;
use crate::tests::contract::*;
use gorkd_core::job::{Event, Forked};
use gorkd_core::ports::{ErasedPerson, Journal, NewJob, People, StoreError, Threads};
use sqlx::SqliteConnection;

/// Ada's threads, each with a run that no other comes from.
const THREADS: usize = 25;

#[tokio::test]
async fn a_person_is_erased_in_many_short_transactions() {
    let folder = Folder::new();
    let store = folder.store().await;
    for index in 0..THREADS {
        let new = new_job(&format!("job_{index}"), &format!("thr_{index:02}"), 1);
        store.create(new).await.expect("created");
    }
    let before = store.write_counts().commits;
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads.len(), THREADS);
    let commits = store.write_counts().commits - before;
    assert!(commits > 3, "{commits}");
}

#[tokio::test]
async fn an_erasure_that_broke_off_is_finished_by_the_next_one() {
    let folder = Folder::new();
    let store = folder.store().await;
    for index in 0..THREADS {
        let new = new_job(&format!("job_{index}"), &format!("thr_{index:02}"), 1);
        store.create(new).await.expect("created");
    }
    let mut raw = super::files::raw(&folder.path()).await;
    let stop = "CREATE TRIGGER stop BEFORE DELETE ON threads WHEN old.thread = 'thr_15' BEGIN
                    SELECT RAISE(ABORT, 'stopped');
                END";
    sqlx::raw_sql(stop).execute(&mut raw).await.expect("made");
    let broken = store.erase_person("web:ada").await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(store.list("web:ada", None, 99).await.expect("listed").len(), 15, "a step was made");
    store.create(new_job("late", "thr_late", 1)).await.expect("she goes on");

    sqlx::raw_sql("DROP TRIGGER stop").execute(&mut raw).await.expect("dropped");
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads.len(), 16);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ada").await.expect("again"), ErasedPerson::default());
}

/// A thread of five jobs, the second of which can't be deleted.
async fn a_thread_that_stays(folder: &Folder, store: &SqliteStore) -> SqliteConnection {
    long_thread(store, "thr_long", 5).await;
    let mut raw = super::files::raw(&folder.path()).await;
    let stop = "CREATE TRIGGER stop BEFORE DELETE ON jobs WHEN old.job = 'job_2' BEGIN
                    SELECT RAISE(ABORT, 'stopped');
                END";
    sqlx::raw_sql(stop).execute(&mut raw).await.expect("made");
    raw
}

/// The jobs of the thread.
async fn left(store: &SqliteStore) -> Vec<String> {
    let jobs = store.jobs(&"thr_long".into()).await.expect("listed");
    jobs.into_iter().map(|row| row.job.0).collect()
}

#[tokio::test]
async fn a_long_thread_is_deleted_in_many_short_transactions() {
    let folder = Folder::new();
    let store = folder.store().await;
    long_thread(&store, "thr_long", 5).await;
    let before = store.write_counts().commits;
    store.delete(&"thr_long".into()).await.expect("deleted");
    assert_eq!(store.write_counts().commits - before, 5);
    store.create(new_job("short", "thr_short", 1)).await.expect("created");
    let before = store.write_counts().commits;
    store.delete(&"thr_short".into()).await.expect("deleted");
    assert_eq!(store.write_counts().commits - before, 1);
}

#[tokio::test]
async fn so_is_a_long_thread_that_another_one_comes_from() {
    let folder = Folder::new();
    let store = folder.store().await;
    long_thread(&store, "thr_long", 5).await;
    let forked = Forked { job: "copy".into(), from: "job_3".into(), at: 1, ..Forked::default() };
    let mut copy = NewJob {
        copied: Some(("job_3".into(), 1)),
        events: vec![Event::Forked(Box::new(forked))],
        ..new_job("copy", "thr_copy", 1)
    };
    copy.requester.user = "ben".into();
    store.create(copy).await.expect("created");
    let before = store.write_counts().commits;
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads, ["thr_long".into()]);
    let commits = store.write_counts().commits - before;
    assert!(commits > 5, "{commits}");
    assert_eq!(store.events(&"copy".into(), 0).await.expect("there").len(), 2);
}

#[tokio::test]
async fn a_long_thread_that_was_not_deleted_to_the_end_is_deleted_by_the_next_call() {
    let folder = Folder::new();
    let store = folder.store().await;
    let mut raw = a_thread_that_stays(&folder, &store).await;
    let broken = store.delete(&"thr_long".into()).await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(left(&store).await, ["job_1", "job_2"], "the newest are gone");
    store.create(new_job("late", "thr_long", 6)).await.expect("it goes on");

    sqlx::raw_sql("DROP TRIGGER stop").execute(&mut raw).await.expect("dropped");
    store.delete(&"thr_long".into()).await.expect("deleted");
    assert!(matches!(store.thread(&"thr_long".into()).await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.job(&"late".into()).await, Err(StoreError::NotFound(_))));
}

#[tokio::test]
async fn an_erasure_that_broke_off_in_a_long_thread_is_finished_by_the_next_one() {
    let folder = Folder::new();
    let store = folder.store().await;
    let mut raw = a_thread_that_stays(&folder, &store).await;
    let broken = store.erase_person("web:ada").await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(left(&store).await, ["job_1", "job_2"], "the newest are gone");

    sqlx::raw_sql("DROP TRIGGER stop").execute(&mut raw).await.expect("dropped");
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads, ["thr_long".into()]);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ada").await.expect("again"), ErasedPerson::default());
}
