//! What happens when the index and the store disagree.

use super::*;

fn index(world: &World) -> PathBuf {
    world.data.join("index")
}

#[tokio::test]
async fn a_deleted_index_is_rebuilt_from_the_store() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    std::fs::remove_dir_all(&world.data).expect("removed");
    world.reopen().await;
    assert_eq!(world.names("walnut").await, ["a.md"]);
    assert_eq!(world.reads(), 1, "the store had the text");
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_may_look_into_the_index() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    for folder in [&world.data, &index(&world)] {
        let mode = std::fs::metadata(folder).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
    }
}

#[tokio::test]
async fn an_index_deleted_under_a_running_process_is_rebuilt() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    assert_eq!(world.names("walnut").await, ["a.md"]);
    std::fs::remove_dir_all(index(&world)).expect("removed");
    assert_eq!(world.names("walnut").await, ["a.md"]);
}

#[tokio::test]
async fn a_corrupt_index_is_rebuilt() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    for damage in ["meta", "segments"] {
        for file in std::fs::read_dir(index(&world)).expect("listed") {
            let path = file.expect("a file").path();
            let is_meta = path.file_name().is_some_and(|name| name == "meta.json");
            if is_meta == (damage == "meta") {
                std::fs::write(&path, b"damaged").expect("written");
            }
        }
        world.reopen().await;
        assert_eq!(world.names("walnut").await, ["a.md"], "{damage}");
    }
}

#[tokio::test]
async fn an_index_with_another_layout_is_rebuilt() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    let meta = index(&world).join("meta.json");
    let text = std::fs::read_to_string(&meta).expect("read");
    let other = text.replace("\\\"layout\\\":", "\\\"layout\\\":9");
    assert_ne!(text, other);
    std::fs::write(&meta, other).expect("written");
    world.reopen().await;
    assert_eq!(world.names("walnut").await, ["a.md"]);
}

#[tokio::test]
async fn what_was_stored_before_a_crash_is_indexed_at_the_next_start() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.write("b.md", "# B\n\nSays hazelnut.");
    world.add().await;
    // The process ends after the rows change but before the index is written.
    let root = world.docs.display().to_string();
    let file = world.shelf.files(&root).await.expect("files").remove(0);
    let text = "# C\n\nSays pistachio.".to_owned();
    let hash = DocumentHash::of_text(&text);
    let document =
        Document { hash: hash.clone(), url: file.url.clone(), title: "C".into(), ..Document::default() };
    let read = vec![(LibraryFile { hash: Some(hash), ..file }, Reading { document, text })];
    let removed = vec![world.docs.join("b.md").display().to_string()];
    world.shelf.commit(LibraryBatch { read, removed, ..LibraryBatch::default() }).await.expect("stored");

    world.reopen().await;
    assert_eq!(world.names("pistachio").await, ["a.md"]);
    assert_eq!(world.names("walnut").await, Vec::<String>::new());
    assert_eq!(world.names("hazelnut").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_removal_that_was_interrupted_continues_and_what_is_removed_is_not_found() {
    let world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.write("b.md", "# B\n\nSays walnut, too.");
    world.add().await;
    assert_eq!(world.names("walnut").await.len(), 2);
    // The process ends after a step, before the index is written.
    let removed = vec![world.docs.join("a.md").display().to_string()];
    world.shelf.commit(LibraryBatch { removed, ..LibraryBatch::default() }).await.expect("stored");
    assert_eq!(world.names("walnut").await, ["b.md"]);
    assert_eq!(world.library.list().await.expect("a list").len(), 1, "the folder is still listed");

    world.library.remove(&world.docs).await.expect("removed");
    assert_eq!(world.names("walnut").await, Vec::<String>::new());
    assert_eq!(world.library.list().await.expect("a list"), []);
}

#[tokio::test]
async fn reading_again_continues_where_it_was_interrupted() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.write("b.md", "# B\n\nSays chestnut.");
    world.add().await;
    // The process ends after a batch that has one of the files.
    let root = world.docs.display().to_string();
    let file = world.shelf.files(&root).await.expect("files").remove(0);
    let touched = vec![LibraryFile { reading: 1, ..file }];
    world.shelf.commit(LibraryBatch { touched, ..LibraryBatch::default() }).await.expect("stored");

    world.update(1).await;
    let report = world.sync().await;
    assert_eq!((report.read, report.unchanged, world.reads()), (1, 1, 3));
    assert_eq!(world.sync().await.unchanged, 2);
}

#[tokio::test]
async fn an_index_ahead_of_its_store_is_rebuilt() {
    let mut world = World::new().await;
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    world.write("b.md", "# B\n\nSays hazelnut.");
    world.sync().await;
    // As if an older backup of the store had been restored.
    world.shelf = Arc::new(MemoryShelf::default());
    world.reopen().await;
    assert_eq!(world.names("hazelnut").await, Vec::<String>::new());
    world.add().await;
    assert_eq!(world.names("walnut").await, ["a.md"]);
}

#[tokio::test]
async fn another_library_on_the_same_folder_sees_what_is_added() {
    let world = World::new().await;
    let other = open(&world.data, &world.shelf, &world.reader).await;
    let request = SearchRequest { results: 5, ..SearchRequest::new("walnut", Reach::NEAR) };
    assert_eq!(other.search(&request).await.expect("an answer").value, []);
    world.write("a.md", "# A\n\nSays walnut.");
    world.add().await;
    assert_eq!(other.search(&request).await.expect("an answer").value.len(), 1);
}
