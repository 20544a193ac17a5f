//! How often one address, key or person may ask.
//!
//! Memory is bounded by folding addresses into a fixed number of places with a hash that is seeded at start: two
//! addresses may share a place by chance, and nobody can choose with whom.

use crate::problem::Problem;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub struct Rates {
    seed: RandomState,
    asked: DefaultKeyedRateLimiter<u16>,
    /// When keys were wrong within the last minute, by address, oldest first.
    wrong: Mutex<BTreeMap<u16, VecDeque<Instant>>>,
}

/// Wrong keys from one address within [`MINUTE`].
const WRONG: usize = 20;
const MINUTE: Duration = Duration::from_secs(60);

impl Rates {
    pub fn new(per_minute: NonZeroU32) -> Self {
        Self {
            seed: RandomState::new(),
            asked: RateLimiter::keyed(Quota::per_minute(per_minute)),
            wrong: Mutex::default(),
        }
    }

    pub fn address(&self, address: IpAddr) -> Result<(), Problem> {
        take(&self.asked, self.place(("address", network(address))))
    }

    pub fn key(&self, id: &str) -> Result<(), Problem> {
        take(&self.asked, self.place(("key", id)))
    }

    /// Whoever asks, with however many keys.
    pub fn person(&self, requester: &str) -> Result<(), Problem> {
        take(&self.asked, self.place(("person", requester)))
    }

    /// May a key be looked at? Who has tried too many wrong ones is not told whether the next one is right.
    pub fn may_try(&self, address: IpAddr) -> Result<(), Problem> {
        self.tried(address, false)
    }

    /// Counts a wrong key. An error: it was one too many, and nothing is to be said of it.
    pub fn wrong_key(&self, address: IpAddr) -> Result<(), Problem> {
        self.tried(address, true)
    }

    fn tried(&self, address: IpAddr, count: bool) -> Result<(), Problem> {
        let place = self.place(("wrong", network(address)));
        let now = Instant::now();
        let mut all = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let tries = all.entry(place).or_default();
        tries.retain(|at| now.duration_since(*at) < MINUTE);
        if let Some(oldest) = tries.front().filter(|_| tries.len() >= WRONG) {
            return Err(Problem::too_often((MINUTE - now.duration_since(*oldest)).as_secs() + 1));
        }
        if count {
            tries.push_back(now);
        } else if tries.is_empty() {
            all.remove(&place);
        }
        Ok(())
    }

    fn place(&self, who: impl Hash) -> u16 {
        // The low bits of a hash are as good as any.
        self.seed.hash_one(who) as u16
    }
}

/// A household's IPv6 network counts as one address: it has more of them than could be counted.
pub fn network(address: IpAddr) -> IpAddr {
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
    fn after_twenty_wrong_keys_no_key_is_looked_at() {
        let rates = Rates::new(NonZeroU32::new(600).expect("many"));
        let one: IpAddr = "203.0.113.1".parse().expect("an address");
        for _ in 0..WRONG {
            rates.may_try(one).expect("twenty may be tried");
            rates.wrong_key(one).expect("and are told of");
        }
        for problem in [rates.may_try(one), rates.wrong_key(one)] {
            let problem = problem.expect_err("the next one is not looked at, right or wrong");
            assert_eq!(problem.status.as_u16(), 429);
            assert!(problem.retry_after.is_some_and(|seconds| (50..=61).contains(&seconds)), "{problem:?}");
        }
        rates.may_try("203.0.113.2".parse().expect("an address")).expect("others are not concerned");
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let rates = Rates::new(NonZeroU32::new(1).expect("one"));
        rates.address("2001:db8::1".parse().expect("an address")).expect("the first");
        assert!(rates.address("2001:db8::2".parse().expect("an address")).is_err());
    }
}
