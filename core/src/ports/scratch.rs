//! Data that may be lost at any time: cached replies of others, and texts in progress.

use super::StoreError;
use crate::model::{EffectId, JobId, Millis};
use async_trait::async_trait;

/// The deletable part of the store. Callers treat an error as nothing found.
#[async_trait]
pub trait Scratch: Send + Sync {
    /// What was kept under a key, unless its time is over.
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError>;

    /// The same for several keys at once, in their order.
    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let mut values = Vec::new();
        for key in keys {
            values.push(self.get(key, now).await?);
        }
        Ok(values)
    }

    /// Keeps a value until `expires_at`, in place of what was there.
    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError>;

    /// Tells others until `expires_at` that somebody is about to find out the value of a key. False if somebody else is at
    /// it already. Where values are kept for one process, nobody is told, and nobody has to wait.
    async fn announce(&self, _key: &str, _now: Millis, _expires_at: Millis) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Ends that: the value is there, or it could not be found out.
    async fn withdraw(&self, _key: &str) -> Result<(), StoreError> {
        Ok(())
    }

    /// Overwrites the text of a running draft. A later attempt is not overwritten by an earlier one.
    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError>;

    /// The newest running draft of a job.
    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError>;

    /// Forgets the drafts of a job, when its text is in the journal or nobody wants it.
    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError>;
}

/// A text that a model is still writing. One row, overwritten as it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningDraft {
    pub job: JobId,
    pub effect: EffectId,
    /// 1 for the first; what an earlier attempt wrote counts no more.
    pub attempt: u32,
    pub text: String,
    pub at: Millis,
}
