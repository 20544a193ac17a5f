//! Rate limits over all processes, by the generic cell rate algorithm (ITU-T I.371): for each rate only the
//! time of its next free turn is stored, by the server's clock.

use super::{PREFIX, Redis};
use async_trait::async_trait;
use gorkd_core::ports::{NextTurn, Rates, StoreError};
use redis::Script;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Longest wait for a turn. A longer queue must come from a wrong clock, and is reset.
pub(crate) const MOST_PATIENCE: Duration = Duration::from_secs(600);

/// Takes a turn. Arguments, in microseconds: period, patience, longest queue, and the time (empty for the
/// server's). Returns whether a turn was taken, and how far away it is.
///
/// `%.0f`, because Lua's own conversion of a number to text drops the last digits.
pub(crate) static TURN: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local period, patience, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(ARGV[4])
if not now then
    local time = redis.call('TIME')
    now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local free = tonumber(redis.call('GET', KEYS[1]) or now)
if free < now or free - now > longest + period then
    free = now
end
local wait = free - now
if wait > patience then
    return {0, wait}
end
redis.call('SET', KEYS[1], string.format('%.0f', free + period), 'PX', math.ceil((wait + period) / 1000))
return {1, wait}",
    )
});

/// Rates over all processes on one server. While it is unreachable, the store's rates apply, if it has any.
pub struct RedisRates {
    redis: Redis,
    beneath: Option<Arc<dyn Rates>>,
}

impl RedisRates {
    pub fn new(redis: Redis, beneath: Option<Arc<dyn Rates>>) -> Self {
        Self { redis, beneath }
    }

    async fn shared_turn(
        &self,
        rate: &str,
        period: Duration,
        patience: Duration,
    ) -> Result<NextTurn, StoreError> {
        let mut script = TURN.key(format!("{PREFIX}:rate:{rate}"));
        let numbers = [period, patience.min(MOST_PATIENCE), MOST_PATIENCE].map(micros);
        let (taken, wait): (i64, i64) = self.redis.run(script.arg(&numbers[..]).arg("")).await?;
        let wait = Duration::from_micros(u64::try_from(wait).unwrap_or(0));
        Ok(if taken == 1 { NextTurn::In(wait) } else { NextTurn::TooLate(wait) })
    }
}

#[async_trait]
impl Rates for RedisRates {
    async fn turn(&self, rate: &str, period: Duration, patience: Duration) -> Result<NextTurn, StoreError> {
        match (self.shared_turn(rate, period, patience).await, &self.beneath) {
            (Err(_), Some(beneath)) => beneath.turn(rate, period, patience).await,
            (turn, _) => turn,
        }
    }
}

pub(crate) fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
