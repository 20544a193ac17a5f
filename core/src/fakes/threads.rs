//! Threads in memory, and how many runs somebody has started.

use super::store::MemoryStore;
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;
use std::collections::BTreeSet;

#[async_trait]
impl Threads for MemoryStore {
    async fn thread(&self, thread: &ThreadId) -> Result<ThreadRow, StoreError> {
        let jobs = self.jobs(thread).await?;
        let first = jobs.first().ok_or_else(|| StoreError::NotFound(thread.to_string()))?;
        Ok(ThreadRow {
            thread: thread.clone(),
            place: first.place.clone(),
            owner: first.requester.key(),
            title: first.question.clone(),
            turns: jobs.iter().map(|row| row.turn).max().unwrap_or(0),
            created_at: first.created_at,
            updated_at: jobs.iter().map(|row| row.updated_at).max().unwrap_or_default(),
        })
    }

    async fn list_after(
        &self,
        owner: &str,
        search: Option<&str>,
        after: Option<&ThreadPlace>,
        limit: u32,
    ) -> Result<Vec<ThreadRow>, StoreError> {
        let threads: BTreeSet<ThreadId> =
            self.lock().jobs.values().map(|(row, ..)| row.thread.clone()).collect();
        let mut rows = Vec::new();
        for thread in threads {
            let row = self.thread(&thread).await?;
            if row.owner == owner && search.is_none_or(|words| row.title.contains(words)) {
                rows.push(row);
            }
        }
        rows.retain(|row: &ThreadRow| after.is_none_or(|after| row.place_in_list() < *after));
        rows.sort_by_key(|row| std::cmp::Reverse(row.place_in_list()));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    async fn jobs(&self, thread: &ThreadId) -> Result<Vec<JobRow>, StoreError> {
        let inner = self.lock();
        let mut rows: Vec<JobRow> =
            inner.jobs.values().map(|(row, ..)| row.clone()).filter(|row| row.thread == *thread).collect();
        rows.sort_by_key(|row| (row.turn, row.created_at));
        Ok(rows)
    }

    async fn rename(&self, thread: &ThreadId, _title: &str) -> Result<(), StoreError> {
        self.thread(thread).await.map(|_| ())
    }

    async fn delete(&self, thread: &ThreadId) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let gone = |row: &JobRow| row.thread == *thread;
        let jobs: BTreeSet<JobId> =
            inner.jobs.iter().filter(|(_, (row, ..))| gone(row)).map(|(job, _)| job.clone()).collect();
        inner.jobs.retain(|job, _| !jobs.contains(job));
        inner.chat.erase(thread, &jobs);
        inner.watches.retain(|watch| !jobs.contains(&watch.origin) && !jobs.contains(&watch.base));
        Ok(())
    }

    async fn admit(
        &self,
        requester: &str,
        now: Millis,
        since: Millis,
        limit: u32,
    ) -> Result<Admission, StoreError> {
        let mut inner = self.lock();
        let runs = inner.runs.entry(requester.to_owned()).or_default();
        runs.retain(|at| *at > since);
        match runs.first() {
            Some(oldest) if runs.len() >= limit as usize => Ok(Admission::Full { oldest: *oldest }),
            Some(_) | None => {
                runs.push(now);
                Ok(Admission::Admitted)
            }
        }
    }
}
