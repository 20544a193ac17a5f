//! What may be in a folder, and how gorkd reports it.

use super::{Folder, open};
use crate::tests::contract::*;
use crate::{SqliteOptions, SqliteStore};
use gorkd_core::job::Event;
use gorkd_core::model::{Constraint, DocumentHash, Millis};
use gorkd_core::ports::{
    Append, By, Chats, Documents, Journal, NewJob, RunningDraft, Scratch, Threads, Watch, Watches,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::path::Path;

/// A direct connection to the file, bypassing the store.
pub async fn raw(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("gorkd.db")).create_if_missing(true);
    options.connect().await.expect("connected")
}

async fn refusal(folder: &Path) -> String {
    match SqliteStore::open(folder, SqliteOptions::default()).await {
        Ok(_) => panic!("it was opened"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn many_may_start_on_an_empty_folder_at_once() {
    let folder = Folder::new();
    let starts = (0..6).map(|index| {
        let path = folder.path();
        tokio::spawn(async move {
            let store = open(&path).await;
            store
                .create(new_job(&format!("job_{index}"), &format!("thr_{index}"), 1))
                .await
                .expect("created");
            store
        })
    });
    let stores: Vec<_> = futures::future::join_all(starts).await;
    let store = folder.store().await;
    assert_eq!(store.list("web:ada", None, 99).await.expect("listed").len(), stores.len());
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    folder.store().await.close().await;
    let mut connection = raw(&folder.path()).await;
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of the future', true, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .expect("inserted");
    connection.close().await.expect("closed");
    let before = std::fs::read(folder.path().join("gorkd.db")).expect("readable");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("gorkd.db was written by a newer gorkd (schema 9999"), "{sentence}");
    assert!(sentence.contains("start the newer gorkd"), "{sentence}");
    assert!(std::fs::read(folder.path().join("gorkd.db")).expect("readable") == before);
}

#[tokio::test]
async fn a_file_of_another_program_is_refused_and_left_as_it_is() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).expect("made");
    let mut connection = raw(&folder.path()).await;
    sqlx::raw_sql("CREATE TABLE bookmarks (url TEXT)").execute(&mut connection).await.expect("created");
    connection.close().await.expect("closed");
    let before = std::fs::read(folder.path().join("gorkd.db")).expect("readable");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("gorkd.db is a database of another program"), "{sentence}");
    assert!(std::fs::read(folder.path().join("gorkd.db")).expect("readable") == before);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).expect("made");
    let garbage = "This is a shopping list. ".repeat(200);
    std::fs::write(folder.path().join("gorkd.db"), &garbage).expect("written");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("gorkd.db is not a database"), "{sentence}");
    assert_eq!(std::fs::read_to_string(folder.path().join("gorkd.db")).expect("readable"), garbage);
}

#[tokio::test]
async fn a_damaged_file_is_reported() {
    let folder = Folder::new();
    folder.store().await.close().await;
    let path = folder.path().join("gorkd.db");
    let mut bytes = std::fs::read(&path).expect("readable");
    bytes[4096..].fill(0xa5);
    std::fs::write(&path, bytes).expect("written");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("gorkd.db is damaged"), "{sentence}");
    assert!(sentence.contains("backup"), "{sentence}");
}

#[tokio::test]
async fn a_damaged_row_is_reported() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    has_read(&store, "job_1", "a", &reading("https://a.example/", &"A long text. ".repeat(100), 5)).await;
    let mut connection = raw(&folder.path()).await;
    sqlx::raw_sql("UPDATE events SET payload = 'not JSON' WHERE seq = 2; UPDATE texts SET body = x'00'")
        .execute(&mut connection)
        .await
        .expect("updated");
    let events = store.events(&"job_1".into(), 0).await.expect_err("damaged").to_string();
    assert!(events.contains("gorkd.db is damaged: in job job_1, event 2 is not JSON"), "{events}");
    let hash = DocumentHash::of_text(&"A long text. ".repeat(100));
    let text = store.texts(&[hash]).await.expect_err("damaged").to_string();
    assert!(text.contains("gorkd.db is damaged: text "), "{text}");
}

#[tokio::test]
async fn an_unusable_folder_is_reported() {
    let folder = Folder::new();
    std::fs::write(folder.path(), "a file where the folder should be").expect("written");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("a file is in its place") && sentence.contains("--data"), "{sentence}");

    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("gorkd.db")).expect("made");
    let sentence = refusal(&folder.path()).await;
    assert!(sentence.contains("gorkd.db cannot be opened for writing"), "{sentence}");
    assert!(sentence.contains("--data"), "{sentence}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_look() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let store = folder.store().await;
    let worker = store.incarnation().expect("named");
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.path()), 0o700);
    assert_eq!(mode(&folder.path().join("workers")), 0o700);
    assert_eq!(mode(&folder.path().join(format!("workers/{worker}.lock"))), 0o600);
    for name in ["gorkd.db", "gorkd.db-wal", "gorkd.db-shm", "gorkd.lock", "cache.db", "cache.db-wal"] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
    store.close().await;
    // A restored copy with default permissions becomes private again.
    let path = folder.path().join("gorkd.db");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("set");
    folder.store().await;
    assert_eq!(mode(&path), 0o600);
}

