//! The journal in memory, with a fuse: after a given number of writes, the next one never
//! returns, as if the process had been killed.

use crate::job::{Event, JobStatus, Recorded};
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::{Notify, broadcast};

#[derive(Clone)]
pub struct MemoryStore {
    inner: Arc<Mutex<Inner>>,
    changes: broadcast::Sender<Change>,
    /// Notified when the fuse has burned down.
    pub killed: Arc<Notify>,
}

#[derive(Default)]
pub(super) struct Inner {
    pub(super) jobs: BTreeMap<JobId, StoredJob>,
    /// Jobs that nobody is waiting for.
    pub(super) background: BTreeSet<JobId>,
    under_way: BTreeMap<String, JobId>,
    /// The person of each actor, by number; `None` once erased.
    pub(super) actors: Vec<Option<String>>,
    pub(super) readings: BTreeMap<DocumentHash, Reading>,
    pub(super) library: BTreeMap<String, Document>,
    pub(super) charges: BTreeMap<(String, String), (u64, u64)>,
    pub(super) budget_limits: BTreeMap<(String, String), MicroUsd>,
    /// By scope, period, and percentage: which job reports it, and for which limit.
    pub(super) budget_notices: BTreeMap<(String, String, u8), (MicroUsd, JobId)>,
    dead: BTreeSet<String>,
    pub(super) runs: BTreeMap<String, Vec<Millis>>,
    /// Writes left; `None` for no limit. With `after`, the last write is made but its result is lost.
    fuse: Option<(u32, bool)>,
    /// Appends that contain a verified answer fail.
    refuses_answers: bool,
    /// There is no room for appends.
    full: bool,
    /// There is always room for what people command.
    takes_commands: bool,
    /// The next claim is made, and its result is lost.
    loses_claim: bool,
    /// Number of appends made.
    pub appends: u32,
    pub(super) scratch: BTreeMap<String, (Vec<u8>, Millis)>,
    pub(super) drafts: BTreeMap<JobId, RunningDraft>,
    pub(super) keys: Vec<(NewKey, KeyRow)>,
    /// There were keys of somebody who was erased.
    pub(super) keys_erased: bool,
    pub(super) share_secret: Option<[u8; 32]>,
    pub(super) ended_shares: BTreeMap<JobId, Millis>,
    pub(super) shares: Vec<ShareRow>,
    pub(super) codes: Vec<NewCode>,
    pub(super) links: Vec<LinkRow>,
    pub(super) edits: Vec<TableEdit>,
    /// All events of all jobs, in the order written.
    written: Vec<(JobId, Seq)>,
    pub(super) usage: BTreeMap<(String, String), Usage>,
    pub(super) asked: Vec<AskedBefore>,
    pub(super) followers: Vec<Follower>,
    pub(super) preferences: BTreeMap<(PreferenceOwner, &'static str), Remembered>,
    pub(super) installations: super::installations::Installed,
    pub(super) watches: Vec<Watch>,
    pub(super) chat: super::chat::Chat,
    pub(super) lessons: BTreeMap<(String, LessonAbout, String), Lesson>,
}

/// A job with its journal, its holder, its number of claims, and when it is due.
pub(super) type StoredJob = (JobRow, Vec<Recorded>, Option<(String, u64)>, u64, Option<Millis>);

impl Default for MemoryStore {
    fn default() -> Self {
        Self { inner: Arc::default(), changes: broadcast::channel(1024).0, killed: Arc::default() }
    }
}

impl MemoryStore {
    /// Makes the write after the next `writes` ones never return. With `after`, that write is made all the
    /// same.
    pub fn kill_after(&self, writes: u32, after: bool) {
        self.lock().fuse = Some((writes, after));
    }

    /// Marks a worker as dead: others may claim its jobs. Writes work again.
    pub fn bury(&self, worker: &str) {
        let mut inner = self.lock();
        inner.dead.insert(worker.to_owned());
        inner.fuse = None;
    }

    /// Sets whether writes of a verified answer fail from now on.
    pub fn refuse_answers(&self, refuses: bool) {
        self.lock().refuses_answers = refuses;
    }

    /// Sets whether there is room for events from now on.
    pub fn fill(&self, full: bool) {
        self.lock().full = full;
    }

    /// Leaves room for what people command, which is short, from now on.
    pub fn take_commands(&self) {
        self.lock().takes_commands = true;
    }

    /// The next claim of due jobs is made, and fails all the same.
    pub fn lose_claim(&self) {
        self.lock().loses_claim = true;
    }

    pub fn appends(&self) -> u32 {
        self.lock().appends
    }

