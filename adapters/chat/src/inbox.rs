//! What comes in is kept before it is acknowledged, and worked off afterwards: an acknowledged message is never lost,
//! a repeated one never counts twice, and acknowledging waits for nothing else.

use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use gorkd_core::engine::Clock;
use gorkd_core::ports::{Arrival, Chats, StoreError};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Works off what came in. It may see the same arrival again after a crash.
#[async_trait]
pub trait Handler: Send + Sync {
    async fn handle(&self, arrival: &Arrival);

    /// Arrivals of one lane are worked off one after the other, those of different lanes side by side.
    fn lane(&self, arrival: &Arrival) -> String;
}

#[derive(Clone)]
pub struct Inbox {
    platform: &'static str,
    chats: Arc<dyn Chats>,
    clock: Arc<dyn Clock>,
    news: Arc<Notify>,
    settings: InboxSettings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxSettings {
    /// How often other processes' arrivals are looked for.
    pub poll: Duration,
    /// Arrivals worked off at once.
    pub at_once: usize,
    /// How long one may take.
    pub patience: Duration,
    /// How long keys are kept to tell repeated deliveries.
    pub keep: Duration,
}

impl Default for InboxSettings {
    fn default() -> Self {
        Self {
            poll: Duration::from_secs(1),
            at_once: 16,
            patience: Duration::from_secs(120),
            keep: Duration::from_secs(7 * 24 * 60 * 60),
        }
    }
}

/// Arrivals that are looked at in one go.
const MOST: u32 = 500;

impl Inbox {
    pub fn new(
        platform: &'static str,
        chats: Arc<dyn Chats>,
        clock: Arc<dyn Clock>,
        settings: InboxSettings,
    ) -> Self {
        Self { platform, chats, clock, news: Arc::default(), settings }
    }

    /// One insert. False when it was there already. `key` is what the platform calls the delivery.
    pub async fn take(&self, key: &str, payload: String) -> Result<bool, StoreError> {
        let key = format!("{}:{key}", self.platform);
        let arrival = Arrival { key, platform: self.platform.to_owned(), payload, at: self.clock.now() };
        let first = self.chats.take_in(&arrival).await?;
        if first {
            self.news.notify_one();
        }
        Ok(first)
    }

    /// Works off what is there and what comes, until it is told to stop; what is begun is ended.
    pub async fn run(&self, handler: Arc<dyn Handler>, halt: CancellationToken) {
        let mut lanes: HashMap<String, VecDeque<Arrival>> = HashMap::new();
        let mut busy: HashSet<String> = HashSet::new();
        let mut known: HashSet<String> = HashSet::new();
        let mut running = FuturesUnordered::new();
        let mut swept = self.clock.now();
        loop {
            if !halt.is_cancelled() {
                self.look(&handler, &mut lanes, &mut known).await;
                self.sweep(&mut swept).await;
                for (lane, waiting) in &mut lanes {
                    if running.len() >= self.settings.at_once {
                        break;
                    }
                    if !busy.contains(lane)
                        && let Some(arrival) = waiting.pop_front()
                    {
                        busy.insert(lane.clone());
                        running.push(self.work_off(handler.clone(), lane.clone(), arrival));
                    }
                }
                lanes.retain(|_, waiting| !waiting.is_empty());
            } else if running.is_empty() {
                return;
            }
            tokio::select! {
                Some((lane, key)) = running.next(), if !running.is_empty() => {
                    busy.remove(&lane);
                    known.remove(&key);
                }
                () = self.news.notified(), if !halt.is_cancelled() => {}
                () = tokio::time::sleep(self.settings.poll), if !halt.is_cancelled() => {}
                () = halt.cancelled(), if !halt.is_cancelled() => {}
            }
        }
    }

    async fn look(
        &self,
        handler: &Arc<dyn Handler>,
        lanes: &mut HashMap<String, VecDeque<Arrival>>,
        known: &mut HashSet<String>,
    ) {
        match self.chats.arrivals(self.platform, MOST).await {
            Ok(arrivals) => {
                for arrival in arrivals {
                    if known.insert(arrival.key.clone()) {
                        lanes.entry(handler.lane(&arrival)).or_default().push_back(arrival);
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, platform = self.platform, "what came in cannot be looked at")
            }
        }
    }

    async fn work_off(&self, handler: Arc<dyn Handler>, lane: String, arrival: Arrival) -> (String, String) {
        let work = {
            let arrival = arrival.clone();
            // Its own task, so that a fault in one leaves the others alone.
            tokio::spawn(async move { handler.handle(&arrival).await })
        };
        let stop = work.abort_handle();
        match tokio::time::timeout(self.settings.patience, work).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => tracing::error!(platform = self.platform, "a message met a fault in gorkd"),
            Err(_) => {
                stop.abort();
                tracing::error!(platform = self.platform, "a message took too long to work off");
            }
        }
        if let Err(error) = self.chats.worked_off(&arrival.key).await {
            tracing::warn!(%error, platform = self.platform, "it cannot be noted that a message was worked off");
        }
        (lane, arrival.key)
    }

    async fn sweep(&self, swept: &mut gorkd_core::model::Millis) {
        const EVERY_MS: u64 = 60 * 60 * 1000;
        let now = self.clock.now();
        if now.since(*swept) < EVERY_MS {
            return;
        }
        *swept = now;
        let keep = i64::try_from(self.settings.keep.as_millis()).unwrap_or(i64::MAX);
        let before = gorkd_core::model::Millis(now.0.saturating_sub(keep));
        if let Err(error) = self.chats.forget_arrivals(before).await {
            tracing::warn!(%error, "old deliveries cannot be forgotten");
        }
    }
}
