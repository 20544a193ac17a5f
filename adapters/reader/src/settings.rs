//! All durations and limits of the reader, with their defaults.

use crate::worker::CHILD_WORD;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderSettings {
    /// The program to start as a worker child; `None` for the running program itself.
    pub program: Option<PathBuf>,
    /// Its arguments. The program must call [`crate::child_main`].
    pub arguments: Vec<String>,
    /// Maximum number of busy children, and so of documents processed at once.
    pub children: usize,
    /// Number of documents after which a child is replaced, to bound memory leaks.
    pub pages_per_child: u32,
    /// An idle child ends after this time.
    pub idle: Duration,
    /// CPU time per document. The kernel counts whole seconds, so a child may be killed up to one second
    /// early, never late.
    pub page_cpu: Duration,
    /// Default time per document, including the wait for a free child.
    pub page_wall: Duration,
    /// Memory that a child may allocate beyond what it has at its start, in bytes.
    pub child_memory: u64,
    /// Maximum number of open files and pipes per child.
    pub child_files: u64,
    /// The child's `nice` value, 0 to 19.
    pub niceness: i32,
    /// Default maximum size of a document, in bytes.
    pub max_bytes: usize,
    /// Maximum size of the resulting text, in bytes.
    pub max_text: usize,
}

/// One more than the number of cores, so that every core has work while a text is transferred.
pub fn usual_children() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from) + 1
}

impl Default for ReaderSettings {
    fn default() -> Self {
        Self {
            program: None,
            arguments: vec![CHILD_WORD.to_owned()],
            children: usual_children(),
            pages_per_child: 200,
            idle: Duration::from_secs(20),
            page_cpu: Duration::from_secs(2),
            page_wall: Duration::from_secs(10),
            child_memory: 192 << 20,
            child_files: 32,
            niceness: 5,
            max_bytes: 1_500_000,
            max_text: 32 << 20,
        }
    }
}
