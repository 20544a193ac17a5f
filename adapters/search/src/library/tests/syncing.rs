//! Adding, syncing, listing and removing folders.

use super::*;
use crate::library::sync::{PORTION, TOGETHER};

#[tokio::test]
async fn a_second_sync_reads_nothing_when_nothing_changed() {
    let world = World::new().await;
    world.write("a.md", "# Apples\n\nApples grow on trees.");
    world.write("sub/b.txt", "Bananas grow on plants.");
    world.write("picture.png", "not text");
    let first = world.add().await;
    assert_eq!((first.read, first.unchanged, first.unread.count), (2, 0, 1));
    assert_eq!(world.names("apples").await, ["a.md"]);
    let generation = world.shelf.changes_since(0).await.expect("changes").generation;

    let second = world.sync().await;
    assert_eq!((second.read, second.unchanged, second.touched), (0, 2, 0));
    assert_eq!(world.reads(), 2);
    assert_eq!(world.shelf.changes_since(0).await.expect("changes").generation, generation);
}

#[tokio::test]
async fn changed_new_and_deleted_files_are_distinguished() {
    let world = World::new().await;
    world.write("same.md", "# Same\n\nStays as it is: walnut.");
    world.write("touched.md", "# Touched\n\nOnly its time changes: hazelnut.");
    world.write("changed.md", "# Changed\n\nSays almond.");
    world.write("gone.md", "# Gone\n\nSays chestnut.");
    world.add().await;

    world.touch("touched.md");
    world.write("changed.md", "# Changed\n\nSays something about pistachios.");
    world.write("new.md", "# New\n\nSays cashew.");
    std::fs::remove_file(world.docs.join("gone.md")).expect("removed");
    let report = world.sync().await;
    assert_eq!((report.read, report.touched, report.removed, report.unchanged), (2, 1, 1, 1));
    assert_eq!(world.names("almond").await, Vec::<String>::new());
    assert_eq!(world.names("chestnut").await, Vec::<String>::new());
    assert_eq!(world.names("pistachio").await, ["changed.md"]);
    assert_eq!(world.names("cashew").await, ["new.md"]);
    assert_eq!(world.names("hazelnut").await, ["touched.md"]);

    let again = world.sync().await;
    assert_eq!((again.read, again.touched, again.unchanged), (0, 0, 4));
}

#[tokio::test]
async fn what_only_the_front_matter_says_is_kept_up_to_date() {
    let world = World::new().await;
    let write = |title: &str, date: &str| {
        world.write("a.md", &format!("---\ntitle: {title}\ndate: {date}T00:00:00Z\n---\nSays walnut."));
    };
    let found = async || {
        let hits = world.find("walnut", Filters::default()).await;
        let [hit] = &hits[..] else { panic!("one hit, and not {hits:?}") };
        let at =
            hit.published_at.map(|at| jiff::Timestamp::from_millisecond(at.0).expect("a time").to_string());
        (hit.title.clone(), at.map(|at| at[..10].to_owned()).unwrap_or_default())
    };
    write("Old name", "2024-01-01");
    world.add().await;
    assert_eq!(found().await, ("Old name".to_owned(), "2024-01-01".to_owned()));

    write("Old name", "2025-02-03");
    world.touch("a.md");
    let report = world.sync().await;
    assert_eq!((report.read, report.touched, report.unchanged), (1, 0, 0), "another date");
    assert_eq!(found().await, ("Old name".to_owned(), "2025-02-03".to_owned()));

    write("New name", "2025-02-03");
    assert_eq!(world.sync().await.read, 1, "another title");
    assert_eq!(found().await, ("New name".to_owned(), "2025-02-03".to_owned()));

    world.touch("a.md");
    let report = world.sync().await;
    assert_eq!((report.read, report.touched), (0, 1), "nothing but another time");
    assert_eq!(world.sync().await.unchanged, 1);
    assert_eq!(world.reads(), 4);
}

#[tokio::test]
async fn what_an_older_reading_made_is_read_again_once() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.\n\naside: And pistachio.");
    world.write("same.md", "# Same\n\nSays chestnut.");
    world.write("bad.md", "BROKEN");
    world.add().await;
    world.reader.thorough.store(true, Ordering::SeqCst);
    assert_eq!(world.sync().await.unchanged, 2);
    assert_eq!(world.names("pistachio").await, Vec::<String>::new());

    world.update(1).await;
    let report = world.sync().await;
    assert_eq!((report.read, report.touched, report.unchanged, report.failed.len()), (2, 0, 0, 1));
    assert_eq!(world.names("pistachio").await, ["a.md"]);
    assert_eq!(world.names("chestnut").await, ["same.md"]);
    assert_eq!(world.reads(), 6);
    for reading in [1, 0] {
        world.update(reading).await;
        let again = world.sync().await;
        assert_eq!((again.read, again.unchanged, again.failed.len()), (0, 2, 1), "a newer reading stays");
    }
    assert_eq!(world.reads(), 6);
}

