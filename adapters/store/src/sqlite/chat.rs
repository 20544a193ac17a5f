//! Chat state: arrivals, deliveries, messages, threads by place, edits, picks, feedback.

use super::SqliteStore;
use super::chat_writes::Reopen;
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
use sqlx::sqlite::SqliteRow;

#[async_trait]
impl Chats for SqliteStore {
    async fn enqueue(&self, arrival: &Arrival) -> Result<bool, StoreError> {
        let query = sqlx::query(
            "INSERT INTO arrivals (key, platform, payload, at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        )
        .bind(&arrival.key)
        .bind(&arrival.platform)
        .bind(&arrival.payload)
        .bind(arrival.at.0);
        Ok(self.execute(query).await? == 1)
    }

    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError> {
        let query = sqlx::query(
            "SELECT key, platform, payload, at FROM arrivals WHERE platform = ? AND payload IS NOT NULL
             ORDER BY number LIMIT ?",
        );
        self.rows(query.bind(platform).bind(limit), arrival).await
    }

    async fn ack(&self, key: &str) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE arrivals SET payload = NULL WHERE key = ?").bind(key);
        self.execute(query).await.map(|_| ())
    }

    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError> {
        let query = sqlx::query("SELECT name, made, at FROM steps WHERE arrival = ? ORDER BY at, name");
        self.rows(query.bind(arrival), step).await
    }

    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO steps (arrival, name, made, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (arrival, name) DO UPDATE SET made = ?3, at = ?4",
        )
        .bind(arrival)
        .bind(&step.name)
        .bind(&step.made)
        .bind(step.at.0);
        self.execute_for(query, || format!("arrival {arrival}")).await.map(|_| ())
    }

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM steps WHERE arrival = ?").bind(arrival);
        self.execute(query).await.map(|_| ())
    }

    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError> {
        self.execute(sqlx::query("DELETE FROM arrivals WHERE payload IS NULL AND at < ?").bind(before.0))
            .await
    }

    async fn start_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let requester = json(&delivery.requester, "a requester").map_err(|fault| self.explained(fault))?;
        let extras =
            json(&delivery.extras, "what was asked for besides").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO tellings (job, place, platform, requester, private, handle, extras, state, at, wake_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job, place) DO NOTHING",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(delivery.place.platform())
        .bind(requester)
        .bind(delivery.private)
        .bind(&delivery.handle)
        .bind(extras)
        .bind(name_of(delivery.state))
        .bind(delivery.at.0)
        .bind(delivery.wake_at.map(|at| at.0));
        self.execute_for(query, || format!("job {}", delivery.job)).await.map(|_| ())
    }

    async fn reopen(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.write(Reopen(delivery.clone())).await
    }

    async fn settle(&self, delivery: &Delivery, state: DeliveryState) -> Result<bool, StoreError> {
        let extras =
            json(&delivery.extras, "what was asked for besides").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "UPDATE tellings SET state = ?3 WHERE job = ?1 AND place = ?2 AND (extras = ?4 OR ?3 = ?5)",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(name_of(state))
        .bind(extras)
        .bind(name_of(DeliveryState::Gone));
        Ok(self.execute(query).await? > 0)
    }

    async fn delivery(&self, job: &JobId, place: &Place) -> Result<Option<Delivery>, StoreError> {
        let sql = format!("SELECT {DELIVERY_COLUMNS} FROM tellings WHERE job = ? AND place = ?");
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
             WHERE platform = ? AND state = 'open' AND (wake_at IS NULL OR wake_at <= ?)
             ORDER BY (SELECT iif(jobs.status = 'waiting', -tellings.at, NULL) FROM jobs WHERE jobs.job = tellings.job) NULLS FIRST,
                      at, rowid
             LIMIT ?"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(now.0).bind(limit);
        self.rows(query, delivery).await
    }

    async fn deliveries_of(&self, job: &JobId) -> Result<Vec<Delivery>, StoreError> {
        let sql = format!("SELECT {DELIVERY_COLUMNS} FROM tellings WHERE job = ? ORDER BY at, rowid");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()), delivery).await
    }

    async fn deliveries_at(&self, place: &Place, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let sql = format!(
            "SELECT {DELIVERY_COLUMNS} FROM tellings WHERE place = ? ORDER BY at DESC, rowid DESC LIMIT ?"
        );
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(place.as_str()).bind(limit), delivery).await
    }

    async fn messages(&self, job: &JobId, place: &Place) -> Result<Vec<ChatMessage>, StoreError> {
        let sql = format!("SELECT {MESSAGE_COLUMNS} FROM messages WHERE job = ? AND place = ? ORDER BY key");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()).bind(place.as_str());
        self.rows(query, message).await
    }

    async fn put_message(&self, message: &ChatMessage) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO messages (job, place, key, platform, intent_at, nonce, id, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (job, place, key) DO UPDATE SET intent_at = ?5, nonce = ?6, id = ?7, hash = ?8",
        )
        .bind(message.job.as_str())
        .bind(message.place.as_str())
        .bind(message.key.to_string())
        .bind(message.place.platform())
        .bind(message.intent_at.0)
        .bind(&message.nonce)
        .bind(&message.id)
        .bind(&message.hash);
        self.execute_for(query, || format!("job {}", message.job)).await.map(|_| ())
    }

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM messages WHERE job = ? AND place = ? AND key = ?")
            .bind(job.as_str())
            .bind(place.as_str())
            .bind(key.to_string());
        self.execute(query).await.map(|_| ())
    }

    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages WHERE platform = ? AND id = ?
             ORDER BY intent_at DESC, rowid DESC LIMIT 1"
        );
        self.row(sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(id), message).await
    }

    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError> {
        let query = sqlx::query("SELECT thread FROM threads_at WHERE place = ?").bind(place.as_str());
        self.row(query, thread).await
    }

    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO threads_at (place, thread) VALUES (?1, ?2) ON CONFLICT (place) DO UPDATE SET thread = ?2",
        )
        .bind(place.as_str())
        .bind(thread.as_str());
        self.execute_for(query, || format!("thread {thread}")).await.map(|_| ())
    }

    async fn own_place(&self, place: &Place) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE threads_at SET owned = 1 WHERE place = ?").bind(place.as_str());
        self.execute(query).await.map(|_| ())
    }

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT owned FROM threads_at WHERE place = ?").bind(place.as_str());
        let owned = |row: &SqliteRow| Ok(row.flag("owned")?);
        Ok(self.row(query, owned).await?.unwrap_or_default())
    }

    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError> {
        self.value(sqlx::query_scalar("SELECT channel FROM answer_channels WHERE place = ?").bind(place))
            .await
    }

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let query = match channel {
            Some(channel) => sqlx::query(
                "INSERT INTO answer_channels (place, channel, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (place) DO UPDATE SET channel = ?2, at = ?3",
            )
            .bind(place)
            .bind(channel)
            .bind(at.0),
            None => sqlx::query("DELETE FROM answer_channels WHERE place = ?").bind(place),
        };
        self.execute(query).await.map(|_| ())
    }

    async fn threads_within(&self, within: &str, before: Millis) -> Result<Vec<ThreadId>, StoreError> {
        let query = sqlx::query(
            "SELECT thread FROM threads
             WHERE (place = ?1 OR substr(place, 1, length(?1) + 1) = ?1 || ':') AND updated_at < ?2
             ORDER BY updated_at, thread",
        );
        self.rows(query.bind(within).bind(before.0), thread).await
    }

    async fn put_edit(&self, job: &JobId, text: &str, at: Millis) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO edits (job, text, at) VALUES (?1, ?2, ?3)
             ON CONFLICT (job) DO UPDATE SET text = ?2, at = ?3",
        )
        .bind(job.as_str())
        .bind(text)
        .bind(at.0);
        self.execute_for(query, || format!("job {job}")).await.map(|_| ())
    }

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError> {
        self.value(sqlx::query_scalar("SELECT text FROM edits WHERE job = ?").bind(job.as_str())).await
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
                "INSERT INTO picks (job, source, pick, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (job, source) DO UPDATE SET pick = ?3, at = ?4",
            )
            .bind(job.as_str())
            .bind(source.as_str())
            .bind(*name)
            .bind(at.0),
            None => sqlx::query("DELETE FROM picks WHERE job = ? AND source = ?")
                .bind(job.as_str())
                .bind(source.as_str()),
        };
        self.execute_for(query, || format!("job {job}")).await.map(|_| ())
    }

    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError> {
        let query = sqlx::query("SELECT source, pick FROM picks WHERE job = ? ORDER BY rowid");
        self.rows(query.bind(job.as_str()), pick).await
    }

    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO feedback (job, person, good, reason, at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (job, person) DO UPDATE SET good = ?3, reason = ?4, at = ?5",
        )
        .bind(feedback.job.as_str())
        .bind(&feedback.person)
        .bind(feedback.good)
        .bind(&feedback.reason)
        .bind(feedback.at.0);
        self.execute_for(query, || format!("job {}", feedback.job)).await.map(|_| ())
    }

    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError> {
        let query = sqlx::query(
            "SELECT job, person, good, reason, at FROM feedback WHERE at >= ?
             ORDER BY at DESC, rowid DESC LIMIT ?",
        );
        self.rows(query.bind(since.0).bind(limit), feedback).await
    }
}
