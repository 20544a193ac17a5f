//! The chat platforms' data, in memory.

use super::MemoryStore;
use super::store::Inner;
use crate::job::JobStatus;
use crate::model::{JobId, Millis, Place, SourceId, ThreadId};
use crate::ports::*;
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Chat {
    /// In order of arrival, with whether they have been processed.
    arrivals: Vec<(Arrival, bool)>,
    deliveries: Vec<Delivery>,
    messages: BTreeMap<(JobId, Place, MessageKey), ChatMessage>,
    steps: Vec<(String, Step)>,
    /// With whether they were opened for gorkd alone.
    threads: BTreeMap<Place, (ThreadId, bool)>,
    answer_channels: BTreeMap<String, String>,
    feedback: Vec<Feedback>,
    edits: BTreeMap<JobId, String>,
    picks: Vec<(JobId, SourceId, Pick)>,
}

impl Chat {
    /// Deletes whatever belongs to an erased thread.
    pub fn erase(&mut self, thread: &ThreadId, jobs: &BTreeSet<JobId>) {
        self.deliveries.retain(|one| !jobs.contains(&one.job));
        self.messages.retain(|(job, ..), _| !jobs.contains(job));
        self.threads.retain(|_, (settled, _)| settled != thread);
        self.feedback.retain(|one| !jobs.contains(&one.job));
        self.edits.retain(|job, _| !jobs.contains(job));
        self.picks.retain(|(job, ..)| !jobs.contains(job));
    }
}

impl Inner {
    pub(super) fn known(&self, job: &JobId) -> Result<(), StoreError> {
        match self.jobs.contains_key(job) {
            true => Ok(()),
            false => Err(StoreError::NotFound(format!("job {job}"))),
        }
    }
}

#[async_trait]
impl Chats for MemoryStore {
    async fn enqueue(&self, arrival: &Arrival) -> Result<bool, StoreError> {
        let arrivals = &mut self.lock().chat.arrivals;
        let new = arrivals.iter().all(|(known, _)| known.key != arrival.key);
        if new {
            arrivals.push((arrival.clone(), false));
        }
        Ok(new)
    }

    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError> {
        let inner = self.lock();
        let open = inner.chat.arrivals.iter().filter(|(one, done)| one.platform == platform && !done);
        Ok(open.map(|(arrival, _)| arrival.clone()).take(limit as usize).collect())
    }

