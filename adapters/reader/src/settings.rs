//! Every duration and limit of the reader, with the values that it has when nobody says otherwise.

use crate::worker::CHILD_WORD;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderSettings {
    /// The program started as a worker child. None: the running program itself.
    pub program: Option<PathBuf>,
    /// What the program is started with; it must end up in [`crate::child_main`].
    pub arguments: Vec<String>,
    /// Most children at work at once, and so most documents in extraction.
    pub children: usize,
    /// A child is replaced after this many documents, so that what it leaks stays small.
    pub pages_per_child: u32,
    /// A child without work ends after this time.
    pub idle: Duration,
    /// CPU time for one document. The kernel counts whole seconds, so a child may be ended up to one second
    /// before this, never after it.
    pub page_cpu: Duration,
    /// Time for one document, waiting for a free child included, when the caller sets none.
    pub page_wall: Duration,
    /// Memory that a child may take beyond what it has when it starts, in bytes.
    pub child_memory: u64,
    /// Files and pipes that a child may have open.
    pub child_files: u64,
    /// How far a child stands back behind other processes, 0 to 19.
    pub niceness: i32,
    /// Bytes read of a document when the caller sets no cap, as for pages of the web.
    pub max_bytes: usize,
    /// Most bytes of text that a document may turn into.
    pub max_text: usize,
}

/// One more than the machine has cores: a core has work while the text of another child is taken over.
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
