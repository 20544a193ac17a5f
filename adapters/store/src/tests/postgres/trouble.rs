//! What a server refuses for a while.

use super::Database;
use crate::server;
use crate::tests::contract::*;
use gorkd_core::ports::{Append, Journal, StoreError};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_reported_until_there_is_room_and_nothing_is_half_written() {
    let base = Database::new().await;
    let store = base.store().await;
    store.create(new_job("a", "thr", 1)).await.expect("created");
    assert!(!store.lacks_room());
    tokio::task::block_in_place(|| server::fill(&base.url, true));
    let page = reading("https://a.example/", "It never was there.", 5);
    let write =
        Append { readings: vec![page.clone()], ..append("a", 1, vec![started("x"), read("x", &page)]) };
    let refused = store.append(write.clone()).await;
    let Err(StoreError::Full(sentence)) = refused else { panic!("{refused:?}") };
    assert!(sentence.starts_with("no room for the Postgres database "), "{sentence}");
    assert!(store.lacks_room());
    assert_eq!(store.job(&"a".into()).await.expect("there").head, 1);
    tokio::task::block_in_place(|| server::fill(&base.url, false));
    assert_eq!(store.append(write).await.expect("there is room").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_to_a_server_that_takes_no_writes_is_replaced() {
    let base = Database::new().await;
    let mut admin = PgConnection::connect(&base.url).await.expect("connected");
    read_only(&mut admin, "SET default_transaction_read_only = on").await;
    let store = base.store().await;
    let refused = store.create(new_job("a", "thr", 1)).await;
    let Err(StoreError::Unavailable(sentence)) = refused else { panic!("{refused:?}") };
    assert!(sentence.contains("a standby or set to read only"), "{sentence}");
    read_only(&mut admin, "RESET default_transaction_read_only").await;
    store.create(new_job("a", "thr", 1)).await.expect("the next connection takes writes");
}

/// Sets what holds for connections that are opened from now on, for as long as they last.
async fn read_only(admin: &mut PgConnection, set: &str) {
    let alter = format!("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {set}', current_database()); END $$");
    sqlx::raw_sql(AssertSqlSafe(alter)).execute(admin).await.expect("altered");
}
