//! Counts store errors, for metrics, and remembers for a while that there was no room.

use gorkd_core::ports::StoreError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A store without room is reported for this long, unless it happens again. Jobs that wait for room try more often.
const REPORTED: Duration = Duration::from_secs(15);

/// The errors of one database. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Errors {
    full_at: Arc<Mutex<Option<Instant>>>,
}

const FULL: &str = "full";
const UNAVAILABLE: &str = "unavailable";

fn count(kind: &'static str, errors: u64) {
    metrics::counter!("store_errors_total", "kind" => kind).increment(errors);
}

/// Begins the counters at zero, for alerts on their increase.
pub fn begin_counting() {
    [FULL, UNAVAILABLE].into_iter().for_each(|kind| count(kind, 0));
}

impl Errors {
    /// Counts an error if it is the database's fault, and passes it on. Refusals are not counted.
    pub fn counted(&self, error: StoreError) -> StoreError {
        let kind = match &error {
            StoreError::Full(_) => {
                *self.full_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                FULL
            }
            StoreError::Unavailable(_) => UNAVAILABLE,
            StoreError::Fenced(_)
            | StoreError::InProgress(_)
            | StoreError::OverLimit { .. }
            | StoreError::NotFound(_) => return error,
        };
        count(kind, 1);
        error
    }

    /// Whether there was no room a moment ago.
    pub fn lacks_room(&self) -> bool {
        let full_at = *self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        full_at.is_some_and(|at| at.elapsed() < REPORTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_without_room_is_remembered_and_no_other_error_is() {
        let errors = Errors::default();
        for other in [StoreError::Unavailable("busy".into()), StoreError::NotFound("job 1".into())] {
            errors.counted(other);
            assert!(!errors.lacks_room());
        }
        errors.clone().counted(StoreError::Full("no room".into()));
        assert!(errors.lacks_room());
    }
}
