//! What a person at a terminal sees while a job is running.
//!
//! Facts are permanent lines (a page was read, a search failed); the status is redrawn in place. If lines
//! cannot be redrawn, only facts are written.

mod display;
mod facts;
#[cfg(test)]
mod tests;

pub use display::Display;
pub use facts::Facts;
