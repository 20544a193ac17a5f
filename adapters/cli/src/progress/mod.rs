//! What somebody at a terminal sees while a job is under way.
//!
//! Facts are lines that stay (a page was read, a search failed); the status is one line that is drawn over.
//! Where lines cannot be drawn over, only facts are written.

mod display;
mod facts;
#[cfg(test)]
mod tests;

pub use display::Display;
pub use facts::Facts;
