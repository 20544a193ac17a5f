//! Limits of requests: a bucket for each route and channel, and one over all.

use super::published::Operation;
use crate::world::chat::rates::Window;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Requests in a second over all routes, but those of interactions.
const GLOBAL: usize = 50;
const GLOBAL_WINDOW: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Rates {
    buckets: BTreeMap<String, Bucket>,
    global: Window,
    /// Requests that were answered with 401, 403 or 429.
    pub invalid: Vec<String>,
    /// No limits, for tests of something else.
    pub off: bool,
}

struct Bucket {
    since: Instant,
    used: u64,
}

/// What the headers say.
#[derive(Clone, Debug)]
pub struct Room {
    pub bucket: String,
    pub limit: u64,
    pub remaining: u64,
    pub reset_after: Duration,
    /// How long to wait; none when the request may go on.
    pub wait: Option<Duration>,
    pub global: bool,
}

impl Room {
    /// None for anybody, in the bucket that all share.
    pub fn shut(wait: Duration) -> Self {
        let bucket = "shared".to_owned();
        Self { bucket, limit: 1, remaining: 0, reset_after: wait, wait: Some(wait), global: false }
    }
}

impl Rates {
    /// Counts a request of this operation.
    pub fn take(&mut self, operation: &Operation, window: Duration) -> Room {
        let now = Instant::now();
        let (limit, window) = limit_of(&operation.name, window);
        let major = ["channel_id", "guild_id", "webhook_token"].iter().map(|name| operation.text(name));
        let name = format!("{} {}", operation.name, major.collect::<Vec<_>>().join("/"));
        let short =
            format!("{:x}", name.bytes().fold(5381_u64, |sum, byte| sum.wrapping_mul(33) ^ u64::from(byte)));
        let free =
            self.off || operation.name.contains("/interactions/") || operation.name.contains("/webhooks/");
        let global = if free { None } else { self.global.take(now, GLOBAL_WINDOW, GLOBAL) };
        if let Some(wait) = global {
            return Room { bucket: short, limit, global: true, ..Room::shut(wait) };
        }
        let bucket = self.buckets.entry(name).or_insert(Bucket { since: now, used: 0 });
        if now.duration_since(bucket.since) >= window {
            *bucket = Bucket { since: now, used: 0 };
        }
        let reset_after = window - now.duration_since(bucket.since);
        if !self.off && bucket.used >= limit {
            return Room { bucket: short, limit, ..Room::shut(reset_after) };
        }
        bucket.used += 1;
        let remaining = limit.saturating_sub(bucket.used);
        Room { bucket: short, limit, remaining, reset_after, wait: None, global: false }
    }
}

/// Requests in a window, by route. The real figures are not published, and change.
fn limit_of(name: &str, window: Duration) -> (u64, Duration) {
    if name.contains("/reactions") {
        return (1, window / 20);
    }
    if name.contains("/interactions/") {
        return (1000, window);
    }
    if name.contains("/messages") || name.contains("/webhooks") || name.contains("/threads") {
        return (5, window);
    }
    (10, window * 2)
}
