//! Provider usage by day.

use super::PostgresStore;
use super::unit::Unit;
use crate::limits::DAYS_KEPT;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::{Quotas, StoreError, Taken, Usage};
use sqlx::PgConnection;

#[async_trait]
impl Quotas for PostgresStore {
    async fn take(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        self.write(Take { provider: provider.to_owned(), day: day.to_owned(), amount, limit }).await
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE provider_usage SET calls = GREATEST(0, calls - $3), credits = GREATEST(0, credits - $4)
             WHERE provider = $1 AND day = $2",
        )
        .bind(provider)
        .bind(day)
        .bind(int(amount.calls))
        .bind(int(amount.credits));
        self.execute(query).await.map(|_| ())
    }
}

struct Take {
    provider: String,
    day: String,
    amount: Usage,
    limit: Usage,
}

#[async_trait]
impl Unit for Take {
    type Output = Taken;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Taken>, Fault> {
        sqlx::query("DELETE FROM provider_usage WHERE day < to_char($1::date - $2, 'YYYY-MM-DD')")
            .bind(&self.day)
            .bind(DAYS_KEPT)
            .execute(&mut *connection)
            .await?;
        // The first caller creates the day's row; it is locked from here on.
        let (calls, credits): (i64, i64) = sqlx::query_as(
            "INSERT INTO provider_usage (provider, day, calls, credits) VALUES ($1, $2, 0, 0)
             ON CONFLICT (provider, day) DO UPDATE SET calls = provider_usage.calls RETURNING calls, credits",
        )
        .bind(&self.provider)
        .bind(&self.day)
        .fetch_one(&mut *connection)
        .await?;
        let before = Usage { calls: count(calls), credits: count(credits) };
        let after = Usage {
            calls: before.calls.saturating_add(self.amount.calls),
            credits: before.credits.saturating_add(self.amount.credits),
        };
        let over = |used: u64, limit: u64| limit > 0 && used > limit;
        if over(after.calls, self.limit.calls) || over(after.credits, self.limit.credits) {
            return Ok(Done::quietly(Taken { counted: false, used: before }));
        }
        sqlx::query("UPDATE provider_usage SET calls = $3, credits = $4 WHERE provider = $1 AND day = $2")
            .bind(&self.provider)
            .bind(&self.day)
            .bind(int(after.calls))
            .bind(int(after.credits))
            .execute(connection)
            .await?;
        Ok(Done::quietly(Taken { counted: true, used: after }))
    }
}