#[tokio::test]
async fn a_file_that_a_newer_reading_cannot_read_is_reported_and_stays() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.\n\naside: BROKEN");
    assert_eq!(world.add().await.read, 1);
    world.reader.thorough.store(true, Ordering::SeqCst);
    world.update(1).await;
    for reads in [2, 3] {
        let report = world.sync().await;
        let why: Vec<&str> = report.failed.iter().map(|(_, why)| why.as_str()).collect();
        assert_eq!(why, ["The file is broken."]);
        assert_eq!(world.reads(), reads, "it is tried again");
        assert_eq!(world.names("walnut").await, ["a.md"]);
    }
    world.reader.thorough.store(false, Ordering::SeqCst);
    assert_eq!(world.sync().await.read, 1);
    assert_eq!(world.sync().await.unchanged, 1);
    world.write("a.md", "# A\n\nSays walnut.\n\nBROKEN");
    assert_eq!(world.sync().await.failed.len(), 1);
    assert_eq!(world.names("walnut").await, Vec::<String>::new(), "what has changed has no old text");
}

#[tokio::test]
async fn an_unreadable_file_is_reported_and_stops_nothing() {
    let world = World::new().await;
    world.write("good.md", "# Good\n\nSays walnut.");
    world.write("bad.md", "BROKEN");
    let report = world.add().await;
    let bad = world.docs.join("bad.md").display().to_string();
    assert_eq!(report.failed, [(bad.clone(), "The file is broken.".to_owned())]);
    assert_eq!(report.read, 1);
    assert_eq!(world.names("walnut").await, ["good.md"]);

    // Reported again, but not retried until the file changes.
    let again = world.sync().await;
    assert_eq!(again.failed.len(), 1);
    assert_eq!(world.reads(), 2);
    let listed = world.library.list().await.expect("a list");
    assert_eq!((listed[0].documents, listed[0].failed), (1, 1));

    world.write("bad.md", "# Mended\n\nSays hazelnut.");
    assert_eq!(world.sync().await.failed, []);
    assert_eq!(world.names("hazelnut").await, ["bad.md"]);
}

#[tokio::test]
async fn a_document_that_breaks_is_no_longer_found() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    world.write("a.md", "BROKEN now");
    assert_eq!(world.sync().await.failed.len(), 1);
    assert_eq!(world.names("walnut").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_missing_or_suddenly_empty_folder_keeps_its_documents() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    let aside = world.docs.with_extension("aside");
    std::fs::rename(&world.docs, &aside).expect("moved");
    let missing = world.sync().await;
    assert!(missing.kept.is_some_and(|why| why.contains("is not there")));
    assert_eq!(world.names("walnut").await, ["a.md"]);

    std::fs::create_dir(&world.docs).expect("made");
    let empty = world.sync().await;
    assert!(empty.kept.is_some_and(|why| why.contains("empty now")));
    assert_eq!((empty.removed, world.names("walnut").await.len()), (0, 1));

    std::fs::remove_dir(&world.docs).expect("removed");
    std::fs::rename(&aside, &world.docs).expect("moved back");
    let back = world.sync().await;
    assert_eq!((back.kept, back.unchanged), (None, 1));
}

#[tokio::test]
async fn a_removed_folder_is_forgotten_even_when_it_is_gone_from_disk() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    let inside = world.library.remove(&world.docs.join("a.md")).await.expect_err("only roots go");
    assert!(inside.to_string().contains("as a whole"), "{inside}");
    std::fs::remove_dir_all(&world.docs).expect("removed");
    world.library.remove(&world.docs).await.expect("removed");
    assert_eq!(world.names("walnut").await, Vec::<String>::new());
    assert_eq!(world.library.list().await.expect("a list"), []);
    let unknown = world.library.remove(&world.docs).await.expect_err("not there any more");
    assert!(matches!(unknown, LibraryError::Refused(_)));
}

#[tokio::test]
async fn many_files_leave_the_library_a_few_at_a_time() {
    let world = World::new().await;
    let files = 2 * TOGETHER + 10;
    for number in 0..files {
        world.write(&format!("{number}.md"), &format!("# {number}\n\nSays walnut {number} times."));
    }
    world.add().await;
    // Each step that changes files is a generation.
    let steps = async |from: u64| {
        let now = world.shelf.changes_since(0).await.expect("changes").generation;
        (now - from, now)
    };
    let (_, added) = steps(0).await;
    for number in TOGETHER + 5..files {
        std::fs::remove_file(world.docs.join(format!("{number}.md"))).expect("removed");
    }
    assert_eq!(world.sync().await.removed, TOGETHER as u64 + 5);
    let (synced_in, synced) = steps(added).await;
    assert_eq!(synced_in, 2);
    world.library.remove(&world.docs).await.expect("removed");
    assert_eq!(steps(synced).await.0, 3, "two of files, and the folder");
    assert_eq!(world.names("walnut").await, Vec::<String>::new());
}

