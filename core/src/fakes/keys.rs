//! API keys, in memory.

use super::MemoryStore;
use crate::model::{MicroUsd, Millis};
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Keys for MemoryStore {
    async fn add_key(&self, key: &NewKey, first_only: bool) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        if first_only && (inner.keys_erased || !inner.keys.is_empty()) {
            return Ok(false);
        }
        let row = KeyRow {
            id: key.id.clone(),
            name: key.name.clone(),
            prefix: key.prefix.clone(),
            created_at: key.at,
            last_used_at: None,
            revoked_at: None,
            role: key.role,
            expires_at: key.expires_at,
            month_usd: key.month_usd,
        };
        inner.keys.push((key.clone(), row));
        Ok(true)
    }

    async fn keys(&self) -> Result<Vec<KeyRow>, StoreError> {
        Ok(self.lock().keys.iter().map(|(_, row)| row.clone()).collect())
    }

    async fn key_by_hash(&self, hash: &str) -> Result<Option<KeyRow>, StoreError> {
        Ok(self.lock().keys.iter().find(|(key, _)| key.hash == hash).map(|(_, row)| row.clone()))
    }

    async fn key_used(&self, id: &str, at: Millis) -> Result<(), StoreError> {
        for (_, row) in self.lock().keys.iter_mut().filter(|(_, row)| row.id == id) {
            row.last_used_at = row.last_used_at.max(Some(at));
        }
        Ok(())
    }

    async fn revoke_key(&self, named: &str, at: Millis) -> Result<Option<KeyRow>, StoreError> {
        let mut inner = self.lock();
        let found = inner.keys.iter_mut().find(|(_, row)| row.id == named || row.prefix == named);
        Ok(found.map(|(_, row)| {
            row.revoked_at.get_or_insert(at);
            row.clone()
        }))
    }

    async fn used_of(&self, scope: &str, period: &str) -> Result<MicroUsd, StoreError> {
        let used =
            self.lock().charges.get(&(scope.to_owned(), period.to_owned())).copied().unwrap_or_default();
        Ok(MicroUsd(used.0 + used.1))
    }
}
