//! What conversations need kept beside their journals: questions whose answers may serve again, who follows a job,
//! what people and places want, and what is looked at again.

use super::StoreError;
use crate::model::{JobId, Millis, Place, Privacy, Profile, Question, Requester, ThreadId};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Questions that were asked, so that an answer already known, or on its way, is not researched twice.
#[async_trait]
pub trait Answers: Send + Sync {
    async fn note_question(&self, asked: &AskedBefore) -> Result<(), StoreError>;

    /// Questions of an audience that are like one, whose time is not over, newest first, at most `limit`.
    async fn asked_before(
        &self,
        audience: &str,
        like: &Like,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<AskedBefore>, StoreError>;

    /// A number that changes whenever the library does: what was answered from it before may be wrong now.
    async fn library_state(&self) -> Result<u64, StoreError>;

    /// Lets somebody follow a job that somebody else asked for.
    async fn follow(&self, follower: &Follower) -> Result<(), StoreError>;

    /// True when there was such a follower.
    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError>;

    /// In the order in which they came.
    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError>;
}

/// What makes an earlier question worth a look.
#[derive(Clone, Debug, PartialEq)]
pub enum Like {
    /// Its plainest form is this one.
    Form(String),
    /// Its meaning, by the embedder of this name, has at least this cosine with the vector; both of unit length.
    Meaning { embedder: String, vector: Vec<f32>, least: f32 },
}

/// The cosine of two vectors of unit length; none when they are not of one kind.
pub fn cosine(one: &[f32], other: &[f32]) -> Option<f32> {
    (one.len() == other.len()).then(|| one.iter().zip(other).map(|(a, b)| a * b).sum())
}

/// A question as it was asked, with the terms that its answer is good for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedBefore {
    pub job: JobId,
    /// Who may see the answer.
    pub audience: String,
    pub question: Question,
    /// The question in its plainest form, by which trivially reworded ones meet.
    pub form: String,
    pub profile: Profile,
    pub privacy: Privacy,
    /// The field that was named by a person.
    pub domain: Option<String>,
    /// What the library was like.
    pub library: u64,
    pub asked_at: Millis,
    pub expires_at: Millis,
    /// Of unit length, by the embedder of this name; none where there was no embedder.
    pub meaning: Option<(String, Vec<f32>)>,
}

/// Somebody who watches a job that he did not start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follower {
    pub job: JobId,
    pub requester: Requester,
    pub place: Place,
    pub at: Millis,
}

/// The little that is remembered about people and places, each name once for a scope.
#[async_trait]
pub trait Memory: Send + Sync {
    /// By name. A scope is `person:slack:U1` or `place:slack:T1:C1`.
    async fn remembered(&self, scope: &str) -> Result<Vec<Remembered>, StoreError>;

    async fn remember(&self, scope: &str, name: &str, value: &str, at: Millis) -> Result<(), StoreError>;

    /// One name, or all of a scope; gives how many are gone.
    async fn forget(&self, scope: &str, name: Option<&str>) -> Result<u64, StoreError>;
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    pub name: String,
    pub value: String,
    pub at: Millis,
}

/// Answers that are looked at again from time to time.
#[async_trait]
pub trait Watches: Send + Sync {
    /// Ends with the run whose answer it was made for, and with the one that it compares with; both have to be there.
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError>;

    /// Of one owner (a requester's key), or of everybody; oldest first.
    async fn watches(&self, owner: Option<&str>) -> Result<Vec<Watch>, StoreError>;

    /// Those that are due, or whose run is under way.
    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError>;

    /// Writes `watch` if it still is as `before` was; of two processes one wins.
    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError>;

    /// True when there was one.
    async fn drop_watch(&self, watch: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// `wat_` and a UUID v7 without dashes.
    pub id: String,
    pub owner: Requester,
    /// Where changes are told.
    pub place: Place,
    /// The thread of its runs.
    pub thread: ThreadId,
    pub question: String,
    pub every_ms: u64,
    pub next_at: Millis,
    /// The answer that it was made for; empty where an older build made it.
    #[serde(default)]
    pub origin: JobId,
    /// The answer that the next run is compared with.
    pub base: JobId,
    /// The run under way.
    pub running: Option<JobId>,
    pub runs: u32,
    pub created_at: Millis,
    /// When the last run ended.
    pub checked_at: Option<Millis>,
    /// The last run that found something else, with what it found.
    pub changed: Option<WatchChange>,
    /// Why the last run gave no answer, for a person.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchChange {
    pub at: Millis,
    pub job: JobId,
    /// Sentences for a person.
    pub changes: Vec<String>,
}
