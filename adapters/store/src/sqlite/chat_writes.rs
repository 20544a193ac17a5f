//! The only chat write that reads first.

use super::unit::Unit;
use crate::rows::chat::name_of;
use crate::values::{json, parsed};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::{Delivery, DeliveryState, StoreError};
use sqlx::SqliteConnection;

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
