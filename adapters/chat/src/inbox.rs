//! Stores what platforms send (arrivals) before acknowledging it, and handles it afterwards: an acknowledged
//! message is never lost, a repeated one counts once, and nothing else delays the acknowledgment.

use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use gorkd_core::engine::{Clock, Lease, RecentFailures};
use gorkd_core::model::Millis;
use gorkd_core::ports::{Arrival, Chats, StoreError};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Handles arrivals. An arrival may be handled again after a crash.
#[async_trait]
pub trait Handler: Send + Sync {
    async fn handle(&self, arrival: &Arrival);

    /// Called after handling panicked or timed out: notifies the person who is waiting, privately if the
    /// platform supports it. The arrival is marked as processed in the store first, so this happens at most
    /// once.
    async fn report_failure(&self, arrival: &Arrival);

    /// The arrival is done: state kept in case it is handled again can be dropped.
    async fn finished(&self, _arrival: &Arrival) {}

    /// Arrivals in the same lane are handled one after another; different lanes run in parallel.
    fn lane(&self, arrival: &Arrival) -> String;
}

#[derive(Clone)]
pub struct Inbox {
    platform: &'static str,
    chats: Arc<dyn Chats>,
    clock: Arc<dyn Clock>,
    arrived: Arc<Notify>,
    settings: InboxSettings,
    /// Arrivals are handled only while this lease is held.
    lease: Lease,
    /// What was logged: if the store fails, every poll does.
    failures: RecentFailures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxSettings {
    /// How often to check the store for arrivals that other processes stored.
    pub poll: Duration,
    /// Maximum number of arrivals handled in parallel.
    pub concurrency: usize,
    /// Time limit for one arrival.
    pub timeout: Duration,
    /// How long keys are kept to detect repeated arrivals.
    pub retention: Duration,
}

impl Default for InboxSettings {
    fn default() -> Self {
        Self {
            poll: Duration::from_secs(1),
            concurrency: 16,
            timeout: Duration::from_secs(120),
            retention: Duration::from_secs(7 * 24 * 60 * 60),
        }
    }
}

/// Maximum number of arrivals read from the store at once.
const BATCH: u32 = 500;
/// Time limit for reporting a failure to a person.
const REPORT_TIMEOUT: Duration = Duration::from_secs(60);

impl Inbox {
    pub fn new(
        platform: &'static str,
        chats: Arc<dyn Chats>,
        clock: Arc<dyn Clock>,
        settings: InboxSettings,
    ) -> Self {
        let (arrived, lease, failures) = Default::default();
        Self { platform, chats, clock, arrived, settings, lease, failures }
    }

    /// A copy for the process that holds the platform's lease: no other process writes to `chats`.
    pub fn held(&self, lease: Lease, chats: Arc<dyn Chats>) -> Self {
        Self { chats, lease, ..self.clone() }
    }

    /// Stores an arrival with a single insert. Returns false if it was already stored. `key` is the platform's
    /// id for it.
    pub async fn enqueue(&self, key: &str, payload: String) -> Result<bool, StoreError> {
        let key = format!("{}:{key}", self.platform);
        let arrival = Arrival { key, platform: self.platform.to_owned(), payload, at: self.clock.now() };
        let first = self.chats.enqueue(&arrival).await?;
        if first {
            self.arrived.notify_one();
        }
        Ok(first)
    }

    /// Handles stored arrivals until canceled, then finishes those in progress.
    pub async fn run(&self, handler: Arc<dyn Handler>, halt: CancellationToken) {
        let mut lanes: HashMap<String, VecDeque<Arrival>> = HashMap::new();
        let mut busy: HashSet<String> = HashSet::new();
        let mut known: HashSet<String> = HashSet::new();
        let mut running = FuturesUnordered::new();
        let mut swept = self.clock.now();
        loop {
            // Read once per iteration: a later cancellation ends the wait below.
            let halted = halt.is_cancelled();
            if halted {
                if running.is_empty() {
                    return;
                }
            } else if self.lease.holds() {
                self.poll(&handler, &mut lanes, &mut known).await;
                self.sweep(&mut swept).await;
                for (lane, waiting) in &mut lanes {
                    if running.len() >= self.settings.concurrency {
                        break;
                    }
                    if !busy.contains(lane)
                        && let Some(arrival) = waiting.pop_front()
                    {
                        busy.insert(lane.clone());
                        running.push(self.process(handler.clone(), lane.clone(), arrival));
                    }
                }
                lanes.retain(|_, waiting| !waiting.is_empty());
            }
            tokio::select! {
                Some((lane, key)) = running.next(), if !running.is_empty() => {
                    busy.remove(&lane);
                    known.remove(&key);
                }
                () = self.arrived.notified(), if !halted => {}
                () = tokio::time::sleep(self.settings.poll), if !halted => {}
                () = halt.cancelled(), if !halted => {}
            }
        }
    }

