//! Provider usage per day over all processes. The server counts; the store records the counts.
//!
//! So the count survives the server: a server that comes back empty starts from the store's count, and while
//! it is unreachable the store's own count applies. A store that belongs to one machine only knows that
//! machine's calls, so after a loss the count continues from the largest of them, not from their sum.

use super::{PREFIX, Redis};
use async_trait::async_trait;
use gorkd_core::ports::{Quotas, StoreError, Taken, Usage};
use redis::Script;
use std::sync::{Arc, LazyLock};

/// A day in every time zone, plus some hours; in milliseconds.
const KEPT_MS: u64 = 3 * 24 * 60 * 60 * 1000;

/// Counts unless that would exceed a limit. Arguments: calls, credits, and their limits (0: none). Returns 1
/// if counted, 0 if refused, -1 if the day is unknown; and the current count.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local kept = redis.call('HMGET', KEYS[1], 'calls', 'credits')
if not kept[1] then
    return {-1, 0, 0}
end
local used = {tonumber(kept[1]), tonumber(kept[2])}
for at = 1, 2 do
    local limit = tonumber(ARGV[at + 2])
    if limit > 0 and used[at] + tonumber(ARGV[at]) > limit then
        return {0, used[1], used[2]}
    end
end
return {1, redis.call('HINCRBY', KEYS[1], 'calls', ARGV[1]), redis.call('HINCRBY', KEYS[1], 'credits', ARGV[2])}",
    )
});

/// Raises the counts to known values. Arguments: calls, credits, and how long to keep the day, in
/// milliseconds.
static RAISE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"for at, field in ipairs({'calls', 'credits'}) do
    local kept = redis.call('HGET', KEYS[1], field)
    if not kept or tonumber(kept) < tonumber(ARGV[at]) then
        redis.call('HSET', KEYS[1], field, ARGV[at])
    end
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])",
    )
});

/// Subtracts from the counts, down to zero.
static GIVE_BACK: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"for at, field in ipairs({'calls', 'credits'}) do
    local kept = redis.call('HGET', KEYS[1], field)
    if kept then
        local left = math.max(0, tonumber(kept) - tonumber(ARGV[at]))
        redis.call('HSET', KEYS[1], field, string.format('%.0f', left))
    end
end",
    )
});

/// Counts over all processes on one server, backed by the store's.
pub struct RedisQuotas {
    redis: Redis,
    beneath: Arc<dyn Quotas>,
}

impl RedisQuotas {
    pub fn new(redis: Redis, beneath: Arc<dyn Quotas>) -> Self {
        Self { redis, beneath }
    }

    /// Counts on the server. If it has no count for the day, starts from the store's.
    async fn take_shared(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        let key = key(provider, day);
        let mut script = TAKE.key(&key);
        script.arg(&[amount.calls, amount.credits, limit.calls, limit.credits][..]);
        let mut said: (i64, u64, u64) = self.redis.run(&script).await?;
        if said.0 < 0 {
            let known = self.beneath.take(provider, day, Usage::default(), Usage::default()).await?;
            self.raise(&key, known.used).await?;
            said = self.redis.run(&script).await?;
        }
        match said {
            (1, calls, credits) => Ok(Taken { counted: true, used: Usage { calls, credits } }),
            (0, calls, credits) => Ok(Taken { counted: false, used: Usage { calls, credits } }),
            _ => Err(StoreError::Unavailable(format!(
                "Redis at {} drops keys immediately",
                self.redis.place()
            ))),
        }
    }

    async fn raise(&self, key: &str, used: Usage) -> Result<(), StoreError> {
        let mut script = RAISE.key(key);
        self.redis.run(script.arg(&[used.calls, used.credits, KEPT_MS][..])).await
    }
}

#[async_trait]
impl Quotas for RedisQuotas {
    async fn take(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        let Ok(taken) = self.take_shared(provider, day, amount, limit).await else {
            return self.beneath.take(provider, day, amount, limit).await;
        };
        if taken.counted {
            match self.beneath.take(provider, day, amount, Usage::default()).await {
                Ok(Taken { used, .. })
                    if used.calls > taken.used.calls || used.credits > taken.used.credits =>
                {
                    // The count while the server was unreachable. If it is unreachable again, the next call
                    // raises it.
                    let _ = self.raise(&key(provider, day), used).await;
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, provider, "a search was counted in Redis only"),
            }
        }
        Ok(taken)
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let key = key(provider, day);
        let mut script = GIVE_BACK.key(&key);
        // An unreachable server may keep the count: then too few calls are made, never too many.
        let _ = self.redis.run::<()>(script.arg(&[amount.calls, amount.credits][..])).await;
        self.beneath.give_back(provider, day, amount).await
    }
}

fn key(provider: &str, day: &str) -> String {
    format!("{PREFIX}:quota:{provider}:{day}")
}
