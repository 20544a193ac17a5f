//! Data of conversations besides their journals: questions whose answers can be reused, who follows a job, preferences
//! of people and places, and watches.

use super::StoreError;
use crate::model::{
    JobId, Millis, Place, Preference, Privacy, Profile, Question, Remembered, Requester, ThreadId,
};
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

/// What people and places have set, each preference at most once.
#[async_trait]
pub trait Preferences: Send + Sync {
    /// By name.
    async fn preferences(&self, of: &PreferenceOwner) -> Result<Vec<Remembered>, StoreError>;

    /// Sets it, whatever was set before.
    async fn put_preference(&self, of: &PreferenceOwner, set: &Remembered) -> Result<(), StoreError>;

    /// Lets go of one, or of all; gives how many are gone.
    async fn drop_preferences(
        &self,
        of: &PreferenceOwner,
        name: Option<Preference>,
    ) -> Result<u64, StoreError>;

    /// The places that have set this one, with its value there, by place.
    async fn places_with(&self, name: Preference) -> Result<Vec<(Place, String)>, StoreError>;
}

/// Who has set something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PreferenceOwner {
    /// By the requester's key: `slack:U1`.
    Person(String),
    /// `slack:T1:C1`, or what it lies in.
    Place(String),
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
