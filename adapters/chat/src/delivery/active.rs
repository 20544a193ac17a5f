//! The state of one delivery (a job in a place) between two syncs.

use gorkd_core::job::{Job, JobStatus};
use gorkd_core::ports::{Delivery, DeliveryState};
use std::time::Duration;
use tokio::time::Instant;

pub struct ActiveDelivery {
    delivery: Delivery,
    /// The job as far as its journal has been read; `None` during a sync.
    job: Option<Box<Job>>,
    seen: SyncState,
    syncing: bool,
    /// Something may have changed.
    dirty: bool,
    retry_at: Option<Instant>,
    /// End of the pause between two edits of a place.
    paused_until: Option<Instant>,
    synced_at: Option<Instant>,
    failing_since: Option<Instant>,
    /// Passing time changes nothing: the job is over, or waits for a person.
    idle: bool,
}

/// What the syncs of a delivery have found so far.
#[derive(Clone, Copy, Default)]
pub struct SyncState {
    /// Another process posted part of this job.
    pub resumed: bool,
    /// How often the platform refused an edit as invalid.
    pub refused_edits: u32,
}

/// The input of a sync.
pub struct SyncTask {
    pub delivery: Delivery,
    pub job: Box<Job>,
    pub seen: SyncState,
    /// The first sync in this process: existing messages were posted by another one.
    pub first: bool,
}

/// The outcome of a sync.
pub struct SyncOutcome {
    pub job: Box<Job>,
    pub seen: SyncState,
    /// Retry after this time; `None` if the place is up to date.
    pub retry_after: Option<Duration>,
    pub state: DeliveryState,
    /// Failed temporarily.
    pub failed: bool,
}

impl ActiveDelivery {
    pub fn new(delivery: Delivery) -> Self {
        Self {
            delivery,
            job: Some(Box::default()),
            seen: SyncState::default(),
            syncing: false,
            dirty: true,
            retry_at: None,
            paused_until: None,
            synced_at: None,
            failing_since: None,
            idle: false,
        }
    }

    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }

    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// Updates the row from the store.
    pub fn refresh(&mut self, delivery: Delivery) {
        if self.delivery.extras != delivery.extras || self.delivery.handle != delivery.handle {
            self.dirty = true;
        }
        self.delivery = delivery;
    }

    /// When the next sync is due; `None` during a sync.
    pub fn due(&self, heartbeat: Duration) -> Option<Instant> {
        if self.syncing {
            return None;
        }
        let heartbeat = self.synced_at.filter(|_| !self.idle).map(|at| at + heartbeat);
        match self.dirty {
            true => Some(self.retry_at.max(self.paused_until).unwrap_or_else(Instant::now)),
            false => heartbeat,
        }
    }

    pub fn begin(&mut self, now: Instant, heartbeat: Duration) -> Option<SyncTask> {
        // `due` may read the clock itself and return a time later than `now`.
        let due = self.due(heartbeat)?;
        if due > now.max(Instant::now()) {
            return None;
        }
        let job = self.job.take()?;
        self.syncing = true;
        self.dirty = false;
        self.retry_at = None;
        let first = self.synced_at.is_none();
        Some(SyncTask { delivery: self.delivery.clone(), job, seen: self.seen, first })
    }

    /// Returns the new state of the row.
    pub fn end(&mut self, outcome: SyncOutcome, pause: Duration, give_up_after: Duration) -> DeliveryState {
        let now = Instant::now();
        self.paused_until = Some(now + pause);
        self.syncing = false;
        self.idle = !matches!(outcome.job.status(), JobStatus::Queued | JobStatus::Running);
        self.seen = outcome.seen;
        self.job = Some(outcome.job);
        self.synced_at = Some(now);
        if let Some(wait) = outcome.retry_after {
            self.retry_at = Some(now + wait);
            self.dirty = true;
        }
        match (outcome.failed, self.failing_since) {
            (false, _) => self.failing_since = None,
            (true, None) => self.failing_since = Some(now),
            (true, Some(since)) if now.duration_since(since) >= give_up_after => return DeliveryState::Gone,
            (true, Some(_)) => {}
        }
        // Something changed during the sync.
        if self.dirty && outcome.state == DeliveryState::Delivered {
            DeliveryState::Open
        } else {
            outcome.state
        }
    }
}
