//! Data of conversations besides their journals: questions whose answers can be reused, followers of jobs,
//! preferences of people and places, and watches.

use super::StoreError;
use crate::model::{
    JobId, Millis, Place, Preference, Privacy, Profile, Question, Remembered, Requester, ThreadId,
};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Earlier questions, so that a question with a known answer, or one in progress, is not researched twice.
#[async_trait]
pub trait Answers: Send + Sync {
    async fn note_question(&self, asked: &AskedBefore) -> Result<(), StoreError>;

    /// Earlier questions of an audience that match `like` and have not expired, newest first, at most `limit`.
    async fn asked_before(
        &self,
        audience: &str,
        like: &Like,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<AskedBefore>, StoreError>;

    /// A number that changes whenever the library does. Answers from an earlier state may be outdated.
    async fn library_state(&self) -> Result<u64, StoreError>;

    /// Lets a person follow a job that somebody else started.
    async fn follow(&self, follower: &Follower) -> Result<(), StoreError>;

    /// Returns true if that person was following it.
    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError>;

    /// In the order in which they joined.
    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError>;
}

/// What makes an earlier question a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Like {
    /// It has this normalized form.
    Form(String),
    /// The cosine of its embedding and this vector is at least `least`. Both are by this embedder and of unit
    /// length.
    Meaning { embedder: String, vector: Vec<f32>, least: f32 },
}

/// The cosine of two vectors of unit length; `None` if their lengths differ.
pub fn cosine(one: &[f32], other: &[f32]) -> Option<f32> {
    (one.len() == other.len()).then(|| one.iter().zip(other).map(|(a, b)| a * b).sum())
}

/// A question as it was asked, with the terms that its answer is valid for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedBefore {
    pub job: JobId,
    /// Who may see the answer.
    pub audience: String,
    pub question: Question,
    /// The normalized question, the same for trivially reworded ones.
    pub form: String,
    pub profile: Profile,
    pub privacy: Privacy,
    /// The domain, if a person named it.
    pub domain: Option<String>,
    /// The state of the library at the time.
    pub library: u64,
    pub asked_at: Millis,
    pub expires_at: Millis,
    /// The embedder's name and the embedding, of unit length; `None` without an embedder.
    pub meaning: Option<(String, Vec<f32>)>,
}

/// A person who follows a job that somebody else started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follower {
    pub job: JobId,
    pub requester: Requester,
    pub place: Place,
    pub at: Millis,
}

/// What people and places have set; each preference at most once.
#[async_trait]
pub trait Preferences: Send + Sync {
    /// By name.
    async fn preferences(&self, of: &PreferenceOwner) -> Result<Vec<Remembered>, StoreError>;

    /// Sets it, replacing an earlier value.
    async fn put_preference(&self, of: &PreferenceOwner, set: &Remembered) -> Result<(), StoreError>;

    /// Deletes one preference, or all. Returns how many.
    async fn drop_preferences(
        &self,
        of: &PreferenceOwner,
        name: Option<Preference>,
    ) -> Result<u64, StoreError>;

    /// The places that have set this preference, with its value, by place.
    async fn places_with(&self, name: Preference) -> Result<Vec<(Place, String)>, StoreError>;
}

/// The owner of a preference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PreferenceOwner {
    /// The requester's key, for example `slack:U1`.
    Person(String),
    /// A place, for example `slack:T1:C1`, or one that contains it.
    Place(String),
}

/// Answers that are rechecked periodically.
#[async_trait]
pub trait Watches: Send + Sync {
    /// Inserts a watch. It is deleted with the run whose answer it watches, and with the one it compares with;
    /// both must exist.
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError>;

    /// The watches of one owner (a requester's key), or of everybody; oldest first.
    async fn watches(&self, owner: Option<&str>) -> Result<Vec<Watch>, StoreError>;

    /// Watches that are due, or whose run is in progress.
    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError>;

    /// Writes `watch` if the stored one still equals `before`; of two concurrent processes, only one succeeds.
    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError>;

    /// Returns true if it existed.
    async fn drop_watch(&self, watch: &str) -> Result<bool, StoreError>;
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// `wat_` and a UUID v7 without dashes.
    pub id: String,
    pub owner: Requester,
    /// Where changes are reported.
    pub place: Place,
    /// The thread of its runs.
    pub thread: ThreadId,
    pub question: String,
    pub every_ms: u64,
    pub next_at: Millis,
    /// The run whose answer is watched; empty if an older build created it.
    #[serde(default)]
    pub origin: JobId,
    /// The run whose answer the next check is compared with.
    pub base: JobId,
    /// The run in progress.
    pub running: Option<JobId>,
    pub runs: u32,
    pub created_at: Millis,
    /// When the last run ended.
    pub checked_at: Option<Millis>,
    /// The last run with a different result, and the changes it found.
    pub changed: Option<WatchChange>,
    /// Why the last run gave no answer, as a sentence for a person.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchChange {
    pub at: Millis,
    pub job: JobId,
    /// Sentences for a person.
    pub changes: Vec<String>,
}
