//! Renders cards for Slack. Pure.
//!
//! Text from pages, models and people is rendered as rich text or plain text, which parse no markup, so nothing
//! in it can mention, link or format. Only `text`, which notifications show, is escaped.

mod card;
mod elements;
mod feedback;
mod form;
mod parts;
mod rich;
mod sized;
mod stream;
mod text;

pub use card::{note, place_of, plain, render};
pub use feedback::renew;
pub use form::{OpenedFrom, SubmittedForm, form, home};
pub use stream::{StreamContent, stream_buttons, stream_content};
pub use text::{characters, escaped, one_line, unescaped};

use serde_json::{Value, json};

/// Type of the metadata that marks gorkd's messages.
const MARKER: &str = "gorkd_message";

/// Metadata that makes a message findable.
pub fn marker(nonce: &str) -> Value {
    json!({"event_type": MARKER, "event_payload": {"nonce": nonce}})
}
