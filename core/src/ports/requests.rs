//! Requests with an idempotency key, so that a repeated one has no further effect.

use super::StoreError;
use crate::model::{Millis, ThreadId};
use async_trait::async_trait;

/// Keys of requests (`Idempotency-Key`) and the replies that were given to them.
#[async_trait]
pub trait Requests: Send + Sync {
    /// Takes a request up, unless one with its key was taken up before: of two at once, in whatever processes, one is
    /// fresh. Forgets what is older than `request.since`.
    async fn begin_request(&self, request: &KeyedRequest) -> Result<Begun, StoreError>;

    /// Keeps the reply to a request that this holder has begun, until its key is forgotten or its thread is erased.
    async fn end_request(&self, request: &KeyedRequest, reply: &KeptReply) -> Result<(), StoreError>;

    /// Gives up a request that this holder has begun: it may be sent again at once. With `forget`, because nothing came
    /// of it, its key may as well be used for another one.
    async fn drop_request(&self, request: &KeyedRequest, forget: bool) -> Result<(), StoreError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    /// The requester's key: a key of somebody else is another one.
    pub owner: String,
    pub key: String,
    /// SHA-256 of what is asked for, in hex.
    pub fingerprint: String,
    /// Whoever works on it, by a name that nobody else has.
    pub holder: String,
    pub at: Millis,
    /// After this time nobody works on it any longer, and it may be begun again.
    pub until: Millis,
    /// Requests from before this time are forgotten.
    pub since: Millis,
}

/// What became of a request with this key before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// Nothing, or nobody has ended it: this one is to be worked on. `first` is when its key was first sent.
    Fresh {
        first: Millis,
    },
    /// Somebody works on it, until this time at most.
    UnderWay {
        until: Millis,
    },
    /// It asked for something else.
    Other,
    Replied(KeptReply),
}

/// A reply as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptReply {
    /// The HTTP status.
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The thread that it speaks of: it is forgotten with that.
    pub thread: Option<ThreadId>,
}
