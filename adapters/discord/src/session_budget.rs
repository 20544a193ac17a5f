//! How often a gateway session may be started. After 1,000 in a day Discord resets the token, so the count survives
//! restarts, and a process that keeps restarting waits longer each time.

use gorkd_core::engine::Clock;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Memory, StoreError};
use std::sync::Arc;
use std::time::Duration;

const SCOPE: &str = "discord:identifies";
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Hours that count.
const DAY: i64 = 24;
/// Starts closer together than this form a loop.
const CLOSE_MS: u64 = 120_000;
/// Starts of a loop without a pause.
const FREE: u32 = 3;
const FIRST_WAIT: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// The row that counts starts of a loop.
const STREAK: &str = "streak";

#[derive(Clone)]
pub struct SessionBudget {
    pub memory: Arc<dyn Memory>,
    pub clock: Arc<dyn Clock>,
    /// Sessions per day.
    pub most: u32,
}

impl SessionBudget {
    /// How long to wait before the next session starts.
    pub async fn wait(&self) -> Result<Duration, StoreError> {
        let (now, rows) = (self.clock.now(), self.memory.remembered(SCOPE).await?);
        let hour = now.0 / HOUR_MS;
        let counted = rows
            .iter()
            .filter_map(|row| Some((row.name.parse::<i64>().ok()?, row.value.parse::<u32>().ok()?)));
        let recent: Vec<(i64, u32)> = counted.filter(|(at, _)| hour - at < DAY).collect();
        if recent.iter().map(|(_, count)| count).sum::<u32>() >= self.most {
            let oldest = recent.iter().map(|(at, _)| *at).min().unwrap_or(hour);
            let free = (oldest + DAY) * HOUR_MS - now.0;
            return Ok(Duration::from_millis(u64::try_from(free).unwrap_or(0).max(1)));
        }
        let streak = rows.iter().find(|row| row.name == STREAK);
        let Some((last, count)) = streak.and_then(|row| Some((row.at, row.value.parse::<u32>().ok()?)))
        else {
            return Ok(Duration::ZERO);
        };
        let since = now.since(last);
        if since > CLOSE_MS.max(millis(pause(count))) || count < FREE {
            return Ok(Duration::ZERO);
        }
        Ok(pause(count).saturating_sub(Duration::from_millis(since)))
    }

    /// Records sessions before they start.
    pub async fn record(&self, sessions: u32) -> Result<(), StoreError> {
        let (now, rows) = (self.clock.now(), self.memory.remembered(SCOPE).await?);
        let hour = now.0 / HOUR_MS;
        let (mut count, mut streak) = (0, 0);
        for row in rows {
            match row.name.parse::<i64>() {
                Ok(at) if at == hour => count = row.value.parse().unwrap_or(0),
                Ok(at) if hour - at >= DAY => _ = self.memory.forget(SCOPE, Some(&row.name)).await?,
                Ok(_) => {}
                Err(_) => streak = self.streak_after(&row.value, row.at, now),
            }
        }
        self.memory.remember(SCOPE, &hour.to_string(), &(count + sessions).to_string(), now).await?;
        self.memory.remember(SCOPE, STREAK, &(streak + 1).to_string(), now).await
    }

    fn streak_after(&self, value: &str, last: Millis, now: Millis) -> u32 {
        let count = value.parse().unwrap_or(0);
        let close = now.since(last) <= CLOSE_MS + millis(pause(count));
        if close { count } else { 0 }
    }
}

/// 5 s, 10 s, 20 s … after the first few starts.
fn pause(count: u32) -> Duration {
    if count < FREE {
        return Duration::ZERO;
    }
    FIRST_WAIT.saturating_mul(2_u32.saturating_pow((count - FREE).min(16))).min(LONGEST_WAIT)
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
        let session_budget = SessionBudget { memory: store, clock: clock.clone(), most: 900 };
        let mut waited = Duration::ZERO;
        let mut starts = 0;
        // A process that exits right away and is restarted, for a day.
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
        let session_budget = SessionBudget { memory: store, clock: clock.clone(), most: 3 };
        for _ in 0..3 {
            assert_eq!(session_budget.wait().await.expect("stored"), Duration::ZERO);
            session_budget.record(1).await.expect("stored");
            clock.advance(10 * 60 * 1000);
        }
        assert!(session_budget.wait().await.expect("stored") > Duration::from_secs(20 * 60 * 60));
    }
}
