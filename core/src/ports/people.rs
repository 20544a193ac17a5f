//! People, and everything stored about them.

use super::StoreError;
use crate::model::{ActorId, JobId, ThreadId};
use async_trait::async_trait;
use serde_json::Value;
use std::collections::BTreeMap;

#[async_trait]
pub trait People: Send + Sync {
    /// The runs that erasing a person (a requester's key) would delete: those in their own threads, and those
    /// they asked for in other people's threads.
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError>;

    /// Everything stored under a person's name besides journals and texts, at one moment. Without secrets: hashes of
    /// keys, sessions, and codes, the tokens in handles of deliveries, and replies to repeated requests.
    async fn rows_of_person(&self, person: &str) -> Result<PersonRows, StoreError>;

    /// Erases all that is kept of somebody: their threads, their runs in threads of others, what they typed and attached
    /// there and what runs made of it ([`crate::job::Erased`]), and whatever else stands under their name: preferences,
    /// watches, opinions, links, counts, and the keys of a name on the web with their sessions.
    ///
    /// It takes many short transactions, so that others can write in between. What the person does meanwhile is erased,
    /// too. If it fails, what was erased stays erased, and the next call erases the rest.
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

/// What the tables hold about a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PersonRows {
    /// Their name in journals.
    pub actor: Option<ActorId>,
    /// The threads that they own, asked in, or acted in, oldest first.
    pub threads: Vec<ThreadId>,
    /// Rows as JSON objects, by kind. Kinds without rows are absent.
    pub rows: BTreeMap<String, Vec<Value>>,
}
