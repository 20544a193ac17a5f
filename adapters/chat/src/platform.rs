//! What a chat platform does for the parts that are shared: gives a card its form, posts and edits messages, finds
//! one again.

use crate::card::{Card, OutFile};
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Millis, Place};
use gorkd_core::ports::Telling;
use serde_json::Value;
use std::time::Duration;

#[async_trait]
pub trait Platform: Send + Sync {
    /// `slack` or `discord`: the first part of its places.
    fn name(&self) -> &'static str;

    /// The messages that a card becomes, within all limits of the platform, in order. The first one is the card's own
    /// key, the others `key+1`, `key+2` … Pure.
    fn render(&self, place: &Place, card: &Card) -> Vec<Content>;

    /// The words of a message without its form, for a platform that has refused the form. Pure.
    fn plainly(&self, content: &Content) -> Content;

    /// Posts a message and gives its id.
    async fn post(&self, to: &Telling, post: &Post<'_>) -> Result<String, Trouble>;

    /// Shows something else in a message.
    async fn edit(&self, to: &Telling, id: &str, edit: &Post<'_>) -> Result<(), Trouble>;

    async fn remove(&self, to: &Telling, id: &str) -> Result<(), Trouble>;

    /// Looks for a message of ours that was perhaps posted, by its nonce; asked once after a crash or an unclear
    /// failure, not before the request's own time is over.
    async fn find(&self, to: &Telling, post: &Post<'_>) -> Result<Found, Trouble>;

    /// Marks the message that asked. What was marked before goes. May be dropped when there is no room.
    async fn mark(&self, to: &Telling, mark: Mark) -> Result<(), Trouble>;

    /// Shows beside the conversation what a run does, and what the conversation is about, on platforms that have a
    /// place for it. The same activity may be shown again and again.
    async fn show_activity(&self, _to: &Telling, _activity: Activity, _title: &str) -> Result<(), Trouble> {
        Ok(())
    }

    /// Another way to the person when a place cannot be written to: a direct message, with a sentence about it in its
    /// handle or none at all.
    async fn elsewhere(&self, to: &Telling, why: &Trouble) -> Option<Telling>;

    fn pace(&self) -> Pace;
}

/// What came of looking for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It stands there, with this id.
    Here(String),
    /// It was surely not posted.
    NotThere,
    /// What one person alone sees cannot be looked for: it is not shown again unasked.
    Unknown,
}

impl Found {
    pub fn or_not_there(id: Option<String>) -> Self {
        id.map_or(Found::NotThere, Found::Here)
    }
}

/// A message in the platform's own form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    pub body: Value,
    pub files: Vec<OutFile>,
}

/// A message to post or to show.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// Its key: `status`, `question.clarify.0`, `answer`, `sources`, `why` …
    pub key: &'a str,
    /// What it says, for platforms that have other ways to show it than a message.
    pub card: &'a Card,
    pub content: &'a Content,
    /// By which it is found again: at most 25 letters and digits, and never used twice.
    pub nonce: &'a str,
    pub intent_at: Millis,
    /// Nothing will be changed in it any more.
    pub last: bool,
}

/// How often a platform lets one message be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Between two changes of the messages of one place.
    pub between_edits: Duration,
    /// How long a request may take until it is not known any more whether it was done.
    pub request: Duration,
}

/// What stands at the message that asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// 👀
    Seen,
    /// ✅
    Done,
    /// ⚠️
    Weak,
    /// ❌
    Failed,
}

/// What a run does, seen from the person who waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    Working,
    /// A question back or a plan waits for the person.
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

impl Mark {
    pub const ALL: [Mark; 4] = [Mark::Seen, Mark::Done, Mark::Weak, Mark::Failed];
}

/// Why a platform did not do what it was asked. The words are for the log, and never hold a token or a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Not done: too many requests, or no connection. Not before the time is over.
    #[error("try again in {0:?}")]
    Later(Duration),
    /// It may have been done: no answer came in time.
    #[error("not known whether it was done: {0}")]
    Unclear(String),
    /// The message is not there any more.
    #[error("the message is gone")]
    MessageGone,
    /// The thread or channel is not there any more, or is archived for good.
    #[error("the place is gone: {0}")]
    PlaceGone(String),
    /// gorkd lacks a permission, named as the platform names it.
    #[error("not allowed: {0}")]
    NotAllowed(String),
    /// gorkd was removed, or its token does not hold any more.
    #[error("the platform does not know us any more: {0}")]
    Revoked(String),
    /// The way to reach a person alone is over.
    #[error("the way to the person is over")]
    Expired,
    /// The request itself is wrong: a fault of ours.
    #[error("refused as invalid: {0}")]
    Invalid(String),
}
