//! The rows of the local library.

use super::*;
use gorkd_core::ports::{Documents, Shelf};

pub fn root(path: &str) -> LibraryRoot {
    LibraryRoot { path: path.into(), base_url: None, added_at: Millis(1), synced_at: None }
}

pub fn file(root: &str, reading: &Reading) -> LibraryFile {
    let url = reading.document.url.clone();
    LibraryFile {
        root: root.into(),
        path: url.strip_prefix("file://").unwrap_or(&url).into(),
        url,
        size: reading.text.len() as u64,
        modified: reading.document.fetched_at,
        reading: 3,
        hash: Some(reading.document.hash.clone()),
        error: None,
    }
}

pub fn batch_of(root: &str, readings: &[&Reading]) -> LibraryBatch {
    let read = readings.iter().map(|reading| (file(root, reading), (*reading).clone())).collect();
    LibraryBatch { read, ..LibraryBatch::default() }
}

pub async fn roots_are_kept_and_updated(base: &dyn Base) {
    let store = base.open().await;
    assert_eq!(store.roots().await.expect("listed"), []);
    let site = LibraryRoot { base_url: Some("https://docs.example/".into()), ..root("/b") };
    for root in [&site, &root("/a")] {
        store.put_root(root).await.expect("put");
    }
    let synced = LibraryRoot { synced_at: Some(Millis(77)), base_url: None, ..site };
    store.put_root(&synced).await.expect("put");
    assert_eq!(base.open().await.roots().await.expect("listed"), [root("/a"), synced]);
    assert!(matches!(store.remove_root("/c").await, Err(StoreError::NotFound(_))));
    store.remove_root("/a").await.expect("removed");
    assert_eq!(store.roots().await.expect("listed").len(), 1);
}

pub async fn a_batch_is_recorded_as_a_whole(base: &dyn Base) {
    let store = base.open().await;
    store.put_root(&root("/docs")).await.expect("put");
    let (one, two) = (reading("file:///docs/1.md", "One.", 5), reading("file:///docs/2.md", "Two.", 6));
    let broken = LibraryFile {
        hash: None,
        error: Some("It is encrypted.".into()),
        ..file("/docs", &reading("file:///docs/3.pdf", "", 7))
    };
    let mut batch = batch_of("/docs", &[&one, &two]);
    batch.failed.push(broken.clone());
    let first = store.commit(batch).await.expect("committed");
    let files = store.files("/docs").await.expect("listed");
    assert_eq!(files, [file("/docs", &one), file("/docs", &two), broken.clone()]);
    assert_eq!(store.files("/other").await.expect("listed"), []);
    let found = Shelf::by_url(&*store, "file:///docs/1.md").await.expect("asked");
    assert_eq!(found, Some(one.document.clone()));
    let found = Documents::by_url(&*store, "file:///docs/1.md", "library").await.expect("asked");
    assert_eq!(found, Some(one.document.clone()));
    assert_eq!(Shelf::by_url(&*store, "file:///docs/3.pdf").await.expect("asked"), None);
    let texts = store.texts(std::slice::from_ref(&two.document.hash)).await.expect("asked");
    assert_eq!(&*texts[&two.document.hash], "Two.");

    let touched = LibraryFile { modified: Millis(99), reading: 4, ..file("/docs", &one) };
    let same = LibraryBatch { touched: vec![touched.clone()], ..LibraryBatch::default() };
    assert_eq!(store.commit(same).await.expect("committed"), first, "nothing for an index to do");
    let changed = reading("file:///docs/2.md", "Two, mended.", 8);
    let mut batch = batch_of("/docs", &[&changed]);
    batch.read[0].0.reading = 4;
    batch.removed.push("/docs/3.pdf".into());
    assert_eq!(store.commit(batch).await.expect("committed"), first + 1);
    let again = LibraryFile { reading: 4, ..file("/docs", &changed) };
    assert_eq!(store.files("/docs").await.expect("listed"), [touched, again]);
    assert_eq!(store.reading(&two.document.hash).await.expect("asked"), None, "nobody needs the old text");
    assert_eq!(store.reading(&changed.document.hash).await.expect("asked"), Some(changed));
}

