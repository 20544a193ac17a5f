//! Reads files in parallel and records them in batches.
//!
//! Reading continues while a batch is being recorded. Few texts are in memory at once: one per reader, those
//! in a short queue, and one batch.

use super::LibraryError;
use super::progress::{Counts, Progress};
use futures::StreamExt;
use gorkd_core::model::{Document, DocumentHash, Failure, Reading};
use gorkd_core::ports::{LibraryBatch, LibraryFile, Raw, RawContent, Reader, Shelf};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

/// A file to read.
#[derive(Clone, Debug)]
pub struct Task {
    pub path: PathBuf,
    /// The row to record, still without hash and error.
    pub file: LibraryFile,
    /// The document's hash when it was last read under the same address and with the same reading.
    pub known: Option<DocumentHash>,
    /// Only the reading is newer than the file's document, which stays if the file can't be read now.
    pub keeps: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Files read at once.
    pub readers: usize,
    pub max_bytes: usize,
    pub timeout: Duration,
    /// A batch is recorded once it has this many files or this many bytes of text.
    pub batch_files: usize,
    pub batch_bytes: usize,
}

/// The outcome of reading files.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    pub read: u64,
    pub touched: u64,
    pub failed: Vec<(String, String)>,
}

/// How many finished files may wait to be recorded.
const QUEUE_LENGTH: usize = 16;

/// Reads all `tasks`, records them in the store, and adds them to `counts`. What is recorded stays even if this future
/// is dropped.
pub async fn ingest(
    tasks: Vec<Task>,
    reader: Arc<dyn Reader>,
    shelf: &dyn Shelf,
    limits: Limits,
    counts: &mut Counts,
    progress: &dyn Progress,
) -> Result<Taken, LibraryError> {
    let (send, mut finished) = mpsc::channel(QUEUE_LENGTH);
    let readers = limits.readers.max(1);
    let reading = tokio::spawn(async move {
        let mut results = futures::stream::iter(tasks)
            .map(|task| read_one(task, reader.clone(), limits))
            .buffer_unordered(readers);
        while let Some(result) = results.next().await {
            if send.send(result).await.is_err() {
                break;
            }
        }
    });
    let reading = AbortOnDropHandle::new(reading);

    let mut taken = Taken::default();
    let mut batch = Batch::default();
    while let Some((task, result)) = finished.recv().await {
        counts.done += 1;
        match result {
            Ok(reading) if is_known(&task, &reading.document, shelf).await? => {
                taken.touched += 1;
                batch.rows.touched.push(LibraryFile { hash: task.known, ..task.file });
            }
            Ok(reading) => {
                taken.read += 1;
                batch.bytes += reading.text.len();
                let hash = Some(reading.document.hash.clone());
                batch.rows.read.push((LibraryFile { hash, ..task.file }, reading));
            }
            Err(failure) => {
                counts.failed += 1;
                taken.failed.push((task.file.path.clone(), failure.detail.clone()));
                if !task.keeps {
                    batch.rows.failed.push(LibraryFile { error: Some(failure.detail), ..task.file });
                }
            }
        }
        progress.update(counts);
        if batch.files() >= limits.batch_files || batch.bytes >= limits.batch_bytes {
            batch.record(shelf).await?;
        }
    }
    batch.record(shelf).await?;
    reading.await.map_err(|error| LibraryError::Index(format!("reading files stopped: {error}")))?;
    Ok(taken)
}

/// Whether the library has just this: the same text, and the same title, date, and so on. Front matter isn't in the text,
/// so a file that says something else of itself can have the same one.
async fn is_known(task: &Task, read: &Document, shelf: &dyn Shelf) -> Result<bool, LibraryError> {
    if task.known.as_ref() != Some(&read.hash) {
        return Ok(false);
    }
    let kept = shelf.by_url(&task.file.url).await?;
    Ok(kept.is_some_and(|kept| Document { fetched_at: read.fetched_at, ..kept } == *read))
}

async fn read_one(task: Task, reader: Arc<dyn Reader>, limits: Limits) -> (Task, Result<Reading, Failure>) {
    let raw = Raw {
        content: RawContent::File(task.path.clone()),
        url: task.file.url.clone(),
        content_type: None,
        max_bytes: limits.max_bytes,
        timeout: limits.timeout,
    };
    let result = reader.extract(raw).await;
    (task, result)
}

#[derive(Default)]
struct Batch {
    rows: LibraryBatch,
    bytes: usize,
}

impl Batch {
    fn files(&self) -> usize {
        self.rows.read.len() + self.rows.failed.len() + self.rows.touched.len()
    }

    async fn record(&mut self, shelf: &dyn Shelf) -> Result<(), LibraryError> {
        if self.files() > 0 {
            shelf.commit(std::mem::take(&mut self.rows)).await?;
            self.bytes = 0;
        }
        Ok(())
    }
}
