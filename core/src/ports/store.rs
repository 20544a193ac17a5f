//! The store: journals, documents, threads.

use crate::job::{Event, JobStatus, Recorded};
use crate::model::{
    Document, DocumentHash, EffectId, JobId, MicroUsd, Millis, Place, Reading, Requester, Seq, ThreadId,
};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::sync::broadcast;

/// Why the store failed. The messages are for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another worker holds the job now, or another process the chat platform; what this one wanted to write was not
    /// written.
    #[error("{0} is held by another worker")]
    Fenced(String),
    /// A job with the same [`NewJob::same`] is not over; nothing was written.
    #[error("job {0} is under way already")]
    UnderWay(JobId),
    /// A charge would exceed its limit; nothing of the append was written.
    #[error("the limit of {limit} for {scope} in this period is reached")]
    OverLimit { scope: String, limit: u64 },
    #[error("{0} is not in the store")]
    NotFound(String),
    /// The disk is full; existing data is safe.
    #[error("the store failed: {0}")]
    Full(String),
    /// Busy or broken.
    #[error("the store failed: {0}")]
    Unavailable(String),
}

/// Jobs and their events. The only truth about a run.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Creates a job with its first event(s); claimed at once when `new.claim_for` names a worker.
    async fn create(&self, new: NewJob) -> Result<Option<Fence>, StoreError>;

    /// Appends in one transaction and returns, in order, every event after `append.after`: those written in between,
    /// then the new ones. Outcomes already recorded for an effect are silently skipped.
    async fn append(&self, append: Append) -> Result<Vec<Recorded>, StoreError>;

    /// Events after `after`, in order.
    async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, StoreError>;

    /// Events of all jobs of a thread in the order in which they were written, at most `limit`, after the event
    /// `after` of one of them (or from the first). Nobody waits for it: an unknown thread has none.
    async fn of_thread(
        &self,
        thread: &ThreadId,
        after: Option<(&JobId, Seq)>,
        limit: u32,
    ) -> Result<Vec<(JobId, Recorded)>, StoreError>;

    /// Claims a job that is due and not running: queued, waiting with `wake_at` reached, or held by a dead worker. A
    /// worker never claims what it already holds, whatever its lease says. With `only`, only that job.
    ///
    /// Jobs of dead workers come first, then those that somebody waits for, then those in the background
    /// ([`NewJob::background`]) that have been due for less than [`PATIENCE_MS`]. Within each, the order is by the time
    /// since when a job is due, put off by [`TURN_MS`] for each job of its lane and kind that runs or stands before it: a
    /// place that asks a lot does not hold up the others, and whoever has waited long enough is next.
    async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
    ) -> Result<Option<Fence>, StoreError>;

    /// The same for up to `most` jobs, in that order: one write for a burst of questions. Jobs that may call one of the
    /// servers in `without` ([`Asked::servers`](crate::job::Asked::servers)) are left in line.
    async fn claim_due(
        &self,
        worker: &str,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError>;

    /// Releases a job. Does nothing if the fence is no longer valid.
    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError>;

    /// Records that a worker is alive until `until`. Heartbeats update only the worker's row, never individual jobs.
    async fn beat(&self, worker: &str, until: Millis) -> Result<(), StoreError>;

    /// A job's row.
    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError>;

    /// Who waits for a worker, in order, and what says how long that takes.
    async fn waiting(&self, now: Millis) -> Result<Waiting, StoreError>;

    /// How many jobs a worker could take up: not those behind an earlier turn of their thread.
    async fn line(&self, now: Millis) -> Result<Line, StoreError>;

    /// Notifies of appends in this process and (within a poll) in others. Notifications can be lost; the journal is the
    /// truth.
    fn changes(&self) -> broadcast::Receiver<Change>;
}

/// How far a job stands back in the line for each job of its lane that runs or stands before it.
pub const TURN_MS: u64 = 10 * 60 * 1000;

/// How long a job in the background lets all others pass.
pub const PATIENCE_MS: u64 = 30 * 60 * 1000;

/// Runs that ended within this time say how long one takes.
pub const RECENT_MS: u64 = 30 * 60 * 1000;

/// Proof of holding a job: which worker incarnation, and which claim of the job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fence {
    pub job: JobId,
    pub worker: String,
    /// How often the job has been claimed, including this time.
    pub claim: u64,
}

#[derive(Clone, Debug)]
pub struct NewJob {
    pub job: JobId,
    pub thread: ThreadId,
    /// 1 for the first turn of a thread.
    pub turn: u32,
    pub place: Place,
    /// Whose doing `events` are.
    pub requester: Requester,
    /// The question as asked, for lists.
    pub question: String,
    pub at: Millis,
    /// The journal of another job up to an event: it comes first, unchanged with its times and documents. Its outcomes
    /// are history and don't block effects with the same names.
    pub copied: Option<(JobId, Seq)>,
    /// `Asked`, or what follows a copy: `Forked` or `Reused`.
    pub events: Vec<Event>,
    /// Readings whose hashes are in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub forked_from: Option<(JobId, Seq)>,
    pub charges: Vec<Charge>,
    pub claim_for: Option<String>,
    /// Not claimed by other workers while the one named in `claim_for` is alive.
    pub status: JobStatus,
    /// Due at this time when queued behind another turn of the thread.
    pub wake_at: Option<Millis>,
    /// Of jobs with the same value, only one runs at a time; see [`StoreError::UnderWay`].
    pub same: Option<String>,
    /// Nobody waits for it: it lets others pass.
    pub background: bool,
}

