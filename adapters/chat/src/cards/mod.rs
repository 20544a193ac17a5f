//! All cards that chats show. Pure.

mod answer;
mod answer_buttons;
mod context;
mod export;
mod failed;
mod format;
mod messages;
pub mod notices;
mod preview;
mod questions;
mod sources;
mod status;
#[cfg(test)]
mod tests;
mod why;

pub use answer::{answer, full};
pub use context::{CardContext, CardOptions, deeper, locale_of};
pub use export::export;
pub use messages::{DesiredMessage, desired_messages};
pub use questions::open_question;
pub use sources::sources;
pub use why::why;
