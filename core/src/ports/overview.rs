//! The operator's overview of all runs. Each call aggregates rows that were written during the runs, and reads
//! no journal.

use super::{JobRow, StoreError};
use crate::job::JobStatus;
use crate::model::{JobId, MicroUsd, Millis, Privacy, Profile};
use async_trait::async_trait;

#[async_trait]
pub trait Overview: Send + Sync {
    /// Runs, newest first.
    async fn runs(&self, wanted: &RunsWanted) -> Result<Vec<RunSeen>, StoreError>;

    /// Usage of runs since `since`.
    async fn usage(&self, since: Millis) -> Result<UsageSeen, StoreError>;

    /// Places with questions since `since`, most recent first, at most `limit`.
    async fn places(&self, since: Millis, limit: u32) -> Result<Vec<PlaceSeen>, StoreError>;

    /// Feedback on answers, newest first, after a position in that list.
    async fn feedback_before(
        &self,
        before: Option<&FeedbackPlace>,
        limit: u32,
    ) -> Result<Vec<FeedbackSeen>, StoreError>;

    /// What is waiting now.
    async fn backlog(&self, now: Millis) -> Result<Backlog, StoreError>;
}

/// What is waiting, for monitoring. Lists are by chat platform, without platforms that have nothing waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Jobs that a worker could claim now: they are due, unclaimed, and not behind an earlier turn.
    pub due: Pending,
    /// Jobs that a worker holds.
    pub running: u64,
    /// Received messages that have not been processed yet.
    pub messages: Vec<(String, Pending)>,
    /// Finished jobs that are not fully shown in their place yet.
    pub deliveries: Vec<(String, Pending)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    pub count: u64,
    /// Since when the oldest has been waiting; `None` if there is none.
    pub since: Option<Millis>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunsWanted {
    pub status: Option<JobStatus>,
    /// The asker's platform: `web`, `slack` …
    pub platform: Option<String>,
    /// Only runs before the one with this number.
    pub before: Option<u64>,
    pub limit: u32,
}

/// A run, as shown in the list of all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSeen {
    /// Increases from run to run.
    pub number: u64,
    pub row: JobRow,
    pub profile: Profile,
    pub privacy: Privacy,
    /// Everybody in the place could read the question when it was asked in a chat.
    pub open: bool,
    /// Its own cost, without what a branch has copied.
    pub usd: MicroUsd,
    /// Calls that failed.
    pub failures: u64,
}

/// Totals over all runs. Lists are sorted by count in descending order, and have at most 50 entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UsageSeen {
    /// By day (`2026-11-22`, UTC), oldest first; days without activity are left out.
    pub days: Vec<(String, Used)>,
    /// By requester's key.
    pub people: Vec<(String, Used)>,
    pub places: Vec<(String, Used)>,
    /// Here, `runs` counts calls.
    pub models: Vec<(String, Used)>,
    /// By reason.
    pub failures: Vec<(String, u64)>,
    /// Searches and pages, and how many of them came from a cache.
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

/// The sort key of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedbackPlace {
    pub at: Millis,
    pub job: JobId,
    pub person: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FeedbackSeen {
    pub at: Millis,
    /// The key of the person who gave it.
    pub person: String,
    pub good: bool,
    pub reason: String,
    pub run: RunSeen,
}
