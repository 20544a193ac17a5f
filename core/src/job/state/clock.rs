//! Active time: waiting for a person, queueing, and downtime don't count.

use crate::model::Millis;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Active milliseconds up to `last`.
    pub active_ms: u64,
    /// The last moment that was counted; `None` while nobody works on the job.
    last: Option<Millis>,
    /// Whether a worker has ever started the job.
    pub started: bool,
}

impl Clock {
    /// A worker started or resumed the job.
    pub fn resume(&mut self, at: Millis) {
        self.last = Some(at);
        self.started = true;
    }

    /// An event was recorded at `at`.
    pub fn tick(&mut self, at: Millis) {
        if let Some(last) = self.last {
            self.active_ms += at.since(last);
            // If the clock was set back, time continues from there.
            self.last = Some(at);
        }
    }

    /// Deducts suspended time that was counted.
    pub fn excuse(&mut self, ms: u64) {
        self.active_ms = self.active_ms.saturating_sub(ms);
    }

    /// The job waits, or is over.
    pub fn pause(&mut self) {
        self.last = None;
    }

    /// Restarts active time, for a retry or a fork.
    pub fn restart(&mut self) {
        *self = Clock { started: self.started, ..Clock::default() };
    }

    /// Active milliseconds at `now`, for a job that is being worked on.
    pub fn active_at(&self, now: Millis) -> u64 {
        self.active_ms + self.last.map_or(0, |last| now.since(last))
    }
}
