//! Limits how often an address, key or person may send requests.
//!
//! Memory is bounded by mapping addresses to a fixed number of slots with a hash that is seeded at startup. Two
//! addresses may share a slot by chance, but nobody can choose with whom.

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
    /// When wrong keys were presented within the last minute, by address, oldest first.
    wrong: Mutex<BTreeMap<u16, VecDeque<Instant>>>,
}

/// Maximum number of wrong keys from one address within [`MINUTE`].
const MAX_WRONG_KEYS: usize = 20;
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

    /// Limits a person, however many keys they use.
    pub fn person(&self, requester: &str) -> Result<(), Problem> {
        take(&self.asked, self.place(("person", requester)))
    }

    /// Whether a key may be checked. After too many wrong keys, the next one gets no verdict, even if it is
    /// right.
    pub fn may_try(&self, address: IpAddr) -> Result<(), Problem> {
        self.tried(address, false)
    }

    /// Counts a wrong key. Fails if it is over the limit, in which case the key gets no verdict.
    pub fn wrong_key(&self, address: IpAddr) -> Result<(), Problem> {
        self.tried(address, true)
    }

    fn tried(&self, address: IpAddr, count: bool) -> Result<(), Problem> {
        let place = self.place(("wrong", network(address)));
        let now = Instant::now();
        let mut all = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let tries = all.entry(place).or_default();
        tries.retain(|at| now.duration_since(*at) < MINUTE);
        if let Some(oldest) = tries.front().filter(|_| tries.len() >= MAX_WRONG_KEYS) {
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
        // The low bits of a hash are as good as any others.
        self.seed.hash_one(who) as u16
    }
}

/// Counts a household's IPv6 network as one address, because it contains too many addresses to count.
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
    fn too_many_requests_are_refused_with_a_time_to_retry() {
        let rates = Rates::new(NonZeroU32::new(3).expect("not zero"));
        let one: IpAddr = "203.0.113.1".parse().expect("valid address");
        for _ in 0..3 {
            rates.address(one).expect("three requests are allowed");
        }
        let problem = rates.address(one).expect_err("the fourth is refused");
        assert_eq!(problem.status.as_u16(), 429);
        assert!(problem.retry_after.is_some_and(|seconds| (1..=21).contains(&seconds)), "{problem:?}");
        rates.key("key_1").expect("keys are counted separately");
    }

    #[test]
    fn after_twenty_wrong_keys_no_key_is_checked() {
        let rates = Rates::new(NonZeroU32::new(600).expect("not zero"));
        let one: IpAddr = "203.0.113.1".parse().expect("valid address");
        for _ in 0..MAX_WRONG_KEYS {
            rates.may_try(one).expect("twenty tries are allowed");
            rates.wrong_key(one).expect("and get a verdict");
        }
        for problem in [rates.may_try(one), rates.wrong_key(one)] {
            let problem = problem.expect_err("the next key is not checked, right or wrong");
            assert_eq!(problem.status.as_u16(), 429);
            assert!(problem.retry_after.is_some_and(|seconds| (50..=61).contains(&seconds)), "{problem:?}");
        }
        rates.may_try("203.0.113.2".parse().expect("valid address")).expect("other addresses are unaffected");
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let rates = Rates::new(NonZeroU32::new(1).expect("not zero"));
        rates.address("2001:db8::1".parse().expect("valid address")).expect("the first");
        assert!(rates.address("2001:db8::2".parse().expect("valid address")).is_err());
    }
}
