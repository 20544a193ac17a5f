//! Log lines for repeated failures: the same one is logged once in a while, not on every retry.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Minimum time between two log lines about the same failure.
const AGAIN: Duration = Duration::from_secs(60);

/// The failures that were logged lately. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct RecentFailures(Arc<Mutex<BTreeMap<String, Instant>>>);

impl RecentFailures {
    /// Whether to log that `what` failed, and why: not if that was logged within the last minute.
    pub fn is_news(&self, what: &str, why: &impl Display) -> bool {
        let now = Instant::now();
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logged.retain(|_, at| now.duration_since(*at) < AGAIN);
        let failure = format!("{what}: {why}");
        let is_news = !logged.contains_key(&failure);
        if is_news {
            logged.insert(failure, now);
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_same_failure_is_logged_once_a_minute() {
        let failures = RecentFailures::default();
        assert!(failures.is_news("claim", &"no room") && failures.is_news("claim", &"no answer"));
        assert!(failures.is_news("release", &"no room"), "of something else");
        for _ in 0..100 {
            assert!(!failures.clone().is_news("claim", &"no room"));
            tokio::time::advance(AGAIN / 200).await;
        }
        tokio::time::advance(AGAIN / 2).await;
        assert!(failures.is_news("claim", &"no room"));
        assert!(!failures.is_news("claim", &"no room"));
    }
}
