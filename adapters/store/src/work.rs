//! The result of a unit of work, whichever the database.

use gorkd_core::ports::{Change, StoreError};

/// Why a unit of work failed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The store's rules refuse it; the database is fine.
    Refused(StoreError),
    Database(sqlx::Error),
    /// A row contains something this build never wrote.
    Damaged(String),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        Fault::Database(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Fault::Refused(error)
    }
}

/// A unit's result, with the changes to announce once it is committed.
pub(crate) struct Done<T> {
    pub output: T,
    pub changes: Vec<Change>,
}

impl<T> Done<T> {
    pub fn quietly(output: T) -> Self {
        Self { output, changes: Vec::new() }
    }
}

/// The owner of a row must exist.
pub(crate) fn owned(error: sqlx::Error, owner: impl FnOnce() -> String) -> Fault {
    match error.as_database_error() {
        Some(inner) if inner.is_foreign_key_violation() => StoreError::NotFound(owner()).into(),
        Some(_) | None => error.into(),
    }
}
