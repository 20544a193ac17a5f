//! What the simulated chat platforms share: state behind a lock, waiting until it is as a test wants it, people, files,
//! faults, limits, and violations of the published contract, which fail the test.

pub mod faults;
pub mod files;
pub mod gorkd;
pub mod http;
pub mod people;
pub mod rates;

use axum::Router;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// Time since 1970.
pub fn unix() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The state of a simulated platform.
pub trait Simulated: Send + 'static {
    /// Requests that broke the published contract or its limits.
    fn violations(&mut self) -> &mut Vec<String>;

    /// Everything there is to see, for the message of a failed test.
    fn story(&self) -> String;
}

/// What those who serve a platform share.
pub struct Core<S> {
    pub address: SocketAddr,
    state: Mutex<S>,
    changed: Notify,
}

impl<S: Simulated> Core<S> {
    pub fn lock(&self) -> MutexGuard<'_, S> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes those who wait; they look again without it, but later.
    pub fn changed(&self) {
        self.changed.notify_waiters();
    }

    /// Until something may have changed.
    pub async fn change(&self) {
        let _ = tokio::time::timeout(Duration::from_millis(10), self.changed.notified()).await;
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits until `look` finds something.
    pub async fn until<T>(&self, what: &str, look: impl FnMut(&S) -> Option<T>) -> T {
        self.until_within(what, PATIENCE, look).await
    }

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
            self.change().await;
        }
    }
}

/// A simulated platform on 127.0.0.1, as a test holds it. The last holder fails the test when something was wrong.
pub struct Platform<S: Simulated> {
    guard: Arc<Guard<S>>,
}

struct Guard<S: Simulated> {
    core: Arc<Core<S>>,
    serving: JoinHandle<()>,
}

impl<S: Simulated> Platform<S> {
    pub async fn open(
        make: impl FnOnce(SocketAddr) -> S,
        route: impl FnOnce(Arc<Core<S>>) -> Router,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let core = Arc::new(Core { address, state: Mutex::new(make(address)), changed: Notify::new() });
        let router = route(core.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self { guard: Arc::new(Guard { core, serving }) }
    }

    pub fn core(&self) -> Arc<Core<S>> {
        self.guard.core.clone()
    }
}

impl<S: Simulated> Clone for Platform<S> {
    fn clone(&self) -> Self {
        Self { guard: self.guard.clone() }
    }
}

impl<S: Simulated> Deref for Platform<S> {
    type Target = Core<S>;

    fn deref(&self) -> &Core<S> {
        &self.guard.core
    }
}

impl<S: Simulated> Drop for Guard<S> {
    fn drop(&mut self) {
        self.serving.abort();
        let violations = std::mem::take(self.core.lock().violations());
        assert!(
            violations.is_empty() || std::thread::panicking(),
            "requests broke the published contract:\n  {}",
            violations.join("\n  ")
        );
    }
}
