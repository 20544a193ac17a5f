//! When a call is retried automatically: only if the first one certainly cost nothing, and only if time is
//! left.

use crate::failures::Trouble;
use std::time::Duration;

/// Maximum retries, for busy servers and for unreachable ones.
const BUSY: u32 = 3;
const UNREACHED: u32 = 2;

/// How long to wait before the next call; `None` if there should be none.
///
/// `tries` counts the calls so far. A wait that the server names is respected.
pub fn wait(trouble: &Trouble, tries: u32, left: Duration) -> Option<Duration> {
    let wait = match trouble {
        Trouble::Unreachable if tries <= UNREACHED => Duration::from_millis(100 << tries),
        Trouble::Status { code: 429 | 503, retry_after, quota: false, .. } if tries <= BUSY => {
            retry_after.unwrap_or(Duration::from_millis(200 << tries))
        }
        Trouble::Unreachable
        | Trouble::Status { .. }
        | Trouble::TimedOut
        | Trouble::Cut
        | Trouble::NotAModelServer
        | Trouble::BadCalls
        | Trouble::Event { .. }
        | Trouble::NotSendable => return None,
    };
    // The time left after the wait must suffice for a call.
    (wait + Duration::from_millis(500) <= left).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cost_nothing_is_tried_again_and_only_in_time() {
        let busy =
            |retry_after| Trouble::Status { code: 429, retry_after, quota: false, said: String::new() };
        let minute = Duration::from_secs(60);
        assert_eq!(wait(&busy(Some(Duration::from_secs(7))), 1, minute), Some(Duration::from_secs(7)));
        assert_eq!(wait(&busy(Some(Duration::from_secs(70))), 1, minute), None);
        assert!(wait(&busy(None), 1, minute) < wait(&busy(None), 2, minute));
        assert_eq!(wait(&busy(None), 4, minute), None);
        assert_eq!(wait(&Trouble::Cut, 1, minute), None);
        let used_up = Trouble::Status { code: 429, retry_after: None, quota: true, said: String::new() };
        assert_eq!(wait(&used_up, 1, minute), None);
        let broken = Trouble::Status { code: 500, retry_after: None, quota: false, said: String::new() };
        assert_eq!(wait(&broken, 1, minute), None);
        assert!(wait(&Trouble::Unreachable, 1, minute).is_some());
        assert_eq!(wait(&Trouble::Unreachable, 1, Duration::from_millis(300)), None);
    }
}
