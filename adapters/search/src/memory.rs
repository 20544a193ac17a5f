//! An in-memory library store, for retrieval benchmarks and tests.
//!
//! It follows the contract of the persistent store; in particular, every commit that changes files raises the
//! generation.

use async_trait::async_trait;
use gorkd_core::model::{Document, DocumentHash, Reading};
use gorkd_core::ports::{
    Documents, LibraryBatch, LibraryChanges, LibraryFile, LibraryRoot, Shelf, StoreError, Texts,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A library's rows and the texts of its documents.
#[derive(Debug, Default)]
pub struct MemoryShelf {
    rows: Mutex<Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    generation: u64,
    roots: BTreeMap<String, LibraryRoot>,
    files: BTreeMap<String, LibraryFile>,
    documents: BTreeMap<String, (Document, Arc<str>)>,
    /// The generation in which each address last changed.
    changed: BTreeMap<String, u64>,
}

impl MemoryShelf {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows {
    fn forget(&mut self, path: &str) {
        if let Some(file) = self.files.remove(path) {
            self.withdraw(&file.url);
        }
    }

    fn withdraw(&mut self, url: &str) {
        if self.documents.remove(url).is_some() {
            self.changed.insert(url.to_owned(), self.generation);
        }
    }

    fn replace(&mut self, file: LibraryFile) {
        let stale = self.files.get(&file.path).map(|before| before.url.clone());
        if let Some(stale) = stale.filter(|stale| *stale != file.url) {
            self.withdraw(&stale);
        }
        self.files.insert(file.path.clone(), file);
    }
}

#[async_trait]
impl Shelf for MemoryShelf {
    async fn roots(&self) -> Result<Vec<LibraryRoot>, StoreError> {
        Ok(self.rows().roots.values().cloned().collect())
    }

    async fn put_root(&self, root: &LibraryRoot) -> Result<(), StoreError> {
        self.rows().roots.insert(root.path.clone(), root.clone());
        Ok(())
    }

    async fn remove_root(&self, path: &str) -> Result<(), StoreError> {
        let mut rows = self.rows();
        rows.generation += 1;
        rows.roots.remove(path);
        let files: Vec<String> =
            rows.files.values().filter(|file| file.root == path).map(|file| file.path.clone()).collect();
        files.iter().for_each(|file| rows.forget(file));
        Ok(())
    }

    async fn files(&self, root: &str) -> Result<Vec<LibraryFile>, StoreError> {
        Ok(self.rows().files.values().filter(|file| file.root == root).cloned().collect())
    }

    async fn commit(&self, batch: LibraryBatch) -> Result<u64, StoreError> {
        let mut rows = self.rows();
        let changes = !(batch.read.is_empty() && batch.failed.is_empty() && batch.removed.is_empty());
        rows.generation += u64::from(changes);
        let generation = rows.generation;
        batch.removed.iter().for_each(|path| rows.forget(path));
        for file in batch.touched {
            rows.files.insert(file.path.clone(), file);
        }
        for file in batch.failed {
            rows.withdraw(&file.url);
            rows.replace(file);
        }
        for (file, Reading { document, text }) in batch.read {
            rows.changed.insert(document.url.clone(), generation);
            rows.documents.insert(document.url.clone(), (document, text.into()));
            rows.replace(file);
        }
        Ok(generation)
    }

    async fn changes_since(&self, generation: u64) -> Result<LibraryChanges, StoreError> {
        let rows = self.rows();
        let changed: BTreeSet<&String> =
            rows.changed.iter().filter(|(_, at)| **at > generation).map(|(url, _)| url).collect();
        let mut changes = LibraryChanges { generation: rows.generation, ..LibraryChanges::default() };
        for url in changed {
            match rows.documents.get(url) {
                Some((document, _)) => changes.put.push(document.clone()),
                None => changes.removed.push(url.clone()),
            }
        }
        Ok(changes)
    }

    async fn by_url(&self, url: &str) -> Result<Option<Document>, StoreError> {
        Ok(self.rows().documents.get(url).map(|(document, _)| document.clone()))
    }
}

#[async_trait]
impl Documents for MemoryShelf {
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError> {
        let rows = self.rows();
        let wanted: BTreeSet<&DocumentHash> = hashes.iter().collect();
        Ok(rows
            .documents
            .values()
            .filter(|(document, _)| wanted.contains(&document.hash))
            .map(|(document, text)| (document.hash.clone(), text.clone()))
            .collect())
    }

    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError> {
        let rows = self.rows();
        let found = rows.documents.values().find(|(document, _)| document.hash == *hash);
        Ok(found.map(|(document, text)| Reading { document: document.clone(), text: text.to_string() }))
    }

    async fn by_url(&self, url: &str, _audience: &str) -> Result<Option<Document>, StoreError> {
        Shelf::by_url(self, url).await
    }
}
