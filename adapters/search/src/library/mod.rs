//! The library: folders of a person's own documents, searched like any other provider.
//!
//! The store is the truth about which files there are and what they say; the index in this module's folder is
//! derived from it and may be deleted at any time. Whoever holds the lock may write it, everybody may read it.

mod address;
mod feedback;
mod index;
mod intake;
mod language;
mod lock;
mod progress;
mod proximity;
mod query;
mod rank;
mod search;
mod snapshot;
mod snippet;
mod sync;
mod upkeep;
mod walk;
mod words;
mod works;

#[cfg(test)]
mod tests;

pub use progress::{Counts, Phase, Progress, RootEntry, RootReport, SyncReport};
pub use rank::Tuning;
pub use walk::{Links, Unread};

use gorkd_core::ports::{Documents, Reader, Shelf, StoreError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Folders of documents, kept in the store and searched through an index.
pub struct Library {
    /// Holds the index and the lock of syncs.
    dir: PathBuf,
    shelf: Arc<dyn Shelf>,
    documents: Arc<dyn Documents>,
    reader: Arc<dyn Reader>,
    settings: LibrarySettings,
    /// The index as it was opened last; none when there is none that fits.
    open: Mutex<Option<upkeep::Live>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LibrarySettings {
    /// Files read at once: as many as the reader has children.
    pub readers: usize,
    /// Bytes of a file that are read at most.
    pub max_bytes: usize,
    /// For one file.
    pub timeout: Duration,
    /// Bytes of memory that writing the index may take.
    pub index_memory: usize,
    /// Which links out of a folder are followed.
    pub links: Links,
    pub tuning: Tuning,
}

impl Default for LibrarySettings {
    fn default() -> Self {
        Self {
            readers: std::thread::available_parallelism().map_or(2, usize::from),
            max_bytes: 20_000_000,
            timeout: Duration::from_secs(30),
            index_memory: 50_000_000,
            links: Links::default(),
            tuning: Tuning::default(),
        }
    }
}

impl LibrarySettings {
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

/// Why the library did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A sentence for the person who asked.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{} cannot be used: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    /// The index failed; it can be deleted and is built anew then.
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
    /// Opens the library whose index and lock lie in `dir` and brings the index up to the store, unless another
    /// process is at it.
    pub async fn open(
        dir: &Path,
        shelf: Arc<dyn Shelf>,
        documents: Arc<dyn Documents>,
        reader: Arc<dyn Reader>,
        settings: LibrarySettings,
    ) -> Result<Self, LibraryError> {
        index::folder(dir).map_err(|error| LibraryError::Folder { path: dir.to_path_buf(), error })?;
        let library =
            Self { dir: dir.to_path_buf(), shelf, documents, reader, settings, open: Mutex::new(None) };
        library.catch_up().await?;
        Ok(library)
    }
}
