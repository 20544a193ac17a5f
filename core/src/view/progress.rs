//! The progress of a job in the few steps that people care about. The seven stages become five steps:
//! clarifying questions are part of planning, and verification is part of writing.

use super::LineView;
use crate::job::{Interrupt, Job, JobStatus, Stage, Step, next};
use crate::model::{Millis, host_of};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a terminal, a chat message, or a page shows of an active job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressView {
    pub status: JobStatus,
    /// The checklist; always all five steps, in order.
    pub steps: Vec<StepView>,
    /// What is happening now, in a few words without a period.
    pub now: String,
    /// Its queue position; `None` if it isn't waiting, or nobody has looked it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    /// From 1; 0 before the first one.
    pub round: usize,
    pub rounds: usize,
    pub queries: u32,
    pub pages_read: usize,
    pub pages_failed: usize,
    /// Number of pages chosen so far, including those already read.
    pub pages_chosen: usize,
    /// Number of distinct addresses in search results.
    #[serde(default)]
    pub sources_considered: usize,
    /// Search providers used so far, of those that the run may use.
    #[serde(default)]
    pub sources_queried: usize,
    #[serde(default)]
    pub sources_available: usize,
    /// How much new information the last judged round added; `None` before the first.
    pub saturation: Option<SaturationView>,
    pub tokens: u64,
    pub tokens_limit: u64,
    pub cost_usd: f64,
    pub cost_limit_usd: f64,
    /// Active milliseconds so far, of `limit_ms`.
    pub elapsed_ms: u64,
    pub limit_ms: u64,
}

/// How much new information a round added. Each number is from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SaturationView {
    /// Share of all entities that were first seen in it.
    pub new_entities: f64,
    /// Share of all facts that were first seen in it.
    pub new_facts: f64,
    /// Share of parts of the question that have evidence.
    pub coverage: f64,
    /// Share of sources that repeat or cite each other.
    pub circularity: f64,
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
    /// Not started yet, or due again in this round.
    Open,
    Active,
    Done,
    /// The job is over, and the step was never needed.
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

    /// Its name in English.
    pub fn name(self) -> String {
        self.said().to(Locale::En)
    }

    /// Its name.
    pub fn said(self) -> Msg {
        match self {
            ProgressStep::Plan => Msg::StepPlan,
            ProgressStep::Search => Msg::StepSearch,
            ProgressStep::Read => Msg::StepRead,
            ProgressStep::Check => Msg::StepCheck,
            ProgressStep::Write => Msg::StepWrite,
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
    ProgressView {
        status,
        steps: steps(job, stage.filter(|_| !status.is_over()).map(ProgressStep::of_stage)),
        now: at_work(job, status, &step, stage, Locale::En).to(Locale::En),
        line: None,
        round: job.rounds.len(),
        rounds: job.budget.rounds as usize,
        queries: job.queries_asked(),
        pages_read: job.reads().filter(|read| read.document.is_some()).count(),
        pages_failed: job.unread().count(),
        pages_chosen: job.reads().count(),
        sources_considered: considered(job),
        sources_queried: providers_asked(job),
        sources_available: job.providers.len(),
        saturation: job.judgement().map(|judged| SaturationView {
            new_entities: judged.saturation.new_entities,
            new_facts: judged.saturation.new_facts,
            coverage: judged.saturation.coverage,
            circularity: judged.saturation.circularity,
        }),
        tokens: job.ledger.spent.tokens(),
        tokens_limit: job.budget.tokens,
        cost_usd: job.ledger.spent.usd.as_usd(),
        cost_limit_usd: job.budget.usd,
        elapsed_ms: job.clock.active_at(now),
        limit_ms: job.budget.ms(),
    }
}

/// Number of search providers that have been used so far.
pub fn providers_asked(job: &Job) -> usize {
    let asked = |provider: &&String| {
        job.ledger.calls.iter().any(|call| call.stage == Stage::Search && call.to == **provider)
    };
    job.providers.iter().filter(asked).count()
}

/// Number of distinct addresses in search results.
pub fn considered(job: &Job) -> usize {
    let urls: BTreeSet<&str> = job.hits().map(|hit| hit.url.as_str()).collect();
    urls.len()
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

/// What a job is doing now, in a few words without a period.
pub fn doing(job: &Job, locale: Locale) -> String {
    at_work(job, job.status(), &next(job), job.stage(), locale).to(locale)
}

fn at_work(job: &Job, status: JobStatus, step: &Step, stage: Option<Stage>, locale: Locale) -> Msg {
    match status {
        JobStatus::Queued => return Msg::NowQueued,
        JobStatus::Completed => return Msg::NowDone,
        JobStatus::Failed => return Msg::NowFailed,
        JobStatus::Cancelled => return Msg::NowCancelled,
        JobStatus::Running | JobStatus::Waiting => {}
    }
    if let Step::Wait(interrupt, _) = step {
        return match interrupt {
            Interrupt::Clarify { question, .. } => Msg::NowWaitingAnswer { question: question.text.clone() },
            Interrupt::Approve { text, .. } => Msg::NowWaitingApproval { question: text.clone() },
        };
    }
    match stage {
        None => Msg::NowFinishing,
        Some(Stage::Clarify) => Msg::NowClarifying,
        Some(Stage::Plan) => Msg::NowPlanning,
        Some(Stage::Search) => searching(job, locale),
        Some(Stage::Read) => reading(job, locale),
        Some(Stage::Evaluate) => Msg::NowChecking,
        Some(Stage::Synthesize) => Msg::NowWriting { count: job.documents().count() as u64 },
        Some(Stage::Verify) => Msg::NowVerifying,
    }
}

fn searching(job: &Job, locale: Locale) -> Msg {
    let open = job.open_round().into_iter().flat_map(|(_, round)| &round.queries);
    let told: Vec<&str> = open.filter(|query| !query.from_pages).map(|query| query.text.as_str()).collect();
    match told.is_empty() {
        true => Msg::NowSearching,
        false => Msg::NowSearchingFor { queries: list(told.into_iter(), locale) },
    }
}

fn reading(job: &Job, locale: Locale) -> Msg {
    let Some((_, round)) = job.open_round() else { return Msg::NowChoosing };
    let open: Vec<String> = round
        .reads
        .values()
        .filter(|read| read.document.is_none() && read.failure.is_none())
        .map(|read| host_of(&read.chosen.url))
        .collect();
    if open.is_empty() {
        return Msg::NowChoosing;
    }
    let mut hosts: Vec<&str> = open.iter().map(String::as_str).collect();
    hosts.sort_unstable();
    hosts.dedup();
    Msg::NowReading { count: open.len() as u64, hosts: list(hosts.into_iter(), locale) }
}

/// The first few, and how many more there are.
fn list<'a>(mut names: impl Iterator<Item = &'a str>, locale: Locale) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = names.by_ref().take(SHOWN).collect();
    let more = names.count() as u64;
    let shown = shown.join(", ");
    if more == 0 { shown } else { locale.say(Msg::AndMore { shown, count: more }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Round;
    use crate::model::Query;

    #[test]
    fn only_what_is_searched_for_in_words_of_the_question_is_named() {
        let query =
            |text: &str, from_pages: bool| Query { text: text.into(), from_pages, ..Query::default() };
        let now = |queries: Vec<Query>| {
            let job = Job { rounds: vec![Round { queries, ..Round::default() }], ..Job::default() };
            searching(&job, Locale::En).to(Locale::En)
        };
        assert_eq!(now(vec![query("Mailman heron", true), query("heron", false)]), "searching: heron");
        assert_eq!(now(vec![query("Mailman heron", true)]), "searching");
    }
}
