//! People who have signed in to the page with a key. Only the hash of a session's secret is stored.

use super::{KeyRow, StoreError};
use crate::model::Millis;
use async_trait::async_trait;

#[async_trait]
pub trait Sessions: Send + Sync {
    /// Stores a session, and deletes expired ones.
    async fn open_session(&self, new: &NewSession) -> Result<(), StoreError>;

    /// The key that a session was opened with (even if revoked or expired), and when the session expires.
    /// `None` if there is no such session, or it has expired at `now`.
    async fn session_key(&self, hash: &str, now: Millis) -> Result<Option<(KeyRow, Millis)>, StoreError>;

    /// Returns true if it existed.
    async fn close_session(&self, hash: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// SHA-256 of the session's secret, in hex.
    pub hash: String,
    /// The ID of the key.
    pub key: String,
    pub at: Millis,
    pub until: Millis,
}
