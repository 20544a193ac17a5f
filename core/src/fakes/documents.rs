//! Documents and the library in memory.

use super::MemoryStore;
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;
use std::sync::Arc;

impl MemoryStore {
    /// Adds a document to the library.
    pub fn put_library(&self, reading: Reading) {
        let mut inner = self.lock();
        inner.library.insert(reading.document.url.clone(), reading.document.clone());
        inner.readings.insert(reading.document.hash.clone(), reading);
    }

    pub(super) fn library_size(&self) -> u64 {
        self.lock().library.len() as u64
    }
}

#[async_trait]
impl Documents for MemoryStore {
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError> {
        let inner = self.lock();
        let text =
            |hash: &DocumentHash| Some((hash.clone(), Arc::from(inner.readings.get(hash)?.text.as_str())));
        Ok(hashes.iter().filter_map(text).collect())
    }

    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError> {
        Ok(self.lock().readings.get(hash).cloned())
    }

    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError> {
        let inner = self.lock();
        Ok(inner.library.get(url).filter(|_| audience == "library").cloned())
    }
}
