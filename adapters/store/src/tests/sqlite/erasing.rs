//! A person is erased in steps.

use super::Folder;
use crate::tests::contract::*;
use gorkd_core::ports::{ErasedPerson, Journal, People, StoreError, Threads};

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
