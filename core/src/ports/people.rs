//! People, and everything stored about them.

use super::StoreError;
use crate::model::{JobId, ThreadId};
use async_trait::async_trait;

#[async_trait]
pub trait People: Send + Sync {
    /// The runs that erasing a person (a requester's key) would delete: those in their own threads, and those
    /// they asked for in other people's threads.
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError>;

    /// Erases all that is kept of somebody, in one transaction: their threads, their runs in threads of others, what
    /// they typed and attached there and what runs made of it ([`crate::job::Erased`]), and whatever else stands under
    /// their name: preferences, watches, opinions, links, counts. Keys stay until they are revoked.
    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError>;
}

/// What was erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErasedPerson {
    pub threads: Vec<ThreadId>,
    /// Runs in other people's threads.
    pub runs: Vec<JobId>,
    /// Runs of others from which their words were taken, with what was made of them.
    pub shaped: Vec<JobId>,
    /// Rows of anything else.
    pub rows: u64,
}
