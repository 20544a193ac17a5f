//! What providers were asked in a day, by all processes. The server counts; the store writes down what was counted.
//!
//! So a count survives the server: one that comes back empty begins with what the store knows, and while it is out of
//! reach the store's own count holds. Where a store belongs to one machine, it knows the calls of that machine only:
//! after a loss, the count of several goes on from the largest of one, not from their sum.

use super::{PREFIX, Redis};
use async_trait::async_trait;
use gorkd_core::ports::{Quotas, StoreError, Taken, Usage};
use redis::Script;
use std::sync::{Arc, LazyLock};

/// A day in every time zone of the world, and some hours.
const KEPT_MS: u64 = 3 * 24 * 60 * 60 * 1000;

/// Counts unless a limit would be passed. The arguments: calls, credits, and their limits (0: none). Gives 1 if it was
/// counted, 0 if not, -1 if nothing is known of the day; and what is counted now.
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

/// Raises the counts to what is known elsewhere. The arguments: calls, credits, and how long the day is kept.
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

/// Takes back, down to nothing.
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

/// Counts of all processes on one server, before those of the store.
pub struct RedisQuotas {
    redis: Redis,
    beneath: Arc<dyn Quotas>,
}

impl RedisQuotas {
    pub fn new(redis: Redis, beneath: Arc<dyn Quotas>) -> Self {
        Self { redis, beneath }
    }

    /// Counts on the server. If it has no count for a day, it starts from the one in the store.
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
            _ => Err(StoreError::Unavailable(format!("Redis at {} forgets at once", self.redis.place()))),
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
                    // Others counted while the server was out of reach. If it is so now, the next one raises it.
                    let _ = self.raise(&key(provider, day), used).await;
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, provider, "a search was counted in Redis alone"),
            }
        }
        Ok(taken)
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let key = key(provider, day);
        let mut script = GIVE_BACK.key(&key);
        // One that is out of reach may have it counted: too few calls are made then, and never too many.
        let _ = self.redis.run::<()>(script.arg(&[amount.calls, amount.credits][..])).await;
        self.beneath.give_back(provider, day, amount).await
    }
}

fn key(provider: &str, day: &str) -> String {
    format!("{PREFIX}:quota:{provider}:{day}")
}