pub async fn changes_lead_an_index_from_any_generation_to_now(base: &dyn Base) {
    let store = base.open().await;
    let empty = store.changes_since(0).await.expect("asked");
    assert_eq!((empty.afresh, empty.put.len(), empty.removed.len()), (true, 0, 0));
    store.put_root(&root("/docs")).await.expect("put");
    let page = |name: &str, text: &str| reading(&format!("file:///docs/{name}"), text, 5);
    let (a, b, c) = (page("a", "A."), page("b", "B."), page("c", "C."));
    let first = store.commit(batch_of("/docs", &[&a, &b])).await.expect("committed");
    let second = store.commit(batch_of("/docs", &[&c])).await.expect("committed");
    let (a2, a3) = (page("a", "A, changed."), page("a", "A, changed again."));
    store.commit(batch_of("/docs", &[&a2])).await.expect("committed");
    let mut last = batch_of("/docs", &[&a3]);
    last.removed.push("/docs/b".into());
    let now = store.commit(last).await.expect("committed");
    assert_eq!((second, now), (first + 1, first + 3));

    let since = async |generation| {
        let changes = store.changes_since(generation).await.expect("asked");
        assert_eq!(changes.generation, now);
        let put: Vec<String> = changes.put.iter().map(|document| document.hash.0.clone()).collect();
        (changes.afresh, put, changes.removed)
    };
    let hash = |reading: &Reading| reading.document.hash.0.clone();
    let gone = vec!["file:///docs/b".to_owned()];
    assert_eq!(since(first).await, (false, vec![hash(&c), hash(&a3)], gone.clone()));
    assert_eq!(since(second).await, (false, vec![hash(&a3)], gone));
    assert_eq!(since(now).await, (false, vec![], vec![]));
    let everything = (true, vec![hash(&c), hash(&a3)], vec![]);
    for foreign in [0, 1, now + 1, u64::MAX] {
        assert_eq!(since(foreign).await, everything, "an index at {foreign} is not of this store");
    }
    // An address that comes back is added again.
    store.commit(batch_of("/docs", &[&b])).await.expect("committed");
    let back = store.changes_since(now).await.expect("asked");
    assert_eq!((back.put, back.removed), (vec![b.document], vec![]));
}

pub async fn the_same_text_with_another_title_is_a_change(base: &dyn Base) {
    let store = base.open().await;
    store.put_root(&root("/docs")).await.expect("put");
    let before = reading("file:///docs/a", "A.", 5);
    let first = store.commit(batch_of("/docs", &[&before])).await.expect("committed");
    let mut after = reading("file:///docs/a", "A.", 6);
    after.document.title = "Another".into();
    after.document.published_at = Some(Millis(4));
    store.commit(batch_of("/docs", &[&after])).await.expect("committed");
    let changes = store.changes_since(first).await.expect("asked");
    assert_eq!((changes.put, changes.removed), (vec![after.document.clone()], vec![]));
    assert_eq!(Shelf::by_url(&*store, "file:///docs/a").await.expect("asked"), Some(after.document.clone()));
    assert_eq!(store.reading(&after.document.hash).await.expect("asked"), Some(after));
}

pub async fn a_file_that_can_no_longer_be_read_leaves_the_index(base: &dyn Base) {
    let store = base.open().await;
    store.put_root(&root("/docs")).await.expect("put");
    let page = reading("file:///docs/a", "A.", 5);
    let before = store.commit(batch_of("/docs", &[&page])).await.expect("committed");
    let broken = LibraryFile { hash: None, error: Some("It is broken.".into()), ..file("/docs", &page) };
    let batch = LibraryBatch { failed: vec![broken.clone()], ..LibraryBatch::default() };
    store.commit(batch).await.expect("committed");
    assert_eq!(store.changes_since(before).await.expect("asked").removed, ["file:///docs/a"]);
    assert_eq!(Shelf::by_url(&*store, "file:///docs/a").await.expect("asked"), None);
    assert_eq!(store.reading(&page.document.hash).await.expect("asked"), None);
    assert_eq!(store.files("/docs").await.expect("listed"), [broken]);
}

