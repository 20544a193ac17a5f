//! Progress and result of a sync.

use super::walk::Unread;

/// Receives progress updates, often and from any thread. Must not block.
pub trait Progress: Send + Sync {
    fn update(&self, counts: &Counts);
}

impl Progress for () {
    fn update(&self, _: &Counts) {}
}

impl<F: Fn(&Counts) + Send + Sync> Progress for F {
    fn update(&self, counts: &Counts) {
        self(counts);
    }
}

/// How far a sync has got.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub phase: Phase,
    /// The current folder; empty while indexing.
    pub root: String,
    /// Files read, or documents indexed or embedded, and the total.
    pub done: u64,
    pub total: u64,
    /// How many of those done could not be read.
    pub failed: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Another process is syncing this library; this one continues afterwards.
    #[default]
    Waiting,
    /// Listing files and comparing them with the store.
    Looking,
    Reading,
    Indexing,
    /// Making vectors of documents for the search by meaning.
    Embedding,
}

/// The result of a sync, by folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncReport {
    pub roots: Vec<RootReport>,
}

/// The result for one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootReport {
    pub path: String,
    /// Files that were read and stored: new and changed ones, and those that an older reading made.
    pub read: u64,
    /// Files with the same size, time and reading as before; they were not opened.
    pub unchanged: u64,
    /// Files with a new modification time but the same text, title, date, and so on.
    pub touched: u64,
    pub removed: u64,
    /// Files that cannot be read, including those known from earlier syncs, each with the reason.
    pub failed: Vec<(String, String)>,
    /// Unsupported files in the folder.
    pub unread: Unread,
    /// Why the library kept the folder unchanged: it is missing or suddenly empty.
    pub kept: Option<String>,
    /// Notes about parts of the folder that could not be checked.
    pub notes: Vec<String>,
}

/// One folder of the library and what it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootEntry {
    pub root: gorkd_core::ports::LibraryRoot,
    pub documents: u64,
    pub failed: u64,
}
