//! Requests with an idempotency key: repeating one has no further effect.

use super::StoreError;
use crate::model::{Millis, ThreadId};
use async_trait::async_trait;

/// Idempotency keys (`Idempotency-Key`), and the replies to their requests.
#[async_trait]
pub trait Requests: Send + Sync {
    /// Begins a request unless one with its key has already begun; of two concurrent ones, in any processes,
    /// only one is fresh. Deletes requests older than `request.since`.
    async fn begin_request(&self, request: &KeyedRequest) -> Result<RequestState, StoreError>;

    /// Stores the reply to a request that this holder has begun, until its key expires or its thread is erased.
    async fn end_request(&self, request: &KeyedRequest, reply: &KeptReply) -> Result<(), StoreError>;

    /// Abandons a request that this holder has begun, so it can be retried at once. With `forget`, for a
    /// request without effect, its key can also be reused for another one.
    async fn drop_request(&self, request: &KeyedRequest, forget: bool) -> Result<(), StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    /// The requester's key. Other people's idempotency keys are independent.
    pub owner: String,
    pub key: String,
    /// SHA-256 of the request's contents, in hex.
    pub fingerprint: String,
    /// A unique name for whoever is processing it.
    pub holder: String,
    pub at: Millis,
    /// After this time it counts as abandoned, and may be begun again.
    pub until: Millis,
    /// Requests from before this time are deleted.
    pub since: Millis,
}

/// The state of an earlier request with this key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// There is none, or it was abandoned: process this one. `first` is when the key was first sent.
    Fresh {
        first: Millis,
    },
    /// It is being processed, until this time at most.
    InProgress {
        until: Millis,
    },
    /// It was a different request.
    Other,
    Replied(KeptReply),
}

/// A reply as sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptReply {
    /// The HTTP status.
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The thread that it is about; the reply is deleted with it.
    pub thread: Option<ThreadId>,
}
