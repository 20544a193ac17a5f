//! One job in one place, as the deliverer keeps it between two looks.

use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::Seq;
use gorkd_core::ports::{Telling, TellingState};
use std::time::Duration;
use tokio::time::Instant;

pub struct Live {
    telling: Telling,
    /// As far as the journal was read; none while it is being worked on.
    folded: Option<Box<Job>>,
    resumed: bool,
    busy: bool,
    /// Something may be new.
    stirred: bool,
    not_before: Option<Instant>,
    /// Between two changes of a place.
    quiet_until: Option<Instant>,
    /// When it was last brought up to date.
    told_at: Option<Instant>,
    /// Since when it fails.
    failing: Option<Instant>,
    /// Time changes nothing in it: over, or waiting for somebody.
    still: bool,
}

/// What is needed to bring it up to date.
pub struct Begun {
    pub telling: Telling,
    pub folded: Box<Job>,
    /// The first look of this process: what was posted before it is not its own.
    pub resumed: bool,
    pub first: bool,
}

/// What came of it.
pub struct Told {
    pub folded: Box<Job>,
    pub resumed: bool,
    /// Again after this time; none when all that is known is told.
    pub again: Option<Duration>,
    pub state: TellingState,
    /// Something failed that may pass.
    pub failed: bool,
}

impl Live {
    pub fn new(telling: Telling) -> Self {
        Self {
            telling,
            folded: Some(Box::default()),
            resumed: false,
            busy: false,
            stirred: true,
            not_before: None,
            quiet_until: None,
            told_at: None,
            failing: None,
            still: false,
        }
    }

    pub fn telling(&self) -> &Telling {
        &self.telling
    }

    pub fn stir(&mut self) {
        self.stirred = true;
    }

    /// Its row as it is now in the store.
    pub fn renew(&mut self, telling: Telling) {
        if self.telling.extras != telling.extras || self.telling.handle != telling.handle {
            self.stirred = true;
        }
        self.telling = telling;
    }

    /// When there will be something to do; none while it is being done.
    pub fn due(&self, heartbeat: Duration) -> Option<Instant> {
        if self.busy {
            return None;
        }
        let heartbeat = self.told_at.filter(|_| !self.still).map(|at| at + heartbeat);
        match self.stirred {
            true => Some(self.not_before.max(self.quiet_until).unwrap_or_else(Instant::now)),
            false => heartbeat,
        }
    }

    pub fn begin(&mut self, now: Instant, heartbeat: Duration) -> Option<Begun> {
        // What is due at once says so with a time of its own, which is later than `now`.
        let due = self.due(heartbeat)?;
        if due > now.max(Instant::now()) {
            return None;
        }
        let folded = self.folded.take()?;
        self.busy = true;
        self.stirred = false;
        self.not_before = None;
        let first = self.told_at.is_none();
        Some(Begun { telling: self.telling.clone(), folded, resumed: self.resumed, first })
    }

    /// Gives the state that its row ought to have.
    pub fn end(&mut self, told: Told, gap: Duration, give_up: Duration) -> TellingState {
        let now = Instant::now();
        self.quiet_until = Some(now + gap);
        self.busy = false;
        self.still = !matches!(told.folded.status(), JobStatus::Queued | JobStatus::Running);
        self.resumed = told.resumed;
        self.folded = Some(told.folded);
        self.told_at = Some(now);
        if let Some(again) = told.again {
            self.not_before = Some(now + again);
            self.stirred = true;
        }
        match (told.failed, self.failing) {
            (false, _) => self.failing = None,
            (true, None) => self.failing = Some(now),
            (true, Some(since)) if now.duration_since(since) >= give_up => return TellingState::Gone,
            (true, Some(_)) => {}
        }
        // Something new came in the meantime.
        if self.stirred && told.state == TellingState::Told { TellingState::Open } else { told.state }
    }
}

/// The place up to which a job was read.
pub fn head(job: &Job) -> Seq {
    job.head
}