#[cfg(unix)]
#[tokio::test]
async fn a_read_only_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).expect("made");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o500)).expect("set");
    // Root can write anyway; then the store must work.
    let may_write = std::fs::write(folder.path().join("probe"), "").is_ok();
    match SqliteStore::open(&folder.path(), SqliteOptions::default()).await {
        Ok(_) => assert!(may_write),
        Err(error) => {
            assert!(!may_write, "{error}");
            assert!(error.to_string().contains("--data"), "{error}");
        }
    }
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).expect("set");
}

#[tokio::test]
async fn erased_data_is_no_longer_in_the_files() {
    let folder = Folder::new();
    let store = folder.store().await;
    let needle = "quaggaquestion";
    let files_hold = || {
        ["gorkd.db", "gorkd.db-wal", "cache.db", "cache.db-wal"].iter().any(|name| {
            let bytes = std::fs::read(folder.path().join(name)).unwrap_or_default();
            bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
        })
    };
    let new = NewJob { question: format!("Where is the {needle}?"), ..new_job("job_1", "thr_1", 1) };
    store.create(new).await.expect("created");
    store.create(new_job("job_2", "thr_2", 1)).await.expect("created");
    has_read(&store, "job_1", "a", &reading("https://a.example/", &format!("The {needle}."), 5)).await;
    let steered = Constraint { text: needle.into(), ..Constraint::default() };
    let by = Some(By { person: "web:ada".into(), erased: "(erased)".into() });
    let steer = Append {
        by,
        ..append("job_1", 1, vec![Event::Steered { constraint: steered, flagged: Vec::new() }])
    };
    store.append(steer).await.expect("appended");
    store.put_edit(&"job_1".into(), &format!("Where is no {needle}?"), Millis(6)).await.expect("kept");
    let watch = Watch {
        id: "wat_1".into(),
        question: format!("Where is the {needle}?"),
        origin: "job_1".into(),
        base: "job_1".into(),
        ..Watch::default()
    };
    store.put_watch(&watch).await.expect("put");
    let draft = RunningDraft {
        job: "job_1".into(),
        effect: "synthesize.0".into(),
        attempt: 1,
        text: format!("The {needle} is"),
        at: Millis(7),
    };
    store.cache().put_draft(&draft).await.expect("put");
    assert!(files_hold());
    store.delete(&"thr_1".into()).await.expect("deleted");
    assert!(!files_hold());
}

#[tokio::test]
async fn a_closed_store_says_so_and_leaves_one_tidy_file() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let mut changes = store.changes();
    store.close().await;
    let wal = std::fs::metadata(folder.path().join("gorkd.db-wal")).map_or(0, |wal| wal.len());
    assert_eq!(wal, 0);
    for result in [
        store.create(new_job("job_2", "thr_2", 1)).await.map(|_| ()),
        store.events(&"job_1".into(), 0).await.map(|_| ()),
    ] {
        let sentence = result.expect_err("closed").to_string();
        assert!(sentence.contains("gorkd.db is closed"), "{sentence}");
    }
    drop(store);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(20), changes.recv()).await;
    assert!(matches!(ended, Ok(Err(tokio::sync::broadcast::error::RecvError::Closed))), "{ended:?}");
    assert_eq!(folder.store().await.events(&"job_1".into(), 0).await.expect("there").len(), 1);
}

#[tokio::test]
async fn kinds_of_a_newer_build_stay_byte_for_byte() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let written = r#"{ "zeta":1.50,  "alpha": "A",
        "huge":123456789012345678901234567890}"#;
    let mut connection = raw(&folder.path()).await;
    sqlx::query(
        "INSERT INTO events (job, seq, at, kind, version, payload) VALUES ('job_1', 2, 7, 'dreamt', 9, ?)",
    )
    .bind(written)
    .execute(&mut connection)
    .await
    .expect("inserted");
    sqlx::raw_sql("UPDATE jobs SET head = 2").execute(&mut connection).await.expect("updated");

    let back = store.append(append("job_1", 1, vec![Event::StopRequested])).await.expect("appended");
    assert_eq!(seqs_of(&back), [2, 3]);
    assert!(matches!(&back[0].event, Event::Unknown { kind, version: 9, .. } if kind == "dreamt"));
    let kept: String = sqlx::query_scalar("SELECT payload FROM events WHERE seq = 2")
        .fetch_one(&mut connection)
        .await
        .expect("there");
    assert_eq!(kept, written);
}

#[tokio::test]
async fn a_person_is_found_in_journals_by_an_index() {
    let folder = Folder::new();
    let _store = folder.store().await;
    let mut connection = raw(&folder.path()).await;
    let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(
        "EXPLAIN QUERY PLAN SELECT job, seq FROM events
         WHERE kind IN ('asked', 'forked', 'reused') AND instr(payload, 'web:ada') > 0",
    )
    .fetch_all(&mut connection)
    .await
    .expect("explained");
    assert!(plan.iter().any(|(.., step)| step.contains("events_with_names")), "{plan:?}");
}
