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
        inner.known(job)?;
        let ended = inner.ended_shares.entry(job.clone()).or_insert(at);
        *ended = (*ended).max(at);
        inner.shares.retain(|share| share.job != *job);
        Ok(())
    }

    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError> {
        let inner = self.lock();
        Ok(inner.ended_shares.get(job).filter(|_| inner.jobs.contains_key(job)).copied())
    }

    async fn put_share(&self, share: &ShareRow) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(&share.job)?;
        inner.shares.retain(|one| one.id != share.id);
        inner.shares.push(share.clone());
        Ok(())
    }

    async fn kept_share(&self, id: &str) -> Result<Option<ShareRow>, StoreError> {
        let inner = self.lock();
        Ok(inner.shares.iter().find(|one| one.id == id && inner.jobs.contains_key(&one.job)).cloned())
    }

    async fn kept_shares(
        &self,
        of: &SharesOf,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<ShareRow>, StoreError> {
        let inner = self.lock();
        let wanted = |share: &&ShareRow| match of {
            SharesOf::Run(job) => share.job == *job,
            SharesOf::Owner(owner) => share.owner == *owner,
        };
        let behind = |share: &&ShareRow| after.is_none_or(|after| share.place() < *after);
        let mut found: Vec<ShareRow> = inner.shares.iter().filter(wanted).filter(behind).cloned().collect();
        found.sort_by_key(|share| std::cmp::Reverse(share.place()));
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn drop_share(&self, id: &str) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let shares = &mut inner.shares;
        let before = shares.len();
        shares.retain(|one| one.id != id);
        Ok(shares.len() < before)
    }
}
