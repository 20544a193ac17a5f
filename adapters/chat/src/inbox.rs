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

    /// Working it off met a fault in gorkd or took too long: whoever waits for something hears of it, alone where that
    /// can be done. It is noted as worked off before, so this happens at most once, whatever stops in between.
    async fn apologise(&self, arrival: &Arrival);

    /// It is worked off for good: what was kept for the case that it comes again can go.
    async fn settled(&self, _arrival: &Arrival) {}

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
/// How long somebody is tried to be told that something went wrong.
const SORRY: Duration = Duration::from_secs(60);

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
            let (handler, arrival) = (handler.clone(), arrival.clone());
            async move { handler.handle(&arrival).await }
        };
        let ended = apart(self.settings.patience, work).await;
        match ended {
            Ended::Well => {}
            Ended::Fault => tracing::error!(platform = self.platform, "a message met a fault in gorkd"),
            Ended::Late => {
                tracing::error!(platform = self.platform, "a message took too long to work off")
            }
        }
        if let Err(error) = self.chats.worked_off(&arrival.key).await {
            // It will come again, and what is said of it then.
            tracing::warn!(%error, platform = self.platform, "it cannot be noted that a message was worked off");
            return (lane, arrival.key);
        }
        if ended != Ended::Well {
            self.apologise(&handler, &arrival).await;
        }
        handler.settled(&arrival).await;
        (lane, arrival.key)
    }

    async fn apologise(&self, handler: &Arc<dyn Handler>, arrival: &Arrival) {
        let (handler, arrival) = (handler.clone(), arrival.clone());
        let told = apart(SORRY, async move { handler.apologise(&arrival).await }).await;
        if told != Ended::Well {
            tracing::error!(platform = self.platform, ?told, "nor could the person be told");
        }
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

/// How a piece of work came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Well,
    Fault,
    Late,
}

/// Works in a task of its own, so that a fault in one leaves the others alone.
async fn apart(patience: Duration, work: impl Future<Output = ()> + Send + 'static) -> Ended {
    let work = tokio::spawn(work);
    let stop = work.abort_handle();
    match tokio::time::timeout(patience, work).await {
        Ok(Ok(())) => Ended::Well,
        Ok(Err(_)) => Ended::Fault,
        Err(_) => {
            stop.abort();
            Ended::Late
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::fakes::MemoryStore;
    use gorkd_core::model::Millis;
    use std::sync::{Mutex, PoisonError};

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Millis {
            Millis(1_700_000_000_000)
        }
    }

    /// Works off by what it is told to do, and writes down what happened.
    #[derive(Default)]
    struct Clerk(Mutex<Vec<String>>);

    impl Clerk {
        fn note(&self, what: &str, arrival: &Arrival) {
            let line = format!("{what} {}", arrival.payload);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }

        fn notes(&self) -> Vec<String> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
        }
    }

    #[async_trait]
    impl Handler for Clerk {
        async fn handle(&self, arrival: &Arrival) {
            self.note("began", arrival);
            match arrival.payload.as_str() {
                "falls" | "falls, and nobody can be told" => panic!("a fault"),
                "lasts" => std::future::pending().await,
                _ => self.note("did", arrival),
            }
        }

        async fn apologise(&self, arrival: &Arrival) {
            self.note("sorry for", arrival);
            if arrival.payload.contains("nobody") {
                std::future::pending().await
            }
        }

        async fn settled(&self, arrival: &Arrival) {
            self.note("settled", arrival);
        }

        fn lane(&self, _: &Arrival) -> String {
            "one".to_owned()
        }
    }

    fn inbox(store: &MemoryStore) -> Inbox {
        Inbox::new("slack", Arc::new(store.clone()), Arc::new(Still), InboxSettings::default())
    }

    async fn runs(inbox: &Inbox, clerk: &Arc<Clerk>, time: Duration) {
        let halt = CancellationToken::new();
        let _ = tokio::time::timeout(time, inbox.run(clerk.clone(), halt)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_for_what_failed_is_told_and_the_rest_goes_on() {
        let (store, clerk) = (MemoryStore::default(), Arc::new(Clerk::default()));
        let inbox = inbox(&store);
        for (key, what) in [("1", "falls"), ("2", "lasts"), ("3", "works")] {
            assert!(inbox.take(key, what.to_owned()).await.expect("kept"));
        }
        runs(&inbox, &clerk, Duration::from_secs(300)).await;
        let expected = [
            "began falls",
            "sorry for falls",
            "settled falls",
            "began lasts",
            "sorry for lasts",
            "settled lasts",
            "began works",
            "did works",
            "settled works",
        ];
        assert_eq!(clerk.notes(), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_told_twice_when_gorkd_stops_in_the_middle() {
        let (store, clerk) = (MemoryStore::default(), Arc::new(Clerk::default()));
        let inbox = inbox(&store);
        assert!(inbox.take("1", "falls, and nobody can be told".to_owned()).await.expect("kept"));
        // It stops while it tells.
        runs(&inbox, &clerk, Duration::from_secs(5)).await;
        let told = ["began falls, and nobody can be told", "sorry for falls, and nobody can be told"];
        assert_eq!(clerk.notes(), told);
        runs(&inbox, &clerk, Duration::from_secs(300)).await;
        assert_eq!(clerk.notes(), told);
        assert!(!inbox.take("1", "falls".to_owned()).await.expect("kept"), "the delivery is known");
    }
}
