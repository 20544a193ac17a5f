//! Keeps the index in step with the store, and the open index in step with the folder.

use super::index::{self, Fields, Opened, Writing};
use super::progress::{Counts, Phase, Progress};
use super::snapshot::{self, Snapshot};
use super::{Library, LibraryError, lock};
use gorkd_core::model::Document;
use gorkd_core::ports::LibraryChanges;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::SystemTime;
use tantivy::IndexReader;
use tokio::sync::mpsc;

/// An index opened for searching, with its newest snapshot.
pub struct Live {
    reader: IndexReader,
    fields: Fields,
    snapshot: Arc<Snapshot>,
    seen: IndexStamp,
}

/// Distinguishes one commit from the next without opening the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IndexStamp {
    modified: SystemTime,
    size: u64,
}

/// How many texts to fetch from the store at once while indexing.
const TEXTS_PER_FETCH: usize = 16;

/// Instructions for the indexing thread.
enum Work {
    Put(Box<Document>, Arc<str>),
    Remove(String),
    /// No more changes follow: commit.
    Commit,
}

impl Library {
    /// Brings the index up to date with the store. Does nothing if another process is syncing, because that
    /// process will do it.
    pub async fn catch_up(&self) -> Result<(), LibraryError> {
        match lock::try_lock(&self.dir)? {
            Some(_lock) => self.catch_up_locked(&()).await,
            None => Ok(()),
        }
    }

    /// As `catch_up`, for a caller that holds the lock.
    pub(super) async fn catch_up_locked(&self, progress: &dyn Progress) -> Result<(), LibraryError> {
        match self.follow(progress).await {
            Err(LibraryError::Index(error)) => {
                tracing::warn!(%error, "rebuilding the library's index");
                self.forget_snapshot();
                index::create(&self.index_folder())?;
                self.follow(progress).await
            }
            other => other,
        }
    }

    /// Deletes the index and rebuilds it, unless another process is syncing.
    pub(super) async fn rebuild(&self) -> Result<(), LibraryError> {
        self.forget_snapshot();
        let Some(_lock) = lock::try_lock(&self.dir)? else { return Ok(()) };
        index::create(&self.index_folder())?;
        self.catch_up_locked(&()).await
    }

    async fn follow(&self, progress: &dyn Progress) -> Result<(), LibraryError> {
        let folder = self.index_folder();
        let (opened, before) = match index::open(&folder) {
            Some(opened) => {
                let generation = index::generation(&opened.index).unwrap_or(0);
                (opened, generation)
            }
            None => (index::create(&folder)?, 0),
        };
        let mut changes = self.shelf.changes_since(before).await?;
        if changes.generation < before {
            // The store is older than the index, for example after a backup was restored: nothing in the
            // index can be trusted.
            changes = LibraryChanges { afresh: true, ..self.shelf.changes_since(0).await? };
        }
        if changes.generation == before && !changes.afresh {
            return Ok(());
        }
        if before == 0 || changes.afresh {
            tracing::info!(documents = changes.put.len(), "building the library's index from the store");
        }
        self.write(opened, changes, progress).await
    }

    async fn write(
        &self,
        opened: Opened,
        changes: LibraryChanges,
        progress: &dyn Progress,
    ) -> Result<(), LibraryError> {
        let (send, mut work) = mpsc::channel(TEXTS_PER_FETCH);
        let heap = self.settings.index_memory;
        let (afresh, generation) = (changes.afresh, changes.generation);
        let writing = tokio::task::spawn_blocking(move || -> Result<(), LibraryError> {
            let writing = Writing::start(&opened, heap)?;
            if afresh {
                writing.clear()?;
            }
            while let Some(next) = work.blocking_recv() {
                match next {
                    Work::Put(document, text) => writing.put(&document, &text)?,
                    Work::Remove(url) => writing.remove(&url),
                    Work::Commit => return writing.commit(generation),
                }
            }
            // The sender hung up: commit nothing.
            Ok(())
        });
        // A closed channel means that writing failed; that error is returned below.
        let _closed = self.feed(changes, send, progress).await?;
        writing.await.map_err(|error| LibraryError::Index(error.to_string()))?
    }

    /// Sends all changes with their texts. Returns `None` if the receiver is gone.
    async fn feed(
        &self,
        changes: LibraryChanges,
        send: mpsc::Sender<Work>,
        progress: &dyn Progress,
    ) -> Result<Option<()>, LibraryError> {
        for url in changes.removed {
            if send.send(Work::Remove(url)).await.is_err() {
                return Ok(None);
            }
        }
        let total = changes.put.len() as u64;
        let mut counts = Counts { phase: Phase::Indexing, total, ..Counts::default() };
        for documents in changes.put.chunks(TEXTS_PER_FETCH) {
            let hashes: Vec<_> = documents.iter().map(|document| document.hash.clone()).collect();
            let texts = self.documents.texts(&hashes).await?;
            for document in documents {
                let work = match texts.get(&document.hash) {
                    Some(text) => Work::Put(Box::new(document.clone()), text.clone()),
                    // It has changed again since; the next generation brings its current state.
                    None => Work::Remove(document.url.clone()),
                };
                if send.send(work).await.is_err() {
                    return Ok(None);
                }
            }
            counts.done += documents.len() as u64;
            progress.update(&counts);
        }
        Ok(send.send(Work::Commit).await.ok())
    }

    /// The newest snapshot of the index. Returns `None` if there is no usable index.
    pub(super) fn snapshot(&self) -> Result<Option<Arc<Snapshot>>, LibraryError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(seen) = self.seen() else {
            *open = None;
            return Ok(None);
        };
        if let Some(live) = open.as_mut() {
            if live.seen == seen {
                return Ok(Some(live.snapshot.clone()));
            }
            if live.renew(seen).is_ok() {
                return Ok(Some(live.snapshot.clone()));
            }
            *open = None;
        }
        let Some(opened) = index::open(&self.index_folder()) else { return Ok(None) };
        let reader = snapshot::reader(&opened)?;
        let snapshot = Arc::new(Snapshot::take(&reader, opened.fields)?);
        *open = Some(Live { reader, fields: opened.fields, snapshot: snapshot.clone(), seen });
        Ok(Some(snapshot))
    }

    /// Drops the open index, so that the next search opens it again.
    pub(super) fn forget_snapshot(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn index_folder(&self) -> PathBuf {
        self.dir.join("index")
    }

    fn seen(&self) -> Option<IndexStamp> {
        let metadata = std::fs::metadata(self.index_folder().join("meta.json")).ok()?;
        Some(IndexStamp { modified: metadata.modified().ok()?, size: metadata.len() })
    }
}

impl Live {
    fn renew(&mut self, seen: IndexStamp) -> Result<(), LibraryError> {
        self.reader.reload()?;
        self.snapshot = Arc::new(Snapshot::take(&self.reader, self.fields)?);
        self.seen = seen;
        Ok(())
    }
}
