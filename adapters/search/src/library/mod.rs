//! The library: folders of a person's own documents, searched like any other provider.
//!
//! The store is authoritative for which files exist and what they contain. The index is derived from it and
//! can be deleted at any time. Only the lock holder writes the index; anybody may read it.

mod address;
mod feedback;
mod filters;
mod index;
mod intake;
mod language;
mod lock;
mod meaning;
mod progress;
mod proximity;
mod query;
mod rank;
mod search;
mod snapshot;
mod snippet;
mod sync;
mod unknown;
mod upkeep;
mod vectors;
mod walk;
mod words;
mod works;

#[cfg(test)]
mod tests;

pub use progress::{Counts, Phase, Progress, RootEntry, RootReport, SyncReport};
pub use rank::Tuning;
pub use walk::{Links, Unread};

use gorkd_core::model::Destination;
use gorkd_core::ports::{Documents, Embedder, Reader, Shelf, StoreError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Folders of documents, kept in the store and searched through an index.
pub struct Library {
    /// Contains the index and the sync lock.
    dir: PathBuf,
    shelf: Arc<dyn Shelf>,
    documents: Arc<dyn Documents>,
    reader: Arc<dyn Reader>,
    settings: LibrarySettings,
    /// The index as last opened; `None` if no usable index was found.
    open: Mutex<Option<upkeep::Live>>,
    /// Searches by meaning, too, if there is an embedder on this machine.
    meaning: Option<Arc<meaning::Meaning>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LibrarySettings {
    /// Files read at once: one per child process of the reader.
    pub readers: usize,
    /// Maximum size of a file, in bytes.
    pub max_bytes: usize,
    /// Timeout for reading one file.
    pub timeout: Duration,
    /// Memory for writing the index, in bytes.
    pub index_memory: usize,
    /// The number of the reader's reading. Files that were read with a lower one are read again.
    pub reading: u32,
    /// Which links that lead out of a folder are followed.
    pub links: Links,
    pub tuning: Tuning,
}

impl LibrarySettings {
    /// The usual settings, for a reader whose reading has this number.
    pub fn of(reading: u32) -> Self {
        Self {
            readers: std::thread::available_parallelism().map_or(2, usize::from),
            max_bytes: 20_000_000,
            timeout: Duration::from_secs(30),
            index_memory: 50_000_000,
            reading,
            links: Links::default(),
            tuning: Tuning::default(),
        }
    }

    fn limits(&self) -> intake::Limits {
        intake::Limits {
            readers: self.readers,
            max_bytes: self.max_bytes,
            timeout: self.timeout,
            batch_files: 100,
            batch_bytes: 8_000_000,
        }
    }
}

/// Why a library operation failed.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A sentence for the person who asked.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{} cannot be used: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    /// The index failed. It can be deleted; it is then rebuilt.
    #[error("the library's index failed: {0}")]
    Index(String),
}

impl From<tantivy::TantivyError> for LibraryError {
    fn from(error: tantivy::TantivyError) -> Self {
        LibraryError::Index(error.to_string())
    }
}

impl From<std::io::Error> for LibraryError {
    fn from(error: std::io::Error) -> Self {
        LibraryError::Index(error.to_string())
    }
}

impl Library {
    /// Opens the library whose index and lock are in `dir`, and brings the index up to date unless another
    /// process is doing so.
    pub async fn open(
        dir: &Path,
        shelf: Arc<dyn Shelf>,
        documents: Arc<dyn Documents>,
        reader: Arc<dyn Reader>,
        settings: LibrarySettings,
    ) -> Result<Self, LibraryError> {
        index::folder(dir).map_err(|error| LibraryError::Folder { path: dir.to_path_buf(), error })?;
        let (dir, open) = (dir.to_path_buf(), Mutex::new(None));
        let library = Self { dir, shelf, documents, reader, settings, open, meaning: None };
        library.catch_up().await?;
        Ok(library)
    }

    /// Also searches by meaning, with vectors that [`Library::embed`] makes. Texts of the library aren't sent anywhere,
    /// so an embedder on another machine is not used.
    pub fn with_embedder(mut self, embedder: Arc<dyn Embedder>) -> Self {
        let near = embedder.destination() == Destination::Near;
        self.meaning = near.then(|| Arc::new(meaning::Meaning::new(&self.dir, embedder)));
        self
    }
}
