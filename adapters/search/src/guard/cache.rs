//! Caches search results: in memory, then in the deletable part of the store, or in a cache that processes
//! share.
//!
//! The key covers everything that shapes a result, including the job's privacy. Results for a question that
//! may leave the machine are never shown to one that may not, and the reverse stay on this machine. Failures
//! are not cached. If several processes run the same search at once, only one calls the provider.

use async_trait::async_trait;
use gorkd_core::engine::Clock;
use gorkd_core::model::{Destination, Millis, Reach, Recency, SearchHit, Spend, sha256_hex};
use gorkd_core::ports::{Metered, Outcome, Scratch, Search, SearchRequest};
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Cached results of all providers.
pub struct SearchCache {
    memory: Cache<String, Arc<Entry>>,
    /// On this machine.
    scratch: Arc<dyn Scratch>,
    /// For questions that may leave the machine.
    common: Arc<dyn Scratch>,
    clock: Arc<dyn Clock>,
    keep: Duration,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    hits: Vec<SearchHit>,
    until: Millis,
}

/// Maximum number of entries in memory; a hit takes about a kilobyte.
const MAX_ENTRIES: u64 = 2_000;
/// How long an empty result is cached; new pages appear all the time.
const EMPTY_RESULT_TTL: Duration = Duration::from_secs(600);
/// Share of a search's timeout spent waiting for another process that runs the same search. The rest is left
/// to run the search here.
const WAIT_SHARE: f64 = 0.5;
const POLL_INTERVAL: Duration = Duration::from_millis(50);
const MIN_ANNOUNCEMENT: Duration = Duration::from_secs(1);
/// Increment when the cached format changes.
const VERSION: u32 = 1;

impl SearchCache {
    /// Caches results for `keep`, or for less time if recent results were requested.
    pub fn new(scratch: Arc<dyn Scratch>, clock: Arc<dyn Clock>, keep: Duration) -> Self {
        Self { memory: Cache::new(MAX_ENTRIES), common: scratch.clone(), scratch, clock, keep }
    }

    /// Puts results for questions that may leave the machine into a cache that other processes share.
    pub fn sharing(self, common: Arc<dyn Scratch>) -> Self {
        Self { common, ..self }
    }

    fn place(&self, reach: Reach) -> &dyn Scratch {
        if reach.allows(Destination::Far) { &*self.common } else { &*self.scratch }
    }

    async fn get(&self, key: &str, reach: Reach) -> Option<Vec<SearchHit>> {
        let now = self.clock.now();
        if let Some(kept) = self.memory.get(key).await.filter(|kept| kept.until > now) {
            return Some(kept.hits.clone());
        }
        let bytes = match self.place(reach).get(key, now).await {
            Ok(bytes) => bytes?,
            Err(error) => {
                tracing::debug!(%error, "failed to read the search cache");
                return None;
            }
        };
        let kept: Entry = serde_json::from_slice(&bytes).ok()?;
        let hits = kept.hits.clone();
        self.memory.insert(key.to_owned(), Arc::new(kept)).await;
        Some(hits)
    }

    /// Announces that this search is running. Returns false if another process has announced it already.
    async fn announce(&self, key: &str, request: &SearchRequest) -> bool {
        let now = self.clock.now();
        // The announcement expires: if the announcing process dies, others wait no longer than they would for
        // a live one.
        let time = request.timeout.mul_f64(WAIT_SHARE).max(MIN_ANNOUNCEMENT);
        let until = now.plus(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        // If announcing fails, search without waiting.
        self.place(request.reach).announce(key, now, until).await.unwrap_or(true)
    }

    async fn withdraw(&self, key: &str, reach: Reach) {
        if let Err(error) = self.place(reach).withdraw(key).await {
            tracing::debug!(%error, "failed to announce the end of a search");
        }
    }

    /// Waits for another process's result. Returns `None` if time runs out, or if that process failed, in
    /// which case the search is now announced by this one.
    async fn wait_for_other_process(&self, key: &str, request: &SearchRequest) -> Option<Vec<SearchHit>> {
        let until = Instant::now() + request.timeout.mul_f64(WAIT_SHARE);
        while Instant::now() < until {
            tokio::time::sleep(POLL_INTERVAL).await;
            let found = self.get(key, request.reach).await;
            if found.is_some() {
                return found;
            }
            if self.announce(key, request).await {
                // The other process may have finished between the two checks.
                let found = self.get(key, request.reach).await;
                if found.is_some() {
                    self.withdraw(key, request.reach).await;
                }
                return found;
            }
        }
        None
    }

    async fn put(&self, key: String, hits: &[SearchHit], request: &SearchRequest) {
        let keep = match request.filters.recency {
            Some(Recency::Day) => self.keep.min(Duration::from_secs(15 * 60)),
            Some(Recency::Week) => self.keep.min(Duration::from_secs(2 * 3_600)),
            Some(Recency::Month | Recency::Year) | None => self.keep,
        };
        let keep = if hits.is_empty() { keep.min(EMPTY_RESULT_TTL) } else { keep };
        let until = self.clock.now().plus(u64::try_from(keep.as_millis()).unwrap_or(u64::MAX));
        let kept = Entry { hits: hits.to_vec(), until };
        if let Ok(bytes) = serde_json::to_vec(&kept)
            && let Err(error) = self.place(request.reach).put(&key, &bytes, until).await
        {
            tracing::debug!(%error, "failed to write the search cache");
        }
        self.memory.insert(key, Arc::new(kept)).await;
    }
}

/// A search with cached results.
pub struct Cached {
    inner: Arc<dyn Search>,
    cache: Arc<SearchCache>,
}

impl Cached {
    pub fn new(inner: Arc<dyn Search>, cache: Arc<SearchCache>) -> Self {
        Self { inner, cache }
    }

    pub(super) fn key(&self, request: &SearchRequest) -> String {
        let query = request.query.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts =
            (self.name(), &query, &request.language, &request.filters, request.results, request.reach.name());
        let parts = serde_json::to_string(&parts).unwrap_or_default();
        format!("search.{VERSION}.{}.{}", self.name(), sha256_hex(parts.as_bytes()))
    }
}

#[async_trait]
impl Search for Cached {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let (key, until) = (self.key(request), Instant::now() + request.timeout);
        if !request.anew {
            let mut known = self.cache.get(&key, request.reach).await;
            if known.is_none() && !self.cache.announce(&key, request).await {
                known = self.cache.wait_for_other_process(&key, request).await;
            }
            if let Some(value) = known {
                metrics::counter!("cache_hits_total", "cache" => "search").increment(1);
                return Ok(Metered { value, cost: Spend::default(), cached: true, tries: 0 });
            }
        }
        metrics::counter!("cache_misses_total", "cache" => "search").increment(1);
        let timeout = until.saturating_duration_since(Instant::now());
        let found = self.inner.search(&SearchRequest { timeout, ..request.clone() }).await;
        if let Ok(found) = &found {
            self.cache.put(key.clone(), &found.value, request).await;
        }
        if !request.anew {
            self.cache.withdraw(&key, request.reach).await;
        }
        found
    }
}
