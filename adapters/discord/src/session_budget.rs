//! Limits how often a gateway session starts. After 1,000 in a day, Discord resets the token. So the count
//! survives restarts, and a process that keeps restarting waits longer each time.

use crate::handle::NAME;
use gorkd_core::engine::Clock;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Connections, Installations, StoreError};
use std::sync::Arc;
use std::time::Duration;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Starts less than this far apart count as a restart loop.
const CLOSE_MS: u64 = 120_000;
/// Number of starts in a restart loop before pauses begin.
const FREE_STARTS: u32 = 3;
const FIRST_WAIT: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);

pub struct SessionBudget {
    pub installations: Arc<dyn Installations>,
    pub clock: Arc<dyn Clock>,
    /// Maximum sessions per day.
    pub most: u32,
}

impl SessionBudget {
    /// How long to wait before starting the next session.
    pub async fn wait(&self) -> Result<Duration, StoreError> {
        let now = self.clock.now();
        let begun = self.installations.connections(NAME, day_before(now)).await?;
        let count: u32 = begun.iter().map(|begun| begun.count).sum();
        if let Some(oldest) = begun.first()
            && count >= self.most
        {
            let free = oldest.at.plus(DAY_MS).since(now);
            return Ok(Duration::from_millis(free.max(1)));
        }
        let Some(last) = begun.last() else { return Ok(Duration::ZERO) };
        let (since, streak) = (now.since(last.at), streak(&begun));
        if since > CLOSE_MS.max(millis(pause(streak))) || streak < FREE_STARTS {
            return Ok(Duration::ZERO);
        }
        Ok(pause(streak).saturating_sub(Duration::from_millis(since)))
    }

    /// Records sessions before they start.
    pub async fn record(&self, sessions: u32) -> Result<(), StoreError> {
        let at = self.clock.now();
        let begun = Connections { at, count: sessions };
        self.installations.count_connections(NAME, begun, day_before(at)).await
    }
}

fn day_before(now: Millis) -> Millis {
    Millis(now.0.saturating_sub_unsigned(DAY_MS))
}

/// The number of consecutive starts, up to the last one, that were close together.
fn streak(begun: &[Connections]) -> u32 {
    let mut streak = 0;
    let mut last: Option<Millis> = None;
    for one in begun {
        let close = last.is_some_and(|last| one.at.since(last) <= CLOSE_MS + millis(pause(streak)));
        streak = if close { streak + 1 } else { 1 };
        last = Some(one.at);
    }
    streak
}

/// After the first few starts: 5 s, 10 s, 20 s, …
fn pause(count: u32) -> Duration {
    if count < FREE_STARTS {
        return Duration::ZERO;
    }
    FIRST_WAIT.saturating_mul(2_u32.saturating_pow((count - FREE_STARTS).min(16))).min(LONGEST_WAIT)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::fakes::MemoryStore;
    use std::sync::atomic::{AtomicI64, Ordering};

    #[derive(Default)]
    struct ManualClock(AtomicI64);

    impl ManualClock {
        fn advance(&self, ms: u64) {
            self.0.fetch_add(i64::try_from(ms).unwrap_or_default(), Ordering::SeqCst);
        }
    }

    impl Clock for ManualClock {
        fn now(&self) -> Millis {
            Millis(1_700_000_000_000 + self.0.load(Ordering::SeqCst))
        }
    }

    #[tokio::test]
    async fn a_crash_loop_cannot_use_up_a_day() {
        let (store, clock) = (Arc::new(MemoryStore::default()), Arc::new(ManualClock::default()));
        let session_budget = SessionBudget { installations: store, clock: clock.clone(), most: 900 };
        let mut waited = Duration::ZERO;
        let mut starts = 0;
        // A process that exits immediately and is restarted, for a whole day.
        while waited < Duration::from_secs(24 * 60 * 60) {
            let wait = session_budget.wait().await.expect("stored");
            clock.advance(millis(wait) + 500);
            waited += wait + Duration::from_millis(500);
            session_budget.record(1).await.expect("stored");
            starts += 1;
        }
        assert!((10..200).contains(&starts), "{starts}");
        clock.advance(60 * 60 * 1000);
        assert_eq!(
            session_budget.wait().await.expect("stored"),
            Duration::ZERO,
            "an hour later the loop is over"
        );
    }

    #[tokio::test]
    async fn a_day_has_a_limit() {
        let (store, clock) = (Arc::new(MemoryStore::default()), Arc::new(ManualClock::default()));
        let session_budget = SessionBudget { installations: store, clock: clock.clone(), most: 3 };
        for _ in 0..3 {
            assert_eq!(session_budget.wait().await.expect("stored"), Duration::ZERO);
            session_budget.record(1).await.expect("stored");
            clock.advance(10 * 60 * 1000);
        }
        assert!(session_budget.wait().await.expect("stored") > Duration::from_secs(20 * 60 * 60));
    }
}
