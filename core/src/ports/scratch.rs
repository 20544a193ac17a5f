//! Data that may be lost at any time: cached replies, and texts in progress.

use super::StoreError;
use crate::model::{EffectId, JobId, Millis};
use async_trait::async_trait;

/// The disposable part of the store. Callers treat an error as a miss.
#[async_trait]
pub trait Scratch: Send + Sync {
    /// The value of a key, unless it has expired.
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError>;

    /// Like [`Scratch::get`] for several keys, in their order.
    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let mut values = Vec::new();
        for key in keys {
            values.push(self.get(key, now).await?);
        }
        Ok(values)
    }

    /// Stores a value until `expires_at`, replacing an earlier one.
    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError>;

    /// Announces until `expires_at` that the caller is about to find the value of a key. Returns false if
    /// somebody else already is. A store for one process announces nothing, so nobody waits.
    async fn announce(&self, _key: &str, _now: Millis, _expires_at: Millis) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Ends the announcement: the value is stored, or could not be found.
    async fn withdraw(&self, _key: &str) -> Result<(), StoreError> {
        Ok(())
    }

    /// Overwrites the text of a running draft. An earlier attempt never overwrites a later one.
    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError>;

    /// The newest running draft of a job.
    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError>;

    /// Deletes the drafts of a job once its text is in the journal or no longer needed.
    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError>;
}

/// A text that a model is still writing. One row, overwritten as it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningDraft {
    pub job: JobId,
    pub effect: EffectId,
    /// 1 for the first; the text of earlier attempts no longer counts.
    pub attempt: u32,
    pub text: String,
    pub at: Millis,
}
