//! API keys. Only their hashes are stored, so reading the store doesn't give access.

use super::StoreError;
use crate::job::{Scope, month};
use crate::model::{MicroUsd, Millis, named};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Keys that programs present to the HTTP API.
#[async_trait]
pub trait Keys: Send + Sync {
    /// Stores a key. With `first_only`, does so only if there was never a key, not even one that is revoked now, or
    /// erased with a person. Returns false if it was not stored.
    async fn add_key(&self, key: &NewKey, first_only: bool) -> Result<bool, StoreError>;

    /// All keys, including revoked ones, oldest first.
    async fn keys(&self) -> Result<Vec<KeyRow>, StoreError>;

    /// The key with this hash, even if it is revoked.
    async fn key_by_hash(&self, hash: &str) -> Result<Option<KeyRow>, StoreError>;

    /// Records that a key was used. Callers may skip some uses.
    async fn key_used(&self, id: &str, at: Millis) -> Result<(), StoreError>;

    /// Revokes a key by its ID or prefix; revoking it again changes nothing. `None` if there is no such key.
    async fn revoke_key(&self, named: &str, at: Millis) -> Result<Option<KeyRow>, StoreError>;

    /// The amount spent of a budget, plus reservations; see [`Charge`](super::Charge) for scope and period.
    async fn used_of(&self, scope: &str, period: &str) -> Result<MicroUsd, StoreError>;

    /// All keys as in [`Keys::keys`], each with the usage of its budget in the month of `now`.
    async fn keys_in_use(&self, now: Millis) -> Result<Vec<(KeyRow, MicroUsd)>, StoreError> {
        let mut all = Vec::new();
        for key in self.keys().await? {
            let used = match key.scope(now) {
                Some(scope) => self.used_of(&scope.scope, &scope.period).await?,
                None => MicroUsd(0),
            };
            all.push((key, used));
        }
        Ok(all)
    }
}

named! {
    /// What the holder of a key may do; each role includes those before it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum KeyRole {
        /// May read its own data, and can't start or change anything.
        Reader = "reader",
        /// May ask questions.
        #[default]
        User = "user",
        /// May see and control the runs of all keys, and see the keys.
        Admin = "admin",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    pub id: String,
    /// Who uses it. Keys with the same name share their threads.
    pub name: String,
    /// Its first characters, by which people recognize it.
    pub prefix: String,
    /// SHA-256 of the key, in hex.
    pub hash: String,
    pub at: Millis,
    pub role: KeyRole,
    /// When it expires; `None` if it is valid until revoked.
    pub expires_at: Option<Millis>,
    /// The monthly spending limit (calendar months, UTC) of its runs; `None` for no limit of its own.
    pub month_usd: Option<MicroUsd>,
}

/// A key without its secret or hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRow {
    pub id: String,
    pub name: String,
    pub prefix: String,
    pub created_at: Millis,
    pub last_used_at: Option<Millis>,
    pub revoked_at: Option<Millis>,
    pub role: KeyRole,
    pub expires_at: Option<Millis>,
    pub month_usd: Option<MicroUsd>,
}

impl KeyRow {
    /// The budget that runs with this key are charged to; `None` if it has no limit.
    pub fn scope(&self, at: Millis) -> Option<Scope> {
        let scope = format!("key:{}", self.id);
        self.month_usd.map(|limit| Scope { scope, period: month(at), limit: Some(limit) })
    }
}
