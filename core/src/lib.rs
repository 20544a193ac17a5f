//! What research is. Knows no platform, provider, database or socket.
//!
//! [`model`] holds the nouns, [`research`] the pure pipeline, [`ports`] the few traits that adapters
//! implement, and [`engine`] the part that runs jobs.

pub mod engine;
#[cfg(feature = "fakes")]
pub mod fakes;
pub mod model;
pub mod ports;
pub mod research;
pub mod text;
pub mod view;
