//! Follows a job: every state in its journal, once each and in order, from the first event on.
//!
//! Events copied from another job, for a known answer or a branch, are applied but not reported.

use crate::parts::Web;
use crate::problem::Problem;
use gorkd_core::job::{Job, Recorded};
use gorkd_core::model::{JobId, RefusalCode, Seq};
use gorkd_core::ports::Change;
use gorkd_core::view::{JobView, view};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::{Interval, MissedTickBehavior};

/// How often to report a quiet connection. The journal is also read then, because notifications may be lost.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub struct Follow {
    web: Web,
    id: JobId,
    job: Job,
    after: Seq,
    ready: VecDeque<Recorded>,
    /// There may be unread events.
    stale: bool,
    changes: Receiver<Change>,
    beat: Interval,
    _seat: Seat,
}

/// One of the permits that all streams share.
pub type Seat = OwnedSemaphorePermit;

/// Acquires a permit. Call this before starting anything that needs one.
pub fn seat(web: &Web) -> Result<Seat, Problem> {
    web.streams.seat().ok_or_else(Problem::too_many_readers)
}

/// What happened next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// The job has changed.
    Changed,
    /// Nothing happened for a while.
    Idle,
    /// Nothing more will come: gorkd is shutting down, or the job was erased.
    Ended,
}

impl Follow {
    pub fn new(web: &Web, job: JobId, seat: Seat) -> Self {
        let mut beat = tokio::time::interval_at(tokio::time::Instant::now() + HEARTBEAT, HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            web: web.clone(),
            id: job,
            job: Job::default(),
            after: 0,
            ready: VecDeque::new(),
            stale: true,
            // Subscribed before anything is read, so that no event in between is missed.
            changes: web.service.changes(),
            beat,
            _seat: seat,
        }
    }

    /// The job as reported so far.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The document of the job as reported so far.
    pub fn view(&self) -> JobView {
        view(&self.web.service.with_derived(self.job.clone()))
    }

    /// The page of the job, to share with people.
    pub fn permalink(&self) -> Option<String> {
        self.web.settings.permalink(self.id.as_str())
    }

    /// Whether everything read from the journal has been reported.
    pub fn is_caught_up(&self) -> bool {
        self.ready.is_empty()
    }

    pub fn is_over(&self) -> bool {
        self.is_caught_up() && self.job.status().is_over()
    }

    /// Cancel safe: dropping the future does not lose an event.
    pub async fn next(&mut self) -> JobChange {
        loop {
            if let Some(recorded) = self.ready.pop_front() {
                self.job.apply(&recorded);
                if self.job.id == self.id {
                    return JobChange::Changed;
                }
                continue;
            }
            if self.stale && !self.read_on().await {
                return JobChange::Ended;
            }
            if !self.ready.is_empty() {
                continue;
            }
            let halt = self.web.streams.halt();
            tokio::select! {
                () = halt.cancelled() => return JobChange::Ended,
                change = self.changes.recv() => match change {
                    Ok(change) => self.stale = change.job == self.id,
                    Err(RecvError::Lagged(_)) => self.stale = true,
                    Err(RecvError::Closed) => return JobChange::Ended,
                },
                _ = self.beat.tick() => {
                    self.stale = true;
                    return JobChange::Idle;
                }
            }
        }
    }

    /// Reads new events. Returns false if the job no longer exists; after a store failure, it is retried at the
    /// next interval.
    async fn read_on(&mut self) -> bool {
        match self.web.service.events(&self.id, self.after).await {
            Ok(events) => {
                self.after = events.last().map_or(self.after, |last| last.seq);
                self.ready.extend(events);
                self.stale = false;
                if !self.ready.is_empty() {
                    return true;
                }
            }
            Err(refusal) => {
                tracing::warn!(code = %refusal.code, "failed to follow a job");
                self.stale = false;
                return true;
            }
        }
        let row = self.web.service.row(&self.id).await;
        !matches!(row, Err(refusal) if refusal.code == RefusalCode::NotFound)
    }
}
