//! Keeps the messages of jobs up to date: compares the messages that should be in a place with those that are
//! there, and syncs the difference. A crash, a takeover and a missed notification all take the same path.
//!
//! There is one deliverer per platform and store. The process that runs it holds a lease, and posts nothing
//! without it.

mod active;
mod fallback;
mod rendered;
mod sync;
#[cfg(test)]
mod tests;

use crate::cards::CardOptions;
use crate::platform::Platform;
use active::{ActiveDelivery, SyncOutcome};
use gorkd_core::engine::{Lease, RecentFailures, Service};
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Chats, DeliveryState};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, PartialEq)]
pub struct DeliverySettings {
    /// How often to check the store for new or due deliveries.
    pub poll: Duration,
    /// How often to update a status when nothing happens, because time passes.
    pub heartbeat: Duration,
    /// Maximum number of places written to in parallel.
    pub concurrency: usize,
    /// How long to retry temporary failures of a place.
    pub give_up_after: Duration,
    pub options: CardOptions,
}

impl Default for DeliverySettings {
    fn default() -> Self {
        Self {
            poll: Duration::from_millis(500),
            heartbeat: Duration::from_secs(15),
            concurrency: 32,
            give_up_after: Duration::from_secs(24 * 60 * 60),
            options: CardOptions::default(),
        }
    }
}

/// Maximum number of deliveries read from the store at once.
const BATCH: u32 = 2_000;

#[derive(Clone)]
pub struct Deliverer {
    service: Service,
    chats: Arc<dyn Chats>,
    platform: Arc<dyn Platform>,
    settings: Arc<DeliverySettings>,
    /// Signals a change that no journal records: a button was pressed.
    woken: Arc<Notify>,
    /// Messages are posted only while this lease is held.
    lease: Lease,
    /// What was logged: if the store fails, every poll and every sync does.
    failures: RecentFailures,
}

type Key = (JobId, Place);

impl Deliverer {
    pub fn new(
        service: Service,
        chats: Arc<dyn Chats>,
        platform: Arc<dyn Platform>,
        settings: DeliverySettings,
    ) -> Self {
        Self {
            service,
            chats,
            platform,
            settings: Arc::new(settings),
            woken: Arc::default(),
            lease: Lease::default(),
            failures: RecentFailures::default(),
        }
    }

    /// A copy for the process that holds the platform's lease: no other process writes to `chats`.
    pub fn held(&self, lease: Lease, chats: Arc<dyn Chats>) -> Self {
        Self { chats, lease, ..self.clone() }
    }

    /// Polls now instead of at the next interval.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    fn chats(&self) -> &dyn Chats {
        self.chats.as_ref()
    }

    fn now(&self) -> Millis {
        self.service.now()
    }

    /// Runs until canceled, then finishes syncs in progress.
    pub async fn run(&self, halt: CancellationToken) {
        let mut changes = self.service.changes();
        let mut active: HashMap<Key, ActiveDelivery> = HashMap::new();
        // Separate tasks: a sync continues while this loop waits for the store, which the sync may have locked.
        let mut running = JoinSet::new();
        let mut keys: HashMap<Id, Key> = HashMap::new();
        let mut polled = None;
        loop {
            let now = tokio::time::Instant::now();
            // Read once per iteration: a later cancellation ends the wait below.
            let halted = halt.is_cancelled();
            if halted {
                if running.is_empty() {
                    return;
                }
            } else if !self.lease.holds() {
                // The process that now delivers reads open deliveries from the store.
                active.clear();
                polled = Some(now);
            } else {
                if polled.is_none_or(|at| now.duration_since(at) >= self.settings.poll) {
                    self.poll(&mut active).await;
                    polled = Some(now);
                }
                for (key, one) in &mut active {
                    if running.len() >= self.settings.concurrency {
                        break;
                    }
                    if let Some(task) = one.begin(now, self.settings.heartbeat) {
                        let (deliverer, synced) = (self.clone(), key.clone());
                        let handle = running.spawn(async move {
                            let lease = deliverer.lease.clone();
                            lease.over(deliverer.sync(synced, task)).await
                        });
                        keys.insert(handle.id(), key.clone());
                    }
                }
            }
            let wake = active.values().filter_map(|one| one.due(self.settings.heartbeat)).min();
            let poll = polled.map_or(now, |at| at + self.settings.poll);
            let wake = wake.map_or(poll, |wake| wake.max(now + Duration::from_millis(5)).min(poll));
            tokio::select! {
                Some(joined) = running.join_next_with_id(), if !running.is_empty() => {
                    if let Some((key, outcome)) = joined_outcome(joined, &mut keys, &mut active) {
                        self.finish(&mut active, key, outcome).await;
                    }
                }
                change = changes.recv() => match change {
                    Ok(change) => {
                        active.iter_mut().filter(|((job, _), _)| *job == change.job).for_each(|(_, one)| one.mark_dirty());
                    }
                    Err(RecvError::Lagged(_)) => active.values_mut().for_each(ActiveDelivery::mark_dirty),
                    // The store is closed; the next process delivers the rest.
                    Err(RecvError::Closed) => halt.cancel(),
                },
                () = self.woken.notified() => polled = None,
                () = tokio::time::sleep_until(wake), if !halted => {}
                () = halt.cancelled(), if !halted => {}
            }
        }
    }

    /// Adds open deliveries from the store.
    async fn poll(&self, active: &mut HashMap<Key, ActiveDelivery>) {
        let open = match self.chats().open_deliveries(self.platform.name(), self.now(), BATCH).await {
            Ok(open) => open,
            Err(error) => {
                if self.failures.is_news("open", &error) {
                    tracing::warn!(%error, "failed to read open deliveries");
                }
                return;
            }
        };
        for delivery in open {
            let key = (delivery.job.clone(), delivery.place.clone());
            match active.get_mut(&key) {
                Some(one) => one.refresh(delivery),
                None => _ = active.insert(key, ActiveDelivery::new(delivery)),
            }
        }
    }

    async fn finish(&self, active: &mut HashMap<Key, ActiveDelivery>, key: Key, outcome: SyncOutcome) {
        if !self.lease.holds() {
            // The new holder delivers what is missing.
            active.remove(&key);
            return;
        }
        let Some(one) = active.get_mut(&key) else { return };
        let state = one.end(outcome, self.platform.pacing().between_edits, self.settings.give_up_after);
        if state == DeliveryState::Open {
            return;
        }
        // A button may have reopened the delivery in the meantime.
        let reopened = async {
            if self.chats().settle(one.delivery(), state).await? {
                return Ok(None);
            }
            self.chats().delivery(&key.0, &key.1).await
        };
        match reopened.await {
            Ok(Some(current)) => one.refresh(current),
            Ok(None) => _ = active.remove(&key),
            Err(error) if self.failures.is_news("settle", &error) => {
                tracing::warn!(%error, "failed to record a finished delivery");
            }
            Err(_) => {}
        }
    }
}

/// The outcome of a task. A panic affects only its own place; the next poll picks it up again.
fn joined_outcome(
    joined: Result<(Id, (Key, SyncOutcome)), JoinError>,
    keys: &mut HashMap<Id, Key>,
    active: &mut HashMap<Key, ActiveDelivery>,
) -> Option<(Key, SyncOutcome)> {
    match joined {
        Ok((id, ended)) => {
            keys.remove(&id);
            Some(ended)
        }
        Err(error) => {
            let key = keys.remove(&error.id())?;
            tracing::error!(job = %key.0, "delivering a job panicked");
            active.remove(&key);
            None
        }
    }
}
