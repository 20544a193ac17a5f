//! What a sync tells while it runs, and when it is done.

use super::walk::Unread;

/// Hears how a sync goes on, often and from any thread; must not block.
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

/// How far a sync is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub phase: Phase,
    /// The folder at hand; empty while indexing.
    pub root: String,
    /// Files read, or documents indexed, of how many.
    pub done: u64,
    pub total: u64,
    /// Of those done, how many could not be read.
    pub failed: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Another process syncs this library; this one goes on when it is done.
    #[default]
    Waiting,
    /// Listing files and comparing them with what is known.
    Looking,
    Reading,
    Indexing,
}

/// What came of a sync, folder by folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncReport {
    pub roots: Vec<RootReport>,
}

/// What came of one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootReport {
    pub path: String,
    /// Files read and stored because they are new or changed.
    pub read: u64,
    /// Files whose size and time are as they were; they were not opened.
    pub unchanged: u64,
    /// Files with another time and the same text.
    pub touched: u64,
    pub removed: u64,
    /// Files that cannot be read, with a sentence each, also those known from before.
    pub failed: Vec<(String, String)>,
    /// What lies in the folder and is not read.
    pub unread: Unread,
    /// Why the folder was left as it is in the library: it is missing, or suddenly empty.
    pub kept: Option<String>,
    /// Sentences about parts of the folder that could not be looked at.
    pub notes: Vec<String>,
}

/// One folder of the library with what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootEntry {
    pub root: gorkd_core::ports::LibraryRoot,
    pub documents: u64,
    pub failed: u64,
}
