//! Answers that are known: in this process, then in the deletable part of the store, or where processes share them.
//!
//! A key holds everything that shapes an answer, the job's privacy too: what was found for a question that may
//! travel is not shown to one that may not, and what was found for one that may not stays on this machine. Failures are
//! never kept. Of processes that want to know the same at once, one asks.

use async_trait::async_trait;
use gorkd_core::engine::Clock;
use gorkd_core::model::{Destination, Millis, Reach, Recency, SearchHit, Spend, sha256_hex};
use gorkd_core::ports::{Metered, Outcome, Scratch, Search, SearchRequest};
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Answers of all providers.
pub struct SearchCache {
    memory: Cache<String, Arc<Kept>>,
    /// On this machine.
    scratch: Arc<dyn Scratch>,
    /// Where answers to questions that may travel are kept.
    common: Arc<dyn Scratch>,
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
/// Of a search's time, for one that another process has begun. The rest is for asking oneself.
const SHARE_FOR_OTHERS: f64 = 0.5;
const LOOK_AGAIN: Duration = Duration::from_millis(50);
const SHORTEST_NOTICE: Duration = Duration::from_secs(1);
/// Raised when what is kept changes its shape.
const VERSION: u32 = 1;

impl SearchCache {
    /// Keeps answers for `keep`; shorter where something recent is wanted.
    pub fn new(scratch: Arc<dyn Scratch>, clock: Arc<dyn Clock>, keep: Duration) -> Self {
        Self { memory: Cache::new(MOST_ANSWERS), common: scratch.clone(), scratch, clock, keep }
    }

    /// Keeps answers to questions that may travel where other processes see them.
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
                tracing::debug!(%error, "the cache of searches cannot be read");
                return None;
            }
        };
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        let hits = kept.hits.clone();
        self.memory.insert(key.to_owned(), Arc::new(kept)).await;
        Some(hits)
    }

    /// Says that this search is under way; false if another process has said so.
    async fn announce(&self, key: &str, request: &SearchRequest) -> bool {
        let now = self.clock.now();
        // One whose process has died holds up others no longer than they would wait.
        let time = request.timeout.mul_f64(SHARE_FOR_OTHERS).max(SHORTEST_NOTICE);
        let until = now.plus(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        // Whoever cannot be told does not wait either.
        self.place(request.reach).announce(key, now, until).await.unwrap_or(true)
    }

    async fn withdraw(&self, key: &str, reach: Reach) {
        if let Err(error) = self.place(reach).withdraw(key).await {
            tracing::debug!(%error, "others are not told that a search has ended");
        }
    }

    /// What another process is about to find out, unless it fails, or takes longer than there is time to wait for it. In
    /// the first case the search is this one's from then on.
    async fn found_by_another(&self, key: &str, request: &SearchRequest) -> Option<Vec<SearchHit>> {
        let until = Instant::now() + request.timeout.mul_f64(SHARE_FOR_OTHERS);
        while Instant::now() < until {
            tokio::time::sleep(LOOK_AGAIN).await;
            let found = self.get(key, request.reach).await;
            if found.is_some() {
                return found;
            }
            if self.announce(key, request).await {
                // It may have ended between the two looks.
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
        let keep = if hits.is_empty() { keep.min(NOTHING) } else { keep };
        let until = self.clock.now().plus(u64::try_from(keep.as_millis()).unwrap_or(u64::MAX));
        let kept = Kept { hits: hits.to_vec(), until };
        if let Ok(bytes) = serde_json::to_vec(&kept)
            && let Err(error) = self.place(request.reach).put(&key, &bytes, until).await
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
    as_inner!();

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let (key, until) = (self.key(request), Instant::now() + request.timeout);
        if !request.anew {
            let mut known = self.cache.get(&key, request.reach).await;
            if known.is_none() && !self.cache.announce(&key, request).await {
                known = self.cache.found_by_another(&key, request).await;
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
