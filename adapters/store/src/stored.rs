//! Events and documents on their way into rows, and back.

use crate::values::int;
use gorkd_core::job::{Event, Recorded};
use gorkd_core::model::{Document, Millis, Reading, Seq};
use serde_json::Value;

/// An event as it stands in a row.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    pub kind: String,
    pub version: u32,
    /// JSON.
    pub payload: String,
    /// The effect whose only outcome this is.
    pub effect: Option<String>,
}

impl StoredEvent {
    pub fn new(event: &Event) -> Self {
        let (kind, version, payload) = event.stored();
        let effect = event.outcome_of().map(|effect| effect.0.clone());
        Self { kind, version, payload, effect }
    }

    /// As it is read back.
    pub fn row(self, seq: Seq, at: Millis) -> EventRow {
        (int(seq), at.0, self.kind, i64::from(self.version), self.payload)
    }

    /// What an outcome says of its cost; none where this is no outcome.
    pub fn used(&self) -> Option<Used> {
        self.effect.as_ref()?;
        let payload: Value = serde_json::from_str(&self.payload).unwrap_or_default();
        let number = |pointer: &str| payload.pointer(pointer).and_then(Value::as_i64).unwrap_or(0);
        let text = |pointer: &str| payload.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        Some(Used {
            kind: self.kind.clone(),
            name: NAMES.iter().find_map(|pointer| text(pointer)),
            tokens: number("/cost/input_tokens").saturating_add(number("/cost/output_tokens")),
            usd: number("/cost/usd"),
            cached: payload.get("cached").and_then(Value::as_bool),
            failure: text("/failure/reason"),
        })
    }
}

/// Where an outcome names the provider or the model.
const NAMES: [&str; 6] = [
    "/provider",
    "/turn/by",
    "/plan/by/model",
    "/judgement/by/model",
    "/draft/by/model",
    "/opinions/by/model",
];

/// A row of `outcomes`.
pub(crate) struct Used {
    pub kind: String,
    pub name: Option<String>,
    pub tokens: i64,
    /// Millionths of a dollar.
    pub usd: i64,
    pub cached: Option<bool>,
    pub failure: Option<String>,
}

/// A row of `events`: seq, at, kind, version, payload.
pub(crate) type EventRow = (i64, i64, String, i64, String);

/// A row as an event, or what is wrong with it. A kind that this build does not know is no fault.
pub(crate) fn recorded(
    seq: Seq,
    at: i64,
    kind: &str,
    version: i64,
    payload: &str,
) -> Result<Recorded, String> {
    let version = u32::try_from(version).map_err(|_| format!("event {seq} has version {version}"))?;
    let event = Event::decode(kind, version, payload)
        .map_err(|error| format!("event {seq} is not JSON ({error})"))?;
    Ok(Recorded { seq, at: Millis(at), event })
}

/// The documents that events rest on.
pub(crate) fn all_documents(events: &[Event]) -> Vec<Document> {
    events.iter().flat_map(documents_of).cloned().collect()
}

/// The documents that an append names. Events carry a document as the job knows it; readings may hold more than the
/// events name.
pub(crate) fn known_documents(events: &[Event], readings: &[Reading]) -> Vec<Document> {
    let mut documents = all_documents(events);
    for Reading { document, .. } in readings {
        if !documents.iter().any(|known| known.hash == document.hash && known.url == document.url) {
            documents.push(document.clone());
        }
    }
    documents
}

/// The documents that an event rests on; their texts must be kept as long as its job.
fn documents_of(event: &Event) -> &[Document] {
    match event {
        Event::Read { document, .. } | Event::Extracted { document, .. } | Event::Attached { document } => {
            std::slice::from_ref(&**document)
        }
        Event::Asked(asked) => &asked.at_hand,
        Event::Resumed { .. }
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
        | Event::ResearchTimeUp
        | Event::TimeUp
        | Event::Started { .. }
        | Event::Clarified { .. }
        | Event::Planned { .. }
        | Event::Driven { .. }
        | Event::Found { .. }
        | Event::Selected { .. }
        | Event::Judged { .. }
        | Event::Drafted { .. }
        | Event::Doubted { .. }
        | Event::Verified { .. }
        | Event::Failed { .. }
        | Event::Unknown { .. } => &[],
    }
}
