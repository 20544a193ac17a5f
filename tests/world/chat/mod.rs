//! What the simulated chat platforms share: state behind a lock, waiting until it is as a test wants it, and violations
//! of the published contract, which fail the test.

pub mod gorkd;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// The state of a simulated platform.
pub trait Simulated {
    /// Requests that broke the published contract or its limits.
    fn violations(&self) -> &[String];

    /// Everything there is to see, for the message of a failed test.
    fn story(&self) -> String;
}

pub struct Core<S> {
    state: Mutex<S>,
    changed: Notify,
}

impl<S: Simulated> Core<S> {
    pub fn new(state: S) -> Self {
        Self { state: Mutex::new(state), changed: Notify::new() }
    }

    pub fn lock(&self) -> MutexGuard<'_, S> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the tests that wait; they look again without it, but later.
    pub fn changed(&self) {
        self.changed.notify_waiters();
    }

    /// Waits until `look` finds something.
    pub async fn until_within<T>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&S) -> Option<T>,
    ) -> T {
        let end = Instant::now() + patience;
        loop {
            if let Some(found) = look(&self.lock()) {
                return found;
            }
            assert!(Instant::now() < end, "no {what} in time. There is:\n{}", self.lock().story());
            let _ = tokio::time::timeout(Duration::from_millis(15), self.changed.notified()).await;
        }
    }

    /// Fails the test if a request broke the contract.
    pub fn assert_contract(&self) {
        let violations = self.lock().violations().to_vec();
        assert!(
            violations.is_empty() || std::thread::panicking(),
            "requests broke the published contract:\n  {}",
            violations.join("\n  ")
        );
    }
}
