//! Chat state: arrivals, deliveries, messages, threads by place, edits, picks, feedback.

use super::{NUMBER, Reopen, Row, Store, WITHIN, plain};
use crate::rows::Cells;
use crate::rows::chat::{
    DELIVERY_COLUMNS, MESSAGE_COLUMNS, PICKS, arrival, delivery, feedback, message, name_of, pick, step,
    thread,
};
use crate::values::json;
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place, SourceId, ThreadId};
use gorkd_core::ports::{
    Arrival, ChatMessage, Chats, Delivery, DeliveryState, Feedback, MessageKey, Pick, Step, StoreError,
};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Chats for Store {
    async fn enqueue(&self, arrival: &Arrival) -> Result<bool, StoreError> {
        let query = sqlx::query(
            "INSERT INTO arrivals (key, platform, payload, at) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING",
        )
        .bind(plain(&arrival.key))
        .bind(&arrival.platform)
        .bind(plain(&arrival.payload))
        .bind(arrival.at.0);
        Ok(self.execute(query).await? == 1)
    }

    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError> {
        let sql = format!(
            "SELECT key, platform, payload, at FROM arrivals WHERE platform = $1 AND payload IS NOT NULL
             ORDER BY {NUMBER} LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(i64::from(limit));
        self.rows(query, arrival).await
    }

    async fn ack(&self, key: &str) -> Result<(), StoreError> {
        self.acknowledge(key).await
    }

    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError> {
        let query = sqlx::query("SELECT name, made, at FROM steps WHERE arrival = $1 ORDER BY at, name");
        self.rows(query.bind(plain(arrival)), step).await
    }

    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO steps (arrival, name, made, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (arrival, name) DO UPDATE SET made = $3, at = $4",
        )
        .bind(plain(arrival))
        .bind(&step.name)
        .bind(&step.made)
        .bind(step.at.0);
        self.execute_for(query, || format!("arrival {arrival}")).await.map(|_| ())
    }

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM steps WHERE arrival = $1").bind(plain(arrival));
        self.execute(query).await.map(|_| ())
    }

    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError> {
        self.execute(sqlx::query("DELETE FROM arrivals WHERE payload IS NULL AND at < $1").bind(before.0))
            .await
    }

    async fn start_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.insert_delivery(delivery).await
    }

    async fn reopen(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.write(Reopen(delivery.clone())).await
    }

    async fn settle(&self, delivery: &Delivery, state: DeliveryState) -> Result<bool, StoreError> {
        let extras =
            json(&delivery.extras, "what was asked for besides").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "UPDATE tellings SET state = $3 WHERE job = $1 AND place = $2 AND (extras = $4 OR $3 = $5)",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(name_of(state))
        .bind(extras)
        .bind(name_of(DeliveryState::Gone));
        Ok(self.execute(query).await? > 0)
    }

    async fn delivery(&self, job: &JobId, place: &Place) -> Result<Option<Delivery>, StoreError> {
        let sql = format!("SELECT {DELIVERY_COLUMNS} FROM tellings WHERE job = $1 AND place = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()).bind(place.as_str());
        self.row(query, delivery).await
    }

    async fn open_deliveries(
        &self,
        platform: &str,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let sql = format!(
            "SELECT {DELIVERY_COLUMNS} FROM tellings
             WHERE platform = $1 AND state = 'open' AND (wake_at IS NULL OR wake_at <= $2)
             ORDER BY (SELECT CASE WHEN jobs.status = 'waiting' THEN -tellings.at END FROM jobs
                       WHERE jobs.job = tellings.job) NULLS FIRST,
                      at, {NUMBER}
             LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(now.0).bind(i64::from(limit));
        self.rows(query, delivery).await
    }

    async fn deliveries_of(&self, job: &JobId) -> Result<Vec<Delivery>, StoreError> {
        let sql = format!("SELECT {DELIVERY_COLUMNS} FROM tellings WHERE job = $1 ORDER BY at, {NUMBER}");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()), delivery).await
    }

    async fn deliveries_at(&self, place: &Place, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let sql = format!(
            "SELECT {DELIVERY_COLUMNS} FROM tellings WHERE place = $1 ORDER BY at DESC, {NUMBER} DESC LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(place.as_str()).bind(i64::from(limit));
        self.rows(query, delivery).await
    }

    async fn messages(&self, job: &JobId, place: &Place) -> Result<Vec<ChatMessage>, StoreError> {
        let sql =
            format!("SELECT {MESSAGE_COLUMNS} FROM messages WHERE job = $1 AND place = $2 ORDER BY key");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()).bind(place.as_str());
        self.rows(query, message).await
    }

    async fn put_message(&self, message: &ChatMessage) -> Result<(), StoreError> {
        self.write_message(message).await
    }

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError> {
        self.delete_message(job, place, key).await
    }

    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages WHERE platform = $1 AND id = $2
             ORDER BY intent_at DESC, {NUMBER} DESC LIMIT 1"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(plain(id));
        self.row(query, message).await
    }

    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError> {
        let query = sqlx::query("SELECT thread FROM threads_at WHERE place = $1").bind(place.as_str());
        self.row(query, thread).await
    }

    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO threads_at (place, thread) VALUES ($1, $2) ON CONFLICT (place) DO UPDATE SET thread = $2",
        )
        .bind(place.as_str())
        .bind(thread.as_str());
        self.execute_for(query, || format!("thread {thread}")).await.map(|_| ())
    }

    async fn own_place(&self, place: &Place) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE threads_at SET owned = true WHERE place = $1").bind(place.as_str());
        self.execute(query).await.map(|_| ())
    }

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT owned FROM threads_at WHERE place = $1").bind(place.as_str());
        let owned = |row: &Row| Ok(row.flag("owned")?);
        Ok(self.row(query, owned).await?.unwrap_or_default())
    }

    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT channel FROM answer_channels WHERE place = $1");
        self.value(query.bind(plain(place))).await
    }

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let query = match channel {
            Some(channel) => sqlx::query(
                "INSERT INTO answer_channels (place, channel, at) VALUES ($1, $2, $3)
                 ON CONFLICT (place) DO UPDATE SET channel = $2, at = $3",
            )
            .bind(plain(place))
            .bind(channel)
            .bind(at.0),
            None => sqlx::query("DELETE FROM answer_channels WHERE place = $1").bind(plain(place)),
        };
        self.execute(query).await.map(|_| ())
    }

    async fn threads_within(&self, within: &str, before: Millis) -> Result<Vec<ThreadId>, StoreError> {
        let sql = format!(
            "SELECT thread FROM threads WHERE (place = $1 OR {WITHIN}) AND updated_at < $2
             ORDER BY updated_at, thread"
        );
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(within).bind(before.0), thread).await
    }

    async fn put_edit(&self, job: &JobId, text: &str, at: Millis) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO edits (job, text, at) VALUES ($1, $2, $3)
             ON CONFLICT (job) DO UPDATE SET text = $2, at = $3",
        )
        .bind(job.as_str())
        .bind(plain(text))
        .bind(at.0);
        self.execute_for(query, || format!("job {job}")).await.map(|_| ())
    }

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT text FROM edits WHERE job = $1").bind(job.as_str());
        self.value(query).await
    }

    async fn put_pick(
        &self,
        job: &JobId,
        source: &SourceId,
        pick: Option<Pick>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let query = match PICKS.iter().find(|(known, _)| Some(*known) == pick) {
            Some((_, name)) => sqlx::query(
                "INSERT INTO picks (job, source, pick, at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (job, source) DO UPDATE SET pick = $3, at = $4",
            )
            .bind(job.as_str())
            .bind(source.as_str())
            .bind(*name)
            .bind(at.0),
            None => sqlx::query("DELETE FROM picks WHERE job = $1 AND source = $2")
                .bind(job.as_str())
                .bind(source.as_str()),
        };
        self.execute_for(query, || format!("job {job}")).await.map(|_| ())
    }

    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError> {
        let sql = format!("SELECT source, pick FROM picks WHERE job = $1 ORDER BY {NUMBER}");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()), pick).await
    }

    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO feedback (job, person, good, reason, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (job, person) DO UPDATE SET good = $3, reason = $4, at = $5",
        )
        .bind(feedback.job.as_str())
        .bind(&feedback.person)
        .bind(feedback.good)
        .bind(plain(&feedback.reason))
        .bind(feedback.at.0);
        self.execute_for(query, || format!("job {}", feedback.job)).await.map(|_| ())
    }

    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError> {
        let sql = format!(
            "SELECT job, person, good, reason, at FROM feedback WHERE at >= $1
             ORDER BY at DESC, {NUMBER} DESC LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(since.0).bind(i64::from(limit));
        self.rows(query, feedback).await
    }
}
