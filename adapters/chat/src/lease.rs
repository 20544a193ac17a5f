//! What an adapter does only as long as this process holds the platform's lease.

use gorkd_core::engine::{current_lease, still_held};
use std::time::Duration;

/// Retry delay once the lease is lost: another process does the work, so this one never retries.
const LEASE_LOST: Duration = Duration::from_secs(60 * 60);

/// Fails with a retry delay once the lease is lost. Called before each request.
pub fn while_held() -> Result<(), Duration> {
    if still_held() { Ok(()) } else { Err(LEASE_LOST) }
}

/// Works in the background under the same lease. Does nothing if it is already lost.
pub fn in_background(work: impl Future<Output = ()> + Send + 'static) {
    let lease = current_lease();
    if lease.holds() {
        tokio::spawn(async move { lease.over(work).await });
    }
}
