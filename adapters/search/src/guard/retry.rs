//! Retries calls that were rejected before the server did any work, within the search's timeout.
//!
//! Other failures may already have been charged for, so retrying them is up to the job. An offline machine
//! gets its error at once, because waiting does not help.

use async_trait::async_trait;
use backon::{BackoffBuilder, ExponentialBuilder};
use gorkd_core::model::{Failure, FailureReason, Remedy, SearchHit, Spend};
use gorkd_core::ports::{Failed, Metered, Outcome, Search, SearchRequest};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetrySettings {
    /// Maximum number of calls per search, including the first one.
    pub tries: usize,
    /// The first delay; each further one doubles.
    pub first_wait: Duration,
}

impl Default for RetrySettings {
    fn default() -> Self {
        Self { tries: 5, first_wait: Duration::from_millis(250) }
    }
}

/// Maximum time after the start of a search at which a failed connection is retried.
const OFFLINE_AFTER: Duration = Duration::from_millis(400);
const MAX_DELAY: Duration = Duration::from_secs(60);

/// A search that is retried.
pub struct Retried {
    inner: Arc<dyn Search>,
    settings: RetrySettings,
}

impl Retried {
    pub fn new(inner: Arc<dyn Search>, settings: RetrySettings) -> Self {
        Self { inner, settings }
    }
}

#[async_trait]
impl Search for Retried {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let began = Instant::now();
        let until = began + request.timeout;
        let mut waits = ExponentialBuilder::default()
            .with_min_delay(self.settings.first_wait)
            .with_factor(2.0)
            .with_max_delay(MAX_DELAY)
            .with_max_times(self.settings.tries.saturating_sub(1))
            .build();
        let (mut tries, mut cost) = (0, Spend::default());
        loop {
            let timeout = until.saturating_duration_since(Instant::now());
            let answer = self.inner.search(&SearchRequest { timeout, ..request.clone() }).await;
            count(self.name(), &answer);
            let failed = match answer {
                Ok(found) => {
                    let (tries, cost) = (found.tries + tries, found.cost + cost);
                    return Ok(Metered { tries, cost, ..found });
                }
                Err(failed) => failed,
            };
            tries += 1;
            cost += failed.cost;
            let free = failed.failure.again_after_ms.filter(|_| failed.cost.is_zero());
            let (Some(told), Some(wait)) = (free, waits.next()) else {
                return Err(given_up(failed, cost, tries));
            };
            let wait = wait.max(Duration::from_millis(told));
            let offline =
                failed.failure.reason == FailureReason::Unreachable && began.elapsed() + wait > OFFLINE_AFTER;
            if offline || Instant::now() + wait >= until {
                return Err(given_up(failed, cost, tries));
            }
            tokio::time::sleep(wait).await;
        }
    }
}

/// If the last attempt was still rejected, the job should not retry either.
fn given_up(failed: Failed, cost: Spend, tries: u32) -> Failed {
    let turned_away = failed.failure.again_after_ms.is_some();
    let remedy = if turned_away { Remedy::Skip } else { failed.failure.remedy };
    let detail = match tries {
        1 => failed.failure.detail,
        // The number of attempts does not help if nothing could be reached.
        _ if failed.failure.reason == FailureReason::Unreachable => failed.failure.detail,
        many => format!("{} It was tried {many} times.", failed.failure.detail),
    };
    Failed { failure: Failure { remedy, detail, ..failed.failure }, cost }
}

/// Counts calls to the server. The duration of the whole search is measured by the caller.
fn count(provider: &str, answer: &Outcome<Vec<SearchHit>>) {
    let outcome = match answer {
        Ok(_) => "answered",
        Err(failed) => failed.failure.reason.name(),
    };
    let provider = provider.to_owned();
    metrics::counter!("search_calls_total", "provider" => provider, "outcome" => outcome).increment(1);
}
