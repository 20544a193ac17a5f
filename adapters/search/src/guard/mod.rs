//! Decorators: each is a search around another one. From the outside in: cache, circuit breaker for servers
//! that are down, daily quota, retries, rate limit.

/// A decorator describes itself with the values of the search inside it.
macro_rules! as_inner {
    () => {
        fn name(&self) -> &str {
            self.inner.name()
        }

        fn destination(&self) -> gorkd_core::model::Destination {
            self.inner.destination()
        }

        fn style(&self) -> gorkd_core::model::SearchStyle {
            self.inner.style()
        }
    };
}

mod breaker;
mod cache;
mod limit;
mod quota;
mod retry;
#[cfg(test)]
mod tests;

pub use breaker::{Breaker, BreakerSettings};
pub use cache::{Cached, SearchCache};
pub use limit::{Limited, Rate};
pub use quota::Counted;
pub use retry::{Retried, RetrySettings};
