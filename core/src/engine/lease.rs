//! Leases: a process may do some things only while it is known to hold a lease, which it renews.
//!
//! A process that was suspended doesn't know it. So anything that must not happen twice checks the lease right
//! before it happens. The check uses two clocks: one that keeps running while the process is stopped, and one
//! that keeps running while the machine sleeps.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// Clones share the lease. The default never expires, because nobody else can take what it protects.
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

/// A worker's current lease, replaced by a new one after it has expired. Work that began under an expired lease
/// must prove that it still belongs to the worker before it continues under the new one.
#[derive(Clone, Debug, Default)]
pub struct Leases(Arc<Mutex<Lease>>);

impl Leases {
    pub fn current(&self) -> Lease {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records a heartbeat sent at `begun`: the worker counts as alive for `time` from then.
    pub fn renew(&self, begun: Moment, time: Duration) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !current.renew(begun, time) {
            *current = Lease::until(begun, time);
        }
    }
}

/// A point in time on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    running: Instant,
    wall: SystemTime,
}

impl Moment {
    pub fn now() -> Self {
        Self { running: Instant::now(), wall: SystemTime::now() }
    }

    /// The longer of the two elapsed times. A clock that was set back is ignored.
    fn elapsed(self) -> Duration {
        self.running.elapsed().max(self.wall.elapsed().unwrap_or_default())
    }
}

tokio::task_local! {
    static HELD: Lease;
}

impl Lease {
    /// Held for `time` from `begun`, the moment before the request that acquired it.
    pub fn until(begun: Moment, time: Duration) -> Self {
        Self(Arc::new(Mutex::new(Held::Until { begun, time })))
    }

    /// Renews the lease after a request made at `begun` confirmed it. Returns false if the lease had expired by
    /// then: it stays expired, because somebody else may have held it in between.
    pub fn renew(&self, begun: Moment, time: Duration) -> bool {
        let mut held = self.lock();
        let renewed = held.holds();
        if renewed {
            *held = Held::Until { begun, time };
        }
        renewed
    }

    /// Marks the lease as lost: somebody else has it, or may have it.
    pub fn lose(&self) {
        *self.lock() = Held::Lost;
    }

    pub fn holds(&self) -> bool {
        self.lock().holds()
    }

    /// Runs work that may act only under this lease. Tasks that it spawns are not covered.
    pub async fn over<T>(&self, work: impl Future<Output = T>) -> T {
        HELD.scope(self.clone(), work).await
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lease that covers the current task, to pass on to tasks that it spawns. Never expires if there is none.
pub fn current_lease() -> Lease {
    HELD.try_with(Lease::clone).unwrap_or_default()
}

/// Whether the current task may still act. Always true without a lease.
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
        assert!(still_held(), "no lease");
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
        assert!(current_lease().holds(), "no lease");
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
