//! Lessons from runs about providers and sites.

use super::{Connection, Store, Unit};
use crate::limits::{HALVED_FROM, LESSONS_KEPT_MS, MOST_LESSONS};
use crate::rows::lesson;
use crate::values::int;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Lesson, Millis};
use gorkd_core::ports::{Lessons, StoreError};

#[async_trait]
impl Lessons for Store {
    async fn lessons(&self, domain: &str) -> Result<Vec<Lesson>, StoreError> {
        let query = sqlx::query(
            "SELECT about, name, tried, helped, failed, failed_at FROM lessons WHERE domain = $1
             ORDER BY tried DESC, about, name LIMIT $2",
        );
        let lessons = self.rows(query.bind(domain).bind(MOST_LESSONS), lesson).await?;
        Ok(lessons.into_iter().flatten().collect())
    }

    async fn learn(&self, domain: &str, lessons: &[Lesson], at: Millis) -> Result<(), StoreError> {
        if lessons.is_empty() {
            return Ok(());
        }
        self.write(Learn { domain: domain.to_owned(), lessons: lessons.to_vec(), at }).await
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

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM lessons WHERE learnt_at < $1")
            .bind(self.at.0.saturating_sub(LESSONS_KEPT_MS))
            .execute(&mut *connection)
            .await?;
        for lesson in &self.lessons {
            sqlx::query(
                "INSERT INTO lessons (domain, about, name, tried, helped, failed, failed_at, learnt_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (domain, about, name) DO UPDATE SET
                     tried = lessons.tried + $4, helped = lessons.helped + $5, failed = lessons.failed + $6,
                     failed_at = CASE WHEN lessons.failed_at > $7 OR $7 IS NULL THEN lessons.failed_at ELSE $7 END,
                     learnt_at = $8",
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
             WHERE domain = $1 AND tried >= $2",
        )
        .bind(&self.domain)
        .bind(HALVED_FROM)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}
