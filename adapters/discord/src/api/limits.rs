//! Discord's rate limits: requests in the same bucket run one after another and wait as the headers say; there
//! is a global limit per second; and refused requests are counted, because Discord bans clients that send too
//! many.

use super::error::ApiError;
use crate::payload::{ErrorBody, read_body};
use reqwest::header::HeaderMap;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

/// Maximum requests per second; Discord allows 50.
const GLOBAL: usize = 40;
const SECOND: Duration = Duration::from_secs(1);
/// Longer waits are returned to the caller.
const LONGEST_SLEEP: Duration = Duration::from_secs(6);
/// Number of refused requests within ten minutes after which gorkd pauses; Discord bans an IP address at
/// 10,000.
const MAX_INVALID: usize = 2_000;
const INVALID_WINDOW: Duration = Duration::from_secs(600);
/// Number of buckets remembered before unused ones are removed.
const BUCKETS: usize = 4_000;

#[derive(Default)]
pub struct Limits {
    buckets: Mutex<HashMap<String, Arc<Turns<Bucket>>>>,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Bucket {
    /// Earliest time of the next request.
    until: Option<Instant>,
}

#[derive(Default)]
struct Shared {
    sent: VecDeque<Instant>,
    until: Option<Instant>,
    invalid: VecDeque<Instant>,
}

/// Permission to send one request.
pub struct Permit {
    bucket: OwnedMutexGuard<Bucket>,
    shared: Arc<Mutex<Shared>>,
}

/// The rate limits in the headers of a response.
pub struct Room {
    remaining: u64,
    reset_after: Duration,
    retry_after: Option<Duration>,
    global: bool,
    shared: bool,
}

impl Limits {
    /// Waits for a turn. Fails if that takes too long.
    pub async fn turn(&self, bucket: &str, by_token: bool, limit: Duration) -> Result<Permit, ApiError> {
        let bucket = self.bucket(bucket);
        let waiting = tokio::time::timeout(limit, bucket.lock_owned()).await;
        let bucket = waiting.map_err(|_| ApiError::retry_after(SECOND))?;
        if let Some(wait) = bucket.until.and_then(left) {
            if wait > LONGEST_SLEEP {
                return Err(ApiError::retry_after(wait));
            }
            tokio::time::sleep(wait).await;
        }
        loop {
            let Some(wait) = lock(&self.shared).room(by_token)? else { break };
            tokio::time::sleep(wait).await;
        }
        Ok(Permit { bucket, shared: self.shared.clone() })
    }

    fn bucket(&self, name: &str) -> Arc<Turns<Bucket>> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() > BUCKETS {
            // An unused bucket that does not have to wait is the same as a new one.
            buckets.retain(|_, bucket| {
                Arc::strong_count(bucket) > 1
                    || bucket.try_lock().is_ok_and(|one| one.until.and_then(left).is_some())
            });
        }
        buckets.entry(name.to_owned()).or_default().clone()
    }
}

impl Shared {
    /// Counts a request that may be sent now (`None`), or returns how long to wait.
    fn room(&mut self, by_token: bool) -> Result<Option<Duration>, ApiError> {
        let now = Instant::now();
        while self.invalid.front().is_some_and(|at| now.duration_since(*at) > INVALID_WINDOW) {
            self.invalid.pop_front();
        }
        if self.invalid.len() >= MAX_INVALID {
            return Err(ApiError::retry_after(Duration::from_secs(60)));
        }
        if by_token {
            return Ok(None);
        }
        if let Some(wait) = self.until.and_then(left) {
            return if wait > LONGEST_SLEEP { Err(ApiError::retry_after(wait)) } else { Ok(Some(wait)) };
        }
        while self.sent.front().is_some_and(|at| now.duration_since(*at) >= SECOND) {
            self.sent.pop_front();
        }
        if self.sent.len() >= GLOBAL {
            let oldest =
                self.sent.front().map_or(SECOND, |at| SECOND.saturating_sub(now.duration_since(*at)));
            return Ok(Some(oldest.max(Duration::from_millis(5))));
        }
        self.sent.push_back(now);
        Ok(None)
    }
}

impl Permit {
    /// Records what the response says about the next request. Returns how long to wait if this one was rate
    /// limited.
    pub fn end(mut self, status: u16, room: Option<&Room>, body: &str) -> Option<Duration> {
        let now = Instant::now();
        let shared_limit = room.is_some_and(|room| room.shared);
        if [401, 403].contains(&status) || (status == 429 && !shared_limit) {
            lock(&self.shared).invalid.push_back(now);
        }
        if let Some(room) = room.filter(|room| room.remaining == 0) {
            self.bucket.until = Some(now + room.reset_after);
        }
        if status != 429 {
            return None;
        }
        let body: ErrorBody = read_body(body);
        let in_body = body.retry_after.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let wait = room.and_then(|room| room.retry_after).max(in_body).unwrap_or(SECOND);
        if room.is_some_and(|room| room.global) || body.global {
            lock(&self.shared).until = Some(now + wait);
        }
        self.bucket.until = Some(now + wait);
        Some(wait)
    }
}

impl Room {
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let seconds = |name: &str| {
            let seconds = text(name)?.parse::<f64>().ok()?;
            Duration::try_from_secs_f64(seconds).ok()
        };
        let retry_after = seconds("retry-after");
        let remaining = text("x-ratelimit-remaining").and_then(|text| text.parse().ok());
        if remaining.is_none() && retry_after.is_none() {
            return None;
        }
        Some(Self {
            remaining: remaining.unwrap_or(0),
            reset_after: seconds("x-ratelimit-reset-after").or(retry_after).unwrap_or(SECOND),
            retry_after,
            global: text("x-ratelimit-global").is_some(),
            shared: text("x-ratelimit-scope") == Some("shared"),
        })
    }
}

fn left(until: Instant) -> Option<Duration> {
    until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
