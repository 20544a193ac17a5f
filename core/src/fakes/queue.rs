//! The queue of due jobs.

use super::store::StoredJob;
use crate::job::{Event, JobStatus, Recorded};
use crate::model::{JobId, Millis};
use crate::ports::{JobRow, PATIENCE_MS, RECENT_MS, TURN_MS, Waiting};
use std::collections::{BTreeMap, BTreeSet};

/// Jobs that a worker could claim.
pub(super) fn due(jobs: &BTreeMap<JobId, StoredJob>, now: Millis) -> impl Iterator<Item = &JobId> {
    let is_due = move |(_, (row, _, holder, _, wake_at)): &(&JobId, &StoredJob)| {
        let before =
            |one: &JobRow| one.thread == row.thread && one.turn < row.turn && one.forked_from.is_none();
        holder.is_none()
            && wake_at.is_some_and(|wake_at| wake_at <= now)
            && (row.forked_from.is_some()
                || !jobs.values().any(|(one, ..)| before(one) && !one.status.is_over()))
    };
    jobs.iter().filter(is_due).map(|(job, _)| job)
}

/// Whether a job may call one of these servers, or nobody knows whether it may.
pub(super) fn calls(recorded: &[Recorded], servers: &[String]) -> bool {
    let asked = recorded.iter().filter_map(|recorded| match &recorded.event {
        Event::Asked(asked) => Some(asked.servers()),
        _ => None,
    });
    let asked: Vec<BTreeSet<&str>> = asked.collect();
    let may_call =
        |server: &String| asked.is_empty() || asked.iter().any(|asked| asked.contains(server.as_str()));
    servers.iter().any(may_call)
}

pub(super) fn waiting(
    jobs: &BTreeMap<JobId, StoredJob>,
    background: &BTreeSet<JobId>,
    now: Millis,
) -> Waiting {
    let ahead = (0..).zip(in_order(jobs, background, due(jobs, now), now)).map(|(ahead, job)| (job, ahead));
    let ahead = ahead.collect();
    let recent = |row: &JobRow| row.status == JobStatus::Completed && now.since(row.updated_at) <= RECENT_MS;
    let completed = jobs.values().filter(|(row, ..)| recent(row));
    let mut took: Vec<u64> =
        completed.filter_map(|one| Some(one.1.last()?.at.since(one.1.get(1)?.at))).collect();
    took.sort_unstable();
    let running = jobs.values().filter(|(_, _, holder, ..)| holder.is_some()).count();
    let least = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let typical_ms = took.get(took.len() / 2).copied();
    Waiting { ahead, running: least(running), typical_ms }
}

/// Due jobs in the order in which they are claimed.
pub(super) fn in_order<'j>(
    jobs: &'j BTreeMap<JobId, StoredJob>,
    background: &BTreeSet<JobId>,
    due: impl Iterator<Item = &'j JobId>,
    now: Millis,
) -> Vec<JobId> {
    let kind = |job: &JobId, row: &JobRow| (row.place.lane().to_owned(), background.contains(job));
    let mut taken: BTreeMap<(String, bool), u64> = BTreeMap::new();
    for (job, (row, ..)) in jobs.iter().filter(|(_, (_, _, holder, ..))| holder.is_some()) {
        *taken.entry(kind(job, row)).or_default() += 1;
    }
    let mut due: Vec<(Millis, Millis, &JobId)> = due
        .filter_map(|job| {
            let (row, _, _, _, wake_at) = jobs.get(job)?;
            Some((wake_at.unwrap_or_default(), row.created_at, job))
        })
        .collect();
    due.sort_unstable();
    let mut line: Vec<(bool, Millis, Millis, &JobId)> = Vec::new();
    for (since, created, job) in due {
        let Some((row, ..)) = jobs.get(job) else { continue };
        let kind = kind(job, row);
        let lets_pass = kind.1 && now.since(since) < PATIENCE_MS;
        let before = taken.entry(kind).or_default();
        line.push((lets_pass, since.plus(TURN_MS.saturating_mul(*before)), created, job));
        *before += 1;
    }
    line.sort_unstable();
    line.into_iter().map(|(.., job)| job.clone()).collect()
}

#[cfg(test)]
mod tests {
    use crate::fakes::MemoryStore;
    use crate::model::{JobId, Millis, Place};
    use crate::ports::{Journal, Line, NewJob, PATIENCE_MS};

    fn new_job(job: &str, place: &str, background: bool) -> NewJob {
        NewJob {
            job: job.into(),
            thread: format!("thr_{job}").as_str().into(),
            turn: 1,
            place: Place::from(place),
            at: Millis(1_000),
            wake_at: Some(Millis(1_000)),
            background,
            ..NewJob::default()
        }
    }

    /// The same test as in the stores' contract.
    #[tokio::test]
    async fn places_take_turns_and_what_nobody_waits_for_lets_others_pass() {
        let jobs = [
            ("a0", "article:blog:1", true),
            ("a1", "slack:T:C:1", false),
            ("a2", "slack:T:C:2", false),
            ("b1", "web:ada", false),
        ];
        for (now, order) in [
            (Millis(2_000), ["a1", "b1", "a2", "a0"]),
            (Millis(1_000).plus(PATIENCE_MS), ["a0", "a1", "b1", "a2"]),
        ] {
            let store = MemoryStore::default();
            for (job, place, background) in jobs {
                store.create(new_job(job, place, background)).await.expect("created");
            }
            assert_eq!(store.line(now).await.expect("asked"), Line { asked: 3, background: 1 });
            let waiting = store.waiting(now).await.expect("asked");
            for (ahead, job) in (0..).zip(order) {
                assert_eq!(waiting.ahead.get(&JobId::from(job)), Some(&ahead), "{job}");
            }
            let unknown = store.claim_due("w", now, 9, &["slow".to_owned()]).await.expect("asked");
            assert_eq!(unknown, [], "nobody knows what they may call");
            let claimed = store.claim_due("w", now, 9, &[]).await.expect("asked");
            let claimed: Vec<&str> = claimed.iter().map(|fence| fence.job.as_str()).collect();
            assert_eq!(claimed, order);
        }
    }
}
