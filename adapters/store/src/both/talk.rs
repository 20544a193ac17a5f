//! Conversation state outside journals: earlier questions, followers, watches.

use super::{Note, Row, Store};
use crate::meanings::QuestionVectors;
use crate::rows::{Cells, watch};
use crate::values::{count, json, parsed};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Answers, AskedBefore, Follower, Like, StoreError, Watch, Watches};
use std::sync::Arc;

#[async_trait]
impl Answers for Store {
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
        self.answers_of(jobs).await
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
        let follower = |row: &Row| {
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
impl Watches for Store {
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
        let sql = "SELECT watch FROM watches WHERE CAST($1 AS text) IS NULL OR owner = $1 ORDER BY id";
        self.rows(sqlx::query(sql).bind(owner), watch).await
    }

    async fn watches_due(&self, now: Millis) -> Result<Vec<Watch>, StoreError> {
        let sql =
            "SELECT watch FROM watches WHERE running = true OR next_at <= $1 ORDER BY next_at, id LIMIT 100";
        self.rows(sqlx::query(sql).bind(now.0), watch).await
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
