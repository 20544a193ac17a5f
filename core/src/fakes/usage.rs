//! Counts and lessons, in memory.

use super::MemoryStore;
use crate::model::*;
use crate::ports::*;
use async_trait::async_trait;

#[async_trait]
impl Quotas for MemoryStore {
    async fn take(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        let mut inner = self.lock();
        let used = inner.usage.entry((provider.to_owned(), day.to_owned())).or_default();
        let after = Usage { calls: used.calls + amount.calls, credits: used.credits + amount.credits };
        let over = |used: u64, limit: u64| limit > 0 && used > limit;
        if over(after.calls, limit.calls) || over(after.credits, limit.credits) {
            return Ok(Taken { counted: false, used: *used });
        }
        *used = after;
        Ok(Taken { counted: true, used: after })
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let used = inner.usage.entry((provider.to_owned(), day.to_owned())).or_default();
        used.calls = used.calls.saturating_sub(amount.calls);
        used.credits = used.credits.saturating_sub(amount.credits);
        Ok(())
    }
}

#[async_trait]
impl Lessons for MemoryStore {
    async fn lessons(&self, domain: &str) -> Result<Vec<Lesson>, StoreError> {
        let inner = self.lock();
        let of_domain = inner.lessons.iter().filter(|((known, ..), _)| known == domain);
        Ok(of_domain.map(|(_, lesson)| lesson.clone()).collect())
    }

    async fn learn(&self, domain: &str, lessons: &[Lesson], _at: Millis) -> Result<(), StoreError> {
        let mut inner = self.lock();
        for lesson in lessons {
            let key = (domain.to_owned(), lesson.about, lesson.name.clone());
            let known = inner.lessons.entry(key).or_insert_with(|| Lesson {
                about: lesson.about,
                name: lesson.name.clone(),
                ..Lesson::default()
            });
            known.tried += lesson.tried;
            known.helped += lesson.helped;
            known.failed += lesson.failed;
            known.failed_at = known.failed_at.max(lesson.failed_at);
        }
        Ok(())
    }
}
