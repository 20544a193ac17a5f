//! gorkd's storage: journals, documents, threads and the library.
//!
//! Each database is a separate module behind the ports of the core. One test suite holds all of them to the
//! same contract. What they share, and what is not SQL, is in modules beside them. Where their SQL is the same, too, it
//! is in `both`, which is compiled as a module of each.

#![allow(clippy::duplicate_mod, reason = "each database has its own names for what `both` is written in")]

mod alone;
mod counting;
mod erased;
mod exported;
mod limits;
mod meanings;
mod migrations;
mod moving;
mod packing;
mod postgres;
#[cfg(any(test, feature = "server"))]
pub mod redis_server;
#[cfg(any(test, feature = "server"))]
pub mod relay;
mod rows;
#[cfg(any(test, feature = "server"))]
pub mod server;
mod shared;
mod sqlite;
mod store;
mod stored;
#[cfg(test)]
mod tests;
mod values;
mod words;
mod work;

pub use alone::Alone;
pub use counting::begin_counting;
pub use moving::{Moved, move_store};
pub use postgres::{PostgresOptions, PostgresStore, SharedScratch, fault_of_address};
pub use shared::{Redis, RedisQuotas, RedisRates, RedisScratch};
pub use sqlite::{Cache, SqliteOptions, SqliteStore, WriteCounts};
pub use store::{Health, Location, Migrated, Store, StoreOptions, migrate, open};

use gorkd_core::model::Place;

/// The audience of library content.
pub const LIBRARY: &str = "library";

/// The audience of what was read for a place: those who can see the place.
pub fn audience_of(place: &Place) -> String {
    format!("place:{place}")
}
