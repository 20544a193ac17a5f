//! A job: the fold of its journal. Status, stage, spend, progress, and sources are functions of it.

mod apply;
mod calls;
mod clock;
mod driven;
mod form;
mod interrupts;
mod ledger;
mod places;
mod reopen;
mod round;
mod unchecked;

pub use calls::Call;
pub use clock::Clock;
pub use ledger::{EffectState, Ledger};
pub use round::{ReadState, Round, SearchResult, extract_stem, read_stem, search_stem, turn_stem};

use super::gates::{Approval, ApprovalAbout, Estimate, Gate, Gates};
use super::{
    BudgetNotice, ClarifyQuestion, EffectKind, Event, JobStatus, Judgement, Models, Opinions, Previous,
    Prices, Recorded, Reply, Scope, Step, next,
};
use crate::model::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Everything known about one run. Equal journals give equal jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Job {
    pub id: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: Question,
    /// Whether rules would ask a clarifying question before planning.
    pub unclear: bool,
    pub terms: Terms,
    pub budget: Budget,
    pub asked_at: Millis,
    pub time_zone: String,
    pub reply_within_ms: u64,
    pub library: Option<u64>,
    pub providers: Vec<String>,
    pub models: Models,
    /// The driving model, while it drives.
    pub driver: Option<String>,
    pub prices: Prices,
    pub scopes: Vec<Scope>,
    pub numbering: Vec<Numbered>,
    /// Documents read in earlier turns of the thread.
    pub at_hand: Vec<Document>,
    /// Documents attached by a person, used only in this thread.
    pub attached: Vec<Document>,
    pub earlier: Vec<EarlierTurn>,
    /// The domain of the question, and what is known about it.
    pub field: Field,
    /// Active constraints, and those that came too late and wait for a follow-up.
    pub constraints: Vec<Constraint>,
    pub late_constraints: Vec<Constraint>,
    pub pinned: BTreeSet<SourceId>,
    pub excluded: BTreeSet<SourceId>,
    pub forked_from: Option<(JobId, Seq)>,
    pub gates: Gates,
    /// What the gate measured; `None` if the mode was chosen.
    pub gate: Option<Gate>,
    /// The answer that this run rechecks.
    pub previous: Option<Box<Previous>>,
    /// For a known answer: the run that answered, and when it was researched.
    pub reused: Option<(JobId, Millis)>,
    /// The moderation rules, and what was flagged so far.
    pub moderation: Moderation,

    /// The last event applied, and its time.
    pub head: Seq,
    pub updated_at: Millis,
    pub clock: Clock,
    pub ledger: Ledger,
    pub checkpoints: Vec<Checkpoint>,

    pub clarification: Option<Clarification>,
    /// Approval requests, in order; the last one may be open.
    pub approvals: Vec<Approval>,
    /// Number of plans before the current one.
    pub plans: u32,
    pub plan: Option<Plan>,
    pub rounds: Vec<Round>,
    pub stop: Option<StopReason>,
    /// Queries that a person requested after the open round had already searched.
    pub queued_queries: Vec<Query>,
    pub research_time_up: bool,
    pub time_up: bool,
    pub cancelled: bool,
    /// What a repair of revision 0 must fix, if verification requested one.
    pub repair: Option<Vec<String>>,
    pub draft: Option<Arc<Draft>>,
    /// The draft that a repair fixes, with the model's opinions on its claims in doubt.
    pub first_draft: Option<(Arc<Draft>, Option<Opinions>)>,
    /// The model's opinions on the draft's claims in doubt.
    pub opinions: Option<Opinions>,
    pub answer: Option<Answer>,
    /// The answered run that is being tried again: if that is canceled, its answer stands.
    pub answered_before: Option<Box<Job>>,
    /// The verified answer, until its publication is approved.
    pub held: Option<Answer>,
    /// Whether its publication was declined.
    pub withheld: bool,
    /// Warnings for people about what went wrong.
    pub warnings: Vec<String>,
    /// Notices about shared budgets since the run was last opened.
    pub budget_notices: Vec<BudgetNotice>,
    /// The journal has an event that this build doesn't know: the job is left to a newer build.
    pub unreadable: bool,
}

named! {
    /// Why research ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum StopReason {
        Sufficient = "sufficient",
        Saturated = "saturated",
        BudgetExhausted = "budget_exhausted",
        TimedOut = "timed_out",
        StoppedByUser = "stopped_by_user",
        NothingFound = "nothing_found",
    }
}

