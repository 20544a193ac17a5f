//! How earlier questions are kept and found.

use super::PostgresStore;
use super::unit::Unit;
use crate::meanings::{MeaningRow, QuestionVectors};
use crate::rows::asked_before;
use crate::values::{bytes, int, json, plain};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{AskedBefore, StoreError};
use sqlx::PgConnection;
use std::sync::Arc;

impl PostgresStore {
    pub(super) async fn of_form(
        &self,
        audience: &str,
        form: &str,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT job FROM answers
             WHERE audience = $1 AND hashtextextended(form, 0) = hashtextextended($2, 0) AND form = $2
                 AND expires_at > $3
             ORDER BY asked_at DESC LIMIT $4",
        )
        .bind(audience)
        .bind(plain(form))
        .bind(now.0)
        .bind(i64::from(limit))
        .fetch_all(&self.inner.pool)
        .await
    }

    /// The vectors of earlier questions, brought up to date.
    pub(super) async fn meanings(
        &self,
        of: (&str, &str),
        now: Millis,
    ) -> Result<Arc<QuestionVectors>, sqlx::Error> {
        let kept = self.inner.meanings.kept(of.0, of.1);
        let rows: Vec<MeaningRow> = sqlx::query_as(
            "SELECT number, job, asked_at, expires_at, meaning FROM answers
             WHERE number > $3 AND audience = $1 AND embedder = $2 AND meaning IS NOT NULL",
        )
        .bind(of.0)
        .bind(of.1)
        .bind(kept.last())
        .fetch_all(&self.inner.pool)
        .await?;
        Ok(self.inner.meanings.with(kept, rows, of, now))
    }

    /// The questions of some jobs, newest first.
    pub(super) async fn answers_of(&self, jobs: Vec<String>) -> Result<Vec<AskedBefore>, StoreError> {
        let query = sqlx::query(
            "SELECT job, audience, question, form, profile, privacy, domain, library, asked_at, expires_at, embedder,
                 meaning
             FROM answers WHERE job = ANY($1) ORDER BY asked_at DESC",
        );
        self.rows(query.bind(jobs), asked_before).await
    }
}

pub(super) struct Note(pub AskedBefore);

#[async_trait]
impl Unit for Note {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let asked = &self.0;
        // A number that is never reused, even after the row is deleted, in commit order; see `meanings`.
        let number: i64 = sqlx::query_scalar("UPDATE counters SET answers = answers + 1 RETURNING answers")
            .fetch_one(&mut *connection)
            .await?;
        sqlx::query("DELETE FROM answers WHERE expires_at <= $1")
            .bind(asked.asked_at.0)
            .execute(&mut *connection)
            .await?;
        let noted = sqlx::query(
            "INSERT INTO answers (number, job, audience, question, form, profile, privacy, domain, library, asked_at,
                 expires_at, embedder, meaning)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (job) DO NOTHING",
        )
        .bind(number)
        .bind(asked.job.as_str())
        .bind(&asked.audience)
        .bind(json(&asked.question, "a question")?)
        .bind(plain(&asked.form))
        .bind(json(&asked.profile, "a profile")?)
        .bind(json(&asked.privacy, "a privacy")?)
        .bind(&asked.domain)
        .bind(int(asked.library))
        .bind(asked.asked_at.0)
        .bind(asked.expires_at.0)
        .bind(asked.meaning.as_ref().map(|(name, _)| name))
        .bind(asked.meaning.as_ref().map(|(_, floats)| bytes(floats)))
        .execute(&mut *connection)
        .await?;
        if noted.rows_affected() == 1 && asked.audience.ends_with(":open") {
            sqlx::query("INSERT INTO open_runs (job) VALUES ($1) ON CONFLICT DO NOTHING")
                .bind(asked.job.as_str())
                .execute(connection)
                .await?;
        }
        Ok(Done::quietly(()))
    }
}
