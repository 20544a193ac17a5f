//! Data of links to answers: the secret that signs them, individual links, and runs whose links are revoked.

use super::StoreError;
use crate::model::{JobId, Millis};
use async_trait::async_trait;

#[async_trait]
pub trait Shares: Send + Sync {
    /// The secret that links are signed with; where there is none yet, `fresh` is it from now on.
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Links to a run that were made up to this time open nothing any more; those that were kept are gone.
    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError>;

    /// Up to when links to a run were ended; none where they never were.
    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError>;

    /// Keeps a link, or its new end. Its run has to be there.
    async fn put_share(&self, share: &ShareRow) -> Result<(), StoreError>;

    async fn kept_share(&self, id: &str) -> Result<Option<ShareRow>, StoreError>;

    /// Newest first, at most `limit`, behind a place in that list.
    async fn kept_shares(
        &self,
        of: &SharesOf,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<ShareRow>, StoreError>;

    /// True when there was one.
    async fn drop_share(&self, id: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharesOf {
    Run(JobId),
    /// Those that a requester made, by its key.
    Owner(String),
}

/// A link to an answer that was made by itself, and can be listed, changed and ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareRow {
    /// `shr_` and a UUID v7 without dashes.
    pub id: String,
    pub job: JobId,
    /// The key of the requester who made it.
    pub owner: String,
    pub created_at: Millis,
    /// None: it holds until it is ended.
    pub expires_at: Option<Millis>,
}

impl ShareRow {
    pub fn place(&self) -> (Millis, String) {
        (self.created_at, self.id.clone())
    }
}
