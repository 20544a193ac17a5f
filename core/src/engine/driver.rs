//! Drives one job: records what is about to start, runs it, and records the outcome, until the job is over,
//! waits for a person, or the worker stops.
//!
//! The driver only applies events that the journal returns. It works out what to write on a copy of the job, so
//! that outcomes and the starts that follow go into one append. What actually runs is decided on the real job.

use super::charging::OthersTell;
use super::learn::learn;
use super::perform::perform;
use super::room::Room;
use super::spans::SpanReporter;
use super::stall::{LOOK, Watch};
use super::tasks::{Tasks, dropped};
use super::waits::Caller;
use super::{Lease, Leases, Ports, metrics};
use crate::job::{Event, Job, JobStatus, PlannedEffect, Step, next};
use crate::model::{Millis, Seq, Spend};
use crate::ports::{Append, Change, Fence, Rest, StoreError};
use std::cell::LazyCell;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio_util::sync::CancellationToken;

/// How long to leave a job alone that contains events of a newer build.
const UNREADABLE_AGAIN_MS: u64 = 60_000;

/// How often to check for the heartbeat after a pause.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// One job driven by one worker.
pub struct Drive {
    ports: Ports,
    fence: Fence,
    job: Job,
    tasks: Tasks,
    /// Canceled at shutdown: nothing new is started; running effects may finish within `grace`.
    halt: CancellationToken,
    grace: Duration,
    watch: Watch,
    reporter: SpanReporter,
    others_tell: OthersTell,
    leases: Leases,
    /// Required for any call: without it, another worker may be making the calls.
    lease: Lease,
    room: Room,
}

/// How a drive ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Over(JobStatus),
    Waiting,
    /// Released unfinished, for another worker or a later start.
    Halted,
    /// Another worker holds the job now, or it was erased.
    Fenced,
    /// The journal has an event from a newer build that this one cannot read.
    Unreadable,
}

impl Drive {
    pub fn new(ports: Ports, fence: Fence, halt: CancellationToken, grace: Duration) -> Self {
        Self {
            ports,
            fence,
            job: Job::default(),
            tasks: Tasks::default(),
            halt,
            grace,
            watch: Watch::default(),
            reporter: SpanReporter::default(),
            others_tell: OthersTell::default(),
            leases: Leases::default(),
            lease: Lease::default(),
            room: Room::default(),
        }
    }

    /// Drives under the worker's lease, with what it does about a full store.
    pub fn under(self, leases: Leases, room: Room) -> Self {
        Self { lease: leases.current(), leases, room, ..self }
    }

    /// The job as this drive knows it; after `run`, its final state. After a store failure, it may contain an
    /// answer that the journal lacks.
    pub fn job(&self) -> &Job {
        &self.job
    }

    pub async fn run(&mut self) -> Result<Ended, StoreError> {
        let ended = self.drive().await;
        self.tasks.abort_all();
        let ended = match ended {
            Err(StoreError::Fenced(_)) => return Ok(Ended::Fenced),
            // It was erased.
            Err(StoreError::NotFound(what)) if what == format!("job {}", self.fence.job) => {
                return Ok(Ended::Fenced);
            }
            ended => ended?,
        };
        match ended {
            Ended::Over(_) => {
                metrics::ended(&self.job);
                self.reporter.end(&self.job);
            }
            Ended::Waiting => self.reporter.end_stages(&self.job),
            Ended::Halted | Ended::Fenced | Ended::Unreadable => {}
        }
        learn(&self.ports, &self.job, &ended).await;
        self.release(&ended).await?;
        Ok(ended)
    }

