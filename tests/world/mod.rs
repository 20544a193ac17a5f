//! A simulated world on 127.0.0.1, with state that tests look at, reached through the real clients.

pub mod chat;
pub mod discord;
pub mod kinds;
pub mod models;
pub mod pdf;
pub mod process;
pub mod provider;
pub mod searxng;
pub mod secure;
pub mod slack;
pub mod town;
pub mod web;

/// Milliseconds since 1970, as journals have them.
pub fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

/// How many of something: fewer in the usual tests, more in the long ones (`make soak`).
pub fn as_many(usual: usize, long: usize) -> usize {
    if std::env::var_os("GORKD_SOAK").is_some() { long } else { usual }
}
