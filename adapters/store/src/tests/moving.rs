//! Moving a store from SQLite to Postgres keeps everything.

use super::contract::*;
use super::postgres::Database;
use super::sqlite::Folder;
use crate::move_store;
use gorkd_core::job::*;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

/// Number of jobs to move; an environment variable can raise it.
const JOBS: usize = 300;

fn wanted() -> usize {
    std::env::var("GORKD_MOVED_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(JOBS)
}

/// A page that every tenth job has read.
fn page(index: usize) -> Reading {
    reading(&format!("https://site.example/{}", index % 10), &format!("Page {}. ", index % 10).repeat(90), 5)
}

async fn fill(store: &dyn Store, jobs: usize) {
    for index in 0..jobs {
        let (job, thread) = (format!("job_{index}"), format!("thr_{}", index / 3));
        let new = NewJob {
            question: format!("What is \0 {index}?"),
            ..new_job(&job, &thread, index as u32 % 3 + 1)
        };
        store.create(new).await.expect("created");
        has_read(store, &job, "r", &page(index)).await;
        let events = vec![started("x"), failed("x", "It said \"no\" \u{1F600}."), started("y")];
        let status = Some(JobStatus::Completed);
        let by = Some(By { person: "web:ben".into(), erased: "(erased)".into() });
        store.append(Append { status, by, ..append(&job, 2, events) }).await.expect("appended");
    }
    store.put_root(&library::root("/docs")).await.expect("put");
    store
        .commit(library::batch_of("/docs", &[&reading("file:///docs/a.md", "Of the library.", 5)]))
        .await
        .expect("committed");
    let opinion =
        Feedback { job: "job_1".into(), person: "web:ben".into(), good: true, ..Feedback::default() };
    store.put_feedback(&opinion).await.expect("noted");
    let arrival =
        Arrival { key: "slack:1".into(), platform: "slack".into(), payload: "{}".into(), at: Millis(7) };
    store.enqueue(&arrival).await.expect("taken");
    let article = Article {
        key: ArticleKey { site: "blog".into(), id: "7".into() },
        title: "Tides".into(),
        published: true,
        ..Article::default()
    };
    store.put_article(&article).await.expect("put");
    store.share_secret([7; 32]).await.expect("kept");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_thread_job_and_document_is_kept() {
    let jobs = wanted();
    let folder = Folder::new();
    let old = folder.store().await;
    fill(&old, jobs).await;
    let before = old.events(&"job_7".into(), 0).await.expect("there");
    let generation = Shelf::changes_since(&old, 0).await.expect("asked").generation;
    old.close().await;

    let base = Database::new().await;
    let moved = move_store(&folder.path(), &base.url).await.expect("moved");
    assert_eq!((moved.jobs, moved.threads), (jobs as u64, jobs.div_ceil(3) as u64));
    assert_eq!((moved.events, moved.documents), (jobs as u64 * 5, 11));
    assert_eq!(moved.journals.len(), 64);
    let new = base.store().await;
    assert_eq!(new.events(&"job_7".into(), 0).await.expect("there"), before);
    let text = page(7);
    assert_eq!(new.reading(&text.document.hash).await.expect("asked"), Some(text));
    assert_eq!(new.feedback(Millis(0), 9).await.expect("asked").len(), 1);
    assert_eq!(new.arrivals("slack", 9).await.expect("asked").len(), 1);
    assert_eq!(new.share_secret([8; 32]).await.expect("kept"), [7; 32], "links stay good");
    assert_eq!(new.matching("blog", &["tide".into()], 9).await.expect("asked").len(), 1);
    assert_eq!(new.news_kept().await.expect("asked"), (1, 1));
    assert_eq!(Shelf::changes_since(&new, generation).await.expect("asked").put, [], "the index fits");
    assert_eq!(new.runs_of_person("web:ada").await.expect("asked").len(), jobs);
    let seen = new.usage(Millis(0)).await.expect("asked");
    assert_eq!(seen.failures, [("timed_out".to_owned(), jobs as u64)]);
    // New rows are numbered after the moved ones.
    new.create(new_job("fresh", "thr_0", 9)).await.expect("created");
    let events = new.of_thread(&"thr_0".into(), None, 99).await.expect("read");
    assert_eq!(events.last().map(|(job, _)| job.as_str()), Some("fresh"));

    let again = move_store(&folder.path(), &base.url).await.expect_err("it is not empty");
    assert!(again.to_string().contains("already contains data"), "{again}");
}

#[tokio::test]
async fn every_table_is_moved_with_all_its_columns() {
    let folder = Folder::new();
    let old = folder.store().await;
    old.create(new_job("a", "thr", 1)).await.expect("created");
    old.close().await;
    let base = Database::new().await;
    move_store(&folder.path(), &base.url).await.expect("moved");
    let file = format!("sqlite://{}", folder.path().join("gorkd.db").display());
    let mut here = SqliteConnection::connect(&file).await.expect("connected");
    let mut there = PgConnection::connect(&base.url).await.expect("connected");
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE 'article_words%' AND name NOT IN ('_sqlx_migrations', 'clock')",
    )
    .fetch_all(&mut here)
    .await
    .expect("listed");
    assert!(tables.len() > 40, "{tables:?}");
    for table in tables {
        let ours: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')")))
                .fetch_all(&mut here)
                .await
                .expect("listed");
        let theirs: Vec<String> = sqlx::query_scalar(
            "SELECT column_name::text FROM information_schema.columns WHERE table_name = $1",
        )
        .bind(&table)
        .fetch_all(&mut there)
        .await
        .expect("listed");
        let missing: Vec<&String> = ours.iter().filter(|column| !theirs.contains(column)).collect();
        assert!(missing.is_empty(), "{table} lacks {missing:?}");
        if !["workers", "runs"].contains(&table.as_str()) {
            let moved = crate::moving::columns_of(&table);
            let left: Vec<&String> = ours
                .iter()
                .filter(|column| !moved.contains(&column.as_str()) && !column.starts_with("touched"))
                .collect();
            assert!(left.is_empty(), "{left:?} of {table} are not moved");
        }
    }
}

#[tokio::test]
async fn a_folder_that_is_worked_on_or_not_there_is_refused() {
    let folder = Folder::new();
    let base = Database::new().await;
    let missing = move_store(&folder.path(), &base.url).await.expect_err("there is nothing");
    assert!(missing.to_string().contains("gorkd.db"), "{missing}");
    let store = folder.store().await;
    let _worker = store.incarnation().expect("named");
    let busy = move_store(&folder.path(), &base.url).await.expect_err("it is worked on");
    assert!(busy.to_string().contains("stop it first"), "{busy}");
    store.close().await;
    move_store(&folder.path().join("gorkd.db"), &base.url).await.expect("moved");
}
