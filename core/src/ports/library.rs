//! The rows behind the local library. The store keeps them; the search index is derived from them.

use super::StoreError;
use crate::model::{Document, DocumentHash, Millis, Reading};
use async_trait::async_trait;

/// The library's rows. Every commit that changes files raises the generation by one.
#[async_trait]
pub trait Shelf: Send + Sync {
    async fn roots(&self) -> Result<Vec<LibraryRoot>, StoreError>;

    /// Adds or updates a root by its path.
    async fn put_root(&self, root: &LibraryRoot) -> Result<(), StoreError>;

    /// Forgets a root and its files; their documents go when nothing else needs them.
    async fn remove_root(&self, path: &str) -> Result<(), StoreError>;

    /// All files known under a root, also those that could not be read.
    async fn files(&self, root: &str) -> Result<Vec<LibraryFile>, StoreError>;

    /// Records a batch in one transaction: what was read (with texts), what failed, what is gone.
    /// Returns the new generation.
    async fn commit(&self, batch: LibraryBatch) -> Result<u64, StoreError>;

    /// What the index has to do to get from `generation` to now, oldest first. None: start afresh.
    async fn changes_since(&self, generation: u64) -> Result<LibraryChanges, StoreError>;

    /// The document that the library serves under an address, if any.
    async fn by_url(&self, url: &str) -> Result<Option<Document>, StoreError>;
}

/// A file or folder that a person added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryRoot {
    /// Absolute path as given, links not resolved.
    pub path: String,
    /// The site that the folder is served from; documents are then cited by that address.
    pub base_url: Option<String>,
    pub added_at: Millis,
    pub synced_at: Option<Millis>,
}

/// A file under a root, as it was when it was last read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryFile {
    pub root: String,
    pub path: String,
    pub url: String,
    pub size: u64,
    pub modified: Millis,
    /// None when it could not be read; `error` says why.
    pub hash: Option<DocumentHash>,
    pub error: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct LibraryBatch {
    /// Files with their reading; `file.hash` equals `reading.document.hash`.
    pub read: Vec<(LibraryFile, Reading)>,
    /// Files that could not be read, with `error` set.
    pub failed: Vec<LibraryFile>,
    /// Files whose time changed while their content did not: row updated, index untouched.
    pub touched: Vec<LibraryFile>,
    /// Paths that are gone.
    pub removed: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryChanges {
    /// The generation that the index holds once these changes are in it.
    pub generation: u64,
    /// Documents to index anew: first take out all that is indexed under the URL, then put this in.
    pub put: Vec<Document>,
    /// Addresses to take out.
    pub removed: Vec<String>,
    /// The history does not reach back: clear the index, `put` holds everything.
    pub afresh: bool,
}
