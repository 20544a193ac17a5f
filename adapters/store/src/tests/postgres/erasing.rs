//! A person, or a long thread, is erased in steps, and nobody else has to wait for all of them.

use super::{Database, options};
use crate::tests::contract::*;
use crate::{PostgresOptions, PostgresStore};
use gorkd_core::ports::{ErasedPerson, Journal, People, StoreError, Threads};
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Ada's threads, each with a run that no other comes from.
async fn threads(store: &PostgresStore, count: usize) {
    for index in 0..count {
        let new = new_job(&format!("job_{index}"), &format!("thr_{index:02}"), 1);
        store.create(new).await.expect("created");
    }
}

/// Makes the database do this before it deletes a row of a table, in PL/pgSQL.
async fn before_deleting(base: &Database, table: &str, work: &str) -> PgConnection {
    let mut raw = PgConnection::connect(&base.url).await.expect("connected");
    let function = format!(
        "CREATE FUNCTION before_deleting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {work} RETURN OLD; END $$;
         CREATE TRIGGER before_deleting BEFORE DELETE ON {table}
             FOR EACH ROW EXECUTE FUNCTION before_deleting()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(function)).execute(&mut raw).await.expect("made");
    raw
}

/// A process that waits three seconds at most, with a run of somebody else.
async fn impatient(base: &Database) -> PostgresStore {
    let impatient = PostgresOptions { busy_timeout: Duration::from_secs(3), ..options() };
    let writer = PostgresStore::open(&base.url, base.folder(), impatient).await.expect("opened");
    let mut new = new_job("of_ben", "thr_ben", 1);
    new.requester.user = "ben".into();
    writer.create(new).await.expect("created");
    writer
}

/// Stores texts for this run until some work is done. Returns how many.
async fn written_during<T>(writer: &PostgresStore, work: &JoinHandle<T>) -> usize {
    let mut written = 0;
    while !work.is_finished() {
        let page = reading(&format!("https://{written}.example/"), &format!("Page {written}."), 5);
        has_read(writer, "of_ben", &format!("e{written}"), &page).await;
        written += 1;
    }
    written
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_texts_wait_for_a_step_and_not_for_the_whole_erasure() {
    const THREADS: usize = 40;
    let base = Database::new().await;
    let eraser = base.store().await;
    threads(&eraser, THREADS).await;
    let writer = impatient(&base).await;
    // All threads take longer to go than a writer waits, and a step does not.
    before_deleting(&base, "threads", "PERFORM pg_sleep(0.1);").await;

    let erasing = tokio::spawn(async move { eraser.erase_person("web:ada").await });
    let written = written_during(&writer, &erasing).await;
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
    let mut raw = before_deleting(&base, "threads", stop).await;
    let broken = store.erase_person("web:ada").await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(store.list("web:ada", None, 99).await.expect("listed").len(), 15, "a step was made");
    store.create(new_job("late", "thr_late", 1)).await.expect("she goes on");

    sqlx::raw_sql("DROP TRIGGER before_deleting ON threads").execute(&mut raw).await.expect("dropped");
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads.len(), 16);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ada").await.expect("again"), ErasedPerson::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_texts_do_not_wait_for_all_of_a_long_thread() {
    const JOBS: u32 = 8;
    let base = Database::new().await;
    let eraser = base.store().await;
    long_thread(&eraser, "thr_deleted", JOBS).await;
    let writer = impatient(&base).await;
    // All jobs take longer to go than a writer waits, and one does not.
    before_deleting(&base, "jobs", "PERFORM pg_sleep(0.5);").await;

    let deleter = eraser.clone();
    let deleting = tokio::spawn(async move { deleter.delete(&"thr_deleted".into()).await });
    assert!(written_during(&writer, &deleting).await > 1);
    deleting.await.expect("no panic").expect("deleted");

    long_thread(&eraser, "thr_ada", JOBS).await;
    let erasing = tokio::spawn(async move { eraser.erase_person("web:ada").await });
    assert!(written_during(&writer, &erasing).await > 1);
    let erased = erasing.await.expect("no panic").expect("erased");
    assert_eq!(erased.threads, ["thr_ada".into()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_left_of_a_long_thread_is_erased_by_the_next_call() {
    let base = Database::new().await;
    let store = base.store().await;
    let left = async || {
        let jobs = store.jobs(&"thr_long".into()).await.expect("listed");
        jobs.into_iter().map(|row| row.job.0).collect::<Vec<_>>()
    };
    long_thread(&store, "thr_long", 5).await;
    let stop = "IF OLD.job = 'job_2' THEN RAISE EXCEPTION 'stopped'; END IF;";
    let mut raw = before_deleting(&base, "jobs", stop).await;
    let broken = store.delete(&"thr_long".into()).await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    assert_eq!(left().await, ["job_1", "job_2"], "the newest are gone");
    let broken = store.erase_person("web:ada").await;
    assert!(matches!(&broken, Err(StoreError::Unavailable(why)) if why.contains("stopped")), "{broken:?}");
    store.create(new_job("late", "thr_long", 6)).await.expect("she goes on");

    sqlx::raw_sql("DROP TRIGGER before_deleting ON jobs").execute(&mut raw).await.expect("dropped");
    assert_eq!(store.erase_person("web:ada").await.expect("erased").threads, ["thr_long".into()]);
    assert_eq!(store.runs_of_person("web:ada").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ada").await.expect("again"), ErasedPerson::default());
}
