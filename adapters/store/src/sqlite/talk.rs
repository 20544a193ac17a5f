//! Conversation state outside journals: earlier questions, followers, watches.

use super::SqliteStore;
use super::unit::{SqliteQuery, Unit};
use crate::meanings::{MeaningRow, QuestionVectors};
use crate::rows::{Cells, asked_before};
use crate::values::{bytes, count, int, json, parsed};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Answers, AskedBefore, Follower, Like, StoreError, Watch, Watches};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;
use std::sync::Arc;

#[async_trait]
impl Answers for SqliteStore {
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
             FROM answers WHERE job IN (SELECT value FROM json_each(?)) ORDER BY asked_at DESC",
        )
        .bind(serde_json::Value::from(jobs).to_string());
        self.rows(query, asked_before).await
    }

    async fn library_state(&self) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar("SELECT COALESCE(MAX(generation), 0) FROM library_urls");
        Ok(self.value::<i64>(query).await?.map_or(0, count))
    }

    async fn follow(&self, follower: &Follower) -> Result<(), StoreError> {
        let requester = json(&follower.requester, "a follower").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO followers (job, person, requester, place, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(follower.job.as_str())
        .bind(follower.requester.key())
        .bind(requester)
        .bind(follower.place.as_str())
        .bind(follower.at.0);
        self.execute(query).await.map(|_| ())
    }

    async fn unfollow(&self, job: &JobId, requester: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM followers WHERE job = ? AND person = ?");
        Ok(self.execute(query.bind(job.as_str()).bind(requester)).await? > 0)
    }

    async fn followers(&self, job: &JobId) -> Result<Vec<Follower>, StoreError> {
        let query =
            sqlx::query("SELECT requester, place, at FROM followers WHERE job = ? ORDER BY at, person");
        let follower = |row: &SqliteRow| {
            let requester = parsed(&row.text("requester")?, "a follower")?;
            let (place, at) = (Place(row.text("place")?), row.time("at")?);
            Ok(Follower { job: job.clone(), requester, place, at })
        };
        self.rows(query.bind(job.as_str()), follower).await
    }
}

#[async_trait]
impl Watches for SqliteStore {
    async fn put_watch(&self, watch: &Watch) -> Result<(), StoreError> {
        let whole = json(watch, "a watch").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO watches (id, owner, origin, base, next_at, running, watch) VALUES (?, ?, ?, ?, ?, ?, ?)",
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
        let sql = "SELECT watch FROM watches WHERE ?1 IS NULL OR owner = ?1 ORDER BY id";
        self.watch_rows(sqlx::query(sql).bind(owner)).await
    }

    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError> {
        let sql = "SELECT watch FROM watches WHERE running = 1 OR next_at <= ?1 ORDER BY next_at LIMIT 100";
        self.watch_rows(sqlx::query(sql).bind(now.0)).await
    }

    async fn move_watch(&self, before: &Watch, watch: &Watch) -> Result<bool, StoreError> {
        let [old, new] = [before, watch].map(|watch| json(watch, "a watch"));
        let old = old.map_err(|fault| self.explained(fault))?;
        let new = new.map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "UPDATE watches SET next_at = ?2, running = ?3, watch = ?4, base = ?6 WHERE id = ?1 AND watch = ?5",
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
        Ok(self.execute(sqlx::query("DELETE FROM watches WHERE id = ?").bind(watch)).await? > 0)
    }
}

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

    async fn watch_rows(&self, query: SqliteQuery<'_>) -> Result<Vec<Watch>, StoreError> {
        self.rows(query, |row| parsed(&row.text("watch")?, "a watch")).await
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
