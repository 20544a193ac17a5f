//! gorkd's stages under the names that others have for them, and what is counted of a job under way.

use gorkd_core::job::{Job, Stage, StopReason};
use std::collections::BTreeSet;

/// A stage as research sessions call it. Their `analyze` is part of gorkd's one judgement, which is told as `evaluate`;
/// their `export` is the check of every sentence, after which the report can go out.
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

/// A stage as chat messages call it.
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

/// Why a run ended, as chat messages say it. Saturated: more reading would bring nothing new. Stopped: the asker took
/// back what was left of the budget. None: it failed or was cancelled.
pub fn stop_reason(reason: Option<StopReason>) -> &'static str {
    match reason {
        Some(StopReason::Sufficient | StopReason::Saturated) => "sufficient",
        Some(StopReason::BudgetExhausted | StopReason::StoppedByUser) => "budget_exhausted",
        Some(StopReason::TimedOut) => "timeout",
        Some(StopReason::NothingFound) | None => "error",
    }
}

/// Different sources that were read so far.
pub fn read(job: &Job) -> usize {
    job.documents().map(|(_, _, document)| document.source_id()).collect::<BTreeSet<_>>().len()
}