    fn take(&self, worker: &str, only: Option<&JobId>, now: Millis, without: &[String]) -> Option<Fence> {
        let mut inner = self.lock();
        let dead = |(_, _, holder, ..): &StoredJob| {
            holder.as_ref().is_some_and(|(worker, _)| inner.dead.contains(worker))
        };
        let is_due = |kept: &StoredJob| kept.2.is_none() && kept.4.is_some_and(|at| at <= now);
        let orphaned = inner.jobs.iter().filter(|(_, kept)| dead(kept)).map(|(job, _)| job.clone());
        let due = inner.jobs.iter().filter(|(_, kept)| is_due(kept)).map(|(job, _)| job);
        let line = super::queue::in_order(&inner.jobs, &inner.background, due, now);
        let spared = |job: &JobId| {
            inner.jobs.get(job).is_some_and(|(_, recorded, ..)| super::queue::calls(recorded, without))
        };
        let job = orphaned.chain(line).find(|job| only.is_none_or(|only| only == job) && !spared(job))?;
        let (row, _, holder, claims, _) = inner.jobs.get_mut(&job)?;
        *claims += 1;
        *holder = Some((worker.to_owned(), *claims));
        row.status = JobStatus::Running;
        Some(Fence { job, worker: worker.to_owned(), claim: *claims })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[async_trait]
impl Journal for MemoryStore {
    async fn create(&self, new: NewJob) -> Result<Option<Fence>, StoreError> {
        let mut inner = self.lock();
        if let Some(job) = new.same.as_ref().and_then(|same| inner.under_way.get(same))
            && inner.jobs.get(job).is_some_and(|(row, ..)| !row.status.is_over())
        {
            return Err(StoreError::InProgress(job.clone()));
        }
        let mut recorded = match &new.copied {
            Some((from, to)) => {
                let kept =
                    inner.jobs.get(from).map(|(_, recorded, ..)| recorded.as_slice()).unwrap_or_default();
                let copied = kept.get(..*to as usize);
                copied.ok_or_else(|| StoreError::NotFound(format!("event {to} of job {from}")))?.to_vec()
            }
            None => Vec::new(),
        };
        let own = new.events.into_iter().zip(recorded.len() as Seq + 1..);
        let actor = Some(actor(&mut inner, &new.requester.key()));
        let own: Vec<Recorded> =
            own.map(|(event, seq)| Recorded { seq, at: new.at, event, actor: actor.clone() }).collect();
        recorded.extend(own);
        let row = JobRow {
            job: new.job.clone(),
            thread: new.thread,
            turn: new.turn,
            place: new.place,
            requester: new.requester,
            question: new.question,
            status: new.status,
            head: recorded.len() as Seq,
            created_at: new.at,
            updated_at: new.at,
            forked_from: new.forked_from,
        };
        for reading in new.readings {
            inner.readings.insert(reading.document.hash.clone(), reading);
        }
        inner.written.extend(recorded.iter().map(|one| (new.job.clone(), one.seq)));
        if let Some(same) = new.same {
            inner.under_way.insert(same, new.job.clone());
        }
        let holder = new.claim_for.map(|worker| (worker, 1));
        let fence = holder.clone().map(|(worker, claim)| Fence { job: new.job.clone(), worker, claim });
        if new.background {
            inner.background.insert(new.job.clone());
        }
        inner.jobs.insert(new.job, (row, recorded, holder, 1, new.wake_at));
        Ok(fence)
    }

    async fn append(&self, append: Append) -> Result<Vec<Recorded>, StoreError> {
        let (result, dies) = {
            let mut inner = self.lock();
            if inner.full && !(inner.takes_commands && append.by.is_some()) {
                return Err(StoreError::Full("the simulated disk has no room".to_owned()));
            }
            let answers = append.events.iter().any(|event| matches!(event, Event::Verified { .. }));
            if inner.refuses_answers && answers {
                return Err(StoreError::Unavailable("the simulated disk is full".to_owned()));
            }
            let dies = match &mut inner.fuse {
                Some((0, after)) if append.fence.is_some() => Some(*after),
                Some((left, _)) if append.fence.is_some() => {
                    *left -= 1;
                    None
                }
                Some(_) | None => None,
            };
            if dies == Some(false) { (Ok(Vec::new()), dies) } else { (write(&mut inner, &append), dies) }
        };
        if dies.is_some() {
            self.killed.notify_one();
            std::future::pending::<()>().await;
        }
        if let Ok(back) = &result
            && let Some(last) = back.last()
        {
            let thread = self.job(&append.job).await?.thread;
            let _ = self.changes.send(Change { job: append.job.clone(), thread, head: last.seq });
        }
        result
    }

    async fn events(&self, job: &JobId, after: Seq) -> Result<Vec<Recorded>, StoreError> {
        let inner = self.lock();
        let (_, recorded, ..) = inner.jobs.get(job).ok_or_else(|| StoreError::NotFound(job.to_string()))?;
        Ok(recorded.iter().filter(|one| one.seq > after).cloned().collect())
    }

    async fn of_thread(
        &self,
        thread: &ThreadId,
        after: Option<(&JobId, Seq)>,
        limit: u32,
    ) -> Result<Vec<(JobId, Recorded)>, StoreError> {
        let inner = self.lock();
        let known =
            |(job, seq): (&JobId, Seq)| inner.written.iter().position(|one| *one == (job.clone(), seq));
        let from = after.and_then(known).map_or(0, |at| at + 1);
        let event = |(job, seq): &(JobId, Seq)| {
            let (row, recorded, ..) = inner.jobs.get(job).filter(|(row, ..)| row.thread == *thread)?;
            let recorded = recorded.get(*seq as usize - 1)?;
            Some((row.job.clone(), recorded.clone()))
        };
        Ok(inner.written[from..].iter().filter_map(event).take(limit as usize).collect())
    }

    async fn claim(
        &self,
        worker: &str,
        only: Option<&JobId>,
        now: Millis,
    ) -> Result<Option<Fence>, StoreError> {
        Ok(self.take(worker, only, now, &[]))
    }

    async fn claim_due(
        &self,
        worker: &str,
        now: Millis,
        most: usize,
        without: &[String],
    ) -> Result<Vec<Fence>, StoreError> {
        let claimed: Vec<Fence> = (0..most).map_while(|_| self.take(worker, None, now, without)).collect();
        if !claimed.is_empty() && std::mem::take(&mut self.lock().loses_claim) {
            return Err(StoreError::Unavailable("the simulated answer is lost".to_owned()));
        }
        Ok(claimed)
    }

    async fn release(&self, fence: &Fence, rest: Rest) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if let Some((row, _, holder, _, wake_at)) = inner.jobs.get_mut(&fence.job)
            && *holder == Some((fence.worker.clone(), fence.claim))
        {
            *holder = None;
            row.status = rest.status;
            let at_once = rest.status == JobStatus::Queued && rest.wake_at.is_none();
            *wake_at = if at_once || row.head > rest.seen { Some(row.updated_at) } else { rest.wake_at };
        }
        Ok(())
    }

    async fn release_all_but(&self, worker: &str, driven: &[JobId]) -> Result<(), StoreError> {
        let mut inner = self.lock();
        for (job, (row, _, holder, _, wake_at)) in &mut inner.jobs {
            if holder.as_ref().is_some_and(|(holder, _)| holder == worker)
                && !driven.contains(job)
                && !row.status.is_over()
            {
                *holder = None;
                row.status = JobStatus::Queued;
                *wake_at = Some(row.updated_at);
            }
        }
        Ok(())
    }

    async fn beat(&self, _worker: &str, _now: Millis, _lease: Duration) -> Result<(), StoreError> {
        Ok(())
    }

    async fn job(&self, job: &JobId) -> Result<JobRow, StoreError> {
        let inner = self.lock();
        inner.jobs.get(job).map(|(row, ..)| row.clone()).ok_or_else(|| StoreError::NotFound(job.to_string()))
    }

    async fn waiting(&self, now: Millis) -> Result<Waiting, StoreError> {
        let inner = self.lock();
        Ok(super::queue::waiting(&inner.jobs, &inner.background, now))
    }

    async fn line(&self, now: Millis) -> Result<Line, StoreError> {
        let inner = self.lock();
        let mut line = Line::default();
        for job in super::queue::due(&inner.jobs, now) {
            match inner.background.contains(job) {
                true => line.background += 1,
                false => line.asked += 1,
            }
        }
        Ok(line)
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }
}

/// Numbered in order of first use.
fn actor(inner: &mut Inner, person: &str) -> ActorId {
    let known = inner.actors.iter().position(|one| one.as_deref() == Some(person));
    let at = known.unwrap_or_else(|| {
        inner.actors.push(Some(person.to_owned()));
        inner.actors.len() - 1
    });
    ActorId(format!("act_{at}"))
}

fn write(inner: &mut Inner, append: &Append) -> Result<Vec<Recorded>, StoreError> {
    super::budgets::fits(inner, &append.charges)?;
    let actor = append.by.as_ref().map(|by| actor(inner, &by.person));
    let (row, recorded, holder, _, wake_at) =
        inner.jobs.get_mut(&append.job).ok_or_else(|| StoreError::NotFound(append.job.to_string()))?;
    if let Some(fence) = &append.fence
        && *holder != Some((fence.worker.clone(), fence.claim))
    {
        return Err(StoreError::Fenced(append.job.to_string()));
    }
    for event in &append.events {
        let known = event
            .outcome_of()
            .is_some_and(|effect| recorded.iter().any(|one| one.event.outcome_of() == Some(effect)));
        if !known {
            let (seq, event) = (recorded.len() as Seq + 1, event.clone());
            recorded.push(Recorded { seq, at: append.at, event, actor: actor.clone() });
            inner.written.push((append.job.clone(), recorded.len() as Seq));
        }
    }
    row.head = recorded.len() as Seq;
    row.updated_at = append.at;
    if let Some(status) = append.status {
        row.status = status;
    }
    if append.wake_at.is_some() {
        *wake_at = append.wake_at;
    }
    let back = recorded.iter().filter(|one| one.seq > append.after).cloned().collect();
    super::budgets::apply(inner, &append.charges);
    for reading in &append.readings {
        inner.readings.insert(reading.document.hash.clone(), reading.clone());
    }
    inner.appends += 1;
    Ok(back)
}
