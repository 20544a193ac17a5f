//! Everything that a job can learn. Events are facts in the past tense; they are never changed.
//!
//! On disk an event is (kind, version, payload): fields are only added, a meaning never changes, and a kind
//! that this build does not know decodes to [`Event::Unknown`] and is kept as it is.

use super::{Asked, ClarifyQuestion, Forked, Judgement, Reply, Reused, Selection, Verdict};
use crate::model::*;
use serde::{Deserialize, Serialize};

/// An event with its place and time in the journal, as the store hands it back.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub seq: Seq,
    pub at: Millis,
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A question was taken. Always the first event of a journal.
    Asked(Box<Asked>),
    /// A worker took the job up, for the first time or after a wait or a crash. Time before it does not count.
    Resumed { worker: String },
    /// A person answered the open interrupt; `constraints` is what the answer was taken to mean.
    Replied {
        interrupt: String,
        reply: Reply,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        constraints: Vec<Constraint>,
    },
    /// The open interrupt ran out of time: its default applies.
    InterruptTimedOut { interrupt: String },
    /// A person shaped the run while it was under way.
    Steered { constraint: Constraint },
    /// A person wants an answer from what there is.
    StopRequested,
    /// A person wants no answer.
    CancelRequested,
    /// A person wants a failed or insufficient job tried again; finished work is kept.
    Retried,
    /// The planning mode was changed; with `auto`, open questions get their defaults.
    PlanningChanged { planning: Planning },
    /// This journal goes on from a copy of another one up to `at`.
    Forked(Box<Forked>),
    /// This journal is a copy of another one, whose answer serves this question too.
    Reused(Box<Reused>),
    /// A person gave a document along. It is for the turns of this thread alone.
    Attached { document: Box<Document> },
    /// The active time for research is over; what is kept for writing and checking begins.
    ResearchTimeUp,
    /// All active time is over.
    TimeUp,
    /// An effect is about to run, with what is set aside for it. Written before anything is called.
    Started { effect: EffectId, attempt: u32, reserved: Spend },
    /// Outcome of `Clarify`: the questions to ask, none when the question is clear.
    Clarified { effect: EffectId, questions: Vec<ClarifyQuestion>, cost: Spend },
    /// Outcome of `Plan`.
    Planned { effect: EffectId, plan: Box<Plan>, cost: Spend },
    /// Outcome of `Search`.
    Found { effect: EffectId, provider: String, hits: Vec<SearchHit>, cached: bool, cost: Spend },
    /// Outcome of `Select`: which hits to read, which not and why.
    Selected { effect: EffectId, selection: Selection },
    /// Outcome of `Read`. The text lies in the store under the document's hash.
    Read { effect: EffectId, document: Box<Document>, cached: bool, cost: Spend },
    /// Outcome of `Judge`: what the round brought and whether it is enough.
    Judged { effect: EffectId, judgement: Box<Judgement>, cost: Spend },
    /// Outcome of `Synthesize`.
    Drafted { effect: EffectId, draft: Box<Draft>, cost: Spend },
    /// Outcome of `Verify`: the checked answer, or what a repair has to mend.
    Verified { effect: EffectId, verdict: Box<Verdict>, cost: Spend },
    /// An effect gave nothing. What it cost is charged all the same.
    Failed { effect: EffectId, failure: Failure, cost: Spend },
    /// A kind that a newer build wrote. A worker that meets one lets go of the job.
    #[serde(skip)]
    Unknown { kind: String, version: u32, payload: serde_json::Value },
}

impl Event {
    /// The effect whose outcome this is, if it is one.
    pub fn outcome_of(&self) -> Option<&EffectId> {
        match self {
            Event::Clarified { effect, .. }
            | Event::Planned { effect, .. }
            | Event::Found { effect, .. }
            | Event::Selected { effect, .. }
            | Event::Read { effect, .. }
            | Event::Judged { effect, .. }
            | Event::Drafted { effect, .. }
            | Event::Verified { effect, .. }
            | Event::Failed { effect, .. } => Some(effect),
            Event::Asked(_)
            | Event::Resumed { .. }
            | Event::Replied { .. }
            | Event::InterruptTimedOut { .. }
            | Event::Steered { .. }
            | Event::StopRequested
            | Event::CancelRequested
            | Event::Retried
            | Event::PlanningChanged { .. }
            | Event::Forked(_)
            | Event::Reused(_)
            | Event::Attached { .. }
            | Event::ResearchTimeUp
            | Event::TimeUp
            | Event::Started { .. }
            | Event::Unknown { .. } => None,
        }
    }

    /// What the outcome cost; nothing for events that are no outcome.
    pub fn cost(&self) -> Spend {
        match self {
            Event::Clarified { cost, .. }
            | Event::Planned { cost, .. }
            | Event::Found { cost, .. }
            | Event::Read { cost, .. }
            | Event::Judged { cost, .. }
            | Event::Drafted { cost, .. }
            | Event::Verified { cost, .. }
            | Event::Failed { cost, .. } => *cost,
            Event::Selected { .. }
            | Event::Asked(_)
            | Event::Resumed { .. }
            | Event::Replied { .. }
            | Event::InterruptTimedOut { .. }
            | Event::Steered { .. }
            | Event::StopRequested
            | Event::CancelRequested
            | Event::Retried
            | Event::PlanningChanged { .. }
            | Event::Forked(_)
            | Event::Reused(_)
            | Event::Attached { .. }
            | Event::ResearchTimeUp
            | Event::TimeUp
            | Event::Started { .. }
            | Event::Unknown { .. } => Spend::default(),
        }
    }

    /// As it is stored: kind, version, payload.
    pub fn encode(&self) -> (String, u32, serde_json::Value) {
        if let Event::Unknown { kind, version, payload } = self {
            return (kind.clone(), *version, payload.clone());
        }
        let mut payload = serde_json::to_value(self).unwrap_or_default();
        let kind = payload
            .as_object_mut()
            .and_then(|fields| fields.remove("kind"))
            .and_then(|kind| kind.as_str().map(str::to_owned))
            .unwrap_or_default();
        (kind, VERSION, payload)
    }

    /// The event of a stored row. What this build cannot read becomes `Unknown`, with nothing lost.
    pub fn decode(kind: &str, version: u32, payload: serde_json::Value) -> Event {
        let unknown = |payload| Event::Unknown { kind: kind.to_owned(), version, payload };
        if version > VERSION {
            return unknown(payload);
        }
        let mut tagged = payload.clone();
        match tagged.as_object_mut() {
            Some(fields) => fields.insert("kind".to_owned(), kind.into()),
            None => return unknown(payload),
        };
        serde_json::from_value(tagged).unwrap_or_else(|_| unknown(payload))
    }
}

/// Version of all event kinds that this build writes.
pub const VERSION: u32 = 1;
