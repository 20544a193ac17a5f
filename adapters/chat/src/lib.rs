//! What the chat platforms share: receiving, conversations, delivery, and the choice of every sentence.
//!
//! A platform's adapter adds transport, typed payloads, card formatting, and limits.

mod action;
mod card;
pub mod cards;
mod check;
mod delivery;
mod files;
#[cfg(test)]
mod fixtures;
mod handle;
mod inbox;
mod incoming;
mod lease;
mod payload;
mod platform;
mod receiver;
mod service;
mod stores;

pub use action::{Action, Format};
pub use card::{Button, ButtonKind, ButtonStyle, Card, Form, OutgoingFile, Part, SourceLine, StepLine, Tone};
pub use check::Finding;
pub use delivery::{Deliverer, DeliverySettings};
pub use files::{FileLimits, FileSource, IncomingFile, UnreadFile, UnreadReason, download_files};
pub use handle::Handle;
pub use inbox::{Handler, Inbox, InboxSettings};
pub use incoming::{ActionRequest, ChatReply, IncomingMessage, Location, Person, Question};
pub use lease::{in_background, while_held};
pub use payload::read_payload;
pub use platform::{
    Activity, Content, DirectMessage, Lookup, Pacing, Platform, PlatformError, Post, Reaction, nonce,
};
pub use receiver::{PayloadHandler, Receiver, Responder};
pub use service::{
    ChatService, ChatServiceSettings, Keyword, MAX_CONTEXT_MESSAGES, Memory, ParsedText, Policy,
    asks_in_private, parse_text,
};
pub use stores::ChatStores;
