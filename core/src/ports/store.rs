//! The store: journals, documents, threads.

use crate::job::{Event, JobStatus, Recorded};
use crate::model::{
    Document, DocumentHash, JobId, MicroUsd, Millis, Place, Reading, Requester, Seq, ThreadId,
};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// Why the store failed. The messages are for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another worker now holds the job, or another process the chat platform; nothing was written.
    #[error("{0} is held by another worker")]
    Fenced(String),
    /// A job with the same [`NewJob::same`] is active; nothing was written.
    #[error("job {0} is already in progress")]
    InProgress(JobId),
    /// A charge would exceed its limit; nothing was written.
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

/// Jobs and their events. The journal is the single source of truth about a run.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Creates a job with its first events, claimed at once if `new.claim_for` names a worker.
    async fn create(&self, new: NewJob) -> Result<Option<Fence>, StoreError>;

    /// Appends in one transaction. Returns every event after `append.after` in order: those written in between,
    /// then the new ones. Outcomes that are already recorded for an effect are silently skipped.
    async fn append(&self, append: Append) -> Result<Vec<Recorded>, StoreError>;

    /// Events after `after`, in order.
    async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, StoreError>;

    /// Events of all jobs in a thread in the order written, at most `limit`, after the event `after` of one of
    /// them (or from the first). It never waits for new events. An unknown thread has none.
    async fn of_thread(
        &self,
        thread: &ThreadId,
        after: Option<(&JobId, Seq)>,
        limit: u32,
    ) -> Result<Vec<(JobId, Recorded)>, StoreError>;

    /// Claims a job that is due and not running: queued, waiting with `wake_at` reached, or held by a dead
    /// worker. A worker never claims a job that it already holds, even if its lease has expired. With `only`,
    /// claims only that job.
    ///
    /// Jobs of dead workers come first, then jobs that somebody is waiting for, then background jobs
    /// ([`NewJob::background`]) that have been due for less than [`PATIENCE_MS`]. Within each group, jobs are
    /// ordered by when they became due, plus [`TURN_MS`] for each job of the same lane and kind that is running
    /// or comes before. So a busy place doesn't hold up the others, and a job that has waited long enough is
    /// next.
    async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
    ) -> Result<Option<Fence>, StoreError>;

    /// The same for up to `most` jobs, in that order: one write for a burst of questions. Jobs that may call one of
    /// the servers in `without` ([`Asked::servers`](crate::job::Asked::servers)) are left in line. If there are any,
    /// so are jobs of which nobody knows what they may call.
    async fn claim_due(
        &self,
        worker: &str,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError>;

    /// Releases a job. Does nothing if the fence is no longer valid.
    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError>;

    /// Releases the jobs that `worker` holds without driving them: all but `driven`. They are due at once. A claim
    /// whose result was lost leaves such jobs behind.
    async fn release_all_but(&self, worker: &str, driven: &[JobId]) -> Result<(), StoreError>;

    /// Records that a worker is alive for as long as `lease`, from `now` on, or from the present by the clock of a
    /// store on a server. Heartbeats update only the worker's row, never individual jobs.
    async fn beat(&self, worker: &str, now: Millis, lease: Duration) -> Result<(), StoreError>;

    /// A job's row.
    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError>;

    /// The jobs waiting for a worker, in order, with what is needed to estimate the wait.
    async fn waiting(&self, now: Millis) -> Result<Waiting, StoreError>;

    /// The number of jobs that a worker could claim, without those behind an earlier turn of their thread.
    async fn line(&self, now: Millis) -> Result<Line, StoreError>;

    /// Notifications of appends in this process and, within a poll interval, in others. They can be lost; the
    /// journal is the source of truth.
    fn changes(&self) -> broadcast::Receiver<Change>;
}

/// How far a job is set back in the queue for each job of its lane that is running or comes before it.
pub const TURN_MS: u64 = 10 * 60 * 1000;

/// How long a background job lets all others go first.
pub const PATIENCE_MS: u64 = 30 * 60 * 1000;

/// Runs that ended within this time are used to estimate how long a run takes.
pub const RECENT_MS: u64 = 30 * 60 * 1000;

/// Proof of holding a job: the worker's incarnation, and the claim.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fence {
    pub job: JobId,
    pub worker: String,
    /// How often the job has been claimed, including this time.
    pub claim: u64,
}

