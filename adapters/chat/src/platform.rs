//! What a chat platform does for the shared code: formats cards, and posts, edits and finds messages.

use crate::card::{Card, OutgoingFile};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Millis, Place, sha256_hex};
use gorkd_core::ports::{Delivery, MessageKey};
use serde_json::Value;
use std::time::Duration;

#[async_trait]
pub trait Platform: Send + Sync {
    /// `slack` or `discord`: the first part of its places.
    fn name(&self) -> &'static str;

    /// The messages that a card becomes, in order and within the platform's limits. Pure.
    fn render(&self, place: &Place, card: &Card) -> Vec<Content>;

    /// The message as text without blocks, embeds or buttons, for when the platform refused those. Pure.
    fn plain(&self, content: &Content) -> Content;

    /// Posts a message and returns its id.
    async fn post(&self, to: &Delivery, post: &Post<'_>) -> Result<String, PlatformError>;

    /// Replaces the content of a message.
    async fn edit(&self, to: &Delivery, id: &str, edit: &Post<'_>) -> Result<(), PlatformError>;

    async fn remove(&self, to: &Delivery, id: &str) -> Result<(), PlatformError>;

    /// Looks for a message that may have been posted, by its nonce. Called once after a crash or an unconfirmed
    /// request, and never before the request has timed out.
    async fn find(&self, to: &Delivery, post: &Post<'_>) -> Result<Lookup, PlatformError>;

    /// Sets the reaction on the message that asked, and removes earlier ones. May be skipped if rate limits
    /// leave no room.
    async fn react(&self, to: &Delivery, reaction: Reaction) -> Result<(), PlatformError>;

    /// Shows what a run is doing, and what the conversation is about, on platforms that can. The same activity
    /// may be shown repeatedly.
    async fn show_activity(
        &self,
        _to: &Delivery,
        _activity: Activity,
        _title: &str,
    ) -> Result<(), PlatformError> {
        Ok(())
    }

    /// Opens direct messages with the person, for when a place cannot be written to. `note` is shown with the
    /// answer. Returns `None` if the person cannot be reached, or `to` is already a direct message.
    async fn direct_message(&self, to: &Delivery, note: String) -> Option<DirectMessage>;

    fn pacing(&self) -> Pacing;
}

/// Where a person's direct messages are.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectMessage {
    pub place: Place,
    pub handle: String,
    /// See `Delivery::private`.
    pub private: bool,
}

/// The result of looking for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The message exists, with this id.
    Found(String),
    /// It was certainly not posted.
    NotPosted,
    /// Messages that only one person sees cannot be looked up. It is not shown again unless the person asks.
    Unknown,
}

impl Lookup {
    pub fn or_not_posted(id: Option<String>) -> Self {
        id.map_or(Lookup::NotPosted, Lookup::Found)
    }
}

/// A message in the platform's own format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    pub body: Value,
    pub files: Vec<OutgoingFile>,
}

/// A message to post or edit.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    pub key: &'a MessageKey,
    /// The card it was rendered from, for platforms that can show it in other ways than as a message.
    pub card: &'a Card,
    pub content: &'a Content,
    /// Identifies the message when looking for it: at most 25 letters and digits, never reused.
    pub nonce: &'a str,
    pub intent_at: Millis,
    /// The content is final.
    pub last: bool,
}

/// The nonce of what a name stands for: 25 letters and digits.
pub fn nonce(name: &str) -> String {
    sha256_hex(name.as_bytes())[..25].to_owned()
}

/// How fast to write to a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// Minimum time between two edits in one place.
    pub between_edits: Duration,
    /// Request timeout. After this time, it is unknown whether a request was carried out.
    pub request: Duration,
}

/// The reaction on the message that asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// 👀
    Seen,
    /// ✅
    Done,
    /// ⚠️
    Caution,
    /// ❌
    Failed,
}

/// What a run is doing, from the point of view of the person who waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    Working,
    /// A clarifying question or a plan waits for the person.
    Waiting,
    Over,
}

impl From<JobStatus> for Activity {
    fn from(status: JobStatus) -> Self {
        match status {
            JobStatus::Queued | JobStatus::Running => Activity::Working,
            JobStatus::Waiting => Activity::Waiting,
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => Activity::Over,
        }
    }
}

impl Reaction {
    pub const ALL: [Reaction; 4] = [Reaction::Seen, Reaction::Done, Reaction::Caution, Reaction::Failed];
}

/// Why a request to a platform failed. The texts are for the log and never contain tokens or message text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlatformError {
    /// Not carried out: rate limited, or no connection. Retry after this time.
    #[error("retry after {0:?}")]
    RetryAfter(Duration),
    /// It may have been carried out: no response came in time.
    #[error("unconfirmed: {0}")]
    Unconfirmed(String),
    /// The message no longer exists.
    #[error("the message is gone")]
    MessageGone,
    /// The thread or channel no longer exists, or is archived permanently.
    #[error("the place is gone: {0}")]
    PlaceGone(String),
    /// gorkd may not do that there, for example because it is not a member. Holds the platform's error code.
    #[error("not allowed: {0}")]
    NotAllowed(String),
    /// A permission is missing. Holds its name as the platform's admins know it.
    #[error("missing permission: {0}")]
    Forbidden(String),
    /// gorkd was removed, or its token is no longer valid.
    #[error("access was revoked: {0}")]
    Revoked(String),
    /// The token for replies that only one person sees has expired.
    #[error("the reply token has expired")]
    Expired,
    /// The request itself is invalid: a bug in gorkd.
    #[error("refused as invalid: {0}")]
    Invalid(String),
}
