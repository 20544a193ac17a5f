//! Disposable data: cached replies are kept on this machine, drafts where every process finds them.

use super::PostgresStore;
use super::news::DRAFTS;
use crate::Cache;
use async_trait::async_trait;
use gorkd_core::model::{EffectId, JobId, Millis};
use gorkd_core::ports::{RunningDraft, Scratch, StoreError};

#[derive(Clone)]
pub struct SharedScratch {
    here: Cache,
    store: PostgresStore,
}

impl SharedScratch {
    pub(super) fn new(here: Cache, store: PostgresStore) -> Self {
        Self { here, store }
    }
}

#[async_trait]
impl Scratch for SharedScratch {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        self.here.get(key, now).await
    }

    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        self.here.get_all(keys, now).await
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        self.here.put(key, value, expires_at).await
    }

    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError> {
        let query = sqlx::query(
            "WITH kept AS (
                 INSERT INTO drafts (job, effect, attempt, text, at) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (job, effect) DO UPDATE SET attempt = $3, text = $4, at = $5 WHERE drafts.attempt <= $3
                 RETURNING job)
             SELECT pg_notify($6, json_build_array($7::text, job)::text) FROM kept",
        )
        .bind(draft.job.as_str())
        .bind(&draft.effect.0)
        .bind(i64::from(draft.attempt))
        .bind(crate::values::plain(&draft.text))
        .bind(draft.at.0)
        .bind(DRAFTS)
        .bind(&self.store.inner.name);
        self.store.execute(query).await.map(|_| ())
    }

    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        let row: Option<(String, i64, String, i64)> = sqlx::query_as(
            "SELECT effect, attempt, text, at FROM drafts WHERE job = $1 ORDER BY at DESC LIMIT 1",
        )
        .bind(job.as_str())
        .fetch_optional(&self.store.inner.pool)
        .await
        .map_err(|error| self.store.failed(&error))?;
        Ok(row.map(|(effect, attempt, text, at)| RunningDraft {
            job: job.clone(),
            effect: EffectId(effect),
            attempt: u32::try_from(attempt).unwrap_or(u32::MAX),
            text,
            at: Millis(at),
        }))
    }

    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError> {
        self.store
            .execute(sqlx::query("DELETE FROM drafts WHERE job = $1").bind(job.as_str()))
            .await
            .map(|_| ())
    }
}
