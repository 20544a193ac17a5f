//! Disposable data.

use super::Folder;
use crate::tests::contract::*;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Journal, RunningDraft, Scratch, Threads};

#[tokio::test]
async fn values_live_until_they_expire() {
    let folder = Folder::new();
    let store = folder.store().await;
    let cache = store.cache();
    cache.put("a", b"one", Millis(1_000)).await.expect("put");
    cache.put("b", b"", Millis(2_000)).await.expect("put");
    assert_eq!(cache.get("a", Millis(999)).await.expect("asked").as_deref(), Some(&b"one"[..]));
    assert_eq!(cache.get("a", Millis(1_000)).await.expect("asked"), None);
    let all = cache.get_all(&["b", "c", "a", "b"], Millis(1_000)).await.expect("asked");
    assert_eq!(all, [Some(Vec::new()), None, None, Some(Vec::new())], "in the order of the keys");
    assert_eq!(folder.store().await.cache().get("b", Millis(0)).await.expect("asked"), Some(Vec::new()));
    cache.put("a", b"two", Millis(3_000)).await.expect("put");
    assert_eq!(cache.prune(Millis(2_000)).await.expect("pruned"), 1);
    assert_eq!(cache.get("a", Millis(0)).await.expect("asked").as_deref(), Some(&b"two"[..]));
    assert_eq!(cache.get("b", Millis(0)).await.expect("asked"), None);
}

#[tokio::test]
async fn a_running_draft_is_one_row_that_only_grows_newer() {
    let folder = Folder::new();
    let store = folder.store().await;
    let draft = |attempt, text: &str, at| RunningDraft {
        job: "job_1".into(),
        effect: "r0.synthesize".into(),
        attempt,
        text: text.into(),
        at: Millis(at),
    };
    for (attempt, text, at) in [(1, "The", 1), (1, "The sky", 2), (2, "Blue", 3), (1, "The sky is", 4)] {
        store.cache().put_draft(&draft(attempt, text, at)).await.expect("put");
    }
    assert_eq!(store.cache().draft(&"job_1".into()).await.expect("asked"), Some(draft(2, "Blue", 3)));
    assert_eq!(store.cache().draft(&"job_2".into()).await.expect("asked"), None);
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    store.delete(&"thr_1".into()).await.expect("deleted");
    assert_eq!(store.cache().draft(&"job_1".into()).await.expect("asked"), None, "erased with its thread");
}

#[tokio::test]
async fn the_file_may_be_deleted_or_broken() {
    let folder = Folder::new();
    let store = folder.store().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    store.cache().put("a", b"one", Millis(1_000)).await.expect("put");
    store.close().await;
    let path = folder.path().join("cache.db");
    for broken in [None, Some("no database at all ".repeat(400)), Some(String::new())] {
        match broken {
            None => std::fs::remove_file(&path).expect("removed"),
            Some(garbage) => std::fs::write(&path, garbage).expect("written"),
        }
        let store = folder.store().await;
        assert_eq!(store.cache().get("a", Millis(0)).await.expect("asked"), None);
        store.cache().put("a", b"two", Millis(1_000)).await.expect("put");
        assert_eq!(store.job(&"job_1".into()).await.expect("there").head, 1);
        store.close().await;
    }
}