named! {
    /// The stages, in order. Derived from a job, never stored.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Stage {
        Clarify = "clarify",
        Plan = "plan",
        Search = "search",
        Read = "read",
        Evaluate = "evaluate",
        Synthesize = "synthesize",
        Verify = "verify",
    }
}

impl Stage {
    /// The stage that an effect belongs to.
    pub fn of_effect(id: &EffectId) -> Stage {
        match id.kind() {
            // The first turn of a driving model plans; later turns evaluate what has been found.
            Some(EffectKind::Drive) if id.stem() == turn_stem(0, 0) => Stage::Plan,
            Some(EffectKind::Clarify) => Stage::Clarify,
            Some(EffectKind::Plan) => Stage::Plan,
            Some(EffectKind::Search) => Stage::Search,
            Some(EffectKind::Select | EffectKind::Read | EffectKind::Extract) => Stage::Read,
            Some(EffectKind::Judge | EffectKind::Drive) => Stage::Evaluate,
            Some(EffectKind::Synthesize) => Stage::Synthesize,
            Some(EffectKind::Doubt | EffectKind::Verify) | None => Stage::Verify,
        }
    }
}

/// A position at which nothing was running, so a fork can start there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub seq: Seq,
    pub at: Millis,
    pub stage: Stage,
    pub round: Option<usize>,
    pub spend: Spend,
}

/// Clarifying questions, and their answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clarification {
    pub questions: Vec<ClarifyQuestion>,
    pub replies: Vec<Reply>,
    /// When the currently open question was asked.
    pub asked_at: Millis,
    /// The remaining questions take their defaults.
    pub closed: bool,
}

/// Something that needs a person.
#[derive(Clone, Debug, PartialEq)]
pub enum Interrupt {
    Clarify { id: String, question: ClarifyQuestion },
    Approve { id: String, about: ApprovalAbout, text: String, estimate: Estimate },
}

impl Interrupt {
    pub fn id(&self) -> &str {
        match self {
            Interrupt::Clarify { id, .. } | Interrupt::Approve { id, .. } => id,
        }
    }

    /// The reply if nobody answers: nothing expensive is done, and nothing is published.
    pub fn unasked(&self) -> Reply {
        match self {
            Interrupt::Clarify { .. } => Reply::JustGo,
            Interrupt::Approve { about: ApprovalAbout::Plan(_), estimate, .. } if estimate.usd.0 == 0 => {
                Reply::JustGo
            }
            Interrupt::Approve { .. } => Reply::Decline,
        }
    }

    /// The stage that waits for it.
    pub fn stage(&self) -> Stage {
        match self {
            Interrupt::Clarify { .. } => Stage::Clarify,
            Interrupt::Approve { about: ApprovalAbout::Plan(_), .. } => Stage::Plan,
            Interrupt::Approve { about: ApprovalAbout::Harvest(_), .. } => Stage::Read,
            Interrupt::Approve { about: ApprovalAbout::Publish, .. } => Stage::Verify,
        }
    }
}

