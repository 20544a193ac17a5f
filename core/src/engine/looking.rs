//! The read-only part of the service: threads, jobs, events, and sources.

use super::service::{AuditAction, Service, refused};
use crate::engine::{Clock, Drive, Worker, WorkerSettings};
use crate::job::{Job, Recorded};
use crate::model::*;
use crate::ports::{
    Admission, Change, ErasedPerson, Fence, JobRow, Texts, ThreadPlace, ThreadRow, Understand,
};
use gorkd_words::Msg;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

impl Service {
    /// Events after `after`, in order.
    pub async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, Refusal> {
        self.ports.journal.events(job, after).await.map_err(refused)
    }

    /// A job in its current state, or at a checkpoint.
    pub async fn job(&self, job: &JobId, at: Option<Seq>) -> Result<Job, Refusal> {
        let events = self.events(job, 0).await?;
        if events.is_empty() {
            return Err(Refusal::new(RefusalCode::NotFound, format!("There is no job {job}.")));
        }
        Ok(self.with_derived(Job::replay(
            events.iter().filter(|recorded| at.is_none_or(|at| recorded.seq <= at)),
        )))
    }

    /// The job, with fields that older builds didn't record but rules can still derive.
    pub fn with_derived(&self, mut job: Job) -> Job {
        if let (Some(previous), Some(answer)) = (&job.previous, &mut job.answer)
            && answer.changes.is_none()
        {
            answer.changes = Some(self.ports.understand.changes(previous, answer));
        }
        job
    }

    /// Whether a question refers to earlier messages, so that they are worth reading.
    pub fn refers_back(&self, text: &str) -> bool {
        self.ports.understand.refers_back(text)
    }

    /// Whether a model may read people's messages and write from them. Only a local one may, unless the
    /// settings allow others to see private texts.
    pub fn writes_of_private(&self) -> bool {
        let reach = self.reach();
        let writer = self.models(reach).writer.and_then(|name| self.ports.models.get(&name));
        writer.is_some_and(|writer| reach.allows_private(writer.destination()))
    }

    /// The parser of questions and instructions.
    pub fn understand(&self) -> &dyn Understand {
        self.ports.understand.as_ref()
    }

    /// Creates a worker for the runs of this service.
    pub fn worker(&self, name: String, settings: WorkerSettings, halt: CancellationToken) -> Worker {
        Worker::new(self.ports.clone(), name, settings, halt)
    }

    /// Drives one run of this service, for the holder of `fence`.
    pub fn drive(&self, fence: Fence, halt: CancellationToken, grace: Duration) -> Drive {
        Drive::new(self.ports.clone(), fence, halt, grace)
    }

    pub fn now(&self) -> Millis {
        self.ports.clock.now()
    }

    pub fn clock(&self) -> Arc<dyn Clock> {
        self.ports.clock.clone()
    }

    /// Whether questions can be accepted. Fails if the store isn't writable; reading works even on a full disk.
    pub async fn is_ready(&self) -> Result<(), Refusal> {
        // A heartbeat that expires at once holds nothing.
        self.ports.journal.beat("readyz", self.now(), Duration::ZERO).await.map_err(refused)
    }

    /// Counts a run against a scope (a person, a channel) that may start `limit` runs since `since`.
    pub async fn admit(&self, scope: &str, since: Millis, limit: u32) -> Result<Admission, Refusal> {
        self.ports.threads.admit(scope, self.now(), since, limit).await.map_err(refused)
    }

    pub async fn row(&self, job: &JobId) -> Result<JobRow, Refusal> {
        self.ports.journal.job(job).await.map_err(refused)
    }