#[tokio::test]
async fn documents_are_cited_by_their_path_or_by_their_place_on_a_site() {
    let world = World::new().await;
    world.write("odd name/ünï#1.md", "# Odd\n\nSays walnut.");
    world.add().await;
    let urls = world.urls("walnut").await;
    assert_eq!(urls.len(), 1);
    assert!(
        urls[0].starts_with("file:///") && urls[0].ends_with("/odd%20name/%C3%BCn%C3%AF%231.md"),
        "{urls:?}"
    );

    let docs = std::slice::from_ref(&world.docs);
    let report = only(world.library.add(docs, Some("https://example.org/base/"), &()).await);
    assert_eq!(report.read, 1);
    assert_eq!(world.urls("walnut").await, ["https://example.org/base/odd%20name/%C3%BCn%C3%AF%231.md"]);
    let refused = world.library.add(docs, Some("example.org"), &()).await.expect_err("no address");
    assert!(matches!(refused, LibraryError::Refused(_)));
}

#[tokio::test]
async fn links_are_not_resolved_in_addresses() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    let link = world.docs.with_extension("link");
    std::os::unix::fs::symlink(&world.docs, &link).expect("linked");
    only(world.library.add(std::slice::from_ref(&link), None, &()).await);
    let urls = world.urls("walnut").await;
    assert!(urls[0].ends_with("docs.link/a.md"), "{urls:?}");
}

#[tokio::test]
async fn folders_inside_each_other_are_refused_with_a_sentence() {
    let world = World::new().await;
    world.write("sub/a.md", "# A\n\nSays walnut.");
    world.add().await;
    for path in
        [world.docs.join("sub"), world.docs.parent().expect("above").to_path_buf(), world.docs.join("no")]
    {
        let refused = world.library.add(&[path], None, &()).await.expect_err("refused");
        assert!(matches!(refused, LibraryError::Refused(_)), "{refused}");
    }
    assert_eq!(world.library.list().await.expect("a list").len(), 1);
}

#[tokio::test]
async fn files_are_read_in_parallel_and_progress_is_reported() {
    let world = World::new().await;
    for at in 0..250 {
        world.write(&format!("{at}.md"), &format!("# Page {at}\n\nPage number {at} says walnut."));
    }
    let told: Arc<Mutex<Vec<Counts>>> = Arc::default();
    let hears = told.clone();
    let progress = move |counts: &Counts| hears.lock().expect("the list").push(counts.clone());
    let report = only(world.library.add(std::slice::from_ref(&world.docs), None, &progress).await);
    assert_eq!(report.read, 250);
    let most = world.reader.most_at_once.load(Ordering::SeqCst);
    assert!((2..=3).contains(&most), "{most} at once");
    let told = told.lock().expect("the list");
    let last = |phase: Phase| told.iter().rfind(|counts| counts.phase == phase).cloned().expect("told");
    assert_eq!((last(Phase::Reading).done, last(Phase::Reading).total), (250, 250));
    assert_eq!((last(Phase::Indexing).done, last(Phase::Indexing).total), (250, 250));
}

#[tokio::test]
async fn the_index_follows_while_many_files_are_read() {
    let world = World::new().await;
    world.write("one.md", "# One\n\nSays pistachio.");
    for at in 1..PORTION + 10 {
        world.write(&format!("{at}.md"), &format!("# Page {at}\n\nPage number {at} says walnut."));
    }
    let meta = world.data.join("index").join("meta.json");
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let sees = seen.clone();
    let progress = move |counts: &Counts| {
        let turn = [PORTION as u64, PORTION as u64 + 1];
        if counts.phase == Phase::Reading && turn.contains(&counts.done) {
            sees.lock().expect("the list").push(std::fs::read_to_string(&meta).expect("an index"));
        }
    };
    let report = only(world.library.add(std::slice::from_ref(&world.docs), None, &progress).await);
    assert_eq!(report.read, PORTION as u64 + 10);
    assert_eq!(world.names("pistachio").await, ["one.md"]);
    let seen = seen.lock().expect("the list");
    assert_eq!(seen.len(), 2);
    assert_ne!(seen[0], seen[1], "the first portion can be found before the rest is read");
}

#[tokio::test]
async fn a_second_sync_waits_for_the_first_and_says_so() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    let held = super::super::lock::try_lock(&world.data).expect("a lock").expect("free");
    let waiting = Arc::new(tokio::sync::Notify::new());
    let notify = waiting.clone();
    let progress = move |counts: &Counts| {
        if counts.phase == Phase::Waiting {
            notify.notify_one();
        }
    };
    let adding = world.library.add(std::slice::from_ref(&world.docs), None, &progress);
    let release = async {
        waiting.notified().await;
        drop(held);
    };
    let (report, ()) = tokio::join!(adding, release);
    assert_eq!(only(report).read, 1);
}
