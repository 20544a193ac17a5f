//! Everything that a job can learn. Events are facts in the past tense. They never change, unless a person is erased
//! whose words they hold (`erasure`).
//!
//! On disk, an event is (kind, version, payload). Fields are only added, and a meaning never changes. A kind
//! that this build doesn't know decodes to [`Event::Unknown`] and is preserved as it is.

use super::{
    Asked, BudgetNotice, ClarifyQuestion, Forked, Gate, Judgement, ModelTurn, Opinions, Reply, Reused,
    Selection, Verdict,
};
use crate::model::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An event with its position and time in the journal, as returned by the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub seq: Seq,
    pub at: Millis,
    pub event: Event,
    /// The person who caused the event; `None` for gorkd's own events, and in journals of older builds.
    pub actor: Option<ActorId>,
}

impl Recorded {
    /// An event without a known person.
    pub fn new(seq: Seq, at: Millis, event: Event) -> Self {
        Self { seq, at, event, actor: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A question was accepted. Always the first event of a journal.
    Asked(Box<Asked>),
    /// A worker started or resumed the job: at first, after a wait, or after a crash. The time before it
    /// doesn't count.
    Resumed { worker: String },
    /// The process was suspended, or its clock was set forward, for this long. That time doesn't count.
    StoodStill { ms: u64 },
    /// A person answered the open interrupt; `constraints` is how the answer was interpreted.
    Replied {
        interrupt: String,
        reply: Reply,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        constraints: Vec<Constraint>,
        /// Moderation categories that the words were flagged with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flagged: Vec<String>,
    },
    /// The open interrupt timed out: its default applies.
    InterruptTimedOut { interrupt: String },
    /// A person steered the run while it was active; `flagged` has the moderation categories of their words.
    Steered {
        constraint: Constraint,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flagged: Vec<String>,
    },
    /// A person asked for an answer from what has been found.
    StopRequested,
    /// A person canceled the run.
    CancelRequested,
    /// A person retried a failed or insufficient job; finished work is kept.
    Retried,
    /// The planning mode was changed; with `auto`, open questions get their defaults.
    PlanningChanged { planning: Planning },
    /// This journal continues a copy of another one up to `at`.
    Forked(Box<Forked>),
    /// This journal is a copy of another one, whose answer is reused for this question.
    Reused(Box<Reused>),
    /// A person attached a document. Only turns of this thread use it.
    Attached { document: Arc<Document> },
    /// The active time for research is up; the time reserved for writing and checking begins.
    ResearchTimeUp,
    /// All active time is up.
    TimeUp,
    /// An effect is about to run, with its reservation. Written before any call is made.
    Started { effect: EffectId, attempt: u32, reserved: Spend },
    /// Outcome of `Clarify`: the questions to ask, empty if the question is clear.
    Clarified {
        effect: EffectId,
        questions: Vec<ClarifyQuestion>,
        cost: Spend,
        /// What the gate measured with the results of a search; `None` if it needed no search.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gate: Option<Gate>,
    },
    /// Outcome of `Plan`.
    Planned { effect: EffectId, plan: Box<Plan>, cost: Spend },
    /// Outcome of `Drive`: the model's tool calls, and how each is handled.
    Driven { effect: EffectId, turn: Box<ModelTurn>, cost: Spend },
    /// Outcome of `Extract`. The store has the text under the document's hash.
    Extracted { effect: EffectId, document: Arc<Document> },
    /// Outcome of `Search`.
    Found { effect: EffectId, provider: String, hits: Arc<[SearchHit]>, cached: bool, cost: Spend },
    /// Outcome of `Select`: which hits to read, and why the others are skipped.
    Selected { effect: EffectId, selection: Selection },
    /// Outcome of `Read`. The store has the text under the document's hash.
    Read { effect: EffectId, document: Arc<Document>, cached: bool, cost: Spend },
    /// Outcome of `Judge`: the results of the round, and whether they suffice.
    Judged { effect: EffectId, judgement: Arc<Judgement>, cost: Spend },
    /// Outcome of `Synthesize`.
    Drafted { effect: EffectId, draft: Arc<Draft>, cost: Spend },
    /// Outcome of `Doubt`: the model's opinions on claims that rules can't decide. Rules have the last word.
    Doubted { effect: EffectId, opinions: Opinions, cost: Spend },
    /// Outcome of `Verify`: the verified answer, or what a repair must fix.
    Verified { effect: EffectId, verdict: Box<Verdict>, cost: Spend },
    /// An effect failed. Its cost is charged all the same.
    Failed { effect: EffectId, failure: Failure, cost: Spend },
    /// A shared budget is nearly used up, is used up, or did not cover a call.
    BudgetReached(Box<BudgetNotice>),
    /// A kind written by a newer build. A worker that encounters one releases the job.
    #[serde(skip)]
    Unknown { kind: String, version: u32, payload: serde_json::Value },
}

/// A pattern for the events that end no effect.
macro_rules! no_outcome {
    () => {
        Event::Asked(_)
            | Event::Resumed { .. }
            | Event::StoodStill { .. }
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
            | Event::BudgetReached(_)
            | Event::Unknown { .. }
    };
}
pub(super) use no_outcome;

impl Event {
    /// The effect whose outcome this is, and the cost of the outcome; `None` for other events.
    fn outcome(&self) -> Option<(&EffectId, Spend)> {
        match self {
            Event::Clarified { effect, cost, .. }
            | Event::Planned { effect, cost, .. }
            | Event::Driven { effect, cost, .. }
            | Event::Found { effect, cost, .. }
            | Event::Read { effect, cost, .. }
            | Event::Judged { effect, cost, .. }
            | Event::Drafted { effect, cost, .. }
            | Event::Doubted { effect, cost, .. }
            | Event::Verified { effect, cost, .. }
            | Event::Failed { effect, cost, .. } => Some((effect, *cost)),
            Event::Selected { effect, .. } | Event::Extracted { effect, .. } => {
                Some((effect, Spend::default()))
            }
            no_outcome!() => None,
        }
    }

    /// The effect whose outcome this is; `None` for other events.
    pub fn outcome_of(&self) -> Option<&EffectId> {
        self.outcome().map(|(effect, _)| effect)
    }

    /// The cost of the outcome; zero for other events.
    pub fn cost(&self) -> Spend {
        self.outcome().map(|(_, cost)| cost).unwrap_or_default()
    }

    /// Sets the cost of the outcome; events without a cost are unchanged.
    pub fn costing(mut self, spent: Spend) -> Self {
        match &mut self {
            Event::Clarified { cost, .. }
            | Event::Planned { cost, .. }
            | Event::Driven { cost, .. }
            | Event::Found { cost, .. }
            | Event::Read { cost, .. }
            | Event::Judged { cost, .. }
            | Event::Drafted { cost, .. }
            | Event::Doubted { cost, .. }
            | Event::Verified { cost, .. }
            | Event::Failed { cost, .. } => *cost = spent,
            Event::Selected { .. } | Event::Extracted { .. } | no_outcome!() => {}
        }
        self
    }

    /// For display: kind, version, payload.
    pub fn encode(&self) -> (String, u32, serde_json::Value) {
        let (kind, version, payload) = self.stored();
        let payload = serde_json::from_str(&payload).unwrap_or_default();
        (kind, version, payload)
    }

    /// For storage: kind, version, payload as JSON.
    pub fn stored(&self) -> (String, u32, String) {
        if let Event::Unknown { kind, version, payload } = self {
            return (kind.clone(), *version, payload.to_string());
        }
        // `{"kind":payload}`, or `"kind"` alone.
        let tagged = serde_json::to_string(self).unwrap_or_default();
        let mut parts = tagged.splitn(3, '"');
        let kind = parts.nth(1).unwrap_or_default().to_owned();
        let rest = parts.next().unwrap_or_default();
        let payload = rest.strip_prefix(':').and_then(|rest| rest.strip_suffix('}')).unwrap_or("{}");
        (kind, VERSION, payload.to_owned())
    }

    /// Decodes a stored row. An event that this build doesn't know becomes `Unknown` without losing anything; a
    /// payload that isn't JSON is an error.
    pub fn decode(kind: &str, version: u32, payload: &str) -> Result<Event, serde_json::Error> {
        let readable = version <= VERSION && kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        // A newer build may have added fields to an event that has none here.
        let plain = || serde_json::from_str(&format!("\"{kind}\"")).ok();
        let full = || serde_json::from_str(&format!("{{\"{kind}\":{payload}}}")).ok();
        let known = match payload {
            _ if !readable => None,
            "{}" => plain().or_else(full),
            _ => full().or_else(plain),
        };
        match known {
            Some(event) => Ok(event),
            None => {
                let payload = serde_json::from_str(payload)?;
                Ok(Event::Unknown { kind: kind.to_owned(), version, payload })
            }
        }
    }
}

/// Version of all event kinds that this build writes.
pub const VERSION: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    fn round(event: &Event) -> (String, String) {
        let (kind, version, payload) = event.stored();
        assert_eq!(Event::decode(&kind, version, &payload).expect("JSON"), *event);
        let (same, _, value) = event.encode();
        assert_eq!((same, value), (kind.clone(), serde_json::from_str(&payload).expect("JSON")));
        (kind, payload)
    }

    /// Existing rows must stay readable forever.
    #[test]
    fn events_are_stored_as_a_kind_and_its_fields() {
        let plain = round(&Event::StopRequested);
        assert_eq!(plain, ("stop_requested".to_owned(), "{}".to_owned()));
        let fields = round(&Event::Resumed { worker: "w\"1\"".into() });
        assert_eq!(fields, ("resumed".to_owned(), r#"{"worker":"w\"1\""}"#.to_owned()));
        let (kind, payload) = round(&Event::Asked(Box::default()));
        assert_eq!(kind, "asked");
        assert!(payload.starts_with(r#"{"job":"""#), "{payload}");
        let newer = Event::decode("resumed", 1, r#"{"worker":"w","mood":{"a":[1]}}"#).expect("JSON");
        assert_eq!(newer, Event::Resumed { worker: "w".into() }, "fields may be added");
        let newer = Event::decode("stop_requested", 1, r#"{"why":"late"}"#).expect("JSON");
        assert_eq!(newer, Event::StopRequested);
    }

    #[test]
    fn what_cannot_be_read_is_kept_as_it_is() {
        for (kind, version, payload) in [
            ("dreamt", 1, r#"{"a":1}"#),
            ("resumed", 1, r#"{"somebody":"else"}"#),
            ("resumed", 2, r#"{"worker":"w"}"#),
            ("unknown", 1, "{}"),
            ("resumed", 1, "[1,2]"),
            (r#"a":{},"b"#, 1, "{}"),
        ] {
            let event = Event::decode(kind, version, payload).expect("JSON");
            assert!(matches!(event, Event::Unknown { .. }), "{event:?}");
            assert_eq!(event.stored(), (kind.to_owned(), version, payload.to_owned()));
        }
        for torn in ["", "{\"worker\":", "{\"worker\":\"w\"},\"stop_requested\":{}"] {
            assert!(Event::decode("resumed", 1, torn).is_err(), "{torn}");
        }
    }
}
