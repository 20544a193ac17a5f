//! How far a job is, in the few steps that people care about. Seven stages are five steps here: asking back
//! belongs to planning, and checking every sentence to writing.

use crate::job::{Interrupt, Job, JobStatus, Stage, Step, next};
use crate::model::{Millis, host_of};
use serde::{Deserialize, Serialize};

/// What a terminal, a chat message or a page shows of a job under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressView {
    pub status: JobStatus,
    /// The checklist, always all five in order.
    pub steps: Vec<StepView>,
    /// What is happening now, in a few words without a full stop.
    pub now: String,
    /// From 1; 0 before the first one.
    pub round: usize,
    pub rounds: usize,
    pub queries: u32,
    pub pages_read: usize,
    pub pages_failed: usize,
    /// Pages chosen so far, read ones included.
    pub pages_chosen: usize,
    pub tokens: u64,
    pub tokens_limit: u64,
    pub cost_usd: f64,
    pub cost_limit_usd: f64,
    /// Active milliseconds so far, of `limit_ms`.
    pub elapsed_ms: u64,
    pub limit_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepView {
    pub step: ProgressStep,
    pub state: StepState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgressStep {
    Plan,
    Search,
    Read,
    Check,
    Write,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// Its turn has not come, or comes again in this round.
    Open,
    Active,
    Done,
    /// The job is over, and it was never needed.
    Skipped,
}

impl ProgressStep {
    pub const ALL: [ProgressStep; 5] = [
        ProgressStep::Plan,
        ProgressStep::Search,
        ProgressStep::Read,
        ProgressStep::Check,
        ProgressStep::Write,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ProgressStep::Plan => "Plan",
            ProgressStep::Search => "Search",
            ProgressStep::Read => "Read",
            ProgressStep::Check => "Check",
            ProgressStep::Write => "Write",
        }
    }

    pub fn of_stage(stage: Stage) -> Self {
        match stage {
            Stage::Clarify | Stage::Plan => ProgressStep::Plan,
            Stage::Search => ProgressStep::Search,
            Stage::Read => ProgressStep::Read,
            Stage::Evaluate => ProgressStep::Check,
            Stage::Synthesize | Stage::Verify => ProgressStep::Write,
        }
    }
}

/// The progress of a job at `now`.
pub fn progress(job: &Job, now: Millis) -> ProgressView {
    let status = job.status();
    let step = next(job);
    let stage = job.stage();
    let chosen = || job.rounds.iter().flat_map(|round| round.reads.values());
    ProgressView {
        status,
        steps: steps(job, stage.filter(|_| !status.is_over()).map(ProgressStep::of_stage)),
        now: doing(job, status, &step, stage),
        round: job.rounds.len(),
        rounds: job.budget.rounds as usize,
        queries: job.queries_asked(),
        pages_read: chosen().filter(|read| read.document.is_some()).count(),
        pages_failed: job.unread().count(),
        pages_chosen: chosen().count(),
        tokens: job.ledger.spent.tokens(),
        tokens_limit: job.budget.tokens,
        cost_usd: job.ledger.spent.usd.as_usd(),
        cost_limit_usd: job.budget.usd,
        elapsed_ms: job.clock.active_at(now),
        limit_ms: u64::from(job.budget.seconds) * 1000,
    }
}

fn steps(job: &Job, active: Option<ProgressStep>) -> Vec<StepView> {
    let took_place = |step: ProgressStep| match step {
        ProgressStep::Plan => job.plan.is_some(),
        ProgressStep::Search => job.rounds.iter().any(|round| !round.found.is_empty()),
        ProgressStep::Read => job.rounds.iter().any(|round| !round.reads.is_empty()),
        ProgressStep::Check => job.judgement().is_some(),
        ProgressStep::Write => job.answer.is_some(),
    };
    let state = |step: ProgressStep| match active {
        Some(active) if step == active => StepState::Active,
        Some(active) if step > active => StepState::Open,
        Some(_) => StepState::Done,
        None if took_place(step) => StepState::Done,
        None => StepState::Skipped,
    };
    ProgressStep::ALL.into_iter().map(|step| StepView { step, state: state(step) }).collect()
}

fn doing(job: &Job, status: JobStatus, step: &Step, stage: Option<Stage>) -> String {
    match status {
        JobStatus::Queued => return "waiting for its turn".to_owned(),
        JobStatus::Completed => return "done".to_owned(),
        JobStatus::Failed => return "failed".to_owned(),
        JobStatus::Cancelled => return "cancelled".to_owned(),
        JobStatus::Running | JobStatus::Waiting => {}
    }
    if let Step::Wait(interrupt, _) = step {
        return match interrupt {
            Interrupt::Clarify { question, .. } => format!("waiting for an answer: {}", question.text),
            Interrupt::Approve { text, .. } => format!("waiting for approval: {text}"),
        };
    }
    let Some(stage) = stage else { return "finishing".to_owned() };
    match stage {
        Stage::Clarify => "looking whether the question is clear".to_owned(),
        Stage::Plan => "planning".to_owned(),
        Stage::Search => searching(job),
        Stage::Read => reading(job),
        Stage::Evaluate => "checking whether that is enough".to_owned(),
        Stage::Synthesize => {
            format!("writing from {}", counted(job.documents().count(), "source", "sources"))
        }
        Stage::Verify => "checking every sentence against its source".to_owned(),
    }
}

fn searching(job: &Job) -> String {
    match job.open_round() {
        Some((_, round)) => {
            format!("searching: {}", list(round.queries.iter().map(|query| query.text.as_str())))
        }
        None => "searching".to_owned(),
    }
}

fn reading(job: &Job) -> String {
    let Some((_, round)) = job.open_round() else { return "reading".to_owned() };
    let open: Vec<String> = round
        .reads
        .values()
        .filter(|read| read.document.is_none() && read.failure.is_none())
        .map(|read| host_of(&read.chosen.url))
        .collect();
    if open.is_empty() {
        return "choosing what to read".to_owned();
    }
    let mut hosts: Vec<&str> = open.iter().map(String::as_str).collect();
    hosts.sort_unstable();
    hosts.dedup();
    format!("reading {}: {}", counted(open.len(), "page", "pages"), list(hosts.into_iter()))
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// The first few, with how many more there are.
fn list<'a>(mut names: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = names.by_ref().take(SHOWN).collect();
    let more = names.count();
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}
