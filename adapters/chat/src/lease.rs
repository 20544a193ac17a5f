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

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::engine::{Lease, Moment};
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn work_in_the_background_ends_with_the_lease_of_who_began_it() {
        let lease = Lease::until(Moment::now(), Duration::from_secs(3600));
        let (go_on, waits) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let work = async move {
            _ = waits.await;
            _ = tell.send(while_held());
        };
        lease.over(async { in_background(work) }).await;
        lease.lose();
        go_on.send(()).expect("it waits");
        assert_eq!(told.await, Ok(Err(LEASE_LOST)), "it sends nothing more");

        let (tell, told) = oneshot::channel();
        let late = async move { _ = tell.send(()) };
        lease.over(async { in_background(late) }).await;
        assert!(told.await.is_err(), "nothing begins under a lost lease");
    }
}
