//! Everything that a job can learn. Events are facts in the past tense; they are never changed.
//!
//! On disk an event is (kind, version, payload): fields are only added, a meaning never changes, and a kind
//! that this build does not know decodes to [`Event::Unknown`] and is kept as it is.

use crate::model::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// A person answered the open interrupt.
    Replied { interrupt: String, reply: Reply },
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

/// The question and the terms of its run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub job: JobId,
    pub thread: ThreadId,
    pub turn: u32,
    pub place: Place,
    pub requester: Requester,
    pub question: Question,
    pub terms: Terms,
    pub budget: Budget,
    /// The only "now" that rules about recency see.
    pub at: Millis,
    /// IANA name of the asker's time zone.
    pub time_zone: String,
    /// Search providers that this job may use.
    pub providers: Vec<String>,
    /// Models that this job may use, by role.
    #[serde(default)]
    pub models: Models,
    /// The thread's source numbers so far.
    #[serde(default)]
    pub numbering: Vec<Numbered>,
    /// Documents that earlier turns of the thread have read.
    #[serde(default)]
    pub at_hand: Vec<Document>,
    #[serde(default)]
    pub earlier: Vec<EarlierTurn>,
    #[serde(default)]
    pub constraints: Vec<Constraint>,
    /// How long a question back to the asker stays open before its default applies.
    #[serde(default)]
    pub reply_within_ms: u64,
    /// Documents in the library when the question was taken; none when the library is no part of it.
    #[serde(default)]
    pub library: Option<u64>,
    /// What one call costs at most: searches by provider, models by name.
    #[serde(default)]
    pub prices: Prices,
    /// Budgets beyond this run that its spend counts against.
    #[serde(default)]
    pub scopes: Vec<Scope>,
    /// The field of the question and what is known of it.
    #[serde(default)]
    pub field: Field,
}

/// Prices as they were when the question was taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// A call, by provider name; free when absent.
    pub searches: BTreeMap<String, MicroUsd>,
    /// A million tokens, by model name; unknown when absent, and then only tokens are counted.
    pub models: BTreeMap<String, ModelPrice>,
}

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelPrice {
    pub input: MicroUsd,
    pub output: MicroUsd,
    /// For input that the server had cached; as other input when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<MicroUsd>,
}

impl ModelPrice {
    /// What tokens cost at this price, rounded up.
    pub fn of(&self, spend: &Spend) -> MicroUsd {
        let cached = spend.cached_tokens.min(spend.input_tokens);
        let fresh = spend.input_tokens - cached;
        let parts = fresh * self.input.0
            + cached * self.cached.unwrap_or(self.input).0
            + spend.output_tokens * self.output.0;
        MicroUsd(parts.div_ceil(1_000_000))
    }
}

/// A budget of a person, a place or a month.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    pub scope: String,
    pub period: String,
    pub limit: Option<MicroUsd>,
}

/// Model names by role; none means rules of our own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    pub planner: Option<String>,
    pub writer: Option<String>,
    pub checker: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forked {
    pub job: JobId,
    pub from: JobId,
    pub at: Seq,
    pub edit: Edit,
}

/// What a fork changes. Empty fields change nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edit {
    pub question: Option<Question>,
    pub constraints: Vec<Constraint>,
    /// A new budget with its profile.
    pub profile: Option<(Profile, Budget)>,
    pub providers: Option<Vec<String>>,
    /// Sources to cite if they bear on the question at all.
    pub pin: Vec<SourceId>,
    /// Sources that must not be used.
    pub exclude: Vec<SourceId>,
}

/// A question back to the asker, with options that fit the question asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClarifyQuestion {
    /// `scope`, `timeframe`, `depth` or `use`.
    pub about: String,
    pub text: String,
    pub options: Vec<String>,
    /// May all options be taken together?
    pub all_of_the_above: bool,
}

/// What a person said to an interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One of the options, by position from 0.
    Option(usize),
    AllOfTheAbove,
    Custom(String),
    /// No more questions: go on with defaults.
    JustGo,
    Approve,
    Decline,
}

/// Which hits of a round are read, and which are not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// In reading order, best first.
    pub read: Vec<Chosen>,
    pub skipped: Vec<Skipped>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    pub url: String,
    pub canonical_url: String,
    pub hash: Option<DocumentHash>,
    pub title: String,
    pub snippet: String,
    /// Why it was chosen, for the sources panel.
    pub why: String,
    /// 0 to 1.
    pub score: f64,
    /// Set for an open copy of a page that kept us out: the address of that page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Skipped {
    pub url: String,
    pub reason: SkipReason,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// Others looked better and the budget of pages is limited.
    #[default]
    RankedLower,
    AlreadyRead,
    /// The same page under another address, or a copy of a text.
    Duplicate,
    /// Enough of this site already.
    SameSite,
    Excluded,
    OutsidePeriod,
}

/// What a round brought.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub by: Maker,
    pub sufficient: bool,
    /// One sentence for the run log.
    pub reason: String,
    pub saturation: Saturation,
    /// Passages that bear on the question, over all rounds, best first, bounded.
    pub evidence: Vec<Evidence>,
    /// Passages that touch the question, from which the evidence was taken.
    #[serde(default)]
    pub considered: u32,
    /// Sub-questions that nothing read so far answers.
    pub gaps: Vec<String>,
    /// Queries for one more round; empty when nothing new is worth looking for.
    pub queries: Vec<Query>,
}

/// How new the round was, measured. Each number is 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Saturation {
    /// Entities first seen in this round, of all seen.
    pub new_entities: f64,
    /// Facts first seen in this round, of all seen.
    pub new_facts: f64,
    /// Sub-questions with evidence, of all.
    pub coverage: f64,
    /// Sources that repeat or cite one another, of all.
    pub circularity: f64,
    pub entities: u32,
    pub facts: u32,
}

/// What checking a draft came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
// It lies in a box wherever it is kept.
#[allow(clippy::large_enum_variant)]
pub enum Verdict {
    Passed(Answer),
    /// Claims that failed, as sentences for the writer; allowed for revision 0 of a model's draft only.
    Repair(Vec<String>),
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
