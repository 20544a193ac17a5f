//! What comes in: payloads, the first response, and what is made of it.

pub mod first;
pub mod handler;
pub mod home;
mod messages;
mod once;
mod payload;
mod places;
mod presses;
mod question;
mod servers;

pub use payload::{Message, Received};
pub use places::Places;
