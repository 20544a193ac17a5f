//! People, and everything stored about them.

use super::StoreError;
use crate::model::{JobId, ThreadId};
use async_trait::async_trait;

#[async_trait]
pub trait People: Send + Sync {
    /// The runs that erasing somebody (a requester's key) takes away: those of their own threads, and those that they
    /// asked for in threads of others.
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError>;

    /// Erases all that is kept of somebody, in one transaction: their threads, their runs in threads of others, and
    /// whatever else stands under their name: preferences, watches, opinions, links, counts. Keys stay until they are
    /// revoked.
    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError>;
}

/// What was erased of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErasedPerson {
    pub threads: Vec<ThreadId>,
    /// Runs in threads of others.
    pub runs: Vec<JobId>,
    /// Rows of anything else.
    pub rows: u64,
}
