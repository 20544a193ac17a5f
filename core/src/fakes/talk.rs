//! Questions asked before, followers, memory and watches, in memory.

use super::MemoryStore;
use crate::model::{JobId, Millis};
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
impl Memory for MemoryStore {
    async fn remembered(&self, scope: &str) -> Result<Vec<Remembered>, StoreError> {
        let inner = self.lock();
        let of_scope = inner.memory.iter().filter(|((of, _), _)| of == scope);
        Ok(of_scope.map(|(_, remembered)| remembered.clone()).collect())
    }

    async fn remember(&self, scope: &str, name: &str, value: &str, at: Millis) -> Result<(), StoreError> {
        let remembered = Remembered { name: name.to_owned(), value: value.to_owned(), at };
        self.lock().memory.insert((scope.to_owned(), name.to_owned()), remembered);
        Ok(())
    }

    async fn forget(&self, scope: &str, name: Option<&str>) -> Result<u64, StoreError> {
        let memory = &mut self.lock().memory;
        let before = memory.len();
        memory.retain(|(of, called), _| of != scope || name.is_some_and(|name| name != called));
        Ok((before - memory.len()) as u64)
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
