//! Discord's limits: requests of one bucket go one after the other and wait as the headers say; over all there are at
//! most so many a second; and a token that is refused is not tried again and again.

use super::Fault;
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};

/// Requests a second over all; Discord allows 50.
const GLOBAL: usize = 40;
const SECOND: Duration = Duration::from_secs(1);
/// Waits that are slept through; what waits longer is told so.
const SLEPT: Duration = Duration::from_secs(6);
/// Refused requests within ten minutes at which we stop by ourselves; Discord bans the address at 10,000.
const INVALID: usize = 2_000;
const INVALID_WINDOW: Duration = Duration::from_secs(600);
/// Buckets that are remembered.
const BUCKETS: usize = 4_000;

#[derive(Default)]
pub struct Limits {
    buckets: Mutex<HashMap<String, Arc<Turns<Bucket>>>>,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Bucket {
    /// No request before this time.
    until: Option<Instant>,
}

#[derive(Default)]
struct Shared {
    sent: VecDeque<Instant>,
    until: Option<Instant>,
    invalid: VecDeque<Instant>,
}

/// The right to send one request.
pub struct Turn {
    bucket: OwnedMutexGuard<Bucket>,
    shared: Arc<Mutex<Shared>>,
}

/// What the headers of an answer say.
pub struct Room {
    remaining: u64,
    reset_after: Duration,
    retry_after: Option<Duration>,
    global: bool,
    shared: bool,
}

impl Limits {
    /// Waits for its turn. Err when that would take longer than it is worth waiting here.
    pub async fn turn(&self, bucket: &str, by_token: bool, patience: Duration) -> Result<Turn, Fault> {
        let bucket = self.bucket(bucket);
        let waiting = tokio::time::timeout(patience, bucket.lock_owned()).await;
        let bucket = waiting.map_err(|_| Fault::later(SECOND))?;
        if let Some(wait) = bucket.until.and_then(left) {
            if wait > SLEPT {
                return Err(Fault::later(wait));
            }
            tokio::time::sleep(wait).await;
        }
        loop {
            let Some(wait) = lock(&self.shared).room(by_token)? else { break };
            tokio::time::sleep(wait).await;
        }
        Ok(Turn { bucket, shared: self.shared.clone() })
    }

    fn bucket(&self, name: &str) -> Arc<Turns<Bucket>> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() > BUCKETS {
            // What is in nobody's hands and free is as good as new.
            buckets.retain(|_, bucket| {
                Arc::strong_count(bucket) > 1
                    || bucket.try_lock().is_ok_and(|one| one.until.and_then(left).is_some())
            });
        }
        buckets.entry(name.to_owned()).or_default().clone()
    }
}

impl Shared {
    /// None when a request may go now, else how long to wait; counts it.
    fn room(&mut self, by_token: bool) -> Result<Option<Duration>, Fault> {
        let now = Instant::now();
        while self.invalid.front().is_some_and(|at| now.duration_since(*at) > INVALID_WINDOW) {
            self.invalid.pop_front();
        }
        if self.invalid.len() >= INVALID {
            return Err(Fault::later(Duration::from_secs(60)));
        }
        if by_token {
            return Ok(None);
        }
        if let Some(wait) = self.until.and_then(left) {
            return if wait > SLEPT { Err(Fault::later(wait)) } else { Ok(Some(wait)) };
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

impl Turn {
    /// Notes what the answer says of the next request; how long to wait when this one was refused for the limit.
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
        let said = serde_json::from_str::<Value>(body).unwrap_or_default();
        let said_after =
            said["retry_after"].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let wait = room.and_then(|room| room.retry_after).max(said_after).unwrap_or(SECOND);
        if room.is_some_and(|room| room.global) || said["global"] == true {
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
