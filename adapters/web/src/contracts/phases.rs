//! gorkd's stages under the names of other contracts, and counts about a running job.

use gorkd_core::job::{Job, Stage, StopReason};
use std::collections::BTreeSet;

/// The name of a stage in research sessions. Their `analyze` is part of gorkd's single judgment, which is
/// reported as `evaluate`. Their `export` is the check of every sentence, after which the report can be sent.
pub fn of_session(stage: Stage) -> &'static str {
    match stage {
        Stage::Clarify => "clarify",
        Stage::Plan => "plan",
        Stage::Search => "collect",
        Stage::Read => "process",
        Stage::Evaluate => "evaluate",
        Stage::Synthesize => "synthesize",
        Stage::Verify => "export",
    }
}

/// The name of a stage in chat messages.
pub fn of_chat(stage: Stage) -> &'static str {
    match stage {
        Stage::Clarify | Stage::Plan => "planning",
        Stage::Search => "searching",
        Stage::Read => "reading",
        Stage::Evaluate => "evaluating",
        Stage::Synthesize => "synthesizing",
        Stage::Verify => "finalizing",
    }
}

/// Why a run ended, as named in chat messages. `Saturated`: more reading would add nothing new.
/// `StoppedByUser`: the asker gave up the rest of the budget. `None`: it failed or was canceled.
pub fn stop_reason(reason: Option<StopReason>) -> &'static str {
    match reason {
        Some(StopReason::Sufficient | StopReason::Saturated) => "sufficient",
        Some(StopReason::BudgetExhausted | StopReason::StoppedByUser) => "budget_exhausted",
        Some(StopReason::TimedOut) => "timeout",
        Some(StopReason::NothingFound) | None => "error",
    }
}

/// Number of distinct sources read so far.
pub fn read(job: &Job) -> usize {
    job.documents().map(|(_, _, document)| document.source_id()).collect::<BTreeSet<_>>().len()
}
