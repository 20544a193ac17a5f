//! Texts as gorkd keeps them: single documents, and whole collections in a library of their own.

use anyhow::Result;
use gorkd_core::model::{Document, DocumentHash, Failure, FailureReason, Reach, Reading, SearchHit};
use gorkd_core::ports::{
    Failed, LibraryBatch, LibraryFile, LibraryRoot, Outcome, Raw, ReadRequest, Reader, Search, SearchRequest,
    Shelf,
};
use gorkd_search::{Library, LibrarySettings, memory::MemoryShelf};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A document of a collection.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    pub id: String,
    #[serde(default)]
    pub title: String,
    pub text: String,
}

/// A text under an address, as if it had been read there.
pub fn reading(url: impl Into<String>, title: &str, text: String) -> Reading {
    let url = url.into();
    let document = Document {
        hash: DocumentHash::of_text(&text),
        canonical_url: url.clone(),
        url,
        title: title.trim().to_owned(),
        ..Document::default()
    };
    Reading { document, text }
}

/// A passage of a page, under the page's title.
pub fn titled(url: impl Into<String>, title: &str, text: &str) -> Reading {
    reading(url, title, format!("# {}\n\n{}", title.trim(), text.trim()))
}

/// Documents that can be searched, in an index of their own.
pub struct Collection {
    library: Library,
    readings: BTreeMap<String, Reading>,
}

const ADDRESS: &str = "https://collection.invalid/";

impl Collection {
    /// Takes in English documents. The index lies under `dir`.
    pub async fn open(dir: &Path, entries: &[Entry]) -> Result<Self> {
        let shelf = Arc::new(MemoryShelf::default());
        let root = LibraryRoot { path: "/collection".into(), ..LibraryRoot::default() };
        shelf.put_root(&root).await?;
        let mut readings = BTreeMap::new();
        let mut read = Vec::new();
        for entry in entries {
            let url = format!("{ADDRESS}{}", entry.id);
            let mut reading = titled(&url, &entry.title, &entry.text);
            reading.document.language = Some("en".into());
            let file = LibraryFile {
                root: root.path.clone(),
                path: format!("{}/{}", root.path, entry.id),
                url: url.clone(),
                hash: Some(reading.document.hash.clone()),
                ..LibraryFile::default()
            };
            read.push((file, reading.clone()));
            readings.insert(url, reading);
        }
        shelf.commit(LibraryBatch { read, ..LibraryBatch::default() }).await?;
        let settings = LibrarySettings::of(0);
        let library = Library::open(dir, shelf.clone(), shelf, Arc::new(NoReader), settings).await?;
        Ok(Self { library, readings })
    }

    /// Searches as a job does.
    pub async fn find(&self, query: &str, results: u32) -> Result<Vec<SearchHit>> {
        let request = SearchRequest {
            results,
            timeout: Duration::from_secs(30),
            ..SearchRequest::new(query, Reach::NEAR)
        };
        Ok(self.library.search(&request).await.map_err(|failed| failed.failure)?.value)
    }

    /// The document behind the address of a hit.
    pub fn text(&self, url: &str) -> Option<(&Document, &str)> {
        self.readings.get(url).map(|reading| (&reading.document, reading.text.as_str()))
    }
}

/// The id of the document behind an address.
pub fn id_of(url: &str) -> Option<&str> {
    url.strip_prefix(ADDRESS)
}

/// A collection is never read from files.
struct NoReader;

#[async_trait::async_trait]
impl Reader for NoReader {
    async fn read(&self, _: &ReadRequest) -> Outcome<Reading> {
        Err(Failed::from(unread()))
    }

    async fn extract(&self, _: Raw) -> Result<Reading, Failure> {
        Err(unread())
    }
}

fn unread() -> Failure {
    Failure::skip(FailureReason::NotConfigured, "A collection for measuring is not read from files.")
}
