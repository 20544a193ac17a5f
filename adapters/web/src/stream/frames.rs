//! Encodes stream events as bytes, each with a position in the stream.
//!
//! A journal event may become several frames. All frames except the last carry a position within the event, so
//! that a reader who is disconnected between two of them continues exactly there.

use super::news::{Kind, Watched};
use bytes::Bytes;
use gorkd_core::engine::Delta;
use gorkd_core::job::{Job, Recorded};
use gorkd_core::model::{JobId, Seq};
use gorkd_core::ports::RunningDraft;
use gorkd_core::view::JobView;
use serde_json::{Value, json};
use std::collections::HashMap;

/// A frame, encoded once for all readers.
#[derive(Clone, Debug)]
pub struct Frame {
    /// `<jobId>:<seq>`, or `<jobId>:<seq>.<n>` for all frames of an event except the last.
    pub id: Box<str>,
    pub kind: Kind,
    pub bytes: Bytes,
}

/// Turns a thread's events into frames. The same events always give the same frames.
#[derive(Debug, Default)]
pub struct Encoder {
    jobs: HashMap<JobId, Watched>,
    /// The last event that was encoded.
    pub cursor: Option<(JobId, Seq)>,
}

impl Encoder {
    pub fn learn(&mut self, job: &JobId, recorded: &Recorded) -> Vec<Frame> {
        self.cursor = Some((job.clone(), recorded.seq));
        let news = self.jobs.entry(job.clone()).or_default().learn(job, recorded);
        let last = news.len();
        let frames = (1..).zip(news).map(|(n, news)| {
            let id = if n == last {
                format!("{job}:{}", recorded.seq)
            } else {
                format!("{job}:{}.{n}", recorded.seq)
            };
            let bytes = encode(Some(&id), news.kind.name(), &news.data);
            Frame { id: id.into(), kind: news.kind, bytes }
        });
        frames.collect()
    }

    pub fn job(&self, job: &JobId) -> Option<&Job> {
        self.jobs.get(job).map(Watched::job)
    }

    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.jobs.values().map(Watched::job)
    }
}

/// A frame of an event stream (<https://html.spec.whatwg.org/multipage/server-sent-events.html>). JSON is
/// written without line breaks, so it fits on one `data` line.
pub fn encode(id: Option<&str>, event: &str, data: &Value) -> Bytes {
    match id {
        Some(id) => format!("id: {id}\nevent: {event}\ndata: {data}\n\n").into(),
        None => format!("event: {event}\ndata: {data}\n\n").into(),
    }
}

/// The end of a job, with its document in the field `document`.
pub fn with_document(frame: &Frame, view: &JobView) -> Bytes {
    let text = std::str::from_utf8(&frame.bytes).unwrap_or_default();
    let data = text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or_default();
    let mut data: Value = serde_json::from_str(data).unwrap_or_default();
    data["document"] = json!(view);
    encode(Some(&frame.id), frame.kind.name(), &data)
}

/// A piece of text that is still being written. It has no id: a reader who reconnects gets the whole draft so
/// far.
pub fn delta(delta: &Delta) -> Bytes {
    let data = json!({
        "jobId": delta.job,
        "effect": delta.effect,
        "attempt": delta.attempt,
        "offset": delta.offset,
        "text": delta.text,
        "beingWritten": true,
    });
    encode(None, Kind::Delta.name(), &data)
}

/// A draft so far, as one piece that starts at the beginning.
pub fn draft(draft: &RunningDraft) -> Bytes {
    let data = json!({
        "jobId": draft.job,
        "effect": draft.effect,
        "attempt": draft.attempt,
        "offset": 0,
        "text": draft.text,
        "beingWritten": true,
    });
    encode(None, Kind::Delta.name(), &data)
}

/// Tells the reader that its position is unknown. The stream restarts at the thread's first event.
pub fn gap(last_event_id: &str) -> Bytes {
    let data = json!({
        "lastEventId": last_event_id,
        "message": "This position is not in the history of the thread. The stream starts again from the first event.",
    });
    encode(None, "gap", &data)
}
