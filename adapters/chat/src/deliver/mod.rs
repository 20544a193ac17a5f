//! Tells jobs in chats: what ought to stand in a place is compared with what stands there, and the difference is
//! closed. A crash, a take-over and a missed wake-up are the same path.
//!
//! One deliverer a platform and data folder: whoever starts one holds a lock.

mod close;
mod live;
#[cfg(test)]
mod tests;
mod trouble;

use crate::cards::Ways;
use crate::platform::Platform;
use gorkd_core::engine::Service;
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Chats, TellingState};
use live::{Live, Told};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, PartialEq)]
pub struct DeliverSettings {
    /// How often the store is asked for tellings that are new or due.
    pub poll: Duration,
    /// How often a status is brought up to date when nothing has happened: time passes.
    pub heartbeat: Duration,
    /// Places that are written to at once.
    pub at_once: usize,
    /// How long a place that fails for a reason that may pass is tried.
    pub give_up: Duration,
    pub ways: Ways,
}

impl Default for DeliverSettings {
    fn default() -> Self {
        Self {
            poll: Duration::from_millis(500),
            heartbeat: Duration::from_secs(15),
            at_once: 32,
            give_up: Duration::from_secs(24 * 60 * 60),
            ways: Ways::default(),
        }
    }
}

/// Tellings that are looked at in one go.
const MOST: u32 = 2_000;

#[derive(Clone)]
pub struct Deliverer {
    service: Service,
    chats: Arc<dyn Chats>,
    platform: Arc<dyn Platform>,
    settings: Arc<DeliverSettings>,
    /// Something is to be told that no journal speaks of: a button was pressed.
    nudge: Arc<Notify>,
}

type Key = (JobId, Place);

impl Deliverer {
    pub fn new(
        service: Service,
        chats: Arc<dyn Chats>,
        platform: Arc<dyn Platform>,
        settings: DeliverSettings,
    ) -> Self {
        Self { service, chats, platform, settings: Arc::new(settings), nudge: Arc::default() }
    }

    /// Makes it look at once instead of at its next poll.
    pub fn nudge(&self) {
        self.nudge.notify_one();
    }

    fn chats(&self) -> &dyn Chats {
        self.chats.as_ref()
    }

    fn now(&self) -> Millis {
        self.service.now()
    }

    /// Until it is told to stop; what is being written is ended.
    pub async fn run(&self, halt: CancellationToken) {
        let mut news = self.service.changes();
        let mut live: HashMap<Key, Live> = HashMap::new();
        // Tasks of their own: a place that is written to goes on while this loop waits for the store, which it may hold.
        let mut running = JoinSet::new();
        let mut begun_for: HashMap<Id, Key> = HashMap::new();
        let mut looked = None;
        loop {
            let now = tokio::time::Instant::now();
            if halt.is_cancelled() {
                if running.is_empty() {
                    return;
                }
            } else {
                if looked.is_none_or(|at| now.duration_since(at) >= self.settings.poll) {
                    self.look(&mut live).await;
                    looked = Some(now);
                }
                for (key, one) in &mut live {
                    if running.len() >= self.settings.at_once {
                        break;
                    }
                    if let Some(begun) = one.begin(now, self.settings.heartbeat) {
                        let (deliverer, of) = (self.clone(), key.clone());
                        let task = running.spawn(async move { deliverer.bring_up_to_date(of, begun).await });
                        begun_for.insert(task.id(), key.clone());
                    }
                }
            }
            let wake = live.values().filter_map(|one| one.due(self.settings.heartbeat)).min();
            let poll = looked.map_or(now, |at| at + self.settings.poll);
            let wake = wake.map_or(poll, |wake| wake.max(now + Duration::from_millis(5)).min(poll));
            tokio::select! {
                Some(joined) = running.join_next_with_id(), if !running.is_empty() => {
                    if let Some((key, told)) = joined_as(joined, &mut begun_for, &mut live) {
                        self.ended(&mut live, key, told).await;
                    }
                }
                change = news.recv() => match change {
                    Ok(change) => {
                        live.iter_mut().filter(|((job, _), _)| *job == change.job).for_each(|(_, one)| one.stir());
                    }
                    Err(RecvError::Lagged(_)) => live.values_mut().for_each(Live::stir),
                    // The store is closed; what is left is told by the next process.
                    Err(RecvError::Closed) => halt.cancel(),
                },
                () = self.nudge.notified() => looked = None,
                () = tokio::time::sleep_until(wake), if !halt.is_cancelled() => {}
                () = halt.cancelled(), if !halt.is_cancelled() => {}
            }
        }
    }

    /// Takes up what is open in the store.
    async fn look(&self, live: &mut HashMap<Key, Live>) {
        let open = match self.chats().tellings(self.platform.name(), self.now(), MOST).await {
            Ok(open) => open,
            Err(error) => {
                tracing::warn!(%error, "what is to be told cannot be looked at");
                return;
            }
        };
        for telling in open {
            let key = (telling.job.clone(), telling.place.clone());
            match live.get_mut(&key) {
                Some(one) => one.renew(telling),
                None => _ = live.insert(key, Live::new(telling)),
            }
        }
    }

    async fn ended(&self, live: &mut HashMap<Key, Live>, key: Key, told: Told) {
        let Some(one) = live.get_mut(&key) else { return };
        let state = one.end(told, self.platform.pace().between_edits, self.settings.give_up);
        if state == TellingState::Open {
            return;
        }
        // A button may have asked for more in the meantime: then it stays open.
        let unless_more = async {
            if self.chats().settle(one.telling(), state).await? {
                return Ok(None);
            }
            self.chats().telling(&key.0, &key.1).await
        };
        match unless_more.await {
            Ok(Some(current)) => one.renew(current),
            Ok(None) => _ = live.remove(&key),
            Err(error) => tracing::warn!(%error, "what was told cannot be noted"),
        }
    }
}

/// What a task came to. A fault in one place leaves the others alone; the place is taken up anew at the next look.
fn joined_as(
    joined: Result<(Id, (Key, Told)), JoinError>,
    begun_for: &mut HashMap<Id, Key>,
    live: &mut HashMap<Key, Live>,
) -> Option<(Key, Told)> {
    match joined {
        Ok((id, ended)) => {
            begun_for.remove(&id);
            Some(ended)
        }
        Err(error) => {
            let key = begun_for.remove(&error.id())?;
            tracing::error!(job = %key.0, "a job that is told met a fault in gorkd");
            live.remove(&key);
            None
        }
    }
}