impl Job {
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Recorded>) -> Job {
        let mut job = Job::default();
        events.into_iter().for_each(|recorded| job.apply(recorded));
        job
    }

    /// The job as it will be once these events are recorded after its own.
    pub fn ahead(&self, events: &[Event], at: Millis) -> Job {
        let mut ahead = self.clone();
        for (seq, event) in (self.head + 1..).zip(events) {
            ahead.apply(&Recorded::new(seq, at, event.clone()));
        }
        ahead
    }

    pub fn status(&self) -> JobStatus {
        if self.cancelled {
            return JobStatus::Cancelled;
        }
        if self.answer.is_some() {
            return JobStatus::Completed;
        }
        match next(self) {
            Step::Wait(..) => JobStatus::Waiting,
            Step::Run(_) if self.clock.started => JobStatus::Running,
            Step::Run(_) => JobStatus::Queued,
            Step::Done => JobStatus::Failed,
        }
    }

    /// When a finished job was researched: by the run that it reuses, if it does.
    pub fn researched_at(&self) -> Millis {
        self.reused.as_ref().map_or(self.updated_at, |(_, at)| *at)
    }

    /// The job's stage; `None` once it is over.
    pub fn stage(&self) -> Option<Stage> {
        match next(self) {
            Step::Run(wanted) => wanted.first().map(|wanted| Stage::of_effect(&wanted.id)),
            Step::Wait(interrupt, _) => Some(interrupt.stage()),
            Step::Done => None,
        }
    }

    /// The plan, or the simplest one if planning failed.
    pub fn plan_or_plain(&self) -> Plan {
        self.plan.clone().unwrap_or_else(|| Plan {
            goal: self.question.text.clone(),
            sub_questions: vec![SubQuestion {
                id: "q1".into(),
                text: self.question.text.clone(),
                terms: self.question.text.to_lowercase().split_whitespace().map(str::to_owned).collect(),
            }],
            queries: vec![Query {
                text: self.question.text.clone(),
                sub_question: "q1".into(),
                ..Query::default()
            }],
            routing: Routing { rules: self.field.rules.clone(), ..Routing::default() },
            ..Plan::default()
        })
    }

    /// The current round: the last one, while research continues.
    pub fn open_round(&self) -> Option<(usize, &Round)> {
        match self.stop {
            None => self.rounds.iter().enumerate().next_back(),
            Some(_) => None,
        }
    }

    pub fn judgement(&self) -> Option<&Judgement> {
        self.rounds.iter().rev().find_map(|round| round.judgement.as_deref())
    }

    /// A list of the latest judgement; empty without one.
    pub fn of_judgement<T>(&self, list: impl Fn(&Judgement) -> &[T]) -> &[T] {
        self.judgement().map(list).unwrap_or_default()
    }

    /// The queries of all rounds.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.rounds.iter().flat_map(|round| &round.queries)
    }

    /// The results of all searches.
    pub fn found(&self) -> impl Iterator<Item = &SearchResult> {
        self.rounds.iter().flat_map(|round| round.found.values())
    }

    pub fn hits(&self) -> impl Iterator<Item = &SearchHit> {
        self.found().flat_map(|found| found.hits.iter())
    }

    /// The pages chosen in all rounds.
    pub fn reads(&self) -> impl Iterator<Item = &ReadState> {
        self.rounds.iter().flat_map(|round| round.reads.values())
    }

    /// Documents that were read and are not excluded, with the round, oldest first.
    pub fn documents(&self) -> impl Iterator<Item = (usize, &ReadState, &Document)> {
        self.rounds.iter().enumerate().flat_map(move |(n, round)| {
            round.reads.values().filter_map(move |read| match read.document.as_deref() {
                Some(document) if !self.excluded.contains(&document.source_id()) => Some((n, read, document)),
                Some(_) | None => None,
            })
        })
    }

    /// The sources of these documents. Of two with the same text, only one counts.
    pub fn sources_read(&self) -> BTreeSet<SourceId> {
        self.documents().map(|(_, _, document)| document.source_id()).collect()
    }

    /// Pages that were tried but not read.
    pub fn unread(&self) -> impl Iterator<Item = (&ReadState, &Failure)> {
        self.reads().filter_map(|read| match (&read.document, &read.failure) {
            (None, Some(failure)) => Some((read, failure)),
            (Some(_), _) | (None, None) => None,
        })
    }

    /// Pages that count against the budget. Library documents are free, and an open-access copy replaces the
    /// original page.
    pub fn pages_read(&self) -> u32 {
        let counts = |read: &&ReadState| read.chosen.copy_of.is_none() && read.chosen.hash.is_none();
        // A blocked address that a model made up doesn't use up the page budget.
        let blocked = |read: &&ReadState| {
            read.failure.as_ref().is_some_and(|failure| failure.reason == FailureReason::Blocked)
        };
        let chosen = |round: &Round| {
            let driven = !round.turns.is_empty();
            round.reads.values().filter(|read| counts(read) && !(driven && blocked(read))).count()
        };
        self.rounds.iter().map(|round| chosen(round) as u32).sum()
    }

    pub fn queries_asked(&self) -> u32 {
        self.rounds.iter().map(|round| round.queries.len() as u32).sum()
    }

    /// The queries that the budget still allows.
    pub fn queries_left(&self) -> u32 {
        self.budget.queries.saturating_sub(self.queries_asked())
    }

    /// The pages that the budget still allows.
    pub fn pages_left(&self) -> u32 {
        self.budget.pages.saturating_sub(self.pages_read())
    }

    /// Whether a draft may be shown before it is verified. Not if it may be withheld in the end.
    pub fn shows_drafts(&self) -> bool {
        !self.gates.publish && !self.holds_back()
    }

    /// Whether the answer is kept from readers, because moderation withholds it or has yet to check it.
    pub fn holds_back(&self) -> bool {
        let passed = self.answer.as_ref().or(self.held.as_ref()).is_some_and(|answer| !answer.withheld);
        self.moderation.answers == Handling::Refuse && !passed
    }

    /// Whether writing has begun. From then on, new constraints wait for a follow-up.
    pub fn is_writing(&self) -> bool {
        self.draft.is_some() || self.ledger.is_running(EffectKind::Synthesize)
    }
}
