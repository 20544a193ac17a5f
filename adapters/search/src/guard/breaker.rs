//! Leaves a server alone that keeps failing: after so many failures in a row every search fails at once, until
//! one probe is let through and answers.
//!
//! A server that names a time to be left alone gets it. Wrong keys and used-up plans do not count: they do not
//! pass by themselves, and their sentence is worth more than "it is left alone".

use async_trait::async_trait;
use gorkd_core::model::{Failure, FailureReason, SearchHit};
use gorkd_core::ports::{Failed, Outcome, Search, SearchRequest};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Failures in a row that open it.
    pub failures: u32,
    /// How long it stays open before a probe.
    pub open: Duration,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, open: Duration::from_secs(60) }
    }
}

/// A time to be left alone that is longer than this is no reason not to look again.
const LONGEST: Duration = Duration::from_secs(3_600);
/// Share of a search's time that its server gets: the rest is for hearing that it was late.
const SERVERS_SHARE: f64 = 0.95;

/// A search whose server is left alone while it is down.
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

    /// May a search be made now? True for the probe, which alone finds out.
    fn enter(&self) -> Result<bool, Failed> {
        let mut state = self.state();
        let Some(until) = state.open_until else { return Ok(false) };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() && !state.probing {
            state.probing = true;
            return Ok(true);
        }
        let detail = format!(
            "{} is left alone for now, as it keeps failing. The last time: {}",
            self.name(),
            state.why
        );
        Err(Failure::skip(FailureReason::Unreachable, detail).into())
    }

    fn answered(&self) {
        let was_open = std::mem::take(&mut *self.state()).open_until.is_some();
        if was_open {
            tracing::info!(provider = self.name(), "answers again");
        }
    }

    fn failed(&self, failure: &Failure, probe: bool) {
        let mut state = self.state();
        state.failures += 1;
        state.why.clone_from(&failure.detail);
        let told = Duration::from_millis(failure.again_after_ms.unwrap_or(0));
        let open = match failure.reason {
            FailureReason::RateLimited => (!told.is_zero()).then(|| told.min(LONGEST)),
            _ => (probe || state.failures >= self.settings.failures).then_some(self.settings.open),
        };
        if let Some(open) = open {
            if state.open_until.is_none() {
                let seconds = open.as_secs();
                tracing::warn!(provider = self.name(), seconds, reason = %failure.reason.name(), "left alone");
            }
            state.open_until = Some(Instant::now() + open);
        }
    }
}

/// Ends a probe, also one that is no longer wanted before it has an answer.
struct Probe<'a>(&'a Breaker);

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        self.0.state().probing = false;
    }
}

#[async_trait]
impl Search for Breaker {
    as_inner!();

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let probe = self.enter()?;
        let _probe = probe.then(|| Probe(self));
        let timeout = request.timeout.mul_f64(SERVERS_SHARE);
        let answer = self.inner.search(&SearchRequest { timeout, ..request.clone() }).await;
        match &answer {
            Ok(_) => self.answered(),
            Err(failed) if was_not_asked(&failed.failure) => {}
            Err(failed) if is_unwell(&failed.failure) => self.failed(&failed.failure, probe),
            // It answered, if only to say no.
            Err(_) => self.answered(),
        }
        answer
    }
}

/// Was nothing sent, because the network in between is known to be down? That says nothing of the server, which
/// must not be left alone once the network is back.
fn was_not_asked(failure: &Failure) -> bool {
    failure.reason == FailureReason::Unreachable && failure.again_after_ms.is_some_and(|ms| ms > 0)
}

/// Does a failure say that the server, and not the request, is the trouble?
fn is_unwell(failure: &Failure) -> bool {
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
