//! Data of links to answers: the secret that signs them, stored links, and runs whose links are revoked.

use super::StoreError;
use crate::model::{JobId, Millis};
use async_trait::async_trait;

#[async_trait]
pub trait Shares: Send + Sync {
    /// The secret that signs links. If there is none yet, `fresh` becomes the secret.
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Revokes all links to a run created up to this time, and deletes stored ones.
    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError>;

    /// The time up to which links to a run are revoked; `None` if they never were.
    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError>;

    /// Inserts a link, or updates its expiry. Its run must exist.
    async fn put_share(&self, share: &ShareRow) -> Result<(), StoreError>;

    async fn kept_share(&self, id: &str) -> Result<Option<ShareRow>, StoreError>;

    /// Newest first, at most `limit`, after a position in the list.
    async fn kept_shares(
        &self,
        of: &SharesOf,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<ShareRow>, StoreError>;

    /// Returns true if it existed.
    async fn drop_share(&self, id: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharesOf {
    Run(JobId),
    /// The links created by a requester, by key.
    Owner(String),
}

/// A stored link to an answer, which can be listed, changed, and revoked individually.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareRow {
    /// `shr_` and a UUID v7 without dashes.
    pub id: String,
    pub job: JobId,
    /// The key of the requester who created it.
    pub owner: String,
    pub created_at: Millis,
    /// `None`: it is valid until revoked.
    pub expires_at: Option<Millis>,
}

impl ShareRow {
    pub fn place(&self) -> (Millis, String) {
        (self.created_at, self.id.clone())
    }
}