pub async fn an_address_passes_to_the_file_that_is_left(base: &dyn Base) {
    let store = base.open().await;
    for path in ["/docs", "/copy"] {
        store.put_root(&root(path)).await.expect("put");
    }
    let (old, new) =
        (reading("https://site.example/a", "Old.", 5), reading("https://site.example/a", "New.", 6));
    let mut batch = batch_of("/docs", &[&old]);
    batch.read[0].0.path = "/docs/a".into();
    store.commit(batch).await.expect("committed");
    let mut batch = batch_of("/copy", &[&new]);
    batch.read[0].0.path = "/copy/a".into();
    let before = store.commit(batch).await.expect("committed");
    let served = async || Shelf::by_url(&*store, "https://site.example/a").await.expect("asked");
    assert_eq!(served().await, Some(new.document.clone()), "the last one committed");

    store.remove_root("/copy").await.expect("removed");
    assert_eq!(served().await, Some(old.document.clone()));
    let changes = store.changes_since(before).await.expect("asked");
    assert_eq!((changes.put, changes.removed), (vec![old.document], vec![]));
    assert_eq!(store.reading(&new.document.hash).await.expect("asked"), None);
    let gone = LibraryBatch { removed: vec!["/docs/a".into()], ..LibraryBatch::default() };
    store.commit(gone).await.expect("committed");
    assert_eq!(served().await, None);
}

pub async fn a_removed_root_takes_its_documents_with_it(base: &dyn Base) {
    let store = base.open().await;
    for path in ["/docs", "/more"] {
        store.put_root(&root(path)).await.expect("put");
    }
    let (own, cited) = (reading("file:///docs/own", "Own.", 5), reading("file:///docs/cited", "Cited.", 5));
    let elsewhere = reading("file:///more/own", "Own.", 5);
    store.commit(batch_of("/docs", &[&own, &cited])).await.expect("committed");
    let before = store.commit(batch_of("/more", &[&elsewhere])).await.expect("committed");
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    // Read from the library: the event names a text that is already in the store.
    store.append(append("job_1", 1, vec![read("a", &cited)])).await.expect("appended");

    store.remove_root("/docs").await.expect("removed");
    assert_eq!(store.files("/docs").await.expect("listed"), []);
    let changes = store.changes_since(before).await.expect("asked");
    let mut removed = changes.removed;
    removed.sort();
    assert_eq!(
        (changes.put, removed),
        (vec![], vec!["file:///docs/cited".into(), "file:///docs/own".into()])
    );
    assert_eq!(Shelf::by_url(&*store, "file:///docs/cited").await.expect("asked"), None);
    assert_eq!(
        store.reading(&cited.document.hash).await.expect("asked"),
        Some(cited.clone()),
        "a job cites it"
    );
    assert_eq!(
        store.reading(&own.document.hash).await.expect("asked"),
        Some(elsewhere),
        "its text has a copy"
    );
    store.delete(&"thr_1".into()).await.expect("deleted");
    assert_eq!(store.reading(&cited.document.hash).await.expect("asked"), None);
}

pub async fn a_batch_for_a_removed_root_is_refused(base: &dyn Base) {
    let store = base.open().await;
    let page = reading("file:///docs/a", "A.", 5);
    let refused = store.commit(batch_of("/docs", &[&page])).await;
    assert!(matches!(&refused, Err(StoreError::NotFound(what)) if what.contains("/docs")), "{refused:?}");
    assert_eq!(store.reading(&page.document.hash).await.expect("asked"), None);
    assert_eq!(store.changes_since(0).await.expect("asked").put, []);
}