    /// Notifications of changed jobs. On each one, or after a lag, read the events after the last known one.
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.ports.journal.changes()
    }

    pub async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, Refusal> {
        self.ports.threads.thread(thread).await.map_err(refused)
    }

    /// Threads of one owner, newest first. `search` matches titles and questions.
    pub async fn threads(
        &self,
        owner: &str,
        search: Option<&str>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, Refusal> {
        self.ports.threads.list(owner, search, limit).await.map_err(refused)
    }

    /// Like [`Self::threads`], from a position in the list.
    pub async fn threads_after(
        &self,
        owner: &str,
        search: Option<&str>,
        after: Option<&ThreadPlace>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, Refusal> {
        self.ports.threads.list_after(owner, search, after, limit).await.map_err(refused)
    }

    /// The jobs of a thread by turn, then by age.
    pub async fn jobs_of(&self, thread: &ThreadId) -> Result<Vec<JobRow>, Refusal> {
        self.ports.threads.jobs(thread).await.map_err(refused)
    }

    /// Renames a thread.
    pub async fn rename(&self, thread: &ThreadId, title: &str, by: &Requester) -> Result<(), Refusal> {
        self.owned_by(&self.thread(thread).await?.owner, by).await?;
        let title = title.trim();
        if title.is_empty() || title.chars().count() > 200 {
            let message = "A name has 1 to 200 characters.";
            return Err(Refusal::new(RefusalCode::InvalidQuestion, message));
        }
        self.ports.threads.rename(thread, title, &by.key()).await.map_err(refused)?;
        self.audit(AuditAction::ThreadRenamed, by, thread.as_str()).await;
        Ok(())
    }

    /// Erases a thread with its jobs, journals, and any documents used nowhere else. Active runs are ended
    /// first.
    pub async fn erase(&self, thread: &ThreadId, by: &Requester) -> Result<(), Refusal> {
        self.owned_by(&self.thread(thread).await?.owner, by).await?;
        for row in self.jobs_of(thread).await? {
            self.end_if_active(&row, by).await;
        }
        self.ports.threads.delete(thread).await.map_err(refused)?;
        self.audit(AuditAction::ThreadErased, by, thread.as_str()).await;
        Ok(())
    }

    /// Erases an expired thread.
    pub async fn expire(&self, thread: &ThreadId) -> Result<(), Refusal> {
        self.ports.threads.delete(thread).await.map_err(refused)
    }

    /// Erases everything stored about a person, given by a requester's key; for operators. Active runs are
    /// ended first.
    pub async fn erase_person(&self, person: &str, by: &Requester) -> Result<ErasedPerson, Refusal> {
        if !by.is_operator() {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotOwner));
        }
        let whom = self.person_hash(person).await;
        // It takes many steps, and whoever reads the log must see that some are missing.
        self.audit(AuditAction::PersonErasureBegun, by, &whom).await;
        let erased = self.erase_all_of(person, by).await;
        let ended = match erased {
            Ok(_) => AuditAction::PersonErased,
            Err(_) => AuditAction::PersonErasureUnfinished,
        };
        self.audit(ended, by, &whom).await;
        erased
    }

    async fn erase_all_of(&self, person: &str, by: &Requester) -> Result<ErasedPerson, Refusal> {
        for job in self.ports.people.runs_of_person(person).await.map_err(refused)? {
            self.end_if_active(&self.row(&job).await?, by).await;
        }
        self.ports.people.erase_person(person).await.map_err(refused)
    }

    async fn end_if_active(&self, row: &JobRow, by: &Requester) {
        if !row.status.is_over() {
            // It may end on its own at this moment.
            let _ = self.end(&row.job, by).await;
        }
    }

    /// Stored texts by hash, without those that are no longer stored.
    pub async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, Refusal> {
        self.ports.documents.texts(hashes).await.map_err(refused)
    }

    /// A source of a job with its stored text, by its ID or its citation number.
    pub async fn source(&self, job: &JobId, source: &str) -> Result<Reading, Refusal> {
        let job = self.job(job, None).await?;
        let hash = source_named(&job, source)?.hash.clone();
        let reading = self.ports.documents.reading(&hash).await.map_err(refused)?;
        reading.ok_or_else(|| {
            Refusal::new(RefusalCode::NotFound, "The text of this source is no longer stored.")
        })
    }
}

/// The document that a job read and that a person names: by its number in the answer, its ID, or the beginning of an ID
/// that no other has.
pub(super) fn source_named<'j>(job: &'j Job, word: &str) -> Result<&'j Document, Refusal> {
    let number = word.trim_matches(['[', ']']).parse::<u32>().ok();
    let shown = || job.answer.iter().flat_map(|answer| &answer.sources);
    if let Some(source) = shown().find(|source| number.is_some() && source.number == number) {
        return Ok(&source.document);
    }
    let read = job.documents().map(|(_, _, document)| document);
    let all = shown().map(|source| &source.document).chain(read).chain(&job.attached).chain(&job.at_hand);
    let meant: BTreeMap<SourceId, &Document> = all
        .map(|document| (document.source_id(), document))
        .filter(|(id, _)| !word.is_empty() && id.as_str().starts_with(word))
        .collect();
    let exact = meant.iter().find(|(id, _)| id.as_str() == word).map(|(_, document)| *document);
    let mut others = meant.into_values();
    match (exact.or_else(|| others.next()), exact.is_none() && others.next().is_some()) {
        (Some(document), false) => Ok(document),
        (None, _) => {
            let message =
                format!("This run has no source {word}. Name one by its number in the answer, or by its ID.");
            Err(Refusal::new(RefusalCode::NotFound, message))
        }
        (Some(_), true) => {
            let message = format!("More than one source begins with {word}. Type more of the ID.");
            Err(Refusal::new(RefusalCode::InvalidQuestion, message))
        }
    }
}
