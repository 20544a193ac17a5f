//! The whole library, over an in-memory store and a reader that returns files unchanged.

mod finding;
mod recovery;
mod syncing;

use super::{Counts, Library, LibraryError, LibrarySettings, Phase, RootReport};
use crate::memory::MemoryShelf;
use async_trait::async_trait;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

/// A folder of documents and a library over it, with its parts.
struct World {
    /// Deleted on drop.
    _scratch: tempfile::TempDir,
    docs: PathBuf,
    data: PathBuf,
    shelf: Arc<MemoryShelf>,
    reader: Arc<PlainReader>,
    library: Library,
}

impl World {
    async fn new() -> Self {
        let scratch = tempfile::tempdir().expect("a folder");
        let (docs, data) = (scratch.path().join("docs"), scratch.path().join("data"));
        std::fs::create_dir_all(&docs).expect("made");
        let (shelf, reader) = (Arc::new(MemoryShelf::default()), Arc::new(PlainReader::default()));
        let library = open(&data, &shelf, &reader).await;
        Self { _scratch: scratch, docs, data, shelf, reader, library }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.docs.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, text).expect("written");
    }

    /// Changes a file's modification time.
    fn touch(&self, name: &str) {
        let file = std::fs::File::options().write(true).open(self.docs.join(name)).expect("opened");
        let later = SystemTime::now() + Duration::from_secs(3_600);
        file.set_modified(later).expect("time set");
    }

    async fn add(&self) -> RootReport {
        only(self.library.add(std::slice::from_ref(&self.docs), None, &()).await)
    }

    async fn sync(&self) -> RootReport {
        only(self.library.sync(&()).await)
    }

    /// As after an update of gorkd that reads files differently.
    async fn update(&mut self, reading: u32) {
        let settings = LibrarySettings { reading, ..settings() };
        let (shelf, reader) = (self.shelf.clone(), self.reader.clone());
        let opened = Library::open(&self.data, shelf.clone(), shelf, reader, settings).await;
        self.library = opened.expect("a library");
    }

    async fn reopen(&mut self) {
        self.library = open(&self.data, &self.shelf, &self.reader).await;
    }

    /// Addresses found, best first.
    async fn urls(&self, query: &str) -> Vec<String> {
        self.find(query, Filters::default()).await.into_iter().map(|hit| hit.url).collect()
    }

    /// Names of the files found, best first.
    async fn names(&self, query: &str) -> Vec<String> {
        let last = |url: String| url.rsplit('/').next().unwrap_or_default().to_owned();
        self.urls(query).await.into_iter().map(last).collect()
    }

    async fn find(&self, query: &str, filters: Filters) -> Vec<SearchHit> {
        let request = SearchRequest {
            language: None,
            query: query.to_owned(),
            meaning: String::new(),
            filters,
            results: 10,
            anew: false,
            reach: Reach::NEAR,
            timeout: Duration::from_secs(30),
        };
        self.library.search(&request).await.expect("an answer").value
    }

    fn reads(&self) -> usize {
        self.reader.reads.load(Ordering::SeqCst)
    }
}

fn settings() -> LibrarySettings {
    LibrarySettings { readers: 3, ..LibrarySettings::of(0) }
}

async fn open(data: &Path, shelf: &Arc<MemoryShelf>, reader: &Arc<PlainReader>) -> Library {
    Library::open(data, shelf.clone(), shelf.clone(), reader.clone(), settings()).await.expect("a library")
}

fn only(report: Result<super::SyncReport, LibraryError>) -> RootReport {
    let mut roots = report.expect("a report").roots;
    assert_eq!(roots.len(), 1);
    roots.remove(0)
}

/// Returns a file's text unchanged. The first line that starts with `#` is the title; `lang:` and `date:`
/// lines set the language and the date, and `type:` the content type. A file that contains `BROKEN` cannot be read. Lines that start with `aside:`
/// are lost, unless it is thorough. What stands between two lines `---` at the start says the same things, and more of
/// them (`title:`), and isn't in the text.
#[derive(Default)]
struct PlainReader {
    reads: AtomicUsize,
    at_once: AtomicUsize,
    most_at_once: AtomicUsize,
    thorough: AtomicBool,
}

#[async_trait]
impl Reader for PlainReader {
    async fn read(&self, _: &ReadRequest) -> Outcome<Reading> {
        Err(Failed::from(Failure::skip(FailureReason::NotAllowed, "This reader reads files only.")))
    }

    async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        let now = self.at_once.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_at_once.fetch_max(now, Ordering::SeqCst);
        tokio::task::yield_now().await;
        self.at_once.fetch_sub(1, Ordering::SeqCst);
        let RawContent::File(path) = raw.content else {
            return Err(Failure::skip(FailureReason::UnsupportedType, "Only files are read here."));
        };
        let mut text = std::fs::read_to_string(path)
            .map_err(|_| Failure::skip(FailureReason::Malformed, "The file is not text."))?;
        if !self.thorough.load(Ordering::SeqCst) {
            text = text.split_inclusive('\n').filter(|line| !line.starts_with("aside:")).collect();
        }
        if text.contains("BROKEN") {
            return Err(Failure::skip(FailureReason::Malformed, "The file is broken."));
        }
        let file = text.clone();
        if let Some((_, body)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n")) {
            text = body.to_owned();
        }
        let line =
            |start: &str| file.lines().find_map(|line| line.strip_prefix(start)).map(|l| l.trim().to_owned());
        let date = line("date:").and_then(|date| date.parse::<jiff::Timestamp>().ok());
        let document = Document {
            hash: DocumentHash::of_text(&text),
            canonical_url: raw.url.clone(),
            url: raw.url,
            title: line("title:").or_else(|| line("# ")).unwrap_or_default(),
            language: line("lang:"),
            content_type: line("type:"),
            published_at: date.map(|date| Millis(date.as_millisecond())),
            ..Document::default()
        };
        Ok(Reading { document, text })
    }
}
