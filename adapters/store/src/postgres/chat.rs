//! Chat state as far as it differs from SQLite's: leases, the person of a delivery, and locks.

use super::PostgresStore;
use super::unit::Unit;
use crate::rows::chat::name_of;
use crate::values::{json, parsed, plain};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Place};
use gorkd_core::ports::{ChatMessage, Delivery, DeliveryState, MessageKey, StoreError};
use sqlx::{AssertSqlSafe, PgConnection};

/// The column that numbers rows as they are inserted.
pub(super) const NUMBER: &str = "number";

/// The place of a row is within the place $1.
pub(super) const WITHIN: &str = "starts_with(place, $1 || ':')";

/// Whether the writer still holds the lease it started with. Nobody can take it over while a statement that
/// checks this runs.
macro_rules! held {
    ($work:literal, $term:literal) => {
        concat!(
            "(",
            $term,
            "::bigint IS NULL OR EXISTS (SELECT 1 FROM leases WHERE leases.work = ",
            $work,
            "::text AND leases.term = ",
            $term,
            "::bigint FOR SHARE))"
        )
    };
}

impl PostgresStore {
    pub(super) async fn acknowledge(&self, key: &str) -> Result<(), StoreError> {
        let (work, term) = self.term();
        let sql = format!("UPDATE arrivals SET payload = NULL WHERE key = $1 AND {}", held!("$2", "$3"));
        let query = sqlx::query(AssertSqlSafe(sql)).bind(plain(key)).bind(work).bind(term);
        match self.execute(query).await? {
            0 if term.is_some() => Err(StoreError::Fenced(key.to_owned())),
            _ => Ok(()),
        }
    }

    pub(super) async fn insert_delivery(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let requester = json(&delivery.requester, "a requester").map_err(|fault| self.explained(fault))?;
        let extras =
            json(&delivery.extras, "what was asked for besides").map_err(|fault| self.explained(fault))?;
        let query = sqlx::query(
            "INSERT INTO tellings (job, place, platform, requester, person, private, handle, extras, state, at, wake_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (job, place) DO NOTHING",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(delivery.place.platform())
        .bind(requester)
        .bind(delivery.requester.key())
        .bind(delivery.private)
        .bind(&delivery.handle)
        .bind(extras)
        .bind(name_of(delivery.state))
        .bind(delivery.at.0)
        .bind(delivery.wake_at.map(|at| at.0));
        self.execute_for(query, || format!("job {}", delivery.job)).await.map(|_| ())
    }

    pub(super) async fn write_message(&self, message: &ChatMessage) -> Result<(), StoreError> {
        let (work, term) = self.term();
        let sql = format!(
            "INSERT INTO messages (job, place, key, platform, intent_at, nonce, id, hash)
             SELECT $1::text, $2::text, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::text WHERE {}
             ON CONFLICT (job, place, key) DO UPDATE SET intent_at = $5, nonce = $6, id = $7, hash = $8",
            held!("$9", "$10")
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(message.job.as_str())
            .bind(message.place.as_str())
            .bind(message.key.to_string())
            .bind(message.place.platform())
            .bind(message.intent_at.0)
            .bind(&message.nonce)
            .bind(&message.id)
            .bind(&message.hash)
            .bind(work)
            .bind(term);
        match self.execute_for(query, || format!("job {}", message.job)).await? {
            0 => Err(StoreError::Fenced(message.job.to_string())),
            _ => Ok(()),
        }
    }

    pub(super) async fn delete_message(
        &self,
        job: &JobId,
        place: &Place,
        key: &MessageKey,
    ) -> Result<(), StoreError> {
        let (work, term) = self.term();
        let sql = format!(
            "DELETE FROM messages WHERE job = $1 AND place = $2 AND key = $3 AND {}",
            held!("$4", "$5")
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(job.as_str())
            .bind(place.as_str())
            .bind(key.to_string())
            .bind(work)
            .bind(term);
        self.execute(query).await.map(|_| ())
    }
}

/// The only chat write that reads first.
pub(super) struct Reopen(pub Delivery);

#[async_trait]
impl Unit for Reopen {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let delivery = &self.0;
        let extras: Option<String> =
            sqlx::query_scalar("SELECT extras FROM tellings WHERE job = $1 AND place = $2 FOR UPDATE")
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
            "UPDATE tellings SET requester = $3, person = $4, private = $5, handle = $6, extras = $7, state = $8,
                 at = $9, wake_at = NULL
             WHERE job = $1 AND place = $2",
        )
        .bind(delivery.job.as_str())
        .bind(delivery.place.as_str())
        .bind(json(&delivery.requester, "a requester")?)
        .bind(delivery.requester.key())
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
