//! Watches: answers that are rechecked periodically, and reported on only if something has changed.
//!
//! A watch is a row. Each check is an ordinary job whose ID is stored in the row before the job is created, so
//! a crash between the two is detected and repaired. Any process may take the next step.

use super::{Ask, AuditAction, Service, fresh, refused};
use crate::job::{Job, JobStatus};
use crate::model::*;
use crate::ports::{Watch, WatchChange};
use gorkd_words::Msg;

/// Maximum watches per person.
const MAX_WATCHES: usize = 50;
const LONGEST_MS: u64 = 366 * 24 * 60 * 60 * 1000;

impl Service {
    /// Rechecks the answer of a job every `every_ms` milliseconds. Asked for twice, it is one watch.
    pub async fn watch(
        &self,
        job: &JobId,
        every_ms: u64,
        owner: &Requester,
        place: &Place,
    ) -> Result<Watch, Refusal> {
        let answered = self.job(job, None).await?;
        if answered.answer.is_none() {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::NothingToWatch));
        }
        let shortest = self.defaults.watch_every_ms.max(1_000);
        if !(shortest..=LONGEST_MS).contains(&every_ms) {
            let said = Msg::WatchLimits { minutes: shortest.div_ceil(60_000) };
            return Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
        }
        let watched = self.watches(Some(owner)).await?;
        let same = |watch: &&Watch| (&watch.origin, &watch.place, watch.every_ms) == (job, place, every_ms);
        if let Some(watch) = watched.iter().find(same) {
            return Ok(watch.clone());
        }
        if watched.len() >= MAX_WATCHES {
            let said = Msg::WatchesMost { count: MAX_WATCHES as u64 };
            return Err(Refusal::saying(RefusalCode::RateLimited, said));
        }
        let now = self.ports.clock.now();
        let watch = Watch {
            id: fresh("wat"),
            owner: owner.clone(),
            place: place.clone(),
            thread: ThreadId(fresh("thr")),
            question: answered.question.text.clone(),
            every_ms,
            next_at: now.plus(every_ms),
            origin: job.clone(),
            base: job.clone(),
            created_at: now,
            ..Watch::default()
        };
        self.ports.watches.put_watch(&watch).await.map_err(refused)?;
        self.audit(AuditAction::Watched, owner, job.as_str()).await;
        Ok(watch)
    }

    /// The watches of one person, or of everybody.
    pub async fn watches(&self, owner: Option<&Requester>) -> Result<Vec<Watch>, Refusal> {
        let key = owner.map(Requester::key);
        self.ports.watches.watches(key.as_deref()).await.map_err(refused)
    }

    pub async fn drop_watch(&self, id: &str, by: &Requester) -> Result<(), Refusal> {
        let gone = || Refusal::new(RefusalCode::NotFound, format!("There is no watch {id}."));
        let watch = self.watches(None).await?.into_iter().find(|watch| watch.id == id).ok_or_else(gone)?;
        // Its existence isn't revealed to others.
        self.owned_by(&watch.owner.key(), by).await.map_err(|_| gone())?;
        if !self.ports.watches.drop_watch(id).await.map_err(refused)? {
            return Err(gone());
        }
        self.audit(AuditAction::WatchEnded, by, id).await;
        Ok(())
    }

    /// Takes the next step of every due watch. Returns those that found a change.
    pub async fn look_at_watches(&self) -> Result<Vec<Watch>, Refusal> {
        let due = self.ports.watches.watches_due(self.ports.clock.now()).await.map_err(refused)?;
        let mut told = Vec::new();
        for watch in due {
            match &watch.running {
                Some(job) => {
                    let job = job.clone();
                    told.extend(self.finish_check(watch, &job).await?);
                }
                None => self.start_check(watch).await?,
            }
        }
        Ok(told)
    }

    /// Starts a check. While too many runs are waiting, it is postponed and stays due.
    async fn start_check(&self, watch: Watch) -> Result<(), Refusal> {
        if !self.has_room(true).await? {
            return Ok(());
        }
        let now = self.ports.clock.now();
        let name = JobId(fresh("job"));
        let begun = Watch { running: Some(name.clone()), next_at: now.plus(watch.every_ms), ..watch.clone() };
        if !self.ports.watches.move_watch(&watch, &begun).await.map_err(refused)? {
            return Ok(());
        }
        // The check is the owner's own run, and can be inspected like any other.
        let ask = Ask {
            requester: watch.owner.clone(),
            place: watch.place.clone(),
            thread: Some(watch.thread.clone()),
            background: true,
            ..Ask::default()
        };
        if let Err(refusal) = self.recheck_as(&watch.base, ask, Some(name)).await {
            // If the queue has just filled up, the check stays due as before.
            let ended = if refusal.code == RefusalCode::Overloaded {
                watch
            } else {
                Watch { running: None, problem: Some(refusal.message), ..begun.clone() }
            };
            self.ports.watches.move_watch(&begun, &ended).await.map_err(refused)?;
        }
        Ok(())
    }

    async fn finish_check(&self, watch: Watch, job: &JobId) -> Result<Option<Watch>, Refusal> {
        let now = self.ports.clock.now();
        let ended = match self.job(job, None).await {
            Ok(job) => match job.status() {
                JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => return Ok(None),
                JobStatus::Completed => ended(&watch, &job, now),
                JobStatus::Failed | JobStatus::Cancelled => Watch {
                    problem: Some("The last check gave no answer.".to_owned()),
                    ..checked(&watch, now)
                },
            },
            // The process ended between naming the job and creating it: the watch is due again at once.
            Err(refusal) if refusal.code == RefusalCode::NotFound => {
                Watch { running: None, next_at: now, ..watch.clone() }
            }
            Err(refusal) => return Err(refusal),
        };
        let moved = self.ports.watches.move_watch(&watch, &ended).await.map_err(refused)?;
        let news = ended.changed != watch.changed;
        Ok((moved && news).then_some(ended))
    }
}

fn checked(watch: &Watch, now: Millis) -> Watch {
    Watch { running: None, runs: watch.runs + 1, checked_at: Some(now), problem: None, ..watch.clone() }
}

/// An answer that could be compared becomes the baseline of the next check.
fn ended(watch: &Watch, job: &Job, now: Millis) -> Watch {
    let checked = checked(watch, now);
    let (Some(_), Some(answer)) = (&job.previous, &job.answer) else { return checked };
    if answer.confidence == Confidence::Insufficient {
        let problem =
            "The last check found too little for an answer, so the previous answer stands.".to_owned();
        return Watch { problem: Some(problem), ..checked };
    }
    let found: Vec<String> = answer.changes.iter().flatten().map(ClaimChange::sentence).collect();
    if found.is_empty() {
        return checked;
    }
    let changed = WatchChange { at: now, job: job.id.clone(), changes: found };
    Watch { base: job.id.clone(), changed: Some(changed), ..checked }
}
