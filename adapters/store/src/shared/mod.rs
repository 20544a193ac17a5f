//! Limits and caches in a Redis or Valkey server that processes share.
//!
//! Nothing here is the only copy: each part fronts a part of the store that does the same, and falls back to
//! it while the server is unreachable.

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
