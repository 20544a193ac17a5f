//! Conversation state outside journals: earlier questions, followers, watches.

use super::SqliteStore;
use super::unit::Unit;
use crate::meanings::{MeaningRow, QuestionVectors};
use crate::rows::asked_before;
use crate::values::{bytes, count, int, json, parsed};
use crate::work::{Done, Fault, owned};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Answers, AskedBefore, Follower, Like, StoreError, Watch, Watches};
use sqlx::SqliteConnection;
use std::sync::Arc;

#[async_trait]
impl Answers for SqliteStore {
    async fn note_question(&self, asked: &AskedBefore) -> Result<(), StoreError> {
        self.inner.writer.write(Note(asked.clone())).await
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
        let jobs = jobs.map_err(|error| self.inner.file.database(&error))?;
        let query = sqlx::query(
            "SELECT job, audience, question, form, profile, privacy, domain, library, asked_at, expires_at, embedder,
                 meaning
             FROM answers WHERE job IN (SELECT value FROM json_each(?)) ORDER BY asked_at DESC",
        )
        .bind(serde_json::Value::from(jobs).to_string());
        self.rows(query, asked_before).await
    }

    async fn library_state(&self) -> Result<u64, StoreError> {
        let generation: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(generation), 0) FROM library_urls")
            .fetch_one(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        Ok(count(generation))
    }

    async fn follow(&self, follower: &Follower) -> Result<(), StoreError> {
        self.inner.writer.write(Follow(follower.clone())).await
    }

    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError> {
        self.inner.writer.write(Unfollow(job.clone(), requester.to_owned())).await
    }

    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError> {
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT requester, place, at FROM followers WHERE job = ? ORDER BY at, person")
                .bind(job.as_str())
                .fetch_all(&self.inner.readers)
                .await
                .map_err(|error| self.inner.file.database(&error))?;
        let follower = |(requester, place, at): (String, String, i64)| -> Result<Follower, Fault> {
            let requester = parsed(&requester, "a follower")?;
            Ok(Follower { job: job.clone(), requester, place: Place(place), at: Millis(at) })
        };
        rows.into_iter().map(|row| follower(row).map_err(|fault| self.inner.file.error(fault))).collect()
    }
}

#[async_trait]
impl Watches for SqliteStore {
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError> {
        self.inner.writer.write(Put(watch.clone())).await
    }

    async fn watches(&self, owner: Option<&str>) -> Result<Vec<Watch>, StoreError> {
        let sql = "SELECT watch FROM watches WHERE ?1 IS NULL OR owner = ?1 ORDER BY id";
        self.watch_rows(sqlx::query_scalar(sql).bind(owner)).await
    }

    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError> {
        let sql = "SELECT watch FROM watches WHERE running = 1 OR next_at <= ?1 ORDER BY next_at LIMIT 100";
        self.watch_rows(sqlx::query_scalar(sql).bind(now.0)).await
    }

    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError> {
        self.inner.writer.write(Move { before: before.clone(), watch: watch.clone() }).await
    }

    async fn drop_watch(&self, watch: &str) -> Result<bool, StoreError> {
        self.inner.writer.write(Drop(watch.to_owned())).await
    }
}

type WatchQuery<'q> = sqlx::query::QueryScalar<'q, sqlx::Sqlite, String, sqlx::sqlite::SqliteArguments>;

impl SqliteStore {
    async fn of_form(
        &self,
        audience: &str,
        form: &str,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT job FROM answers WHERE audience = ?1 AND form = ?2 AND expires_at > ?3
             ORDER BY asked_at DESC LIMIT ?4",
        )
        .bind(audience)
        .bind(form)
        .bind(now.0)
        .bind(limit)
        .fetch_all(&self.inner.readers)
        .await
    }

    /// The vectors of earlier questions, brought up to date.
    async fn meanings(&self, of: (&str, &str), now: Millis) -> Result<Arc<QuestionVectors>, sqlx::Error> {
        let kept = self.inner.meanings.kept(of.0, of.1);
        let rows: Vec<MeaningRow> = sqlx::query_as(
            "SELECT rowid, job, asked_at, expires_at, meaning FROM answers
             WHERE rowid > ?3 AND audience = ?1 AND embedder = ?2 AND meaning IS NOT NULL",
        )
        .bind(of.0)
        .bind(of.1)
        .bind(kept.last())
        .fetch_all(&self.inner.readers)
        .await?;
        Ok(self.inner.meanings.with(kept, rows, of, now))
    }

    async fn watch_rows(&self, query: WatchQuery<'_>) -> Result<Vec<Watch>, StoreError> {
        let rows =
            query.fetch_all(&self.inner.readers).await.map_err(|error| self.inner.file.database(&error))?;
        rows.iter().map(|row| parsed(row, "a watch").map_err(|fault| self.inner.file.error(fault))).collect()
    }
}

