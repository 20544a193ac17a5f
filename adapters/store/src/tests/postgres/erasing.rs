//! A person is erased in steps, and nobody else has to wait for all of them.

use super::{Database, options};
use crate::tests::contract::*;
use crate::{PostgresOptions, PostgresStore};
use gorkd_core::ports::{ErasedPerson, Journal, People, StoreError, Threads};
use sqlx::{Connection, PgConnection};
use std::time::Duration;

/// Ada's threads, each with a run that no other comes from.
async fn threads(store: &PostgresStore, count: usize) {
    for index in 0..count {
        let new = new_job(&format!("job_{index}"), &format!("thr_{index:02}"), 1);
        store.create(new).await.expect("created");
    }
}

/// Makes the database do this before it deletes a thread, in PL/pgSQL.
async fn before_deleting(base: &Database, work: &str) -> PgConnection {
    let mut raw = PgConnection::connect(&base.url).await.expect("connected");
    let function = format!(
        "CREATE FUNCTION before_deleting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {work} RETURN OLD; END $$;
         CREATE TRIGGER before_deleting BEFORE DELETE ON threads FOR EACH ROW EXECUTE FUNCTION before_deleting()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(function)).execute(&mut raw).await.expect("made");
    raw
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_texts_wait_for_a_step_and_not_for_the_whole_erasure() {
    const THREADS: usize = 40;
    let base = Database::new().await;
    let eraser = base.store().await;
    threads(&eraser, THREADS).await;
    // Somebody else's run goes on.
    let mut new = new_job("of_ben", "thr_ben", 1);
    new.requester.user = "ben".into();
    eraser.create(new).await.expect("created");
    // All threads take longer to go than a writer waits, and a step does not.
    before_deleting(&base, "PERFORM pg_sleep(0.1);").await;
    let impatient = PostgresOptions { busy_timeout: Duration::from_secs(3), ..options() };
    let writer = PostgresStore::open(&base.url, base.folder(), impatient).await.expect("opened");

    let erasing = tokio::spawn(async move { eraser.erase_person("web:ada").await });
    let mut written = 0;
    while !erasing.is_finished() {
        let page = reading(&format!("https://{written}.example/"), &format!("Page {written}."), 5);
        has_read(&writer, "of_ben", &format!("e{written}"), &page).await;
        written += 1;
    }
    let erased = erasing.await.expect("no panic").expect("erased");
    assert_eq!(erased.threads.len(), THREADS);
    assert!(written > 1, "{written}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erasure_that_broke_off_is_finished_by_the_next_one() {
    let base = Database::new().await;
    let store = base.store().await;
    threads(&store, 25).await;
    let stop = "IF OLD.thread = 'thr_15' THEN RAISE EXCEPTION 'stopped'; END IF;";
    let mut raw = before_deleting(&base, stop).await;
    let broken = store.erase_person("web:ada").await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(store.list("web:ada", None, 99).await.expect("listed").len(), 15, "a step was made");
    store.create(new_job("late", "thr_late", 1)).await.expect("she goes on");

    sqlx::raw_sql("DROP TRIGGER before_deleting ON threads").execute(&mut raw).await.expect("dropped");
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads.len(), 16);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ada").await.expect("again"), ErasedPerson::default());
}
