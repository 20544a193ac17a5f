//! What is kept: journals, documents, threads.

use crate::job::{Event, JobStatus, Recorded};
use crate::model::{
    Document, DocumentHash, EffectId, JobId, MicroUsd, Millis, Place, Reading, Requester, Seq, ThreadId,
};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::broadcast;

/// Why the store did not do what was asked. The words are for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another worker holds the job now; what this one wanted to write was not written.
    #[error("job {0} is held by another worker")]
    Fenced(JobId),
    /// A job with the same [`NewJob::same`] is not over; nothing was written.
    #[error("job {0} is under way already")]
    UnderWay(JobId),
    /// A charge would go over its limit; nothing of the append was written.
    #[error("the limit of {limit} for {scope} in this period is reached")]
    OverLimit { scope: String, limit: u64 },
    #[error("{0} is not in the store")]
    NotFound(String),
    /// No room on its disk; what was stored before is safe.
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

    /// Appends in one transaction and hands back, in order, every event after `append.after`: what came in
    /// between, then what was written. Outcomes already recorded for an effect are left out silently.
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

    /// Takes a job that nobody works on and that is due: queued, or waiting with `wake_at` reached, or held
    /// by a dead worker. A worker never takes what it holds itself, whatever its lease says. With `only`, that job
    /// alone.
    async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
    ) -> Result<Option<Fence>, StoreError>;

    /// The same for up to `most` jobs at once, those that have been due longest: one write for a burst of questions.
    async fn claim_due(&self, worker: &str, now: Millis, most: usize) -> Result<Vec<Fence>, StoreError>;

    /// Gives a job back. Does nothing when the fence no longer holds.
    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError>;

    /// Says that a worker lives until `until`. Only the worker row beats, never single jobs.
    async fn beat(&self, worker: &str, until: Millis) -> Result<(), StoreError>;

    /// A job's row.
    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError>;

    /// What a job that is due waits for; none where it is not due, or worked on.
    async fn queue(&self, job: &JobId, now: Millis) -> Result<Option<Queue>, StoreError>;

    /// Tells of appends, in this process and (within a poll) in others. May skip; the journal is the truth.
    fn changes(&self) -> broadcast::Receiver<Change>;
}

/// Proof of holding a job: which worker incarnation, and which claim of the job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fence {
    pub job: JobId,
    pub worker: String,
    /// How often the job has been claimed, this time included.
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
    /// The journal of another job up to an event: it comes first, as it is and with its times, and with what its
    /// documents rest on. Its outcomes are history, and do not stand in the way of effects of the same names.
    pub copied: Option<(JobId, Seq)>,
    /// `Asked`, or what follows a copy: `Forked` or `Reused`.
    pub events: Vec<Event>,
    /// Readings whose hashes stand in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub forked_from: Option<(JobId, Seq)>,
    pub charges: Vec<Charge>,
    pub claim_for: Option<String>,
    /// Not claimed by other workers as long as the one named in `claim_for` lives.
    pub status: JobStatus,
    /// Due at this time when queued behind another turn of the thread.
    pub wake_at: Option<Millis>,
    /// Of jobs with the same one, one at a time goes on; see [`StoreError::UnderWay`].
    pub same: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Append {
    pub job: JobId,
    /// None for commands of a person, which need no hold on the job.
    pub fence: Option<Fence>,
    /// The person whose commands these are; none for what a worker appends.
    pub by: Option<By>,
    pub after: Seq,
    pub at: Millis,
    pub events: Vec<Event>,
    /// Readings whose hashes stand in `events`, stored in the same transaction.
    pub readings: Vec<Reading>,
    pub charges: Vec<Charge>,
    /// The job's status once `events` are applied, when it is known and changed.
    pub status: Option<JobStatus>,
    /// Make the job due at this time, for a command that has to wake a worker.
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
    /// Whose budget: `requester:slack:U1`, `place:…`, `month` …
    pub scope: String,
    /// The stretch of time it counts in, for example `2026-11`.
    pub period: String,
    /// What is set aside now; refused when reserved and spent would exceed `limit`.
    pub reserve: MicroUsd,
    /// What is taken back from the reserved.
    pub release: MicroUsd,
    /// What was really spent.
    pub settle: MicroUsd,
    pub limit: Option<MicroUsd>,
}

/// How a job is left when it is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    pub status: JobStatus,
    /// The last event the worker knew. Where the journal has gone on since, the job is due at once instead.
    pub seen: Seq,
    /// When somebody has to look at it again; none for never (until a command comes).
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

/// The jobs before one that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Jobs that are due before it and that nobody works on.
    pub ahead: u32,
    /// How long a run takes, from its first step to its end: the median of the last ones; none before there is any.
    pub typical_ms: Option<u64>,
}

/// News of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub job: JobId,
    pub thread: ThreadId,
    pub head: Seq,
}

/// Texts that were read.
#[async_trait]
pub trait Documents: Send + Sync {
    /// Texts of the hashes that are stored; missing ones are left out.
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError>;

    /// The document and its text, as some job or the library has read it.
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

    /// The same list behind a place in it. Threads that are new, or changed since, are before that place.
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

    /// Counts a run of `requester` now if fewer than `limit` were counted since `since`; else says when the
    /// oldest of them leaves the window.
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

/// By what lists of threads are ordered; the greatest comes first.
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
