//! Rows of chat state.

use super::Cells;
use crate::values::parsed;
use crate::work::Fault;
use gorkd_core::model::{JobId, Place, SourceId, ThreadId};
use gorkd_core::ports::{Arrival, ChatMessage, Delivery, DeliveryState, Feedback, MessageKey, Pick, Step};

pub(crate) const DELIVERY_COLUMNS: &str =
    "job, place, requester, private, handle, extras, state, at, wake_at";
pub(crate) const MESSAGE_COLUMNS: &str = "job, place, key, intent_at, nonce, id, hash";

/// The names of picks in rows.
pub(crate) const PICKS: [(Pick, &str); 2] = [(Pick::Pin, "pin"), (Pick::Exclude, "exclude")];

pub(crate) fn arrival(row: &impl Cells) -> Result<Arrival, Fault> {
    Ok(Arrival {
        key: row.text("key")?,
        platform: row.text("platform")?,
        payload: row.text("payload")?,
        at: row.time("at")?,
    })
}

pub(crate) fn step(row: &impl Cells) -> Result<Step, Fault> {
    Ok(Step { name: row.text("name")?, made: row.maybe_text("made")?, at: row.time("at")? })
}

pub(crate) fn delivery(row: &impl Cells) -> Result<Delivery, Fault> {
    Ok(Delivery {
        job: JobId(row.text("job")?),
        place: Place(row.text("place")?),
        requester: parsed(&row.text("requester")?, "a requester")?,
        private: row.flag("private")?,
        handle: row.text("handle")?,
        extras: parsed(&row.text("extras")?, "what was asked for besides")?,
        state: state(&row.text("state")?)?,
        at: row.time("at")?,
        wake_at: row.maybe_time("wake_at")?,
    })
}

fn state(name: &str) -> Result<DeliveryState, Fault> {
    [DeliveryState::Open, DeliveryState::Delivered, DeliveryState::Gone]
        .into_iter()
        .find(|state| name_of(*state) == name)
        .ok_or_else(|| Fault::Damaged(format!("a delivery has the unknown state `{name}`")))
}

pub(crate) fn name_of(state: DeliveryState) -> &'static str {
    match state {
        DeliveryState::Open => "open",
        DeliveryState::Delivered => "told",
        DeliveryState::Gone => "gone",
    }
}

pub(crate) fn message(row: &impl Cells) -> Result<ChatMessage, Fault> {
    Ok(ChatMessage {
        job: JobId(row.text("job")?),
        place: Place(row.text("place")?),
        key: MessageKey::read(&row.text("key")?),
        intent_at: row.time("intent_at")?,
        nonce: row.text("nonce")?,
        id: row.maybe_text("id")?,
        hash: row.text("hash")?,
    })
}

pub(crate) fn thread(row: &impl Cells) -> Result<ThreadId, Fault> {
    Ok(ThreadId(row.text("thread")?))
}

pub(crate) fn pick(row: &impl Cells) -> Result<(SourceId, Pick), Fault> {
    let name = row.text("pick")?;
    let pick = PICKS.iter().find(|(_, known)| *known == name).map(|(pick, _)| *pick);
    let pick = pick.ok_or_else(|| Fault::Damaged(format!("{name:?} is not a pick")))?;
    Ok((SourceId(row.text("source")?), pick))
}

pub(crate) fn feedback(row: &impl Cells) -> Result<Feedback, Fault> {
    Ok(Feedback {
        job: JobId(row.text("job")?),
        person: row.text("person")?,
        good: row.flag("good")?,
        reason: row.text("reason")?,
        at: row.time("at")?,
    })
}
