//! Limits and caches in a Redis or Valkey server that processes share.
//!
//! Nothing here is the only copy of anything: each part stands before one of the store that does the same, and goes on
//! with that while the server is out of reach.

mod connection;
mod quotas;
mod rates;
mod scratch;

pub use connection::Redis;
pub use quotas::RedisQuotas;
pub use rates::RedisRates;
pub(crate) use rates::{MOST_PATIENCE, micros};
pub use scratch::RedisScratch;

#[cfg(test)]
pub(crate) use rates::TURN;

/// The prefix of all keys, because others may use the same server.
const PREFIX: &str = "gorkd";