    async fn drive(&mut self) -> Result<Ended, StoreError> {
        let mut changes = self.ports.journal.changes();
        let events = self.ports.journal.events(&self.fence.job, 0).await?;
        events.iter().for_each(|recorded| self.job.apply(recorded));
        self.reporter.begin(&self.job, &events);
        self.watch.look(self.ports.clock.now());
        let mut opening = vec![Event::Resumed { worker: self.fence.worker.clone() }];
        if let Some((interrupt, until)) = self.job.interrupt()
            && until <= self.ports.clock.now()
        {
            opening.push(Event::InterruptTimedOut { interrupt: interrupt.id().to_owned() });
        }
        loop {
            if self.job.unreadable {
                return Ok(Ended::Unreadable);
            }
            self.prove().await?;
            let step = self.write(std::mem::take(&mut opening)).await?;
            // A command came in while that was written: what runs for nothing is settled first.
            let unsettled = !matches!(step, Step::Run(..)) && !self.job.ledger.running.is_empty();
            if unsettled || self.tasks.have_outcomes() {
                continue;
            }
            let wanted = match step {
                Step::Done => return Ok(Ended::Over(self.job.status())),
                Step::Wait(..) => return Ok(Ended::Waiting),
                Step::Run(wanted) => wanted,
            };
            // After a wait for room: its time doesn't count, and the lease may have ended.
            opening.extend(self.watch.look(self.ports.clock.now()).map(|ms| Event::StoodStill { ms }));
            let proven = self.lease.holds() || self.halt.is_cancelled();
            if !proven || !opening.is_empty() || self.launch(wanted) {
                // Or a required effect has no recorded start yet: write it first.
                continue;
            }
            if self.halt.is_cancelled() {
                self.drain().await?;
                return Ok(Ended::Halted);
            }
            opening = self.wait(&mut changes).await?;
        }
    }

    /// Once the lease has expired, another worker may hold the job: confirms the claim before any more calls
    /// are made.
    async fn prove(&mut self) -> Result<(), StoreError> {
        // No calls are made during shutdown.
        while !self.lease.holds() && !self.halt.is_cancelled() {
            // The next heartbeat is due soon. If the store is down, nothing can be done anyway.
            let lease = self.leases.current();
            if !lease.holds() {
                tokio::time::sleep(HEARTBEAT).await;
                continue;
            }
            self.append(Vec::new(), Vec::new(), self.ports.clock.now()).await?;
            self.lease = lease;
        }
        Ok(())
    }

    /// Appends everything that is due at once: outcomes, dropped effects, and the starts that follow. Returns
    /// what the job needs next, according to the journal.
    async fn write(&mut self, mut events: Vec<Event>) -> Result<Step, StoreError> {
        let now = self.ports.clock.now();
        let mut readings = Vec::new();
        // Opening events come first: `Resumed` must precede the starts of its claim.
        for outcome in self.tasks.take_outcomes(&self.job) {
            readings.extend(outcome.reading);
            events.push(outcome.event);
        }
        // An idle job is checked every few seconds, so it is not copied each time.
        let ahead = (!events.is_empty()).then(|| self.job.ahead(&events, now));
        let then = ahead.as_ref().unwrap_or(&self.job);
        let wanted = next(then).wanted();
        let mut starts = Vec::new();
        if !self.halt.is_cancelled() {
            for PlannedEffect { id, reserve, .. } in &wanted {
                if !then.ledger.running.contains_key(id) {
                    let attempt = then.ledger.next_attempt(id);
                    starts.push(Event::Started { effect: id.clone(), attempt, reserved: *reserve });
                }
            }
        }
        for (effect, state) in &then.ledger.running {
            if wanted.iter().all(|one| one.id != *effect) {
                let cost = if self.tasks.abandon(effect) { state.reserved } else { Spend::default() };
                events.push(Event::Failed { effect: effect.clone(), failure: dropped(), cost });
            }
        }
        events.extend(starts);
        if !events.is_empty()
            && let Err(error) = self.append(events, readings, now).await
        {
            // A finished answer is shown even if the store fails now. Whoever drives the job next finds it
            // unfinished and checks it again.
            let ahead = ahead.filter(|ahead| ahead.answer.is_some());
            if let (Some(ahead), StoreError::Full(_) | StoreError::Unavailable(_)) = (ahead, &error) {
                self.job = ahead;
            }
            return Err(error);
        }
        Ok(next(&self.job))
    }

    async fn append(
        &mut self,
        events: Vec<Event>,
        readings: Vec<crate::model::Reading>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let append = Append {
            job: self.fence.job.clone(),
            fence: Some(self.fence.clone()),
            after: self.job.head,
            at: now,
            events,
            readings,
            ..Append::default()
        };
        let (others, tasks) = (&mut self.others_tell, &mut self.tasks);
        let back = self.room.append(&self.ports, &self.job, append, others, tasks).await?;
        for recorded in &back {
            self.reporter.file(&mut self.job, recorded);
        }
        super::writing::forget(&self.ports, &self.fence.job, &back).await;
        Ok(())
    }

