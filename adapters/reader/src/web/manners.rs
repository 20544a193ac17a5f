//! Limits how often a host is contacted: concurrent requests, and the time between two of them.

use gorkd_core::model::{Failure, FailureReason};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until, timeout_at};

/// Number of hosts to remember; beyond it, hosts without waiting requests are forgotten.
const MAX_HOSTS: usize = 2_000;

pub struct Manners {
    at_once: usize,
    interval: Duration,
    hosts: Mutex<BTreeMap<String, Arc<Host>>>,
}

struct Host {
    turns: Arc<Semaphore>,
    /// When the next request may start.
    next: Mutex<Instant>,
}

/// A request in progress; dropping it lets the next one start.
#[derive(Debug)]
pub struct HostPermit {
    _permit: OwnedSemaphorePermit,
}

impl Manners {
    pub fn new(at_once: usize, interval: Duration) -> Self {
        Self { at_once: at_once.max(1), interval, hosts: Mutex::default() }
    }

    /// Waits for the host's turn. `delay` comes from its robots.txt and applies if it is longer than ours.
    pub async fn enter(
        &self,
        host: &str,
        delay: Option<Duration>,
        until: Instant,
    ) -> Result<HostPermit, Failure> {
        let host = self.host(host);
        let interval = self.interval.max(delay.unwrap_or_default());
        let permit = timeout_at(until, host.turns.clone().acquire_owned()).await.map_err(|_| busy())?;
        let permit = permit.map_err(|_| busy())?;
        let at = {
            let mut next = host.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            // Do not take a turn that cannot be used in time.
            if at >= until {
                return Err(busy());
            }
            *next = at + interval;
            at
        };
        sleep_until(at).await;
        Ok(HostPermit { _permit: permit })
    }

    /// Waits until fewer requests to the host are in progress. The parts of a page need no pause between
    /// them.
    pub async fn beside(&self, host: &str, until: Instant) -> Result<HostPermit, Failure> {
        let permit =
            timeout_at(until, self.host(host).turns.clone().acquire_owned()).await.map_err(|_| busy())?;
        Ok(HostPermit { _permit: permit.map_err(|_| busy())? })
    }

    fn host(&self, name: &str) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MAX_HOSTS {
            let now = Instant::now();
            hosts.retain(|_, host| {
                Arc::strong_count(host) > 1 || *host.next.lock().unwrap_or_else(PoisonError::into_inner) > now
            });
        }
        let fresh = || {
            Arc::new(Host { turns: Arc::new(Semaphore::new(self.at_once)), next: Mutex::new(Instant::now()) })
        };
        hosts.entry(name.to_owned()).or_insert_with(fresh).clone()
    }
}

fn busy() -> Failure {
    Failure::retry(
        FailureReason::RateLimited,
        "The site asks for more time between requests than was left for this page.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_is_asked_once_in_an_interval_and_hosts_do_not_wait_for_each_other() {
        let manners = Manners::new(2, Duration::from_secs(1));
        let start = Instant::now();
        for _ in 0..3 {
            manners.enter("a.test", None, soon(10)).await.expect("in time");
        }
        assert_eq!(start.elapsed().as_secs(), 2);
        manners.enter("b.test", None, soon(10)).await.expect("in time");
        assert_eq!(start.elapsed().as_secs(), 2);
        manners.enter("a.test", Some(Duration::from_secs(5)), soon(10)).await.expect("in time");
        manners.enter("a.test", None, soon(10)).await.expect("in time");
        assert_eq!(start.elapsed().as_secs(), 8, "its own delay counts");
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_than_so_many_at_once_and_no_waiting_beyond_the_time() {
        let manners = Manners::new(2, Duration::ZERO);
        let (first, second) =
            tokio::join!(manners.enter("a.test", None, soon(10)), manners.enter("a.test", None, soon(10)));
        let third = manners.enter("a.test", None, soon(10)).await.expect_err("both turns are taken");
        assert_eq!(third.reason, FailureReason::RateLimited);
        drop((first, second));
        assert!(manners.enter("a.test", None, soon(10)).await.is_ok());
        let slow = Manners::new(2, Duration::from_secs(60));
        slow.enter("a.test", None, soon(10)).await.expect("the first waits for nobody");
        let before = Instant::now();
        assert!(slow.enter("a.test", None, soon(10)).await.is_err());
        assert_eq!(before.elapsed(), Duration::ZERO, "who cannot wait is told at once");
    }
}
