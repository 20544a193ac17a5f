//! How an answer relates to earlier ones: reused, or rechecked.

use super::iso;
use crate::job::{Job, JobStatus};
use crate::model::{Answer, ClaimChange, JobId};
use serde::{Deserialize, Serialize};

/// The earlier answer that was reused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownView {
    pub job_id: JobId,
    pub researched_at: String,
}

/// How this answer compares with an earlier one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChangesView {
    /// The earlier answer, and when it was given.
    pub job_id: JobId,
    pub since: String,
    /// Empty if nothing has changed.
    pub claims: Vec<ClaimChange>,
}

pub(super) fn known(job: &Job) -> Option<KnownView> {
    let (from, at) = job.reused.as_ref()?;
    Some(KnownView { job_id: from.clone(), researched_at: iso(*at) })
}

pub(super) fn changed(job: &Job, answer: &Answer) -> Option<ChangesView> {
    let previous = job.previous.as_ref().filter(|_| job.status() == JobStatus::Completed)?;
    let (job_id, since) = (previous.job.clone(), iso(previous.at));
    Some(ChangesView { job_id, since, claims: answer.changes.clone()? })
}
