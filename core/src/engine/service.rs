//! The one door: every adapter asks, replies, steers, stops and looks through it.

use super::Ports;
use super::admission::{AdmissionSettings, admit};
use crate::model::*;
use crate::ports::{Append, Fence, NewJob, StoreError};
use crate::research::analyse::analyse;
use crate::research::plan::steer;
use crate::research::{Asked, Edit, Event, Forked, Job, JobStatus, Models, Prices, Recorded, Reply, Scope};
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

/// What one question is asked with.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub text: String,
    pub terms: Terms,
    pub requester: Requester,
    pub place: Place,
    /// The thread to go on with; a new one when none.
    pub thread: Option<ThreadId>,
    pub time_zone: String,
    /// Claimed at once for this worker, which will run it itself.
    pub claim_for: Option<String>,
    /// Documents in the library now, for an answer that has to say that nothing was found.
    pub library: Option<u64>,
    /// Ask no search provider but these; all that the settings allow when none.
    pub providers: Option<Vec<String>>,
}

/// What settings say about runs.
#[derive(Clone, Debug, Default)]
pub struct AskDefaults {
    pub budgets: BTreeMap<Profile, Budget>,
    pub admission: AdmissionSettings,
    pub models: Models,
    pub prices: Prices,
    pub scopes: Vec<Scope>,
    pub reply_within_ms: u64,
}

/// A question that was taken.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    /// The hold on the job, when it was asked to be claimed at once.
    pub fence: Option<Fence>,
}

#[derive(Clone)]
pub struct Service {
    ports: Ports,
    defaults: Arc<AskDefaults>,
}

impl Service {
    pub fn new(ports: Ports, defaults: AskDefaults) -> Self {
        Self { ports, defaults: Arc::new(defaults) }
    }

    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Takes a question: checks it, writes `Asked`, and leaves the rest to a worker.
    pub async fn ask(&self, ask: Ask) -> Result<Ticket, Refusal> {
        let now = self.ports.clock.now();
        let text =
            admit(&self.defaults.admission, self.ports.threads.as_ref(), &ask.requester, &ask.text, now)
                .await?;
        let job = JobId(fresh("job"));
        let earlier = match &ask.thread {
            Some(thread) => self.earlier(thread).await?,
            None => Earlier::default(),
        };
        let thread = ask.thread.clone().unwrap_or_else(|| ThreadId(fresh("thr")));
        let turn = earlier.turns + 1;
        let asked = Asked {
            job: job.clone(),
            thread: thread.clone(),
            turn,
            place: ask.place.clone(),
            requester: ask.requester.clone(),
            question: analyse(&text, now),
            budget: self.defaults.budgets.get(&ask.terms.profile).cloned().unwrap_or_default(),
            at: now,
            time_zone: ask.time_zone.clone(),
            providers: self.providers(&ask),
            models: self.models(ask.terms.privacy),
            numbering: earlier.numbering,
            at_hand: earlier.documents,
            earlier: earlier.said,
            constraints: Vec::new(),
            reply_within_ms: self.defaults.reply_within_ms,
            library: ask.library,
            prices: self.defaults.prices.clone(),
            scopes: self.defaults.scopes.clone(),
            terms: ask.terms,
        };
        let fence = self
            .create(NewJob {
                job: job.clone(),
                thread: thread.clone(),
                turn,
                place: ask.place,
                requester: ask.requester,
                question: text,
                at: now,
                events: vec![Event::Asked(Box::new(asked))],
                times: Vec::new(),
                forked_from: None,
                charges: Vec::new(),
                claim_for: ask.claim_for,
                status: JobStatus::Queued,
                wake_at: Some(now),
            })
            .await?;
        Ok(Ticket { job, thread, turn, fence })
    }

    /// Answers the open question of a job.
    pub async fn reply(&self, job: &JobId, interrupt: &str, reply: Reply) -> Result<Seq, Refusal> {
        let current = self.job(job, None).await?;
        match current.interrupt() {
            Some((open, _)) if open.id() == interrupt => {}
            Some(_) | None => {
                let message = "That question is already answered, or its time has run out.";
                return Err(Refusal::new(RefusalCode::Conflict, message));
            }
        }
        self.command(job, Event::Replied { interrupt: interrupt.to_owned(), reply }).await
    }

