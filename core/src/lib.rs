//! What a job is. Knows no platform, provider, database, socket or heuristic.
//!
//! [`model`] holds the nouns, [`job`] the events of a run and what follows from them, [`ports`] the few traits that
//! adapters and rules implement, and [`engine`] the part that runs jobs.

pub mod engine;
#[cfg(feature = "fakes")]
pub mod fakes;
pub mod job;
pub mod model;
pub mod ports;
pub mod text;
pub mod view;
