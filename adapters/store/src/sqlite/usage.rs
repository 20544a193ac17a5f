//! Provider usage by day, and lessons from runs about providers and sites.

use super::SqliteStore;
use super::unit::Unit;
use crate::limits::{DAYS_KEPT, HALVED_FROM, LESSONS_KEPT_MS, MOST_LESSONS};
use crate::rows::lesson;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Lesson, Millis};
use gorkd_core::ports::{Lessons, Quotas, StoreError, Taken, Usage};
use sqlx::SqliteConnection;

#[async_trait]
impl Quotas for SqliteStore {
    async fn take(
        &self,
        provider: &str,
        day: &str,
        amount: Usage,
        limit: Usage,
    ) -> Result<Taken, StoreError> {
        let take = Take { provider: provider.to_owned(), day: day.to_owned(), amount, limit };
        self.write(take).await
    }

    async fn give_back(&self, provider: &str, day: &str, amount: Usage) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE provider_usage SET calls = MAX(0, calls - ?3), credits = MAX(0, credits - ?4)
             WHERE provider = ?1 AND day = ?2",
        )
        .bind(provider)
        .bind(day)
        .bind(int(amount.calls))
        .bind(int(amount.credits));
        self.execute(query).await.map(|_| ())
    }
}

#[async_trait]
impl Lessons for SqliteStore {
    async fn lessons(&self, domain: &str) -> Result<Vec<Lesson>, StoreError> {
        let query = sqlx::query(
            "SELECT about, name, tried, helped, failed, failed_at FROM lessons WHERE domain = ?
             ORDER BY tried DESC, about, name LIMIT ?",
        )
        .bind(domain)
        .bind(MOST_LESSONS);
        let lessons = self.rows(query, lesson).await?;
        Ok(lessons.into_iter().flatten().collect())
    }

    async fn learn(&self, domain: &str, lessons: &[Lesson], at: Millis) -> Result<(), StoreError> {
        if lessons.is_empty() {
            return Ok(());
        }
        let learn = Learn { domain: domain.to_owned(), lessons: lessons.to_vec(), at };
        self.write(learn).await
    }
}

struct Take {
    provider: String,
    day: String,
    amount: Usage,
    limit: Usage,
}

#[async_trait]
impl Unit for Take {
    type Output = Taken;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Taken>, Fault> {
        let kept = format!("-{DAYS_KEPT} days");
        sqlx::query("DELETE FROM provider_usage WHERE day < date(?, ?)")
            .bind(&self.day)
            .bind(kept)
            .execute(&mut *connection)
            .await?;
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT calls, credits FROM provider_usage WHERE provider = ? AND day = ?")
                .bind(&self.provider)
                .bind(&self.day)
                .fetch_optional(&mut *connection)
                .await?;
        let (calls, credits) = row.unwrap_or_default();
        let before = Usage { calls: count(calls), credits: count(credits) };
        let after = Usage {
            calls: before.calls.saturating_add(self.amount.calls),
            credits: before.credits.saturating_add(self.amount.credits),
        };
        let over = |used: u64, limit: u64| limit > 0 && used > limit;
        if over(after.calls, self.limit.calls) || over(after.credits, self.limit.credits) {
            return Ok(Done::quietly(Taken { counted: false, used: before }));
        }
        sqlx::query(
            "INSERT INTO provider_usage (provider, day, calls, credits) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (provider, day) DO UPDATE SET calls = ?3, credits = ?4",
        )
        .bind(&self.provider)
        .bind(&self.day)
        .bind(int(after.calls))
        .bind(int(after.credits))
        .execute(connection)
        .await?;
        Ok(Done::quietly(Taken { counted: true, used: after }))
    }
}

struct Learn {
    domain: String,
    lessons: Vec<Lesson>,
    at: Millis,
}

#[async_trait]
impl Unit for Learn {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM lessons WHERE learnt_at < ?")
            .bind(self.at.0.saturating_sub(LESSONS_KEPT_MS))
            .execute(&mut *connection)
            .await?;
        for lesson in &self.lessons {
            sqlx::query(
                "INSERT INTO lessons (domain, about, name, tried, helped, failed, failed_at, learnt_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (domain, about, name) DO UPDATE SET
                     tried = tried + ?4, helped = helped + ?5, failed = failed + ?6,
                     failed_at = MAX(IFNULL(failed_at, ?7), IFNULL(?7, failed_at)), learnt_at = ?8",
            )
            .bind(&self.domain)
            .bind(lesson.about.name())
            .bind(&lesson.name)
            .bind(int(lesson.tried))
            .bind(int(lesson.helped))
            .bind(int(lesson.failed))
            .bind(lesson.failed_at.map(|at| at.0))
            .bind(self.at.0)
            .execute(&mut *connection)
            .await?;
        }
        sqlx::query(
            "UPDATE lessons SET tried = tried / 2, helped = helped / 2, failed = failed / 2
             WHERE domain = ? AND tried >= ?",
        )
        .bind(&self.domain)
        .bind(HALVED_FROM)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}
