//! How often one address or key may ask.
//!
//! Memory is bounded by folding addresses into a fixed number of places with a hash that is seeded at start: two
//! addresses may share a place by chance, and nobody can choose with whom.

use crate::problem::Problem;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;

pub struct Rates {
    seed: RandomState,
    asked: DefaultKeyedRateLimiter<u16>,
    /// Keys that were wrong, by address.
    wrong: DefaultKeyedRateLimiter<u16>,
}

/// Wrong keys a minute from one address.
const WRONG: NonZeroU32 = NonZeroU32::new(20).expect("more than nothing");

impl Rates {
    pub fn new(per_minute: NonZeroU32) -> Self {
        Self {
            seed: RandomState::new(),
            asked: RateLimiter::keyed(Quota::per_minute(per_minute)),
            wrong: RateLimiter::keyed(Quota::per_minute(WRONG)),
        }
    }

    pub fn address(&self, address: IpAddr) -> Result<(), Problem> {
        take(&self.asked, self.place(("address", network(address))))
    }

    pub fn key(&self, id: &str) -> Result<(), Problem> {
        take(&self.asked, self.place(("key", id)))
    }

    /// Counts a wrong key.
    pub fn wrong_key(&self, address: IpAddr) -> Result<(), Problem> {
        take(&self.wrong, self.place(("wrong", network(address))))
    }

    fn place(&self, who: impl Hash) -> u16 {
        // The low bits of a hash are as good as any.
        self.seed.hash_one(who) as u16
    }
}

/// A household's IPv6 network counts as one address: it has more of them than could be counted.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let mut parts = v6.segments();
            parts[4..].fill(0);
            IpAddr::from(parts)
        }
    }
}

fn take(limiter: &DefaultKeyedRateLimiter<u16>, place: u16) -> Result<(), Problem> {
    limiter.check_key(&place).map_err(|not_yet| {
        let wait = not_yet.wait_time_from(DefaultClock::default().now());
        Problem::too_often(wait.as_secs() + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_too_often_is_told_when_to_come_back() {
        let rates = Rates::new(NonZeroU32::new(3).expect("three"));
        let one: IpAddr = "203.0.113.1".parse().expect("an address");
        for _ in 0..3 {
            rates.address(one).expect("three are fine");
        }
        let problem = rates.address(one).expect_err("the fourth is not");
        assert_eq!(problem.status.as_u16(), 429);
        assert!(problem.retry_after.is_some_and(|seconds| (1..=21).contains(&seconds)), "{problem:?}");
        rates.key("key_1").expect("a key counts by itself");
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let rates = Rates::new(NonZeroU32::new(1).expect("one"));
        rates.address("2001:db8::1".parse().expect("an address")).expect("the first");
        assert!(rates.address("2001:db8::2".parse().expect("an address")).is_err());
    }
}
