//! What a piece of work on a database comes to, whichever database it is.

use gorkd_core::ports::{Change, StoreError};

/// Why a piece of work on the database came to nothing.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The rules of the store say no; the database is well.
    Refused(StoreError),
    Database(sqlx::Error),
    /// A row holds what this build never wrote.
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

/// What a unit came to, with the news to spread once it is committed.
pub(crate) struct Done<T> {
    pub output: T,
    pub changes: Vec<Change>,
}

impl<T> Done<T> {
    pub fn quietly(output: T) -> Self {
        Self { output, changes: Vec::new() }
    }
}

/// What a row belongs to has to be there.
pub(crate) fn owned(error: sqlx::Error, owner: impl FnOnce() -> String) -> Fault {
    match error.as_database_error() {
        Some(inner) if inner.is_foreign_key_violation() => StoreError::NotFound(owner()).into(),
        Some(_) | None => error.into(),
    }
}
