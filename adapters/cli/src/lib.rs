//! The terminal: what can be typed, and how answers and progress look.
//!
//! Nothing here opens a store or a socket; the binary does, and hands in jobs.

mod exit;
mod grammar;

pub use exit::Exit;
pub use grammar::*;
