//! Counts store errors, for metrics.

use gorkd_core::ports::StoreError;

/// Counts an error if it is the database's fault, and passes it on. Refusals are not counted.
pub(crate) fn counted(error: StoreError) -> StoreError {
    let kind = match &error {
        StoreError::Full(_) => "full",
        StoreError::Unavailable(_) => "unavailable",
        StoreError::Fenced(_)
        | StoreError::InProgress(_)
        | StoreError::OverLimit { .. }
        | StoreError::NotFound(_) => return error,
    };
    metrics::counter!("store_errors_total", "kind" => kind).increment(1);
    error
}
