//! Conversation state outside journals: earlier questions, followers, watches.

use super::PostgresStore;
use super::unit::Unit;
use crate::meanings::{MeaningRow, QuestionVectors};
use crate::rows::{Cells, asked_before};
use crate::values::{bytes, count, int, json, parsed, plain};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Answers, AskedBefore, Follower, Like, StoreError, Watch, Watches};
use sqlx::PgConnection;
use sqlx::postgres::{PgArguments, PgRow};
use std::sync::Arc;

#[async_trait]
impl Answers for PostgresStore {
    async fn note_question(&self, asked: &AskedBefore) -> Result<(), StoreError> {
        self.write(Note(asked.clone())).await
    }

    async fn asked_before(
        &self,
        audience: &str,
        like: &Like,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<AskedBefore>, StoreError> {
        let jobs = match like {
            Like::Form(form) => self.of_form(audience, form, now, limit).await,
            Like::Meaning { embedder, vector, least } => {
                let near = |kept: Arc<QuestionVectors>| kept.near(vector, *least, now, limit);
                self.meanings((audience, embedder), now).await.map(near)
            }
        };
        let jobs = jobs.map_err(|error| self.failed(&error))?;
        let query = sqlx::query(
            "SELECT job, audience, question, form, profile, privacy, domain, library, asked_at, expires_at, embedder,
                 meaning
             FROM answers WHERE job = ANY($1) ORDER BY asked_at DESC",
        );
        self.rows(query.bind(jobs), asked_before).await
    }

    async fn library_state(&self) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar("SELECT COALESCE(MAX(generation), 0) FROM library_urls");
        Ok(self.value::<i64>(query).await?.map_or(0, count))
    }

    async fn follow(&self, follower: &Follower) -> Result<(), StoreError> {
        let requester = json(&follower.requester, "a follower").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO followers (job, person, requester, place, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(follower.job.as_str())
        .bind(follower.requester.key())
        .bind(requester)
        .bind(follower.place.as_str())
        .bind(follower.at.0);
        self.execute(query).await.map(|_| ())
    }

    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM followers WHERE job = $1 AND person = $2");
        Ok(self.execute(query.bind(job.as_str()).bind(requester)).await? > 0)
    }

    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError> {
        let query =
            sqlx::query("SELECT requester, place, at FROM followers WHERE job = $1 ORDER BY at, person");
        let follower = |row: &PgRow| {
            let requester = parsed(&row.text("requester")?, "a follower")?;
            Ok(Follower {
                job: job.clone(),
                requester,
                place: Place(row.text("place")?),
                at: row.time("at")?,
            })
        };
        self.rows(query.bind(job.as_str()), follower).await
    }
}

#[async_trait]
impl Watches for PostgresStore {
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError> {
        let whole = json(watch, "a watch").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO watches (id, owner, origin, base, next_at, running, watch)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&watch.id)
        .bind(watch.owner.key())
        .bind(watch.origin.as_str())
        .bind(watch.base.as_str())
        .bind(watch.next_at.0)
        .bind(watch.running.is_some())
        .bind(whole);
        self.execute_for(query, || format!("job {}", watch.base)).await.map(|_| ())
    }

    async fn watches(&self, owner: Option<&str>) -> Result<Vec<Watch>, StoreError> {
        let sql = "SELECT watch FROM watches WHERE $1::text IS NULL OR owner = $1 ORDER BY id";
        self.watch_rows(sqlx::query(sql).bind(owner)).await
    }

    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError> {
        let sql = "SELECT watch FROM watches WHERE running OR next_at <= $1 ORDER BY next_at, id LIMIT 100";
        self.watch_rows(sqlx::query(sql).bind(now.0)).await
    }

    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError> {
        let [old, new] = [before, watch].map(|watch| json(watch, "a watch"));
        let old = old.map_err(|fault| self.explained(fault))?;
        let new = new.map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "UPDATE watches SET next_at = $2, running = $3, watch = $4, base = $6 WHERE id = $1 AND watch = $5",
        )
        .bind(&before.id)
        .bind(watch.next_at.0)
        .bind(watch.running.is_some())
        .bind(new)
        .bind(old)
        .bind(watch.base.as_str());
        Ok(self.execute_for(query, || format!("job {}", watch.base)).await? == 1)
    }

    async fn drop_watch(&self, watch: &str) -> Result<bool, StoreError> {
        Ok(self.execute(sqlx::query("DELETE FROM watches WHERE id = $1").bind(watch)).await? > 0)
    }
}

impl PostgresStore {
    async fn of_form(
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
    async fn meanings(&self, of: (&str, &str), now: Millis) -> Result<Arc<QuestionVectors>, sqlx::Error> {
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

    async fn watch_rows(
        &self,
        query: sqlx::query::Query<'_, sqlx::Postgres, PgArguments>,
    ) -> Result<Vec<Watch>, StoreError> {
        self.rows(query, |row| parsed(&row.text("watch")?, "a watch")).await
    }
}

struct Note(AskedBefore);

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
