//! What links to answers need kept: the secret that signs them, and which runs they no longer open.

use super::StoreError;
use crate::model::{JobId, Millis};
use async_trait::async_trait;

#[async_trait]
pub trait Shares: Send + Sync {
    /// The secret that links are signed with; where there is none yet, `fresh` is it from now on.
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Links to a run that were made up to this time open nothing any more.
    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError>;

    /// Up to when links to a run were ended; none where they never were.
    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError>;
}