    /// Runs required effects that this claim has recorded as started. Returns true if one is not recorded yet.
    fn launch(&mut self, wanted: Vec<PlannedEffect>) -> bool {
        let mut unrecorded = false;
        // Usually nothing is launched, because the required effects are already running.
        let snapshot = LazyCell::new(|| Arc::new(self.job.clone()));
        for PlannedEffect { id, effect, .. } in wanted {
            if self.tasks.has(&id) {
                continue;
            }
            if !self.job.ledger.running.contains_key(&id) {
                unrecorded = true;
                continue;
            }
            let (ports, job, name) = (self.ports.clone(), Arc::clone(&snapshot), id.clone());
            let (lease, caller) = (self.lease.clone(), Caller::current());
            // Boxed: every future around it would reserve its size again.
            let work = Box::pin(async move { perform(&ports, job, &name, effect).await });
            self.tasks.start(id, async move { lease.over(caller.over(work)).await });
        }
        unrecorded && !self.halt.is_cancelled()
    }

    /// Waits for something to happen; returns time events to write.
    async fn wait(&mut self, changes: &mut Receiver<Change>) -> Result<Vec<Event>, StoreError> {
        let (deadline, event) = self.deadline();
        let mut due = None;
        tokio::select! {
            biased;
            () = self.tasks.one_ends(&self.job), if self.tasks.are_running() => {}
            () = self.halt.cancelled() => {}
            () = tokio::time::sleep(deadline.min(LOOK)) => due = event.filter(|_| deadline <= LOOK),
            () = news_of(changes, &self.fence.job, self.job.head) => self.catch_up().await?,
        }
        // Suspended time doesn't count, so a deadline that it triggered is not due.
        let stood_still = self.watch.look(self.ports.clock.now()).map(|ms| Event::StoodStill { ms });
        Ok(stood_still.or(due).into_iter().collect())
    }

    /// How long until the next deadline, and its event.
    fn deadline(&self) -> (Duration, Option<Event>) {
        let active = self.job.clock.active_at(self.ports.clock.now());
        let (at, event) = if !self.job.research_time_up {
            (self.job.budget.research_ms(), Event::ResearchTimeUp)
        } else if !self.job.time_up {
            (self.job.budget.ms(), Event::TimeUp)
        } else {
            return (Duration::from_secs(3600), None);
        };
        (Duration::from_millis(at.saturating_sub(active)), Some(event))
    }

    async fn catch_up(&mut self) -> Result<(), StoreError> {
        for recorded in self.ports.journal.events(&self.fence.job, self.job.head).await? {
            self.job.apply(&recorded);
        }
        Ok(())
    }

    /// Lets running effects finish within the grace period and records them; starts nothing.
    async fn drain(&mut self) -> Result<(), StoreError> {
        let until = tokio::time::Instant::now() + self.grace;
        while self.tasks.are_running() {
            if tokio::time::timeout_at(until, self.tasks.one_ends(&self.job)).await.is_err() {
                break;
            }
        }
        if self.tasks.have_outcomes() {
            self.write(Vec::new()).await?;
        }
        Ok(())
    }

    async fn release(&self, ended: &Ended) -> Result<(), StoreError> {
        let at = self.ports.clock.now();
        let (status, wake_at) = match ended {
            Ended::Over(status) => (*status, None),
            Ended::Waiting => (JobStatus::Waiting, self.job.interrupt().map(|(_, until)| until)),
            Ended::Halted => (JobStatus::Queued, None),
            // Left to a newer build. This build checks again later, in case it has been upgraded by then.
            Ended::Unreadable => (JobStatus::Queued, Some(at.plus(UNREADABLE_AGAIN_MS))),
            Ended::Fenced => return Ok(()),
        };
        self.ports.journal.release(&self.fence, Rest { status, seen: self.job.head, wake_at, at }).await
    }
}

/// Returns when the journal of `job` has grown past `head`, or when a notification may have been missed.
async fn news_of(changes: &mut Receiver<Change>, job: &crate::model::JobId, head: Seq) {
    loop {
        match changes.recv().await {
            Ok(change) if change.job == *job && change.head > head => return,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}
