//! The terminal interface: the command line, and how answers and progress look.
//!
//! Nothing here opens a store or a socket; the binary does, and passes in jobs.

mod breaks;
mod exit;
mod files;
pub mod findings;
mod follow;
mod grammar;
pub mod progress;
pub mod render;
mod reply;
#[cfg(test)]
mod samples;
pub mod screen;

pub use breaks::{BreakAction, Breaks, presses};
pub use exit::Exit;
pub use files::{Attachment, attachments};
pub use follow::{Followed, Hold, follow};
pub use grammar::*;
pub use reply::{ask_back, read_reply};
