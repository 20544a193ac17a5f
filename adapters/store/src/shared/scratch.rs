//! Cached replies on a server that processes share. Keys are hashes, and values are compressed.
//!
//! While the server is unreachable, replies go to the store's cache, unless they must not be kept there.
//! Drafts always stay with the store.

use super::{PREFIX, Redis};
use crate::packing::{pack_bytes, unpack_bytes};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, sha256_hex};
use gorkd_core::ports::{RunningDraft, Scratch, StoreError};
use std::sync::Arc;

/// Disposable data on a server, backed by the store's cache.
pub struct RedisScratch {
    redis: Redis,
    beneath: Option<Arc<dyn Scratch>>,
}

impl RedisScratch {
    pub fn new(redis: Redis, beneath: Arc<dyn Scratch>) -> Self {
        Self { redis, beneath: Some(beneath) }
    }

    /// For data that is kept on the server or nowhere.
    pub fn alone(redis: Redis) -> Self {
        Self { redis, beneath: None }
    }

    fn beneath(&self) -> Result<&Arc<dyn Scratch>, StoreError> {
        self.beneath.as_ref().ok_or_else(|| {
            StoreError::Unavailable(format!("Redis at {} cannot be reached", self.redis.place()))
        })
    }

    async fn get_shared(&self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<String> = keys.iter().map(|key| name(key)).collect();
        let packed: Vec<Option<Vec<u8>>> = self.redis.ask(redis::cmd("MGET").arg(&names)).await?;
        let mut values = Vec::new();
        for packed in packed {
            values.push(match packed {
                // An unreadable reply is a cache miss: it is fetched again and replaced.
                Some(packed) => unpack_bytes(packed).await.ok(),
                None => None,
            });
        }
        Ok(values)
    }
}

#[async_trait]
impl Scratch for RedisScratch {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        match self.get_shared(&[key]).await {
            Ok(values) => Ok(values.into_iter().next().flatten()),
            Err(_) => self.beneath()?.get(key, now).await,
        }
    }

    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        match self.get_shared(keys).await {
            Ok(values) => Ok(values),
            Err(_) => self.beneath()?.get_all(keys, now).await,
        }
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        let packed = pack_bytes(value.to_owned()).await.map_err(StoreError::Unavailable)?;
        let name = name(key);
        let mut set = redis::cmd("SET");
        set.arg(&name).arg(packed.as_slice()).arg("PXAT").arg(expires_at.0.max(1));
        match self.redis.ask::<()>(&set).await {
            Ok(()) => Ok(()),
            Err(_) => self.beneath()?.put(key, value, expires_at).await,
        }
    }

    async fn announce(&self, key: &str, now: Millis, expires_at: Millis) -> Result<bool, StoreError> {
        let mut set = redis::cmd("SET");
        set.arg(announced_name(key)).arg(1).arg("NX").arg("PX").arg(expires_at.since(now).max(1));
        match self.redis.ask::<Option<String>>(&set).await {
            Ok(done) => Ok(done.is_some()),
            Err(_) => self.beneath()?.announce(key, now, expires_at).await,
        }
    }

    async fn withdraw(&self, key: &str) -> Result<(), StoreError> {
        match self.redis.ask::<()>(redis::cmd("DEL").arg(announced_name(key))).await {
            Ok(()) => Ok(()),
            Err(_) => self.beneath()?.withdraw(key).await,
        }
    }

    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError> {
        self.beneath()?.put_draft(draft).await
    }

    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        self.beneath()?.draft(job).await
    }

    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError> {
        self.beneath()?.drop_drafts(job).await
    }
}

fn announced_name(key: &str) -> String {
    format!("{PREFIX}:asked:{}", sha256_hex(key.as_bytes()))
}

/// The key under which a value is stored: a hash, so that it reveals no query or address.
fn name(key: &str) -> String {
    format!("{PREFIX}:cache:{}", sha256_hex(key.as_bytes()))
}
