//! Writes of chat state.

use super::unit::Unit;
use crate::rows::chat::{PICKS, name_of};
use crate::values::{json, parsed};
use crate::work::{Done, Fault, owned};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, Place, SourceId, ThreadId};
use gorkd_core::ports::{
    Arrival, ChatMessage, Delivery, DeliveryState, Feedback, MessageKey, Pick, StoreError,
};
use sqlx::SqliteConnection;

pub(super) struct Enqueue(pub Arrival);

#[async_trait]
impl Unit for Enqueue {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let taken = sqlx::query(
            "INSERT INTO arrivals (key, platform, payload, at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
        )
        .bind(&self.0.key)
        .bind(&self.0.platform)
        .bind(&self.0.payload)
        .bind(self.0.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(taken.rows_affected() == 1))
    }
}

pub(super) struct Ack(pub String);

#[async_trait]
impl Unit for Ack {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("UPDATE arrivals SET payload = NULL WHERE key = ?")
            .bind(&self.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct ForgetArrivals(pub Millis);

#[async_trait]
impl Unit for ForgetArrivals {
    type Output = u64;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<u64>, Fault> {
        let gone = sqlx::query("DELETE FROM arrivals WHERE payload IS NULL AND at < ?")
            .bind(self.0.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(gone.rows_affected()))
    }
}

pub(super) struct StartDelivery(pub Delivery);

#[async_trait]
impl Unit for StartDelivery {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let delivery = &self.0;
        sqlx::query(
            "INSERT INTO tellings (job, place, platform, requester, private, handle, extras, state, at, wake_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job, place) DO NOTHING",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(delivery.place.platform())
        .bind(json(&delivery.requester, "a requester")?)
        .bind(delivery.private)
        .bind(&delivery.handle)
        .bind(json(&delivery.extras, "what was asked for besides")?)
        .bind(name_of(delivery.state))
        .bind(delivery.at.0)
        .bind(delivery.wake_at.map(|at| at.0))
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", delivery.job)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct Reopen(pub Delivery);

#[async_trait]
impl Unit for Reopen {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let delivery = &self.0;
        let extras: Option<String> =
            sqlx::query_scalar("SELECT extras FROM tellings WHERE job = ? AND place = ?")
                .bind(delivery.job.as_str())
                .bind(delivery.place.as_str())
                .fetch_optional(&mut *connection)
                .await?;
        let Some(extras) = extras else {
            let what = format!("a delivery of job {} in {}", delivery.job, delivery.place);
            return Err(StoreError::NotFound(what).into());
        };
        let kept = Delivery { extras: parsed(&extras, "what was asked for besides")?, ..Delivery::default() };
        sqlx::query(
            "UPDATE tellings SET requester = ?3, private = ?4, handle = ?5, extras = ?6, state = ?7, at = ?8,
                 wake_at = NULL
             WHERE job = ?1 AND place = ?2",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(json(&delivery.requester, "a requester")?)
        .bind(delivery.private)
        .bind(&delivery.handle)
        .bind(json(&kept.with_extras(&delivery.extras), "what was asked for besides")?)
        .bind(name_of(DeliveryState::Open))
        .bind(delivery.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct Settle {
    pub delivery: Delivery,
    pub state: DeliveryState,
}

#[async_trait]
impl Unit for Settle {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let delivery = &self.delivery;
        let done = sqlx::query(
            "UPDATE tellings SET state = ?3 WHERE job = ?1 AND place = ?2 AND (extras = ?4 OR ?3 = ?5)",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(name_of(self.state))
        .bind(json(&delivery.extras, "what was asked for besides")?)
        .bind(name_of(DeliveryState::Gone))
        .execute(connection)
        .await?;
        Ok(Done::quietly(done.rows_affected() > 0))
    }
}

pub(super) struct PutMessage(pub ChatMessage);

#[async_trait]
impl Unit for PutMessage {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let message = &self.0;
        sqlx::query(
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
        .bind(&message.hash)
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", message.job)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct DropMessage(pub JobId, pub Place, pub MessageKey);

#[async_trait]
impl Unit for DropMessage {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM messages WHERE job = ? AND place = ? AND key = ?")
            .bind(self.0.as_str())
            .bind(self.1.as_str())
            .bind(self.2.to_string())
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct SettleThread(pub Place, pub ThreadId);

#[async_trait]
impl Unit for SettleThread {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO threads_at (place, thread) VALUES (?1, ?2) ON CONFLICT (place) DO UPDATE SET thread = ?2",
        )
        .bind(self.0.as_str())
        .bind(self.1.as_str())
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("thread {}", self.1)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct PutFeedback(pub Feedback);

#[async_trait]
impl Unit for PutFeedback {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let feedback = &self.0;
        sqlx::query(
            "INSERT INTO feedback (job, person, good, reason, at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (job, person) DO UPDATE SET good = ?3, reason = ?4, at = ?5",
        )
        .bind(feedback.job.as_str())
        .bind(&feedback.person)
        .bind(feedback.good)
        .bind(&feedback.reason)
        .bind(feedback.at.0)
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", feedback.job)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct PutEdit {
    pub job: JobId,
    pub text: String,
    pub at: Millis,
}

#[async_trait]
impl Unit for PutEdit {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO edits (job, text, at) VALUES (?1, ?2, ?3)
             ON CONFLICT (job) DO UPDATE SET text = ?2, at = ?3",
        )
        .bind(self.job.as_str())
        .bind(&self.text)
        .bind(self.at.0)
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("job {}", self.job)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct PutPick {
    pub job: JobId,
    pub source: SourceId,
    pub pick: Option<Pick>,
    pub at: Millis,
}

#[async_trait]
impl Unit for PutPick {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let query = match PICKS.iter().find(|(pick, _)| Some(*pick) == self.pick) {
            Some((_, name)) => sqlx::query(
                "INSERT INTO picks (job, source, pick, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (job, source) DO UPDATE SET pick = ?3, at = ?4",
            )
            .bind(self.job.as_str())
            .bind(self.source.as_str())
            .bind(*name)
            .bind(self.at.0),
            None => sqlx::query("DELETE FROM picks WHERE job = ? AND source = ?")
                .bind(self.job.as_str())
                .bind(self.source.as_str()),
        };
        query.execute(connection).await.map_err(|error| owned(error, || format!("job {}", self.job)))?;
        Ok(Done::quietly(()))
    }
}
