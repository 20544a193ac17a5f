//! Keys of the HTTP interface. Only a key's hash is kept: whoever reads the store cannot use what is in it.

use super::StoreError;
use crate::model::Millis;
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
}
