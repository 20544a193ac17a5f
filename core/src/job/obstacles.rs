//! The retry policy for pages that could not be read, in one table.
//!
//! Nothing here circumvents access restrictions. A wall is recorded and another source is used. Only temporary
//! failures are retried, and only while there is time.

use crate::model::{Budget, Failure, FailureReason};

/// What may help after a page failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Retry, this many times in total, each with the same timeout.
    Again(usize),
    /// Retry, this many times in total, each with a longer timeout.
    Longer(usize),
    /// Look for an open-access copy of the same work.
    OpenCopy,
    /// Continue with other pages. This one is listed as unread.
    Elsewhere,
}

/// The table. Retries here are immediate: the reader itself waits for hosts that ask for a pause.
pub fn way(reason: FailureReason) -> Way {
    use FailureReason as Reason;
    match reason {
        Reason::TimedOut => Way::Longer(3),
        Reason::Unreachable | Reason::ServerError | Reason::Internal | Reason::Crashed => Way::Again(2),
        Reason::RateLimited => Way::Again(2),
        Reason::Denied | Reason::Captcha | Reason::Paywall | Reason::Unauthorized => Way::OpenCopy,
        Reason::NotFound | Reason::Blocked | Reason::TooLarge | Reason::UnsupportedType => Way::Elsewhere,
        Reason::Encrypted | Reason::Empty | Reason::TooComplex | Reason::Malformed => Way::Elsewhere,
        Reason::ResourceLimit | Reason::QuotaExhausted | Reason::BudgetExhausted => Way::Elsewhere,
        Reason::NotAllowed | Reason::NotConfigured | Reason::Dropped => Way::Elsewhere,
        Reason::InvalidReply | Reason::Filtered | Reason::ContextOverflow => Way::Elsewhere,
    }
}

/// The factor for the timeout of a page's next try: 1, plus 1 for each time that it timed out.
pub fn patience(failures: &[Failure]) -> u32 {
    let late = failures.iter().filter(|failure| failure.reason == FailureReason::TimedOut).count();
    1 + u32::try_from(late).unwrap_or(u32::MAX - 1)
}

/// Whether to retry a page after these failures, `active_ms` into the job. A retry must not use the time
/// reserved for writing.
pub fn worth_another_try(failures: &[Failure], active_ms: u64, budget: &Budget) -> bool {
    let counted: Vec<&Failure> =
        failures.iter().filter(|failure| failure.reason != FailureReason::Dropped).collect();
    let Some(last) = counted.last() else { return true };
    if last.remedy != crate::model::Remedy::Retry {
        return false;
    }
    match way(last.reason) {
        Way::Again(tries) => counted.len() < tries,
        Way::Longer(tries) => {
            let needed = u64::from(patience(failures)) * u64::from(budget.page_seconds) * 1_000;
            counted.len() < tries && active_ms + needed <= budget.research_ms()
        }
        Way::OpenCopy | Way::Elsewhere => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Budget {
        Budget { seconds: 60, reserve_seconds: 15, page_seconds: 10, ..Budget::default() }
    }

    fn late() -> Failure {
        Failure::retry(FailureReason::TimedOut, "Too slow.")
    }

    #[test]
    fn a_slow_page_gets_more_time_three_times_at_most_and_only_while_there_is_some() {
        assert_eq!(patience(&[]), 1);
        assert_eq!(patience(&[late(), late()]), 3);
        assert!(worth_another_try(&[], 59_000, &budget()));
        assert!(worth_another_try(&[late()], 10_000, &budget()));
        assert!(
            !worth_another_try(&[late()], 30_000, &budget()),
            "twenty more seconds are not left for research"
        );
        assert!(!worth_another_try(&[late(), late()], 30_000, &budget()));
        assert!(!worth_another_try(&[late(), late(), late()], 0, &budget()));
    }

    #[test]
    fn what_keeps_us_out_is_not_tried_again() {
        for reason in
            [FailureReason::Denied, FailureReason::Captcha, FailureReason::Paywall, FailureReason::NotFound]
        {
            assert!(!worth_another_try(&[Failure::skip(reason, "No.")], 0, &budget()), "{reason:?}");
            assert!(!worth_another_try(&[Failure::retry(reason, "No.")], 0, &budget()), "{reason:?}");
        }
        let down = Failure::retry(FailureReason::ServerError, "It failed.");
        assert!(worth_another_try(std::slice::from_ref(&down), 0, &budget()));
        assert!(!worth_another_try(&[down.clone(), down], 0, &budget()));
    }

    #[test]
    fn what_was_dropped_because_nobody_wanted_it_is_no_failure_of_the_page() {
        assert!(worth_another_try(&[Failure::skip(FailureReason::Dropped, "Stopped.")], 0, &budget()));
    }
}