#[derive(Clone, Debug, Default)]
pub struct NewJob {
    pub job: JobId,
    pub thread: ThreadId,
    /// 1 for the first turn of a thread.
    pub turn: u32,
    pub place: Place,
    /// The person who caused `events`.
    pub requester: Requester,
    /// The question as asked, for lists.
    pub question: String,
    pub at: Millis,
    /// The journal of another job up to an event, copied to the start with its times and documents unchanged.
    /// Copied outcomes are history and don't block effects with the same IDs.
    pub copied: Option<(JobId, Seq)>,
    /// `Asked`, or what follows a copy: `Forked` or `Reused`.
    pub events: Vec<Event>,
    /// Readings whose hashes occur in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub forked_from: Option<(JobId, Seq)>,
    pub claim_for: Option<String>,
    /// Other workers don't claim it while the one named in `claim_for` is alive.
    pub status: JobStatus,
    /// When it is due, if it is queued behind another turn of the thread.
    pub wake_at: Option<Millis>,
    /// Of jobs with the same value, only one is active at a time; see [`StoreError::InProgress`].
    pub same: Option<String>,
    /// Nobody is waiting for it, so other jobs go first.
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
    /// `None` for a person's commands, which need no claim on the job.
    pub fence: Option<Fence>,
    /// The person whose commands these are; `None` for a worker's appends.
    pub by: Option<By>,
    pub after: Seq,
    pub at: Millis,
    pub events: Vec<Event>,
    /// Readings whose hashes occur in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub charges: Vec<Charge>,
    /// The job's status after `events`, if it changes.
    pub status: Option<JobStatus>,
    /// Makes the job due at this time, for a command that must wake a worker.
    pub wake_at: Option<Millis>,
}

/// The person who gives a command. Events only carry an [`crate::model::ActorId`] for the person, and what they
/// typed is stored separately, so that these events need no change when the person is erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// The requester's key.
    pub person: String,
    /// The replacement for the person's words once they are erased.
    pub erased: String,
}

/// A charge to a counter shared by jobs and machines, for example a person's monthly spending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The budget's owner; see [`Scope::scope`](crate::job::Scope::scope).
    pub scope: String,
    /// The period, for example `2026-11`.
    pub period: String,
    /// The amount to reserve; refused if reserved plus spent would exceed `limit`.
    pub reserve: MicroUsd,
    /// The amount to release from earlier reservations.
    pub release: MicroUsd,
    /// The amount actually spent.
    pub settle: MicroUsd,
    pub limit: Option<MicroUsd>,
}

/// The state in which a job is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    pub status: JobStatus,
    /// The last event known to the worker. If the journal has grown since, the job is due immediately instead.
    pub seen: Seq,
    /// When it is due again. `None`: at once if it is queued, otherwise not before a command arrives.
    pub wake_at: Option<Millis>,
    /// The present, by the clock of `wake_at`. A store on a server goes by its own.
    pub at: Millis,
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

/// The jobs waiting for a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// For each job, how many will be claimed before it.
    pub ahead: BTreeMap<JobId, u32>,
    /// Jobs that workers hold, in all processes.
    pub running: u32,
    /// The median duration of runs that ended in the last [`RECENT_MS`], from first step to end; `None` if
    /// there are none.
    pub typical_ms: Option<u64>,
}

/// Number of jobs waiting for a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Those that somebody is waiting for.
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

/// Texts of documents that were read.
#[async_trait]
pub trait Documents: Send + Sync {
    /// Texts by hash, without those that are not stored.
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError>;

    /// The document and its text, as read by some job or the library.
    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError>;

    /// The newest document read from an address and visible to `audience`, without its text.
    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError>;
}

/// Texts by hash.
pub type Texts = BTreeMap<DocumentHash, Arc<str>>;

/// Conversations, and the counts needed for admission.
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

    /// Like [`Threads::list`], after a position in the list. New or changed threads sort before that position.
    async fn list_after(
        &self,
        owner: &str,
        search: Option<&str>,
        after: Option<&ThreadPlace>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, StoreError>;

    /// Its jobs by turn, then by age: forks and retries come after the original run of their turn.
    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError>;

    /// `by` is the key of the person who renames it; erasing that person restores the original title.
    async fn rename(&self, thread: &ThreadId, title: &str, by: &str) -> Result<(), StoreError>;

    /// Erases a thread with its jobs, journals, and any documents used nowhere else.
    ///
    /// A long thread takes several transactions, newest jobs first, so that others can write in between. If one fails,
    /// what was erased stays erased, and the next call erases the rest.
    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError>;

    /// Counts a run of `requester` now if fewer than `limit` were counted since `since`; otherwise returns when
    /// the oldest of them was counted.
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
    /// The limit is reached; the oldest counted run was at this time.
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
    /// One of its runs waits for somebody's answer.
    pub waiting: bool,
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
