//! Follows one job: every state that its journal gives it, once each and in order, from its first event on.
//!
//! What was copied from another job, for a known answer or a branch, is taken in and not told.

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

/// How often a silent connection shows that it lives. News may be missed, so the journal is looked at then too.
const BEAT: Duration = Duration::from_secs(5);

pub struct Follow {
    web: Web,
    id: JobId,
    job: Job,
    after: Seq,
    ready: VecDeque<Recorded>,
    /// There may be events that have not been read.
    stale: bool,
    changes: Receiver<Change>,
    beat: Interval,
    _seat: Seat,
}

/// One of the seats that all streams share.
pub type Seat = OwnedSemaphorePermit;

/// A seat, to be taken before anything is begun for it.
pub fn seat(web: &Web) -> Result<Seat, Problem> {
    web.streams.seat().ok_or_else(Problem::too_many_readers)
}

/// What came next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The job has learnt something.
    Moved,
    /// Nothing for a while.
    Quiet,
    /// Nothing more will come: gorkd stops, or the job was erased.
    Gone,
}

impl Follow {
    pub fn new(web: &Web, job: JobId, seat: Seat) -> Self {
        let mut beat = tokio::time::interval_at(tokio::time::Instant::now() + BEAT, BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            web: web.clone(),
            id: job,
            job: Job::default(),
            after: 0,
            ready: VecDeque::new(),
            stale: true,
            // Before anything is read, so that nothing between reading and listening is missed.
            changes: web.service.changes(),
            beat,
            _seat: seat,
        }
    }

    /// The job as far as it has been told.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The document of the job as far as it has been told.
    pub fn view(&self) -> JobView {
        view(&self.web.service.told(self.job.clone()))
    }

    /// The page of the job, to give to people.
    pub fn permalink(&self) -> Option<String> {
        self.web.settings.permalink(self.id.as_str())
    }

    /// Has all that is recorded been told?
    pub fn is_caught_up(&self) -> bool {
        self.ready.is_empty()
    }

    pub fn is_over(&self) -> bool {
        self.is_caught_up() && self.job.status().is_over()
    }

    /// May be dropped at any moment without losing an event.
    pub async fn next(&mut self) -> Told {
        loop {
            if let Some(recorded) = self.ready.pop_front() {
                self.job.apply(&recorded);
                if self.job.id == self.id {
                    return Told::Moved;
                }
                continue;
            }
            if self.stale && !self.read_on().await {
                return Told::Gone;
            }
            if !self.ready.is_empty() {
                continue;
            }
            let halt = self.web.streams.halt();
            tokio::select! {
                () = halt.cancelled() => return Told::Gone,
                change = self.changes.recv() => match change {
                    Ok(change) => self.stale = change.job == self.id,
                    Err(RecvError::Lagged(_)) => self.stale = true,
                    Err(RecvError::Closed) => return Told::Gone,
                },
                _ = self.beat.tick() => {
                    self.stale = true;
                    return Told::Quiet;
                }
            }
        }
    }

    /// Reads what is new. False when the job is no longer there; a store that fails is asked again with the next beat.
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
                tracing::warn!(code = %refusal.code, "a job could not be followed");
                self.stale = false;
                return true;
            }
        }
        let row = self.web.service.row(&self.id).await;
        !matches!(row, Err(refusal) if refusal.code == RefusalCode::NotFound)
    }
}