    async fn poll(
        &self,
        handler: &Arc<dyn Handler>,
        lanes: &mut HashMap<String, VecDeque<Arrival>>,
        known: &mut HashSet<String>,
    ) {
        match self.chats.arrivals(self.platform, BATCH).await {
            Ok(arrivals) => {
                for arrival in arrivals {
                    if known.insert(arrival.key.clone()) {
                        lanes.entry(handler.lane(&arrival)).or_default().push_back(arrival);
                    }
                }
            }
            Err(error) if self.failures.is_news("read", &error) => {
                tracing::warn!(%error, platform = self.platform, "failed to read the inbox");
            }
            Err(_) => {}
        }
    }

    async fn process(&self, handler: Arc<dyn Handler>, lane: String, arrival: Arrival) -> (String, String) {
        let work = {
            let (handler, arrival) = (handler.clone(), arrival.clone());
            async move { handler.handle(&arrival).await }
        };
        let lease = self.lease.clone();
        let outcome = isolated(self.settings.timeout, async move { lease.over(work).await }).await;
        if !self.lease.holds() {
            // The new holder handles it again, because what this process sent may not have arrived.
            return (lane, arrival.key);
        }
        match outcome {
            Outcome::Done => {}
            Outcome::Panicked => tracing::error!(platform = self.platform, "handling an event panicked"),
            Outcome::TimedOut => {
                tracing::error!(platform = self.platform, "handling an event timed out")
            }
        }
        if let Err(error) = self.chats.ack(&arrival.key).await {
            if matches!(error, StoreError::Fenced(_)) {
                self.lease.lose();
            }
            // The arrival will be handled again, and its failure reported again.
            if self.failures.is_news("acknowledge", &error) {
                tracing::warn!(%error, platform = self.platform, "failed to acknowledge a handled event");
            }
            tokio::time::sleep(self.settings.poll).await;
            return (lane, arrival.key);
        }
        if outcome != Outcome::Done {
            self.report_failure(&handler, &arrival).await;
        }
        handler.finished(&arrival).await;
        (lane, arrival.key)
    }

    async fn report_failure(&self, handler: &Arc<dyn Handler>, arrival: &Arrival) {
        let (handler, arrival, lease) = (handler.clone(), arrival.clone(), self.lease.clone());
        let report = async move { lease.over(handler.report_failure(&arrival)).await };
        let outcome = isolated(REPORT_TIMEOUT, report).await;
        if outcome != Outcome::Done {
            tracing::error!(platform = self.platform, ?outcome, "failed to report a failure to the person");
        }
    }

