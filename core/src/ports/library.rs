//! The rows behind the local library. The store has them; the search index is derived from them.

use super::StoreError;
use crate::model::{Document, DocumentHash, Millis, Reading};
use async_trait::async_trait;

/// The library's rows. Every commit that changes files increments the generation.
#[async_trait]
pub trait Shelf: Send + Sync {
    async fn roots(&self) -> Result<Vec<LibraryRoot>, StoreError>;

    /// Adds or updates a root by its path.
    async fn put_root(&self, root: &LibraryRoot) -> Result<(), StoreError>;

    /// Removes a root and its files. Documents that nothing else needs are deleted.
    async fn remove_root(&self, path: &str) -> Result<(), StoreError>;

    /// All known files under a root, including those that could not be read.
    async fn files(&self, root: &str) -> Result<Vec<LibraryFile>, StoreError>;

    /// Records a batch in one transaction: what was read (with texts), what failed, and what is gone. Returns
    /// the new generation.
    async fn commit(&self, batch: LibraryBatch) -> Result<u64, StoreError>;

    /// The changes needed to bring the index from `generation` up to date, oldest first. `None`: rebuild it.
    async fn changes_since(&self, generation: u64) -> Result<LibraryChanges, StoreError>;

    /// The library's document with this address, if any.
    async fn by_url(&self, url: &str) -> Result<Option<Document>, StoreError>;
}

/// A file or folder that a person added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryRoot {
    /// The absolute path as given, with links unresolved.
    pub path: String,
    /// The site that the folder is served from; documents are then cited by that address.
    pub base_url: Option<String>,
    pub added_at: Millis,
    pub synced_at: Option<Millis>,
}

/// A file under a root, as last read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryFile {
    pub root: String,
    pub path: String,
    pub url: String,
    pub size: u64,
    pub modified: Millis,
    /// The number of the reading that it was read with, or failed with; 0: of a build that had none.
    pub reading: u32,
    /// `None` if it could not be read; `error` says why.
    pub hash: Option<DocumentHash>,
    pub error: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct LibraryBatch {
    /// Files that were read; `file.hash` equals `reading.document.hash`.
    pub read: Vec<(LibraryFile, Reading)>,
    /// Files that could not be read, with `error` set.
    pub failed: Vec<LibraryFile>,
    /// Files whose time has changed but not their text, title, or date: updates the row, not the index.
    pub touched: Vec<LibraryFile>,
    /// Paths that are gone.
    pub removed: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryChanges {
    /// The generation of the index after these changes.
    pub generation: u64,
    /// Documents to reindex: first remove everything indexed under the URL, then add the document.
    pub put: Vec<Document>,
    /// Addresses to remove from the index.
    pub removed: Vec<String>,
    /// The history doesn't go back far enough: clear the index; `put` has everything.
    pub afresh: bool,
}
