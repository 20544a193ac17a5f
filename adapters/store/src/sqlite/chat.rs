//! Chat state as far as it differs from that of Postgres.

use super::SqliteStore;
use super::unit::Unit;
use crate::rows::chat::name_of;
use crate::values::{json, parsed};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Place};
use gorkd_core::ports::{ChatMessage, Delivery, DeliveryState, MessageKey, StoreError};
use sqlx::SqliteConnection;

/// The column that numbers rows as they are inserted.
pub(super) const NUMBER: &str = "rowid";

/// The place of a row is within the place $1.
pub(super) const WITHIN: &str = "substr(place, 1, length($1) + 1) = $1 || ':'";

impl SqliteStore {
    pub(super) async fn acknowledge(&self, key: &str) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE arrivals SET payload = NULL WHERE key = ?").bind(key);
        self.execute(query).await.map(|_| ())
    }

    pub(super) async fn insert_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
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

    pub(super) async fn write_message(&self, message: &ChatMessage) -> Result<(), StoreError> {
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

    pub(super) async fn delete_message(
        &self,
        job: &JobId,
        place: &Place,
        key: &MessageKey,
    ) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM messages WHERE job = ? AND place = ? AND key = ?")
            .bind(job.as_str())
            .bind(place.as_str())
            .bind(key.to_string());
        self.execute(query).await.map(|_| ())
    }
}

/// The only chat write that reads first.
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