impl NewJob {
    /// See [`Asked::servers`](crate::job::Asked::servers). None for a copy: it may call those of its original.
    pub fn servers(&self) -> Option<BTreeSet<&str>> {
        self.events.iter().find_map(|event| {
            let Event::Asked(asked) = event else { return None };
            Some(asked.servers())
        })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Append {
    pub job: JobId,
    /// None for a person's commands, which need no claim on the job.
    pub fence: Option<Fence>,
    /// The person whose commands these are; none for what a worker appends.
    pub by: Option<By>,
    pub after: Seq,
    pub at: Millis,
    pub events: Vec<Event>,
    /// Readings whose hashes are in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub charges: Vec<Charge>,
    /// The job's status after `events`, if it is known and has changed.
    pub status: Option<JobStatus>,
    /// Make the job due at this time, for a command that must wake a worker.
    pub wake_at: Option<Millis>,
}

/// Who gives a command. Events carry an [`crate::model::ActorId`] for the person, and what was typed is stored beside
/// them, so that erasing the person changes no event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// The requester's key.
    pub person: String,
    /// What is read in place of the person's words once they are erased.
    pub erased: String,
}

/// A count that holds over jobs and machines, for example what a person may spend in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Whose budget; see [`Scope::scope`](crate::job::Scope::scope).
    pub scope: String,
    /// The period, for example `2026-11`.
    pub period: String,
    /// The amount to reserve; refused if reserved and spent would exceed `limit`.
    pub reserve: MicroUsd,
    /// The amount to release from the reservation.
    pub release: MicroUsd,
    /// The amount actually spent.
    pub settle: MicroUsd,
    pub limit: Option<MicroUsd>,
}

/// How a job is left when it is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    pub status: JobStatus,
    /// The last event known to the worker. If the journal has grown since, the job is due immediately instead.
    pub seen: Seq,
    /// When it is due again; none for never (until a command arrives).
    pub wake_at: Option<Millis>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JobRow {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: String,
    pub status: JobStatus,
    pub head: Seq,
    pub created_at: Millis,
    pub updated_at: Millis,
    pub forked_from: Option<(JobId, Seq)>,
}

/// The jobs that wait for a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// For each, how many will be claimed before it.
    pub ahead: BTreeMap<JobId, u32>,
    /// Jobs that workers hold, in all processes.
    pub running: u32,
    /// The median duration of runs that ended in the last [`RECENT_MS`], from first step to end; none if there are none.
    pub typical_ms: Option<u64>,
}

/// Jobs that wait for a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Those that somebody waits for.
    pub asked: u64,
    pub background: u64,
}

/// A change of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub job: JobId,
    pub thread: ThreadId,
    pub head: Seq,
}

/// Texts that were read.
#[async_trait]
pub trait Documents: Send + Sync {
    /// Texts by hash; those that are not stored are left out.
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError>;

    /// The document and its text, as read by some job or the library.
    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError>;

    /// The newest document read from an address and visible to `audience`, without its text.
    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError>;
}

/// Texts by hash.
pub type Texts = BTreeMap<DocumentHash, Arc<str>>;

/// Conversations, and the counts that admission needs.
#[async_trait]
pub trait Threads: Send + Sync {
    async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, StoreError>;

    /// Newest first. `search` matches titles and questions.
    async fn list(
        &self,
        owner: &str,
        search: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, StoreError> {
        self.list_after(owner, search, None, limit).await
    }

    /// The same list after a position in it. New or changed threads come before that position.
    async fn list_after(
        &self,
        owner: &str,
        search: Option<&str>,
        after: Option<&ThreadPlace>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, StoreError>;

    /// Its jobs by turn, then by age (forks and retries of a turn follow it).
    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError>;

    /// `by` is the key of who renames it: erasing that person gives the thread its first title again.
    async fn rename(&self, thread: &ThreadId, title: &str, by: &str) -> Result<(), StoreError>;

    /// Erases a thread: its jobs, journals, and documents that nobody else needs.
    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError>;

    /// Counts a run of `requester` now if fewer than `limit` were counted since `since`; otherwise says when the oldest
    /// of them leaves the window.
    async fn admit(
        &self,
        requester: &str,
        now: Millis,
        since: Millis,
        limit: u32,
    ) -> Result<Admission, StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Admitted,
    /// Full; the oldest counted run was at this time.
    Full {
        oldest: Millis,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct ThreadRow {
    pub thread: ThreadId,
    pub place: Place,
    pub owner: String,
    pub title: String,
    pub turns: u32,
    pub created_at: Millis,
    pub updated_at: Millis,
}

impl ThreadRow {
    pub fn place_in_list(&self) -> ThreadPlace {
        ThreadPlace { updated_at: self.updated_at, created_at: self.created_at, thread: self.thread.clone() }
    }
}

/// The sort key of thread lists, in descending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThreadPlace {
    pub updated_at: Millis,
    pub created_at: Millis,
    pub thread: ThreadId,
}

/// The effect whose outcome an event is, if it is one. The store keeps outcomes unique by it.
pub fn outcome_of(event: &Event) -> Option<&EffectId> {
    event.outcome_of()
}
