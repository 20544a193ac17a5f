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

impl Errors {
    /// Counts an error if it is the database's fault, and passes it on. Refusals are not counted.
    pub fn counted(&self, error: StoreError) -> StoreError {
        let kind = match &error {
            StoreError::Full(_) => {
                *self.full_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                "full"
            }
            StoreError::Unavailable(_) => "unavailable",
            StoreError::Fenced(_)
            | StoreError::InProgress(_)
            | StoreError::OverLimit { .. }
            | StoreError::NotFound(_) => return error,
        };
        metrics::counter!("store_errors_total", "kind" => kind).increment(1);
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
