//! Answers that are known: in this process, then in the deletable part of the store.
//!
//! A key holds everything that shapes an answer, the job's privacy too: what was found for a question that may
//! travel is not shown to one that may not. Failures are never kept.

use async_trait::async_trait;
use gorkd_core::engine::Clock;
use gorkd_core::model::{Millis, Recency, SearchHit, Spend, sha256_hex};
use gorkd_core::ports::{Metered, Outcome, Scratch, Search, SearchRequest};
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Answers of all providers.
pub struct SearchCache {
    memory: Cache<String, Arc<Kept>>,
    scratch: Arc<dyn Scratch>,
    clock: Arc<dyn Clock>,
    keep: Duration,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    hits: Vec<SearchHit>,
    until: Millis,
}

/// Answers in this process; a hit is about a kilobyte.
const MOST_ANSWERS: u64 = 2_000;
/// "Nothing there" is believed for this long: pages come into being.
const NOTHING: Duration = Duration::from_secs(600);
/// Raised when what is kept changes its shape.
const VERSION: u32 = 1;

impl SearchCache {
    /// Keeps answers for `keep`; shorter where something recent is wanted.
    pub fn new(scratch: Arc<dyn Scratch>, clock: Arc<dyn Clock>, keep: Duration) -> Self {
        Self { memory: Cache::new(MOST_ANSWERS), scratch, clock, keep }
    }

    async fn get(&self, key: &str) -> Option<Vec<SearchHit>> {
        let now = self.clock.now();
        if let Some(kept) = self.memory.get(key).await.filter(|kept| kept.until > now) {
            return Some(kept.hits.clone());
        }
        let bytes = match self.scratch.get(key, now).await {
            Ok(bytes) => bytes?,
            Err(error) => {
                tracing::debug!(%error, "the cache of searches cannot be read");
                return None;
            }
        };
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        let hits = kept.hits.clone();
        self.memory.insert(key.to_owned(), Arc::new(kept)).await;
        Some(hits)
    }

    async fn put(&self, key: String, hits: &[SearchHit], request: &SearchRequest) {
        let keep = match request.filters.recency {
            Some(Recency::Day) => self.keep.min(Duration::from_secs(15 * 60)),
            Some(Recency::Week) => self.keep.min(Duration::from_secs(2 * 3_600)),
            Some(Recency::Month | Recency::Year) | None => self.keep,
        };
        let keep = if hits.is_empty() { keep.min(NOTHING) } else { keep };
        let until = self.clock.now().plus(u64::try_from(keep.as_millis()).unwrap_or(u64::MAX));
        let kept = Kept { hits: hits.to_vec(), until };
        if let Ok(bytes) = serde_json::to_vec(&kept)
            && let Err(error) = self.scratch.put(&key, &bytes, until).await
        {
            tracing::debug!(%error, "the cache of searches cannot be written");
        }
        self.memory.insert(key, Arc::new(kept)).await;
    }
}

/// A search whose answers are kept.
pub struct Cached {
    inner: Arc<dyn Search>,
    cache: Arc<SearchCache>,
}

impl Cached {
    pub fn new(inner: Arc<dyn Search>, cache: Arc<SearchCache>) -> Self {
        Self { inner, cache }
    }

    fn key(&self, request: &SearchRequest) -> String {
        let query = request.query.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts =
            (self.name(), &query, &request.language, &request.filters, request.results, request.reach.name());
        let parts = serde_json::to_string(&parts).unwrap_or_default();
        format!("search.{VERSION}.{}.{}", self.name(), sha256_hex(parts.as_bytes()))
    }
}

#[async_trait]
impl Search for Cached {
    as_inner!();

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let key = self.key(request);
        if !request.anew
            && let Some(value) = self.cache.get(&key).await
        {
            metrics::counter!("cache_hits_total", "cache" => "search").increment(1);
            return Ok(Metered { value, cost: Spend::default(), cached: true, tries: 0 });
        }
        metrics::counter!("cache_misses_total", "cache" => "search").increment(1);
        let found = self.inner.search(request).await?;
        self.cache.put(key, &found.value, request).await;
        Ok(found)
    }
}