    async fn ack(&self, key: &str) -> Result<(), StoreError> {
        let mut inner = self.lock();
        for (arrival, done) in inner.chat.arrivals.iter_mut().filter(|(one, _)| one.key == key) {
            arrival.payload.clear();
            *done = true;
        }
        Ok(())
    }

    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let Chat { arrivals, steps, .. } = &mut inner.chat;
        let count = arrivals.len();
        arrivals.retain(|(arrival, done)| !done || arrival.at >= before);
        let gone = (count - arrivals.len()) as u64;
        let left: BTreeSet<&str> = arrivals.iter().map(|(arrival, _)| arrival.key.as_str()).collect();
        steps.retain(|(arrival, _)| left.contains(arrival.as_str()));
        Ok(gone)
    }

    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError> {
        let inner = self.lock();
        let of = inner.chat.steps.iter().filter(|(of, _)| of == arrival);
        Ok(of.map(|(_, step)| step.clone()).collect())
    }

    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if !inner.chat.arrivals.iter().any(|(known, _)| known.key == arrival) {
            return Err(StoreError::NotFound(format!("arrival {arrival}")));
        }
        let steps = &mut inner.chat.steps;
        match steps.iter_mut().find(|(of, known)| of == arrival && known.name == step.name) {
            Some((_, known)) => *known = step.clone(),
            None => steps.push((arrival.to_owned(), step.clone())),
        }
        Ok(())
    }

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError> {
        self.lock().chat.steps.retain(|(of, _)| of != arrival);
        Ok(())
    }

    async fn start_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(&delivery.job)?;
        let deliveries = &mut inner.chat.deliveries;
        if !deliveries.iter().any(|one| one.job == delivery.job && one.place == delivery.place) {
            deliveries.push(delivery.clone());
        }
        Ok(())
    }

    async fn reopen(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let same = |one: &&mut Delivery| one.job == delivery.job && one.place == delivery.place;
        let Some(one) = inner.chat.deliveries.iter_mut().find(same) else {
            let what = format!("a delivery of job {} in {}", delivery.job, delivery.place);
            return Err(StoreError::NotFound(what));
        };
        let extras = one.with_extras(&delivery.extras);
        *one = Delivery { extras, state: DeliveryState::Open, wake_at: None, ..delivery.clone() };
        Ok(())
    }

    async fn settle(&self, delivery: &Delivery, state: DeliveryState) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let same = |one: &&mut Delivery| {
            one.job == delivery.job
                && one.place == delivery.place
                && (one.extras == delivery.extras || state == DeliveryState::Gone)
        };
        let found = inner.chat.deliveries.iter_mut().find(same);
        Ok(found.map(|one| one.state = state).is_some())
    }

    async fn delivery(&self, job: &JobId, place: &Place) -> Result<Option<Delivery>, StoreError> {
        let deliveries = self.deliveries_of(job).await?;
        Ok(deliveries.into_iter().find(|one| one.place == *place))
    }

    async fn open_deliveries(
        &self,
        platform: &str,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let inner = self.lock();
        let due = |one: &&Delivery| {
            one.place.platform() == platform
                && one.state == DeliveryState::Open
                && one.wake_at.is_none_or(|at| at <= now)
        };
        let mut due: Vec<Delivery> = inner.chat.deliveries.iter().filter(due).cloned().collect();
        due.sort_by_key(|one| {
            let row = inner.jobs.get(&one.job).map(|(row, ..)| row);
            let waits = row.is_some_and(|row| row.status == JobStatus::Waiting);
            (waits, if waits { -one.at.0 } else { one.at.0 })
        });
        due.truncate(limit as usize);
        Ok(due)
    }

    async fn deliveries_of(&self, job: &JobId) -> Result<Vec<Delivery>, StoreError> {
        let inner = self.lock();
        let mut deliveries: Vec<Delivery> =
            inner.chat.deliveries.iter().filter(|one| one.job == *job).cloned().collect();
        deliveries.sort_by_key(|one| one.at);
        Ok(deliveries)
    }

    async fn deliveries_at(&self, place: &Place, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let inner = self.lock();
        let mut deliveries: Vec<Delivery> =
            inner.chat.deliveries.iter().rev().filter(|one| one.place == *place).cloned().collect();
        deliveries.sort_by_key(|one| std::cmp::Reverse(one.at));
        deliveries.truncate(limit as usize);
        Ok(deliveries)
    }

    async fn messages(&self, job: &JobId, place: &Place) -> Result<Vec<ChatMessage>, StoreError> {
        let inner = self.lock();
        let of = |one: &&ChatMessage| one.job == *job && one.place == *place;
        let mut found: Vec<ChatMessage> = inner.chat.messages.values().filter(of).cloned().collect();
        found.sort_by_key(|one| one.key.to_string());
        Ok(found)
    }

    async fn put_message(&self, message: &ChatMessage) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(&message.job)?;
        let key = (message.job.clone(), message.place.clone(), message.key.clone());
        inner.chat.messages.insert(key, message.clone());
        Ok(())
    }

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError> {
        self.lock().chat.messages.remove(&(job.clone(), place.clone(), key.clone()));
        Ok(())
    }

    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError> {
        let inner = self.lock();
        let of = |one: &&ChatMessage| one.place.platform() == platform && one.id.as_deref() == Some(id);
        Ok(inner.chat.messages.values().filter(of).max_by_key(|one| one.intent_at).cloned())
    }

    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError> {
        Ok(self.lock().chat.threads.get(place).map(|(thread, _)| thread.clone()))
    }

    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if !inner.jobs.values().any(|(row, ..)| row.thread == *thread) {
            return Err(StoreError::NotFound(format!("thread {thread}")));
        }
        let owned = inner.chat.threads.get(place).is_some_and(|(_, owned)| *owned);
        inner.chat.threads.insert(place.clone(), (thread.clone(), owned));
        Ok(())
    }

    async fn own_place(&self, place: &Place) -> Result<(), StoreError> {
        if let Some((_, owned)) = self.lock().chat.threads.get_mut(place) {
            *owned = true;
        }
        Ok(())
    }

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError> {
        Ok(self.lock().chat.threads.get(place).is_some_and(|(_, owned)| *owned))
    }

    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().chat.answer_channels.get(place).cloned())
    }

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        _: Millis,
    ) -> Result<(), StoreError> {
        let channels = &mut self.lock().chat.answer_channels;
        match channel {
            Some(channel) => _ = channels.insert(place.to_owned(), channel.to_owned()),
            None => _ = channels.remove(place),
        }
        Ok(())
    }

    async fn threads_within(&self, within: &str, before: Millis) -> Result<Vec<ThreadId>, StoreError> {
        let threads: BTreeSet<ThreadId> =
            self.lock().jobs.values().map(|(row, ..)| row.thread.clone()).collect();
        let mut found = Vec::new();
        for thread in threads {
            let row = self.thread(&thread).await?;
            let rest = row.place.as_str().strip_prefix(within);
            if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':')) && row.updated_at < before {
                found.push((row.updated_at, thread));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, thread)| thread).collect())
    }

    async fn put_edit(&self, job: &JobId, text: &str, _: Millis) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(job)?;
        inner.chat.edits.insert(job.clone(), text.to_owned());
        Ok(())
    }

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError> {
        Ok(self.lock().chat.edits.get(job).cloned())
    }

    async fn put_pick(
        &self,
        job: &JobId,
        source: &SourceId,
        pick: Option<Pick>,
        _: Millis,
    ) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(job)?;
        let picks = &mut inner.chat.picks;
        let known = picks.iter().position(|(of, known, _)| of == job && known == source);
        match (known, pick) {
            (Some(at), Some(pick)) => picks[at].2 = pick,
            (Some(at), None) => _ = picks.remove(at),
            (None, Some(pick)) => picks.push((job.clone(), source.clone(), pick)),
            (None, None) => {}
        }
        Ok(())
    }

    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError> {
        let inner = self.lock();
        let of = inner.chat.picks.iter().filter(|(of, ..)| of == job);
        Ok(of.map(|(_, source, pick)| (source.clone(), *pick)).collect())
    }

    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.known(&feedback.job)?;
        let all = &mut inner.chat.feedback;
        match all.iter_mut().find(|one| one.job == feedback.job && one.person == feedback.person) {
            Some(one) => *one = feedback.clone(),
            None => all.push(feedback.clone()),
        }
        Ok(())
    }

    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError> {
        let inner = self.lock();
        let mut found: Vec<Feedback> =
            inner.chat.feedback.iter().rev().filter(|one| one.at >= since).cloned().collect();
        found.sort_by_key(|one| std::cmp::Reverse(one.at));
        found.truncate(limit as usize);
        Ok(found)
    }
}
