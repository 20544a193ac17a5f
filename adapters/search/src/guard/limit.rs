//! Limits the rate at which a provider is called, across all jobs and, where rates are shared, across all
//! processes.
//!
//! Calls are spaced evenly rather than sent in bursts, so that "one per second" holds in every second. A
//! process that cannot reach the shared rate applies the limit on its own.

use async_trait::async_trait;
use gorkd_core::engine::still_held;
use gorkd_core::model::{Failure, FailureReason, SearchHit};
use gorkd_core::ports::{NextTurn, Outcome, Rates, Search, SearchRequest};
use gorkd_net::Connectivity;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// The rate limit of one server. Providers that call the same server share it.
pub struct Rate {
    limiter: RateLimiter<NotKeyed, InMemoryState, Ticks, NoOpMiddleware<Duration>>,
    ticks: Ticks,
    /// Minimum time between two searches.
    period: Duration,
    /// Waiting searches queue on this lock.
    line: Mutex<()>,
    waiting: AtomicU32,
    /// Tick, in milliseconds, at which the next turn is free once the queue is empty.
    free_at: AtomicU64,
    /// Name of the queue shared by all processes; `None` if this process has its own.
    shared: Option<(String, Arc<dyn Rates>)>,
}

/// Tokio's clock, so that a test with paused time controls it.
#[derive(Clone, Debug)]
struct Ticks {
    start: Instant,
}

impl Clock for Ticks {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Rate {
    /// `a_second` server calls per second, of which one search makes `calls`. A search makes its calls in
    /// quick succession, so the rate is rounded down to whole searches per second.
    pub fn new(a_second: f64, calls: u32) -> Self {
        let a_second = if a_second.is_finite() && a_second > 0.0 { a_second } else { 1.0 };
        let searches = a_second / f64::from(calls.max(1));
        let searches = if calls > 1 && searches > 1.0 { searches.floor() } else { searches };
        let period = Duration::from_secs_f64((1.0 / searches).clamp(0.000_1, 3_600.0));
        let ticks = Ticks { start: Instant::now() };
        // A zero period is the only one that `Quota` rejects.
        let quota = Quota::with_period(period).unwrap_or(Quota::per_second(std::num::NonZeroU32::MIN));
        let limiter = RateLimiter::direct_with_clock(quota, ticks.clone());
        Self {
            limiter,
            ticks,
            period,
            line: Mutex::new(()),
            waiting: AtomicU32::new(0),
            free_at: AtomicU64::new(0),
            shared: None,
        }
    }

    /// Shares one queue with every process that uses this name for the rate.
    pub fn shared(self, name: String, rates: Arc<dyn Rates>) -> Self {
        Self { shared: Some((name, rates)), ..self }
    }

    /// Waits for a turn until `until` at the latest. The error is the expected wait.
    pub(crate) async fn turn(&self, until: Instant) -> Result<(), Duration> {
        let Some((name, rates)) = &self.shared else { return self.own_turn(until).await };
        let patience = until.saturating_duration_since(Instant::now());
        let asked = tokio::time::timeout_at(until, rates.turn(name, self.period, patience)).await;
        match asked.map_err(|_| self.period)? {
            Ok(NextTurn::In(wait)) => {
                tokio::time::sleep(wait).await;
                Ok(())
            }
            Ok(NextTurn::TooLate(wait)) => Err(wait),
            Err(error) => {
                tracing::debug!(%error, "no shared rate limit; this process applies its own");
                self.own_turn(until).await
            }
        }
    }

    async fn own_turn(&self, until: Instant) -> Result<(), Duration> {
        let ahead = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _guard = QueueGuard(&self.waiting);
        let free_at = Duration::from_millis(self.free_at.load(Ordering::Relaxed));
        let line = free_at.saturating_sub(self.ticks.now()) + self.period * ahead;
        if Instant::now() + line > until {
            return Err(line);
        }
        let _place = tokio::time::timeout_at(until, self.line.lock()).await.map_err(|_| line)?;
        loop {
            let Err(not_yet) = self.limiter.check() else {
                let free_at = self.ticks.now() + self.period;
                self.free_at.store(free_at.as_millis() as u64, Ordering::Relaxed);
                return Ok(());
            };
            let wait = not_yet.wait_time_from(self.ticks.now());
            if Instant::now() + wait > until {
                return Err(wait);
            }
            tokio::time::sleep(wait).await;
        }
    }
}

/// Leaves the queue even if the search is canceled.
struct QueueGuard<'a>(&'a AtomicU32);

impl Drop for QueueGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A search that respects a rate limit.
pub struct Limited {
    inner: Arc<dyn Search>,
    rate: Arc<Rate>,
    /// Network state and the server's host; `None` for a local server.
    reach: Option<(Connectivity, String)>,
}

impl Limited {
    pub fn new(inner: Arc<dyn Search>, rate: Arc<Rate>) -> Self {
        Self { inner, rate, reach: None }
    }

    /// Stops waiting for a turn as soon as the host is known to be unreachable.
    pub fn reaching(self, reach: Connectivity, host: String) -> Self {
        Self { reach: Some((reach, host)), ..self }
    }

    /// Completes when the server becomes unreachable. There is then no call to space out, and calling it
    /// fails at once.
    async fn lost(&self) {
        match &self.reach {
            Some((reach, host)) => reach.lost(host).await,
            None => std::future::pending().await,
        }
    }
}

#[async_trait]
impl Search for Limited {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let until = Instant::now() + request.timeout;
        let turn = tokio::select! {
            biased;
            () = self.lost() => Ok(()),
            turn = self.rate.turn(until) => turn,
        };
        if let Err(wait) = turn {
            let detail = format!(
                "{} is limited to one search every {:.1} seconds, and the next slot is {:.0} seconds away: too late.",
                self.name(),
                self.rate.period.as_secs_f64(),
                wait.as_secs_f64().ceil()
            );
            return Err(Failure::skip(FailureReason::RateLimited, detail).into());
        }
        if !still_held() {
            let detail = "gorkd was suspended while the search waited for its turn; another worker may have taken over.";
            return Err(Failure::retry(FailureReason::Internal, detail).into());
        }
        let timeout = until.saturating_duration_since(Instant::now());
        self.inner.search(&SearchRequest { timeout, ..request.clone() }).await
    }
}
