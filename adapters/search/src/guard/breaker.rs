//! Circuit breaker: after a number of failures in a row, every search fails at once until a probe is let
//! through and succeeds.
//!
//! If the server asks for a specific wait, it gets it. Wrong keys and exhausted plans do not count: they do
//! not go away by themselves, and their message is more useful than "paused".

use async_trait::async_trait;
use gorkd_core::model::{Failure, FailureReason, SearchHit};
use gorkd_core::ports::{Failed, Outcome, Search, SearchRequest};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Consecutive failures that open the breaker.
    pub failures: u32,
    /// How long it stays open before a probe.
    pub open: Duration,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, open: Duration::from_secs(60) }
    }
}

/// Upper limit on a wait that the server asks for.
const MAX_WAIT: Duration = Duration::from_secs(3_600);
/// Share of a search's timeout given to the server. The rest leaves time to record that it was late.
const INNER_TIMEOUT_SHARE: f64 = 0.95;

/// A search behind a circuit breaker.
pub struct Breaker {
    inner: Arc<dyn Search>,
    settings: BreakerSettings,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open_until: Option<Instant>,
    probing: bool,
    why: String,
}

impl Breaker {
    pub fn new(inner: Arc<dyn Search>, settings: BreakerSettings) -> Self {
        Self { inner, settings, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a search may run now. `Ok(true)` makes it the probe.
    fn enter(&self) -> Result<bool, Failed> {
        let mut state = self.state();
        let Some(until) = state.open_until else { return Ok(false) };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() && !state.probing {
            state.probing = true;
            return Ok(true);
        }
        let detail =
            format!("{} is paused because it keeps failing. Last failure: {}", self.name(), state.why);
        Err(Failure::skip(FailureReason::Unreachable, detail).into())
    }

    fn answered(&self) {
        let was_open = std::mem::take(&mut *self.state()).open_until.is_some();
        if was_open {
            tracing::info!(provider = self.name(), "search provider is back");
        }
    }

    fn failed(&self, failure: &Failure, probe: bool) {
        let mut state = self.state();
        state.failures += 1;
        state.why.clone_from(&failure.detail);
        let told = Duration::from_millis(failure.again_after_ms.unwrap_or(0));
        let open = match failure.reason {
            FailureReason::RateLimited => (!told.is_zero()).then(|| told.min(MAX_WAIT)),
            _ => (probe || state.failures >= self.settings.failures).then_some(self.settings.open),
        };
        if let Some(open) = open {
            if state.open_until.is_none() {
                let seconds = open.as_secs();
                tracing::warn!(provider = self.name(), seconds, reason = %failure.reason.name(), "search provider paused");
            }
            state.open_until = Some(Instant::now() + open);
        }
    }
}

/// Ends a probe, even one that is canceled before it completes.
struct Probe<'a>(&'a Breaker);

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        self.0.state().probing = false;
    }
}

#[async_trait]
impl Search for Breaker {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let probe = self.enter()?;
        let _probe = probe.then(|| Probe(self));
        let timeout = request.timeout.mul_f64(INNER_TIMEOUT_SHARE);
        let answer = self.inner.search(&SearchRequest { timeout, ..request.clone() }).await;
        match &answer {
            Ok(_) => self.answered(),
            Err(failed) if was_not_sent(&failed.failure) => {}
            Err(failed) if is_server_fault(&failed.failure) => self.failed(&failed.failure, probe),
            // The server responded, even if only to refuse.
            Err(_) => self.answered(),
        }
        answer
    }
}

/// Whether nothing was sent because the network is known to be down. That says nothing about the server,
/// which must be available as soon as the network is back.
fn was_not_sent(failure: &Failure) -> bool {
    failure.reason == FailureReason::Unreachable && failure.again_after_ms.is_some_and(|ms| ms > 0)
}

/// Whether a failure is the server's fault rather than the request's.
fn is_server_fault(failure: &Failure) -> bool {
    match failure.reason {
        FailureReason::Unreachable
        | FailureReason::TimedOut
        | FailureReason::ServerError
        | FailureReason::Malformed => true,
        FailureReason::RateLimited => failure.again_after_ms.is_some(),
        FailureReason::Crashed
        | FailureReason::Dropped
        | FailureReason::Unauthorized
        | FailureReason::QuotaExhausted
        | FailureReason::Denied
        | FailureReason::Captcha
        | FailureReason::Paywall
        | FailureReason::NotFound
        | FailureReason::Blocked
        | FailureReason::TooLarge
        | FailureReason::UnsupportedType
        | FailureReason::Encrypted
        | FailureReason::Empty
        | FailureReason::TooComplex
        | FailureReason::ResourceLimit
        | FailureReason::InvalidReply
        | FailureReason::Filtered
        | FailureReason::ContextOverflow
        | FailureReason::BudgetExhausted
        | FailureReason::NotAllowed
        | FailureReason::NotConfigured
        | FailureReason::Internal => false,
    }
}