    async fn sweep(&self, swept: &mut Millis) {
        const EVERY_MS: u64 = 60 * 60 * 1000;
        let now = self.clock.now();
        if now.since(*swept) < EVERY_MS {
            return;
        }
        *swept = now;
        let retention = i64::try_from(self.settings.retention.as_millis()).unwrap_or(i64::MAX);
        let before = Millis(now.0.saturating_sub(retention));
        if let Err(error) = self.chats.forget_arrivals(before).await {
            tracing::warn!(%error, "failed to delete old events");
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Done,
    Panicked,
    TimedOut,
}

/// Runs work in its own task, so that a panic affects nothing else.
async fn isolated(timeout: Duration, work: impl Future<Output = ()> + Send + 'static) -> Outcome {
    let work = tokio::spawn(work);
    let abort = work.abort_handle();
    match tokio::time::timeout(timeout, work).await {
        Ok(Ok(())) => Outcome::Done,
        Ok(Err(_)) => Outcome::Panicked,
        Err(_) => {
            abort.abort();
            Outcome::TimedOut
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::fakes::MemoryStore;
    use std::sync::{Mutex, PoisonError};

    struct FrozenClock;

    impl Clock for FrozenClock {
        fn now(&self) -> Millis {
            Millis(1_700_000_000_000)
        }
    }

    /// Does what the payload says, and records it.
    #[derive(Default)]
    struct Recorder(Mutex<Vec<String>>);

    impl Recorder {
        fn note(&self, what: &str, arrival: &Arrival) {
            let line = format!("{what} {}", arrival.payload);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }

        fn notes(&self) -> Vec<String> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
        }
    }

    #[async_trait]
    impl Handler for Recorder {
        async fn handle(&self, arrival: &Arrival) {
            self.note("began", arrival);
            match arrival.payload.as_str() {
                "falls" | "falls, and nobody can be told" => panic!("a fault"),
                "lasts" => std::future::pending().await,
                _ => self.note("did", arrival),
            }
        }

        async fn report_failure(&self, arrival: &Arrival) {
            self.note("apologized for", arrival);
            if arrival.payload.contains("nobody") {
                std::future::pending().await
            }
        }

        async fn finished(&self, arrival: &Arrival) {
            self.note("finished", arrival);
        }

        fn lane(&self, _: &Arrival) -> String {
            "one".to_owned()
        }
    }

    fn inbox(store: &MemoryStore) -> Inbox {
        Inbox::new("slack", Arc::new(store.clone()), Arc::new(FrozenClock), InboxSettings::default())
    }

    async fn runs(inbox: &Inbox, recorder: &Arc<Recorder>, time: Duration) {
        let halt = CancellationToken::new();
        let _ = tokio::time::timeout(time, inbox.run(recorder.clone(), halt)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_is_reported_to_the_person_and_the_lane_continues() {
        let (store, recorder) = (MemoryStore::default(), Arc::new(Recorder::default()));
        let inbox = inbox(&store);
        for (key, what) in [("1", "falls"), ("2", "lasts"), ("3", "works")] {
            assert!(inbox.enqueue(key, what.to_owned()).await.expect("stored"));
        }
        runs(&inbox, &recorder, Duration::from_secs(300)).await;
        let expected = [
            "began falls",
            "apologized for falls",
            "finished falls",
            "began lasts",
            "apologized for lasts",
            "finished lasts",
            "began works",
            "did works",
            "finished works",
        ];
        assert_eq!(recorder.notes(), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_is_reported_once_even_if_gorkd_stops_in_between() {
        let (store, recorder) = (MemoryStore::default(), Arc::new(Recorder::default()));
        let inbox = inbox(&store);
        assert!(inbox.enqueue("1", "falls, and nobody can be told".to_owned()).await.expect("stored"));
        // Canceled while reporting the failure.
        runs(&inbox, &recorder, Duration::from_secs(5)).await;
        let told = ["began falls, and nobody can be told", "apologized for falls, and nobody can be told"];
        assert_eq!(recorder.notes(), told);
        runs(&inbox, &recorder, Duration::from_secs(300)).await;
        assert_eq!(recorder.notes(), told);
        assert!(!inbox.enqueue("1", "falls".to_owned()).await.expect("stored"), "the event is known");
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_started_after_the_lease_is_lost() {
        let (store, recorder) = (MemoryStore::default(), Arc::new(Recorder::default()));
        let lease = Lease::default();
        let inbox = inbox(&store).held(lease.clone(), Arc::new(store.clone()));
        assert!(inbox.enqueue("1", "works".to_owned()).await.expect("stored"));
        lease.lose();
        runs(&inbox, &recorder, Duration::from_secs(300)).await;
        assert_eq!(recorder.notes(), [""; 0]);
        let left = store.arrivals("slack", 9).await.expect("read");
        assert_eq!(left.len(), 1, "the new holder handles it");
    }

    /// Cancels the inbox as soon as it sees an arrival.
    struct Stopping(CancellationToken);

    #[async_trait]
    impl Handler for Stopping {
        async fn handle(&self, _: &Arrival) {}

        async fn report_failure(&self, _: &Arrival) {}

        fn lane(&self, _: &Arrival) -> String {
            self.0.cancel();
            "one".to_owned()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_inbox_that_is_canceled_while_polling_ends() {
        let store = MemoryStore::default();
        // With no capacity, no arrival is in progress.
        let settings = InboxSettings { concurrency: 0, ..InboxSettings::default() };
        let inbox = Inbox { settings, ..inbox(&store) };
        assert!(inbox.enqueue("1", "works".to_owned()).await.expect("stored"));
        let halt = CancellationToken::new();
        inbox.run(Arc::new(Stopping(halt.clone())), halt).await;
        assert_eq!(store.arrivals("slack", 9).await.expect("read").len(), 1, "the next holder handles it");
    }
}
