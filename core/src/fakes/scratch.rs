//! Data that may be lost, in memory.

use super::MemoryStore;
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Scratch for MemoryStore {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        let kept = self.lock().scratch.get(key).cloned();
        Ok(kept.filter(|(_, expires_at)| *expires_at > now).map(|(value, _)| value))
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        self.lock().scratch.insert(key.to_owned(), (value.to_owned(), expires_at));
        Ok(())
    }

    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError> {
        self.lock().drafts.insert(draft.job.clone(), draft.clone());
        Ok(())
    }

    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        Ok(self.lock().drafts.get(job).cloned())
    }

    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError> {
        self.lock().drafts.remove(job);
        Ok(())
    }
}
