//! The only chat write that reads first.

use super::unit::Unit;
use crate::rows::chat::name_of;
use crate::values::{json, parsed};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::{StoreError, Telling, TellingState};
use sqlx::PgConnection;

pub(super) struct Reopen(pub Telling);

#[async_trait]
impl Unit for Reopen {
    type Output = ();

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<()>, Fault> {
        let told = &self.0;
        let extras: Option<String> =
            sqlx::query_scalar("SELECT extras FROM tellings WHERE job = $1 AND place = $2 FOR UPDATE")
                .bind(told.job.as_str())
                .bind(told.place.as_str())
                .fetch_optional(&mut *connection)
                .await?;
        let Some(extras) = extras else {
            let what = format!("a telling of job {} in {}", told.job, told.place);
            return Err(StoreError::NotFound(what).into());
        };
        let kept = Telling { extras: parsed(&extras, "what was asked for besides")?, ..Telling::default() };
        sqlx::query(
            "UPDATE tellings SET requester = $3, person = $4, private = $5, handle = $6, extras = $7, state = $8,
                 at = $9, wake_at = NULL
             WHERE job = $1 AND place = $2",
        )
        .bind(told.job.as_str())
        .bind(told.place.as_str())
        .bind(json(&told.requester, "a requester")?)
        .bind(told.requester.key())
        .bind(told.private)
        .bind(&told.handle)
        .bind(json(&kept.with_extras(&told.extras), "what was asked for besides")?)
        .bind(name_of(TellingState::Open))
        .bind(told.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}
