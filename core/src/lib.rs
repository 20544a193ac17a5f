//! What a job is. This crate knows no platform, provider, database, socket, or heuristic.
//!
//! [`model`] has the nouns, [`job`] the events of a run and what follows from them, [`ports`] the traits that
//! adapters and rules implement, and [`engine`] runs jobs.

pub mod engine;
#[cfg(feature = "fakes")]
pub mod fakes;
pub mod job;
pub mod model;
pub mod ports;
pub mod text;
pub mod view;
