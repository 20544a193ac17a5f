//! The queue of jobs that are due.

use super::store::Kept;
use crate::job::JobStatus;
use crate::model::{JobId, Millis};
use crate::ports::{JobRow, Queue};
use std::collections::BTreeMap;

pub(super) fn queue(jobs: &BTreeMap<JobId, Kept>, job: &JobId, now: Millis) -> Option<Queue> {
    let place = |(row, _, _, _, wake_at): &Kept| (*wake_at, row.created_at);
    let is_due = |(row, _, holder, _, wake_at): &&Kept| {
        let before = |one: &JobRow| one.thread == row.thread && one.turn < row.turn;
        holder.is_none()
            && wake_at.is_some_and(|wake_at| wake_at <= now)
            && !jobs.values().any(|(one, ..)| before(one) && !one.status.is_over())
    };
    let mine = jobs.get(job).filter(is_due)?;
    let ahead = jobs.values().filter(is_due).filter(|one| place(one) < place(mine)).count();
    let completed = jobs.values().filter(|one| one.0.status == JobStatus::Completed);
    let mut took: Vec<u64> =
        completed.filter_map(|one| Some(one.1.last()?.at.since(one.1.get(1)?.at))).collect();
    took.sort_unstable();
    let ahead = u32::try_from(ahead).unwrap_or(u32::MAX);
    Some(Queue { ahead, typical_ms: took.get(took.len() / 2).copied() })
}
