//! Earlier questions, followers, preferences and watches, in memory.

use super::MemoryStore;
use crate::model::{JobId, Millis, Place, Preference, Remembered};
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Answers for MemoryStore {
    async fn note_question(&self, asked: &AskedBefore) -> Result<(), StoreError> {
        self.lock().asked.push(asked.clone());
        Ok(())
    }

    async fn asked_before(
        &self,
        audience: &str,
        like: &Like,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<AskedBefore>, StoreError> {
        let inner = self.lock();
        let kept = |asked: &&AskedBefore| {
            let alike = match like {
                Like::Form(form) => asked.form == *form,
                Like::Meaning { embedder, vector, least } => {
                    asked.meaning.as_ref().is_some_and(|(name, other)| {
                        name == embedder && cosine(vector, other).is_some_and(|near| near >= *least)
                    })
                }
            };
            asked.audience == audience && asked.expires_at > now && alike
        };
        Ok(inner.asked.iter().rev().filter(kept).take(limit as usize).cloned().collect())
    }

    async fn library_state(&self) -> Result<u64, StoreError> {
        Ok(self.library_size())
    }

    async fn follow(&self, follower: &Follower) -> Result<(), StoreError> {
        self.lock().followers.push(follower.clone());
        Ok(())
    }

    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError> {
        let followers = &mut self.lock().followers;
        let before = followers.len();
        followers.retain(|one| one.job != *job || one.requester.key() != requester);
        Ok(followers.len() < before)
    }

    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError> {
        Ok(self.lock().followers.iter().filter(|one| one.job == *job).cloned().collect())
    }
}

#[async_trait]
impl Preferences for MemoryStore {
    async fn preferences(&self, of: &PreferenceOwner) -> Result<Vec<Remembered>, StoreError> {
        let inner = self.lock();
        let own = inner.preferences.iter().filter(|((owner, _), _)| owner == of);
        Ok(own.map(|(_, set)| set.clone()).collect())
    }

    async fn put_preference(&self, of: &PreferenceOwner, set: &Remembered) -> Result<(), StoreError> {
        self.lock().preferences.insert((of.clone(), set.name.name()), set.clone());
        Ok(())
    }

    async fn drop_preferences(
        &self,
        of: &PreferenceOwner,
        name: Option<Preference>,
    ) -> Result<u64, StoreError> {
        let preferences = &mut self.lock().preferences;
        let before = preferences.len();
        preferences.retain(|(owner, _), set| owner != of || name.is_some_and(|name| name != set.name));
        Ok((before - preferences.len()) as u64)
    }

    async fn places_with(&self, name: Preference) -> Result<Vec<(Place, String)>, StoreError> {
        let inner = self.lock();
        let of_place = |((owner, _), set): (&(PreferenceOwner, &str), &Remembered)| match owner {
            PreferenceOwner::Place(place) if set.name == name => {
                Some((Place(place.clone()), set.value.clone()))
            }
            PreferenceOwner::Place(_) | PreferenceOwner::Person(_) => None,
        };
        Ok(inner.preferences.iter().filter_map(of_place).collect())
    }
}

#[async_trait]
impl Watches for MemoryStore {
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError> {
        self.lock().watches.push(watch.clone());
        Ok(())
    }

    async fn watches(&self, owner: Option<&str>) -> Result<Vec<Watch>, StoreError> {
        let inner = self.lock();
        let of = |watch: &&Watch| owner.is_none_or(|owner| watch.owner.key() == owner);
        Ok(inner.watches.iter().filter(of).cloned().collect())
    }

    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError> {
        let inner = self.lock();
        let due = |watch: &&Watch| watch.running.is_some() || watch.next_at <= now;
        Ok(inner.watches.iter().filter(due).cloned().collect())
    }

    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let found = inner.watches.iter_mut().find(|kept| *kept == before);
        Ok(found.map(|kept| *kept = watch.clone()).is_some())
    }

    async fn drop_watch(&self, watch: &str) -> Result<bool, StoreError> {
        let watches = &mut self.lock().watches;
        let before = watches.len();
        watches.retain(|kept| kept.id != watch);
        Ok(watches.len() < before)
    }
}
