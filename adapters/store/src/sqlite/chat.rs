//! Chat state: arrivals, deliveries, messages, threads by place, edits, picks, feedback.

use super::SqliteStore;
use super::chat_writes::{
    Ack, DropMessage, Enqueue, ForgetArrivals, PutEdit, PutFeedback, PutMessage, PutPick, Reopen, Settle,
    SettleThread, StartDelivery,
};
use super::steps::{DropSteps, OwnPlace, PutAnswerChannel, PutStep};
use crate::rows::Cells;
use crate::rows::chat::{
    DELIVERY_COLUMNS, MESSAGE_COLUMNS, arrival, delivery, feedback, message, pick, step, thread,
};
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
        self.inner.writer.write(Enqueue(arrival.clone())).await
    }

    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError> {
        let query = sqlx::query(
            "SELECT key, platform, payload, at FROM arrivals WHERE platform = ? AND payload IS NOT NULL
             ORDER BY number LIMIT ?",
        );
        self.rows(query.bind(platform).bind(limit), arrival).await
    }

    async fn ack(&self, key: &str) -> Result<(), StoreError> {
        self.inner.writer.write(Ack(key.to_owned())).await
    }

    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError> {
        let query = sqlx::query("SELECT name, made, at FROM steps WHERE arrival = ? ORDER BY at, name");
        self.rows(query.bind(arrival), step).await
    }

    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError> {
        self.inner.writer.write(PutStep { arrival: arrival.to_owned(), step: step.clone() }).await
    }

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError> {
        self.inner.writer.write(DropSteps(arrival.to_owned())).await
    }

    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError> {
        self.inner.writer.write(ForgetArrivals(before)).await
    }

    async fn start_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.inner.writer.write(StartDelivery(delivery.clone())).await
    }

    async fn reopen(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.inner.writer.write(Reopen(delivery.clone())).await
    }

    async fn settle(&self, delivery: &Delivery, state: DeliveryState) -> Result<bool, StoreError> {
        self.inner.writer.write(Settle { delivery: delivery.clone(), state }).await
    }

    async fn delivery(&self, job: &JobId, place: &Place) -> Result<Option<Delivery>, StoreError> {
        let sql = format!("SELECT {DELIVERY_COLUMNS} FROM tellings WHERE job = ? AND place = ?");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()).bind(place.as_str());
        Ok(self.rows(query, delivery).await?.pop())
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
        self.inner.writer.write(PutMessage(message.clone())).await
    }

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError> {
        self.inner.writer.write(DropMessage(job.clone(), place.clone(), key.clone())).await
    }

    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError> {
        let sql = format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages WHERE platform = ? AND id = ?
             ORDER BY intent_at DESC, rowid DESC LIMIT 1"
        );
        Ok(self.rows(sqlx::query(AssertSqlSafe(sql)).bind(platform).bind(id), message).await?.pop())
    }

    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError> {
        let query = sqlx::query("SELECT thread FROM threads_at WHERE place = ?").bind(place.as_str());
        Ok(self.rows(query, thread).await?.pop())
    }

    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError> {
        self.inner.writer.write(SettleThread(place.clone(), thread.clone())).await
    }

    async fn own_place(&self, place: &Place) -> Result<(), StoreError> {
        self.inner.writer.write(OwnPlace(place.clone())).await
    }

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT owned FROM threads_at WHERE place = ?").bind(place.as_str());
        let owned = |row: &SqliteRow| Ok(row.flag("owned")?);
        Ok(self.rows(query, owned).await?.pop().unwrap_or_default())
    }

    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT channel FROM answer_channels WHERE place = ?").bind(place);
        let channel = |row: &SqliteRow| Ok(row.text("channel")?);
        Ok(self.rows(query, channel).await?.pop())
    }

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let put = PutAnswerChannel { place: place.to_owned(), channel: channel.map(str::to_owned), at };
        self.inner.writer.write(put).await
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
        self.inner.writer.write(PutEdit { job: job.clone(), text: text.to_owned(), at }).await
    }

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT text FROM edits WHERE job = ?").bind(job.as_str());
        let text = |row: &SqliteRow| Ok(row.text("text")?);
        Ok(self.rows(query, text).await?.pop())
    }

    async fn put_pick(
        &self,
        job: &JobId,
        source: &SourceId,
        pick: Option<Pick>,
        at: Millis,
    ) -> Result<(), StoreError> {
        self.inner.writer.write(PutPick { job: job.clone(), source: source.clone(), pick, at }).await
    }

    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError> {
        let query = sqlx::query("SELECT source, pick FROM picks WHERE job = ? ORDER BY rowid");
        self.rows(query.bind(job.as_str()), pick).await
    }

    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError> {
        self.inner.writer.write(PutFeedback(feedback.clone())).await
    }

    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError> {
        let query = sqlx::query(
            "SELECT job, person, good, reason, at FROM feedback WHERE at >= ?
             ORDER BY at DESC, rowid DESC LIMIT ?",
        );
        self.rows(query.bind(since.0).bind(limit), feedback).await
    }
}
