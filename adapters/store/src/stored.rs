//! Events and documents on their way into rows, and back.

use gorkd_core::job::{Event, Recorded};
use gorkd_core::model::{Document, Millis, Seq};

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
}

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

/// The documents that an event rests on; their texts must be kept as long as its job.
pub(crate) fn documents_of(event: &Event) -> &[Document] {
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
