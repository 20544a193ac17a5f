//! Decorators: each is a search around another one. From the outside in: cache, circuit breaker for servers
//! that are down, daily quota, retries, rate limit.

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
