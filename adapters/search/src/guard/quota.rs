//! Counts a provider's calls per day, across restarts and processes, and stops at its limit.
//!
//! Days are in UTC. If a count cannot be written, the search continues: the plan's own limit still holds.

use async_trait::async_trait;
use gorkd_core::engine::Clock;
use gorkd_core::model::{Failure, FailureReason, SearchHit};
use gorkd_core::ports::{Outcome, Quotas, Search, SearchRequest, Usage};
use std::sync::Arc;

/// A search whose calls are counted.
pub struct Counted {
    inner: Arc<dyn Search>,
    quotas: Arc<dyn Quotas>,
    clock: Arc<dyn Clock>,
    /// The account to charge; providers that share one are counted together.
    account: String,
    /// Usage per search.
    amount: Usage,
    /// Limit per day; 0 for none.
    limit: Usage,
}

impl Counted {
    pub fn new(
        inner: Arc<dyn Search>,
        quotas: Arc<dyn Quotas>,
        clock: Arc<dyn Clock>,
        account: &str,
        amount: Usage,
        limit: Usage,
    ) -> Self {
        Self { inner, quotas, clock, account: account.to_owned(), amount, limit }
    }

    fn day(&self) -> String {
        let now = jiff::Timestamp::from_millisecond(self.clock.now().0).unwrap_or_default();
        now.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
    }
}

#[async_trait]
impl Search for Counted {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let (account, day) = (&self.account, self.day());
        match self.quotas.take(account, &day, self.amount, self.limit).await {
            Ok(taken) if !taken.counted => {
                let detail = format!(
                    "Today's limit for {} is reached: {} calls and {} credits are used \
                     (search.{account}.daily_calls, search.{account}.daily_credits).",
                    self.name(),
                    taken.used.calls,
                    taken.used.credits
                );
                return Err(Failure::skip(FailureReason::QuotaExhausted, detail).into());
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, provider = self.name(), "failed to count a search"),
        }
        let answer = self.inner.search(request).await;
        if let Err(failed) = &answer
            && failed.failure.again_after_ms.is_some()
            && let Err(error) = self.quotas.give_back(account, &day, self.amount).await
        {
            tracing::warn!(%error, provider = self.name(), "failed to take back a count");
        }
        answer
    }
}
