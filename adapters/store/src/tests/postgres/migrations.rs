//! Migrations: what is done, what is refused, and who may run them.

use super::{Database, open, options};
use crate::postgres::migrate;
use crate::tests::contract::new_job;
use crate::{PostgresStore, server};
use gorkd_core::ports::{Journal, StoreError};
use sqlx::{Connection, PgConnection};

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.expect("connected")
}

async fn run(url: &str, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&mut connect(url).await).await.expect("done");
}

/// The error with which a database is refused.
async fn refusal(url: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    match PostgresStore::open(url, folder.path(), options()).await {
        Err(StoreError::Unavailable(sentence)) => sentence,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was opened"),
    }
}

#[tokio::test]
async fn migrating_says_what_it_did_and_does_nothing_twice() {
    let url = server::empty_database();
    let first = migrate(&url).await.expect("migrated");
    assert_eq!((first.before, first.run[0].0), (None, 1));
    assert_eq!(first.run.last().map(|(number, _)| *number), Some(first.now));
    let again = migrate(&url).await.expect("migrated");
    assert_eq!((again.before, again.now, again.run.len()), (Some(first.now), first.now, 0));
    assert!(again.place.contains("gorkd_"), "{}", again.place);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_that_start_at_once_migrate_once() {
    let base = Database::at(server::empty_database());
    let starts = (0..4).map(|_| {
        let (url, folder) = (base.url.clone(), base.folder().to_owned());
        tokio::spawn(async move { open(&url, &folder).await })
    });
    for start in starts.collect::<Vec<_>>() {
        start.await.expect("no panic").job(&"none".into()).await.expect_err("it answers");
    }
    let runs: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations WHERE version = 1")
        .fetch_one(&mut connect(&base.url).await)
        .await
        .expect("counted");
    assert_eq!(runs, 1);
}

#[tokio::test]
async fn the_version_before_works_beside_newer_tables_until_they_say_no() {
    let base = Database::new().await;
    run(
        &base.url,
        "ALTER TABLE jobs ADD COLUMN mood text;
         INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'moods', true, '\\x00', 0)",
    )
    .await;
    let store = base.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("an older gorkd writes beside a newer one");
    assert_eq!(migrate(&base.url).await.expect("looked").run, []);
    run(&base.url, "UPDATE gorkd_schema SET oldest = 9999").await;
    let sentence = refusal(&base.url).await;
    assert!(sentence.contains("newer gorkd") && sentence.contains("9999"), "{sentence}");
}

#[tokio::test]
async fn tables_of_another_program_stay_as_they_are() {
    let url = server::empty_database();
    run(&url, "CREATE TABLE jobs (id int)").await;
    let sentence = refusal(&url).await;
    assert!(sentence.contains("another program"), "{sentence}");
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'")
        .fetch_one(&mut connect(&url).await)
        .await
        .expect("counted");
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_role_that_may_not_change_tables_may_work_with_them() {
    let base = Database::new().await;
    run(
        &base.url,
        "DO $$ BEGIN CREATE ROLE plain LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO plain;
         GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO plain",
    )
    .await;
    let url = base.url.replace("gorkd@", "plain@");
    let store = open(&url, base.folder()).await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let fresh = server::empty_database().replace("gorkd@", "plain@");
    let sentence = refusal(&fresh).await;
    assert!(sentence.contains("\"plain\" may not"), "{sentence}");
}

#[tokio::test]
async fn errors_never_contain_a_password() {
    let there = server::empty_database();
    let (before, _) = there.rsplit_once('/').expect("an address");
    for (url, told) in [
        (format!("{}/nowhere", before.replace("gorkd@", "gorkd:s3cret@")), "CREATE DATABASE"),
        (there.replace("gorkd@", "nobody:s3cret@"), "nobody"),
        ("postgres://gorkd:s3cret@127.0.0.1:1/research".to_owned(), "cannot be reached"),
        ("postgres://gorkd:s3cret@[/research".to_owned(), "is not the address"),
    ] {
        let sentence = refusal(&url).await;
        assert!(sentence.contains(told) && !sentence.contains("s3cret"), "{sentence}");
    }
}
