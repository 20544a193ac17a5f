//! The tool calls of a driving model, with their outcomes.

use super::log::{counted, named};
use crate::job::obstacles::worth_another_try;
use crate::job::{Chosen, Job, Round, ToolCall, ToolWants, extract_stem, read_stem, search_stem};
use crate::model::Query;
use serde::{Deserialize, Serialize};

/// A tool call, as shown to people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolView {
    /// Both from 0: the model has several turns in a round, and may call several tools in each.
    pub round: usize,
    pub turn: usize,
    /// As the model wrote it.
    pub tool: String,
    /// JSON, truncated.
    pub arguments: String,
    pub state: ToolState,
    /// A few words or a sentence: `5 results`, a page's title, the reason for a refusal.
    pub outcome: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolState {
    /// In progress, or was when the run stopped.
    Open,
    Done,
    Failed,
    /// The call was not executed.
    Refused,
}

/// Every tool call of a job, in order.
pub fn tools(job: &Job) -> Vec<ToolView> {
    let mut tools = Vec::new();
    for (number, round) in job.rounds.iter().enumerate() {
        for (turn, called) in round.turns.iter().enumerate() {
            tools.extend(called.calls.iter().map(|call| {
                let (state, outcome) = outcome(job, number, round, call);
                let (tool, arguments) = (call.tool.clone(), call.arguments.clone());
                ToolView { round: number, turn, tool, arguments, state, outcome }
            }));
        }
    }
    tools
}

fn outcome(job: &Job, number: usize, round: &Round, call: &ToolCall) -> (ToolState, String) {
    let open = || (ToolState::Open, String::new());
    match &call.wants {
        ToolWants::Note => (ToolState::Done, "noted".to_owned()),
        ToolWants::Refused(why) => (ToolState::Refused, why.clone()),
        ToolWants::Search(query) => searched(job, number, round, query),
        ToolWants::Read(chosen) => match round.reads.get(&read_stem(number, chosen)) {
            None => (ToolState::Refused, "The page budget of this run was used up.".to_owned()),
            Some(read) => match (&read.document, &read.failure) {
                (Some(document), _) => (ToolState::Done, named(document).to_owned()),
                (None, Some(failure)) if !is_tried_again(job, number, chosen) => {
                    (ToolState::Failed, failure.detail.clone())
                }
                (None, _) => open(),
            },
        },
        ToolWants::Extract(html) => {
            let stem = extract_stem(number, html);
            match (round.extracts.get(&stem), job.ledger.last_failure(&stem)) {
                (Some(document), _) => {
                    (ToolState::Done, counted(document.word_count as usize, "word", "words"))
                }
                (None, Some(failure)) => (ToolState::Failed, failure.detail.clone()),
                (None, None) => open(),
            }
        }
    }
}

fn is_tried_again(job: &Job, number: usize, chosen: &Chosen) -> bool {
    let stem = read_stem(number, chosen);
    let running = job.ledger.running.contains_key(&job.ledger.id(&stem));
    running || worth_another_try(job.ledger.failures(&stem), job.clock.active_ms, &job.budget)
}

/// The state of a search: done once no provider is left to ask and at least one has answered.
fn searched(job: &Job, number: usize, round: &Round, query: &Query) -> (ToolState, String) {
    if !round.queries.contains(query) {
        return (ToolState::Refused, "The search budget of this run was used up.".to_owned());
    }
    let (mut hits, mut answered, mut failure) = (0, false, None);
    for provider in job.places(number, query) {
        let stem = search_stem(number, query, provider);
        match round.found.get(&stem) {
            Some(found) => {
                answered = true;
                hits += found.hits.len();
            }
            None if job.gave_up_search(&stem) => failure = job.ledger.last_failure(&stem),
            None => return (ToolState::Open, String::new()),
        }
    }
    match failure.filter(|_| !answered) {
        Some(failure) => (ToolState::Failed, failure.detail.clone()),
        None => (ToolState::Done, counted(hits, "result", "results")),
    }
}