struct Note(AskedBefore);

#[async_trait]
impl Unit for Note {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let asked = &self.0;
        sqlx::query("DELETE FROM answers WHERE expires_at <= ?")
            .bind(asked.asked_at.0)
            .execute(&mut *connection)
            .await?;
        // A number that is never reused, even after the row is deleted; see `meanings`.
        let number: i64 = sqlx::query_scalar("UPDATE clock SET touched = touched + 1 RETURNING touched")
            .fetch_one(&mut *connection)
            .await?;
        sqlx::query(
            "INSERT INTO answers (rowid, job, audience, question, form, profile, privacy, domain, library, asked_at,
                 expires_at, embedder, meaning)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job) DO NOTHING",
        )
        .bind(number)
        .bind(asked.job.as_str())
        .bind(&asked.audience)
        .bind(json(&asked.question, "a question")?)
        .bind(&asked.form)
        .bind(json(&asked.profile, "a profile")?)
        .bind(json(&asked.privacy, "a privacy")?)
        .bind(&asked.domain)
        .bind(int(asked.library))
        .bind(asked.asked_at.0)
        .bind(asked.expires_at.0)
        .bind(asked.meaning.as_ref().map(|(name, _)| name))
        .bind(asked.meaning.as_ref().map(|(_, floats)| bytes(floats)))
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct Follow(Follower);

#[async_trait]
impl Unit for Follow {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO followers (job, person, requester, place, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(self.0.job.as_str())
        .bind(self.0.requester.key())
        .bind(json(&self.0.requester, "a follower")?)
        .bind(self.0.place.as_str())
        .bind(self.0.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct Unfollow(JobId, String);

#[async_trait]
impl Unit for Unfollow {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let gone = sqlx::query("DELETE FROM followers WHERE job = ? AND person = ?")
            .bind(self.0.as_str())
            .bind(&self.1)
            .execute(connection)
            .await?;
        Ok(Done::quietly(gone.rows_affected() > 0))
    }
}

struct Put(Watch);

#[async_trait]
impl Unit for Put {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let insert = "INSERT INTO watches (id, owner, origin, base, next_at, running, watch)
            VALUES (?, ?, ?, ?, ?, ?, ?)";
        sqlx::query(insert)
            .bind(&self.0.id)
            .bind(self.0.owner.key())
            .bind(self.0.origin.as_str())
            .bind(self.0.base.as_str())
            .bind(self.0.next_at.0)
            .bind(self.0.running.is_some())
            .bind(json(&self.0, "a watch")?)
            .execute(connection)
            .await
            .map_err(|error| owned(error, || format!("job {}", self.0.base)))?;
        Ok(Done::quietly(()))
    }
}

struct Move {
    before: Watch,
    watch: Watch,
}

#[async_trait]
impl Unit for Move {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let moved = sqlx::query(
            "UPDATE watches SET next_at = ?2, running = ?3, watch = ?4, base = ?6 WHERE id = ?1 AND watch = ?5",
        )
        .bind(&self.before.id)
        .bind(self.watch.next_at.0)
        .bind(self.watch.running.is_some())
        .bind(json(&self.watch, "a watch")?)
        .bind(json(&self.before, "a watch")?)
        .bind(self.watch.base.as_str())
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", self.watch.base)))?;
        Ok(Done::quietly(moved.rows_affected() == 1))
    }
}

struct Drop(String);

#[async_trait]
impl Unit for Drop {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let gone = sqlx::query("DELETE FROM watches WHERE id = ?").bind(&self.0).execute(connection).await?;
        Ok(Done::quietly(gone.rows_affected() > 0))
    }
}