    /// Shapes a run under way. The sentence says what will come of it.
    pub async fn steer(&self, job: &JobId, text: &str) -> Result<String, Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > 500 {
            let message = "Say in 1 to 500 characters what should change.";
            return Err(Refusal::new(RefusalCode::InvalidQuestion, message));
        }
        let current = self.job(job, None).await?;
        if current.status().is_over() {
            let message = "This run is over. Ask it as a follow-up instead.";
            return Err(Refusal::new(RefusalCode::Conflict, message));
        }
        self.command(job, Event::Steered { constraint: steer(text) }).await?;
        let after = self.job(job, None).await?;
        Ok(if after.late_constraints.len() > current.late_constraints.len() {
            "Writing has begun; this is kept for a follow-up.".to_owned()
        } else {
            "Noted: the next decision takes it into account.".to_owned()
        })
    }

    /// Ends research and answers from what there is.
    pub async fn stop(&self, job: &JobId) -> Result<Seq, Refusal> {
        self.unless_over(job).await?;
        self.command(job, Event::StopRequested).await
    }

    /// Ends a job without an answer.
    pub async fn cancel(&self, job: &JobId) -> Result<Seq, Refusal> {
        self.unless_over(job).await?;
        self.command(job, Event::CancelRequested).await
    }

    /// Tries a finished job again, keeping all finished work.
    pub async fn retry(&self, job: &JobId) -> Result<Seq, Refusal> {
        if !self.job(job, None).await?.status().is_over() {
            let message = "This run is still going; there is nothing to try again yet.";
            return Err(Refusal::new(RefusalCode::Conflict, message));
        }
        self.command(job, Event::Retried).await
    }

    /// Starts a branch from a checkpoint of a job; nothing before it is paid again.
    pub async fn fork(&self, from: &JobId, at: Seq, edit: Edit, ask: Ask) -> Result<Ticket, Refusal> {
        let recorded = self.events(from, 0).await?;
        let source = Job::replay(&recorded);
        if !source.checkpoints.iter().any(|checkpoint| checkpoint.seq == at) {
            let seqs: Vec<String> = source.checkpoints.iter().map(|c| c.seq.to_string()).collect();
            let message =
                format!("{at} is no checkpoint of this run. Its checkpoints are: {}.", seqs.join(", "));
            return Err(Refusal::new(RefusalCode::NotFound, message));
        }
        let row = self.row(from).await?;
        let now = self.ports.clock.now();
        let job = JobId(fresh("job"));
        let copied: Vec<&Recorded> = recorded.iter().take_while(|recorded| recorded.seq <= at).collect();
        let mut events: Vec<Event> = copied.iter().map(|recorded| recorded.event.clone()).collect();
        let question = edit.question.as_ref().map_or(row.question, |question| question.text.clone());
        events.push(Event::Forked(Box::new(Forked { job: job.clone(), from: from.clone(), at, edit })));
        let fence = self
            .create(NewJob {
                job: job.clone(),
                thread: row.thread.clone(),
                turn: row.turn,
                place: row.place,
                requester: ask.requester,
                question,
                at: now,
                events,
                times: copied.iter().map(|recorded| recorded.at).collect(),
                forked_from: Some((from.clone(), at)),
                charges: Vec::new(),
                claim_for: ask.claim_for,
                status: JobStatus::Queued,
                wake_at: Some(now),
            })
            .await?;
        Ok(Ticket { job, thread: row.thread, turn: row.turn, fence })
    }

    /// Lets gorkd ask back from now on, or not: with `auto`, open questions take their defaults at once.
    pub async fn plan_as(&self, job: &JobId, planning: Planning) -> Result<Seq, Refusal> {
        let row = self.row(job).await?;
        let append = Append {
            job: job.clone(),
            after: row.head,
            at: self.ports.clock.now(),
            events: vec![Event::PlanningChanged { planning }],
            // A job that is over keeps it for the next turn, and nobody has to look at it.
            wake_at: (!row.status.is_over()).then(|| self.ports.clock.now()),
            ..Append::default()
        };
        let written = self.ports.journal.append(append).await.map_err(refused)?;
        Ok(written.last().map_or(row.head, |recorded| recorded.seq))
    }

    /// The budget that a run of this profile gets.
    pub fn budget(&self, profile: Profile) -> Budget {
        self.defaults.budgets.get(&profile).cloned().unwrap_or_default()
    }

    async fn unless_over(&self, job: &JobId) -> Result<(), Refusal> {
        if self.job(job, None).await?.status().is_over() {
            return Err(Refusal::new(RefusalCode::Conflict, "This run is already over."));
        }
        Ok(())
    }

    async fn command(&self, job: &JobId, event: Event) -> Result<Seq, Refusal> {
        let now = self.ports.clock.now();
        let head = self.row(job).await?.head;
        let reopens = matches!(event, Event::Retried).then_some(JobStatus::Queued);
        let append = Append {
            job: job.clone(),
            after: head,
            at: now,
            events: vec![event],
            status: reopens,
            wake_at: Some(now),
            ..Append::default()
        };
        let written = self.ports.journal.append(append).await.map_err(refused)?;
        Ok(written.last().map_or(head, |recorded| recorded.seq))
    }

    async fn create(&self, new: NewJob) -> Result<Option<Fence>, Refusal> {
        self.ports.journal.create(new).await.map_err(refused)
    }

    /// Providers that a job may use: those set up, less those that its privacy rules out.
    fn providers(&self, ask: &Ask) -> Vec<String> {
        let named = |name: &str| ask.providers.as_ref().is_none_or(|only| only.iter().any(|one| one == name));
        self.ports
            .searches
            .iter()
            .filter(|search| ask.terms.privacy != Privacy::LocalOnly || !search.leaves_machine())
            .map(|search| search.name().to_owned())
            .filter(|name| named(name))
            .collect()
    }

    fn models(&self, privacy: Privacy) -> Models {
        let allowed = |name: &Option<String>| {
            let name = name.clone()?;
            let model = self.ports.models.get(&name)?;
            (privacy != Privacy::LocalOnly || !model.leaves_machine()).then_some(name)
        };
        let models = &self.defaults.models;
        Models {
            planner: allowed(&models.planner),
            writer: allowed(&models.writer),
            checker: allowed(&models.checker),
        }
    }

    async fn earlier(&self, thread: &ThreadId) -> Result<Earlier, Refusal> {
        self.ports.threads.thread(thread).await.map_err(refused)?;
        let rows = self.ports.threads.jobs(thread).await.map_err(refused)?;
        let mut earlier = Earlier::default();
        for row in rows.iter().filter(|row| row.forked_from.is_none()) {
            let job = self.job(&row.job, None).await?;
            earlier.turns = earlier.turns.max(row.turn);
            let Some(answer) = job.answer.as_ref() else { continue };
            earlier.said.push(EarlierTurn {
                question: job.question.text.clone(),
                summary: answer.summary.clone(),
                at: job.asked_at,
            });
            for source in &answer.sources {
                if let Some(number) = source.number
                    && !earlier.numbering.iter().any(|numbered| numbered.source == source.id)
                {
                    earlier.numbering.push(Numbered { source: source.id.clone(), number });
                }
            }
            for (_, _, document) in job.documents() {
                if !earlier.documents.contains(document) {
                    earlier.documents.push(document.clone());
                }
            }
        }
        Ok(earlier)
    }
}

/// What a thread has so far.
#[derive(Default)]
struct Earlier {
    turns: u32,
    said: Vec<EarlierTurn>,
    numbering: Vec<Numbered>,
    documents: Vec<Document>,
}

fn fresh(prefix: &str) -> String {
    format!("{prefix}_{}", Uuid::now_v7().simple())
}

/// What a person is told when the store does not do what was asked; the operator finds the rest in the log.
pub(super) fn refused(error: StoreError) -> Refusal {
    match &error {
        StoreError::NotFound(what) => Refusal::new(RefusalCode::NotFound, format!("There is no {what}.")),
        StoreError::OverLimit { .. } => {
            Refusal::new(RefusalCode::OverBudget, "The budget for this period is used up.")
        }
        StoreError::Fenced(_) | StoreError::Unavailable(_) => {
            tracing::error!(%error, "the store failed while a command was taken");
            Refusal::new(
                RefusalCode::Unavailable,
                "gorkd's store does not answer right now. Please try again.",
            )
        }
    }
}
