//! API keys. Only a key's hash is stored, so reading the store doesn't give access.

use super::StoreError;
use crate::job::{Scope, month};
use crate::model::{MicroUsd, Millis};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Keys that programs show to the HTTP interface.
#[async_trait]
pub trait Keys: Send + Sync {
    /// Keeps a key. With `first_only`, does so only while no key exists, revoked ones included. False when it was
    /// not kept.
    async fn add_key(&self, key: &NewKey, first_only: bool) -> Result<bool, StoreError>;

    /// All keys, oldest first, revoked ones included.
    async fn keys(&self) -> Result<Vec<KeyRow>, StoreError>;

    /// The key with this hash, also when it is revoked.
    async fn key_by_hash(&self, hash: &str) -> Result<Option<KeyRow>, StoreError>;

    /// Notes that a key was used. May be called less often than it is used.
    async fn key_used(&self, id: &str, at: Millis) -> Result<(), StoreError>;

    /// Ends a key, named by its id or its prefix; ending it again changes nothing. None: there is no such key.
    async fn revoke_key(&self, named: &str, at: Millis) -> Result<Option<KeyRow>, StoreError>;

    /// What is spent of a budget, with what is set aside for calls under way: see [`Charge`](super::Charge) for its
    /// scope and period.
    async fn used_of(&self, scope: &str, period: &str) -> Result<MicroUsd, StoreError>;

    /// All keys as [`Keys::keys`] has them, each with what is used of its budget in the month of `now`.
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

/// What the holder of a key may do; each may do what those before it may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyRole {
    /// Reads what is its own, and starts and changes nothing.
    Reader,
    /// Asks.
    #[default]
    User,
    /// Sees and commands the runs of all who ask with keys, and sees the keys.
    Admin,
}

impl KeyRole {
    pub const ALL: [KeyRole; 3] = [KeyRole::Reader, KeyRole::User, KeyRole::Admin];

    pub fn name(self) -> &'static str {
        match self {
            KeyRole::Reader => "reader",
            KeyRole::User => "user",
            KeyRole::Admin => "admin",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    pub id: String,
    /// Who uses it. Keys of one name share their threads.
    pub name: String,
    /// Its first characters, by which a person knows it again.
    pub prefix: String,
    /// SHA-256 of the key, in hex.
    pub hash: String,
    pub at: Millis,
    pub role: KeyRole,
    /// From when on it is not accepted; none for as long as nobody revokes it.
    pub expires_at: Option<Millis>,
    /// What runs that are asked with it may cost in a calendar month (UTC); none for no limit of its own.
    pub month_usd: Option<MicroUsd>,
}

/// A key without anything that could be used as one.
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
    /// The budget that runs asked with this key count against at a time; none where it has none.
    pub fn scope(&self, at: Millis) -> Option<Scope> {
        let scope = format!("key:{}", self.id);
        self.month_usd.map(|limit| Scope { scope, period: month(at), limit: Some(limit) })
    }
}
