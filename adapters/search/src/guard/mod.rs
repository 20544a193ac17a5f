//! Decorators: each is a search around another one. From the outside in: answers that are known, a breaker for
//! servers that are down, the day's quota, trying again, the server's rate.

/// What a decorator says of itself is what the search inside it says.
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
