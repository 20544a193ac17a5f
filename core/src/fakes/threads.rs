//! Threads and counts of runs, in memory.

use super::store::{Inner, MemoryStore, StoredJob};
use crate::job::{JobStatus, Recorded};
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

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
            waiting: jobs.iter().any(|row| row.status == JobStatus::Waiting),
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

    async fn rename(&self, thread: &ThreadId, _title: &str, _by: &str) -> Result<(), StoreError> {
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

#[async_trait]
impl People for MemoryStore {
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError> {
        let own = self.list(person, None, u32::MAX).await?;
        let inner = self.lock();
        let of = |row: &JobRow| {
            row.requester.key() == person || own.iter().any(|thread| thread.thread == row.thread)
        };
        Ok(inner.jobs.values().filter(|(row, ..)| of(row)).map(|(row, ..)| row.job.clone()).collect())
    }

    async fn rows_of_person(&self, person: &str) -> Result<PersonRows, StoreError> {
        let inner = self.lock();
        let actor = inner.actors.iter().position(|one| one.as_deref() == Some(person));
        let actor = actor.map(|at| ActorId(format!("act_{at}")));
        let acted = |journal: &[Recorded]| actor.is_some() && journal.iter().any(|one| one.actor == actor);
        let in_thread = |(row, journal, ..): &StoredJob| {
            (row.requester.key() == person || acted(journal)).then(|| row.thread.clone())
        };
        let threads: BTreeSet<ThreadId> = inner.jobs.values().filter_map(in_thread).collect();
        let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        let mut add = |kind: &str, row: Value| rows.entry(kind.to_owned()).or_default().push(row);
        let owner = PreferenceOwner::Person(person.to_owned());
        for (_, set) in inner.preferences.iter().filter(|((of, _), _)| *of == owner) {
            add("preferences", json!({"name": set.name.name(), "value": set.value, "at": set.at}));
        }
        for one in inner.followers.iter().filter(|one| one.requester.key() == person) {
            add("followed_runs", json!({"job": one.job, "place": one.place, "at": one.at}));
        }
        for watch in inner.watches.iter().filter(|watch| watch.owner.key() == person) {
            add("watches", json!({"watch": watch}));
        }
        Ok(PersonRows { actor, threads: threads.into_iter().collect(), rows })
    }

    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError> {
        let threads: Vec<ThreadId> =
            self.list(person, None, u32::MAX).await?.into_iter().map(|row| row.thread).collect();
        for thread in &threads {
            self.delete(thread).await?;
        }
        let runs: BTreeSet<JobId> = self.runs_of_person(person).await?.into_iter().collect();
        let mut inner = self.lock();
        inner.jobs.retain(|job, _| !runs.contains(job));
        inner.chat.erase(&ThreadId::default(), &runs);
        let stored = |inner: &Inner| {
            inner.followers.len() + inner.watches.len() + inner.preferences.len() + inner.keys.len()
        };
        let before = stored(&inner);
        inner.followers.retain(|one| one.requester.key() != person);
        inner.watches.retain(|one| one.owner.key() != person);
        inner.actors.iter_mut().filter(|one| one.as_deref() == Some(person)).for_each(|one| *one = None);
        let owners = [PreferenceOwner::Person(person.to_owned()), PreferenceOwner::Place(person.to_owned())];
        inner.preferences.retain(|(of, _), _| !owners.contains(of));
        let keys = inner.keys.len();
        inner.keys.retain(|(key, _)| format!("web:{}", key.name) != person);
        inner.keys_erased |= inner.keys.len() < keys;
        let rows = (before - stored(&inner)) as u64;
        Ok(ErasedPerson { threads, runs: runs.into_iter().collect(), shaped: Vec::new(), rows })
    }
}
