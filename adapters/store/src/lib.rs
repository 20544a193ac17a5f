//! What gorkd keeps: journals, documents, threads and the library.
//!
//! Each database is a plain module of its own behind the ports of the core, held to one contract by one
//! suite of tests. What two databases would share, and what is not SQL, lies beside them.

mod packing;
mod sqlite;
mod stored;
#[cfg(test)]
mod tests;
mod words;

pub use sqlite::{Cache, Health, SqliteOptions, SqliteStore, WriteCounts};

use gorkd_core::model::Place;

/// The audience of what the library holds.
pub const LIBRARY: &str = "library";

/// The audience of what was read for a place: those who can see the place.
pub fn audience_of(place: &Place) -> String {
    format!("place:{place}")
}
