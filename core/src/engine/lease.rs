//! What a process may do only as long as it is known to hold it: a lease that is renewed, as its holder sees it.
//!
//! A process that stood still does not know it. So whatever must not happen twice asks right before it happens, and
//! compares two clocks: one that runs on while a process is stopped, and one that runs on while a machine sleeps.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// Clones share it. The default is never lost: nobody else can take what it is about.
#[derive(Clone, Debug, Default)]
pub struct Lease(Arc<Mutex<Held>>);

#[derive(Clone, Copy, Debug, Default)]
enum Held {
    #[default]
    Always,
    Until {
        begun: Moment,
        time: Duration,
    },
    Lost,
}

impl Held {
    fn holds(self) -> bool {
        match self {
            Held::Always => true,
            Held::Until { begun, time } => begun.elapsed() < time,
            Held::Lost => false,
        }
    }
}

/// The lease of a worker, which begins anew where it has ended. What was begun under an ended one has to prove that it
/// is still the worker's, and goes on under the new one.
#[derive(Clone, Debug, Default)]
pub struct Leases(Arc<Mutex<Lease>>);

impl Leases {
    pub fn current(&self) -> Lease {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The worker lived at `begun`, and is taken to live for `time` from then.
    pub fn renew(&self, begun: Moment, time: Duration) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !current.renew(begun, time) {
            *current = Lease::until(begun, time);
        }
    }
}

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    running: Instant,
    wall: SystemTime,
}

impl Moment {
    pub fn now() -> Self {
        Self { running: Instant::now(), wall: SystemTime::now() }
    }

    /// The longer of what both clocks say. A clock that was set back says nothing.
    fn elapsed(self) -> Duration {
        self.running.elapsed().max(self.wall.elapsed().unwrap_or_default())
    }
}

tokio::task_local! {
    static HELD: Lease;
}

impl Lease {
    /// Held for `time` from `begun`, which is before the request that took it.
    pub fn until(begun: Moment, time: Duration) -> Self {
        Self(Arc::new(Mutex::new(Held::Until { begun, time })))
    }

    /// It was confirmed by a request that was made at `begun`. False, and it stays over, where it has ended before
    /// that: in between, somebody else may have had it.
    pub fn renew(&self, begun: Moment, time: Duration) -> bool {
        let mut held = self.lock();
        let renewed = held.holds();
        if renewed {
            *held = Held::Until { begun, time };
        }
        renewed
    }

    /// Somebody else has it, or may have it.
    pub fn lose(&self) {
        *self.lock() = Held::Lost;
    }

    pub fn holds(&self) -> bool {
        self.lock().holds()
    }

    /// Runs work that may act only under this lease. What it spawns is not under it.
    pub async fn over<T>(&self, work: impl Future<Output = T>) -> T {
        HELD.scope(self.clone(), work).await
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lease that the work which asks is under, for what it spawns. One that is never lost, where it is under none.
pub fn current_lease() -> Lease {
    HELD.try_with(Lease::clone).unwrap_or_default()
}

/// May the work that asks still act? Always, where it is under no lease.
pub fn still_held() -> bool {
    HELD.try_with(Lease::holds).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn ago(time: Duration) -> Moment {
        let now = Moment::now();
        Moment { running: now.running, wall: now.wall - time }
    }

    #[test]
    fn a_lease_ends_by_itself_and_a_lost_one_is_not_renewed() {
        assert!(Lease::default().holds());
        let lease = Lease::until(Moment::now(), LONG);
        assert!(lease.renew(ago(LONG / 2), LONG) && lease.holds());
        assert!(lease.renew(ago(LONG), LONG) && !lease.holds(), "the machine slept for an hour");
        assert!(!lease.renew(Moment::now(), LONG) && !lease.holds());
        let lease = Lease::until(Moment::now(), LONG);
        lease.lose();
        assert!(!lease.renew(Moment::now(), LONG) && !lease.holds());
    }

    #[test]
    fn what_was_begun_under_an_ended_lease_is_not_under_the_next_one() {
        let leases = Leases::default();
        leases.renew(ago(LONG), LONG);
        let before = leases.current();
        leases.renew(Moment::now(), LONG);
        assert!(!before.holds() && leases.current().holds());
    }

    #[tokio::test]
    async fn work_knows_the_lease_that_it_is_under() {
        assert!(still_held(), "under none");
        let lease = Lease::until(Moment::now(), LONG);
        let seen = lease.over(async {
            let before = still_held();
            lease.lose();
            (before, still_held())
        });
        assert_eq!(seen.await, (true, false));
    }

    #[tokio::test]
    async fn what_is_spawned_can_be_put_under_the_same_lease() {
        assert!(current_lease().holds(), "under none");
        let lease = Lease::until(Moment::now(), LONG);
        let spawned = async {
            let inner = current_lease();
            tokio::spawn(async move { inner.over(async { current_lease() }).await }).await
        };
        let inner = lease.over(spawned).await.expect("no panic");
        assert!(inner.holds());
        lease.lose();
        assert!(!inner.holds());
    }
}
