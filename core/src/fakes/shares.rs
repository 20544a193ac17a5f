//! Links to answers, in memory.

use super::MemoryStore;
use crate::model::{JobId, Millis};
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Shares for MemoryStore {
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        Ok(*self.lock().share_secret.get_or_insert(fresh))
    }

    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if !inner.jobs.contains_key(job) {
            return Err(StoreError::NotFound(job.to_string()));
        }
        let ended = inner.ended_shares.entry(job.clone()).or_insert(at);
        *ended = (*ended).max(at);
        Ok(())
    }

    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError> {
        let inner = self.lock();
        Ok(inner.ended_shares.get(job).filter(|_| inner.jobs.contains_key(job)).copied())
    }
}
