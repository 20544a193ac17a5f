//! Converts events and documents to rows and back.
//!
//! Text typed by a person is never in a row of `events`: the row contains the text's hash and the event
//! without the words. The complete event is stored as a text, so that the journal still folds after that text
//! is erased.

use crate::packing::{PackedText, unpack};
use crate::values::{count, int};
use gorkd_core::job::{Event, JobStatus, Recorded};
use gorkd_core::model::{ActorId, Document, DocumentHash, Millis, Reading, Seq};
use gorkd_core::ports::{Append, NewJob};
use serde_json::Value;

/// An event as stored in a row.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    pub kind: String,
    pub version: u32,
    /// JSON.
    pub payload: String,
    /// The effect whose only outcome this is.
    pub effect: Option<String>,
    /// What the row contains instead if a person typed something.
    pub without_words: Option<WithoutWords>,
}

#[derive(Clone, Debug)]
pub(crate) struct WithoutWords {
    /// Hash of the text that contains the whole payload.
    pub hash: DocumentHash,
    /// JSON.
    pub payload: String,
}

/// The events of an append as rows, and the texts that people typed.
pub(crate) fn events_of(append: &Append) -> (Vec<StoredEvent>, Vec<PackedText>) {
    let mut texts = Vec::new();
    let stored = |event: &Event| {
        let mut stored = StoredEvent::new(event);
        let without = append.by.as_ref().and_then(|by| event.without_words(&by.erased));
        if let Some(without) = without {
            let text = salted(&stored.payload);
            let hash = DocumentHash::of_text(&text);
            texts.push(PackedText::new(hash.clone(), text));
            stored.without_words = Some(WithoutWords { hash, payload: without.stored().2 });
        }
        stored
    };
    (append.events.iter().map(stored).collect(), texts)
}

/// The status of a new job, and when it is due. `held` says that a worker has it from the start.
pub(crate) fn first_state(new: &NewJob, held: bool) -> (JobStatus, Option<Millis>) {
    match new.status {
        JobStatus::Queued | JobStatus::Running if held => (JobStatus::Running, None),
        JobStatus::Queued | JobStatus::Running => (JobStatus::Queued, Some(new.wake_at.unwrap_or(new.at))),
        JobStatus::Waiting | JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => {
            (new.status, new.wake_at)
        }
    }
}

/// A random name that reveals nothing about the person.
pub(crate) fn new_actor() -> String {
    format!("act_{}", uuid::Uuid::new_v4().simple())
}

/// Salted, so that short texts cannot be guessed from their hash and every event gets its own text.
fn salted(payload: &str) -> String {
    format!("{}\n{payload}", uuid::Uuid::new_v4().simple())
}

impl StoredEvent {
    pub fn new(event: &Event) -> Self {
        let (kind, version, payload) = event.stored();
        let effect = event.outcome_of().map(|effect| effect.0.clone());
        Self { kind, version, payload, effect, without_words: None }
    }

    /// The payload for its row.
    pub fn row_payload(&self) -> &str {
        self.without_words.as_ref().map_or(self.payload.as_str(), |without| without.payload.as_str())
    }

    /// The hash for its row.
    pub fn typed(&self) -> Option<&str> {
        self.without_words.as_ref().map(|without| without.hash.as_str())
    }

    /// The row as it is read back.
    pub fn row(self, seq: Seq, at: Millis, actor: Option<String>) -> EventRow {
        let version = i64::from(self.version);
        (int(seq), at.0, self.kind, version, self.payload, actor, None, None, None, None)
    }

    /// The usage that an outcome reports; `None` if this is not an outcome.
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

/// Where an outcome names the provider or model.
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

/// The columns of an [`EventRow`], from `events e LEFT JOIN texts t ON t.hash = e.typed`.
pub(crate) const EVENT_COLUMNS: &str =
    "e.seq, e.at, e.kind, e.version, e.payload, e.actor, t.hash, t.size, t.packed, t.body";

/// A row of `events`, with the typed text if there is one.
pub(crate) type EventRow = (
    i64,
    i64,
    String,
    i64,
    String,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<bool>,
    Option<Vec<u8>>,
);

/// Converts a row to an event, or says what is wrong with it. An event kind unknown to this build is not an
/// error.
pub(crate) fn recorded(row: EventRow) -> Result<Recorded, String> {
    let (seq, at, kind, version, mut payload, actor, hash, size, packed, body) = row;
    let seq = count(seq);
    let version = u32::try_from(version).map_err(|_| format!("event {seq} has version {version}"))?;
    if let (Some(hash), Some(size), Some(packed), Some(body)) = (hash, size, packed, body) {
        let (_, text) = unpack((hash, size, packed, body))?;
        let (_, whole) =
            text.split_once('\n').ok_or_else(|| format!("the text of event {seq} is damaged"))?;
        whole.clone_into(&mut payload);
    }
    let event = Event::decode(&kind, version, &payload)
        .map_err(|error| format!("event {seq} is not JSON ({error})"))?;
    Ok(Recorded { seq, at: Millis(at), event, actor: actor.map(ActorId) })
}

/// The documents that events refer to.
pub(crate) fn all_documents(events: &[Event]) -> Vec<Document> {
    events.iter().flat_map(documents_of).cloned().collect()
}

/// The documents that an append names. Events carry a document as the job knows it; readings may contain more
/// than the events name.
pub(crate) fn known_documents(events: &[Event], readings: &[Reading]) -> Vec<Document> {
    let mut documents = all_documents(events);
    for Reading { document, .. } in readings {
        if !documents.iter().any(|known| known.hash == document.hash && known.url == document.url) {
            documents.push(document.clone());
        }
    }
    documents
}

/// The documents that an event refers to. Their texts must be kept as long as its job.
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
        | Event::BudgetReached(_)
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
