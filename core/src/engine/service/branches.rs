//! Branches of a run: start from a checkpoint with something changed, without paying again for earlier work.

use super::moderation::words_of_edit;
use super::{Ask, AuditAction, KnownAnswer, Service, Ticket, fresh};
use crate::engine::looking::source_named;
use crate::job::{Edit, Event, Forked, Job, NewHome, Recorded, Stage};
use crate::model::*;
use crate::ports::NewJob;

impl Service {
    /// Starts a branch from a checkpoint of a job.
    pub async fn fork(&self, from: &JobId, at: Seq, edit: Edit, ask: Ask) -> Result<Ticket, Refusal> {
        self.branch(from, at, edit, ask, None).await
    }

    /// Rewrites the answer from the same pages, with sources pinned or excluded. Costs one draft and no
    /// searches.
    pub async fn write_again(
        &self,
        job: &JobId,
        pin: Vec<SourceId>,
        exclude: Vec<SourceId>,
        ask: Ask,
    ) -> Result<Ticket, Refusal> {
        let current = self.job(job, None).await?;
        let judged = current.checkpoints.iter().rev().find(|checkpoint| checkpoint.stage == Stage::Evaluate);
        let Some(checkpoint) = judged.or(current.checkpoints.last()) else {
            let message = "Nothing has been read yet, so there is nothing to write about.";
            return Err(Refusal::new(RefusalCode::Conflict, message));
        };
        self.fork(job, checkpoint.seq, Edit { pin, exclude, ..Edit::default() }, ask).await
    }

    /// Sources are named by their number in the answer, their ID, or the beginning of one. `home` is where a branch
    /// goes that isn't for the asker of the original run, in a thread of its own.
    pub(super) async fn branch(
        &self,
        from: &JobId,
        at: Seq,
        mut edit: Edit,
        ask: Ask,
        home: Option<Place>,
    ) -> Result<Ticket, Refusal> {
        if let Some(ticket) = self.there_already(ask.job.as_ref()).await? {
            return Ok(ticket);
        }
        let recorded = self.events(from, 0).await?;
        let source = Job::replay(&recorded);
        if !source.checkpoints.iter().any(|checkpoint| checkpoint.seq == at) {
            let seqs: Vec<String> = source.checkpoints.iter().map(|c| c.seq.to_string()).collect();
            let message = match seqs.is_empty() {
                true => "This run has no checkpoint yet.".to_owned(),
                false => {
                    format!("{at} is not a checkpoint of this run. Its checkpoints are: {}.", seqs.join(", "))
                }
            };
            return Err(Refusal::new(RefusalCode::NotFound, message));
        }
        for named in edit.pin.iter_mut().chain(&mut edit.exclude) {
            *named = source_named(&source, named.as_str())?.source_id();
        }
        if edit.pin.iter().any(|source| edit.exclude.contains(source)) {
            let message = "A source cannot be pinned and excluded at once.";
            return Err(Refusal::new(RefusalCode::InvalidQuestion, message));
        }
        self.unless_full(ask.background).await?;
        let row = self.row(from).await?;
        let by = ask.requester.clone();
        let now = self.ports.clock.now();
        let goes_to = home.as_ref().unwrap_or(&source.place);
        let mut moderation = self.moderation_of(&source, &ask.requester, goes_to).await?;
        let words = words_of_edit(&edit);
        let flagged = self.moderate(&moderation, &words, &ask.requester, source.terms.reach()).await?;
        moderation.flag(&flagged);
        let moderation = (moderation != source.moderation).then_some(moderation);
        let job = ask.job.clone().unwrap_or_else(|| JobId(fresh("job")));
        let question = edit.question.as_ref().map_or(row.question, |question| question.text.clone());
        let home = home.map(|place| NewHome {
            thread: ThreadId(fresh("thr")),
            turn: 1,
            place,
            requester: ask.requester.clone(),
        });
        let (thread, turn, place) = match &home {
            Some(home) => (home.thread.clone(), home.turn, home.place.clone()),
            None => (row.thread, row.turn, row.place),
        };
        let scopes = self.scopes(&ask.requester, &place, &ask.scopes).await?;
        let mut forked = Forked {
            job: job.clone(),
            from: from.clone(),
            at,
            edit,
            home,
            scopes: Some(scopes),
            unclear: false,
            moderation,
        };
        forked.unclear = self.ports.understand.unclear(&branch_of(&recorded, &forked, now));
        let fence = self
            .create(NewJob {
                job: job.clone(),
                thread: thread.clone(),
                turn,
                place,
                requester: ask.requester,
                question,
                at: now,
                copied: Some((from.clone(), at)),
                events: vec![Event::Forked(Box::new(forked))],
                forked_from: Some((from.clone(), at)),
                claim_for: ask.claim_for,
                wake_at: Some(now),
                background: ask.background,
                ..NewJob::default()
            })
            .await?;
        self.audit(AuditAction::Branched, &by, job.as_str()).await;
        Ok(Ticket { job, thread, turn, fence, known: KnownAnswer::No })
    }
}

/// The branch in its initial state.
fn branch_of(recorded: &[Recorded], forked: &Forked, now: Millis) -> Job {
    let kept = recorded.iter().filter(|one| one.seq <= forked.at);
    Job::replay(kept).ahead(&[Event::Forked(Box::new(forked.clone()))], now)
}
