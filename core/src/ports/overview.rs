//! The operator's overview of all runs: each call aggregates rows that were written during the runs, and reads no
//! journal.

use super::{JobRow, StoreError};
use crate::job::JobStatus;
use crate::model::{JobId, MicroUsd, Millis, Privacy, Profile};
use async_trait::async_trait;

#[async_trait]
pub trait Overview: Send + Sync {
    /// Runs, newest first.
    async fn runs(&self, wanted: &RunsWanted) -> Result<Vec<RunSeen>, StoreError>;

    /// What runs have used since a time.
    async fn usage(&self, since: Millis) -> Result<UsageSeen, StoreError>;

    /// Places in which something was asked since a time, the one asked last first, at most `limit`.
    async fn places(&self, since: Millis, limit: u32) -> Result<Vec<PlaceSeen>, StoreError>;

    /// What people think of answers, newest first, behind a place in that list.
    async fn feedback_before(
        &self,
        before: Option<&FeedbackPlace>,
        limit: u32,
    ) -> Result<Vec<FeedbackSeen>, StoreError>;

    /// What waits at this moment.
    async fn backlog(&self, now: Millis) -> Result<Backlog, StoreError>;
}

/// What waits, for whoever watches gorkd. Lists are by chat platform, and leave out those for which nothing waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that a worker could take up now: they are due, nobody holds them, and no earlier turn stands before them.
    pub due: Pending,
    /// Jobs that a worker holds.
    pub running: u64,
    /// Messages that were received and are not handled yet.
    pub messages: Vec<(String, Pending)>,
    /// Jobs that have ended and are not fully shown in their place yet.
    pub deliveries: Vec<(String, Pending)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    pub count: u64,
    /// Since when the oldest waits; none where nothing does.
    pub since: Option<Millis>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunsWanted {
    pub status: Option<JobStatus>,
    /// Of who asked: `web`, `slack` …
    pub platform: Option<String>,
    /// Only runs that were made before the one with this number.
    pub before: Option<u64>,
    pub limit: u32,
}

/// A run as a list of all runs shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSeen {
    /// Grows from run to run.
    pub number: u64,
    pub row: JobRow,
    pub profile: Profile,
    pub privacy: Privacy,
    /// Everybody of the place could read the question when it was asked in a chat.
    pub open: bool,
    /// What it has cost itself, without what a branch has copied.
    pub usd: MicroUsd,
    /// Calls that gave nothing.
    pub failures: u64,
}

/// Added up over all runs; lists are sorted by what they count, greatest first, and have 50 lines at most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsageSeen {
    /// `2026-11-22` (UTC), oldest first; days on which nothing happened are left out.
    pub days: Vec<(String, Used)>,
    /// By the key of the requester.
    pub people: Vec<(String, Used)>,
    pub places: Vec<(String, Used)>,
    /// `runs` are calls here.
    pub models: Vec<(String, Used)>,
    /// By reason.
    pub failures: Vec<(String, u64)>,
    /// Searches and pages, and those of them that were known already.
    pub lookups: u64,
    pub hits: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub runs: u64,
    pub tokens: u64,
    pub usd: MicroUsd,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceSeen {
    pub place: String,
    pub runs: u64,
    pub last_at: Millis,
}

/// By what the list is ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedbackPlace {
    pub at: Millis,
    pub job: JobId,
    pub person: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FeedbackSeen {
    pub at: Millis,
    /// The key of the requester who said it.
    pub person: String,
    pub good: bool,
    pub reason: String,
    pub run: RunSeen,
}
