//! Progress on arrivals, and what is kept for places.

use super::unit::Unit;
use crate::work::{Done, Fault, owned};
use async_trait::async_trait;
use gorkd_core::model::{Millis, Place};
use gorkd_core::ports::Step;
use sqlx::SqliteConnection;

pub(super) struct PutStep {
    pub arrival: String,
    pub step: Step,
}

#[async_trait]
impl Unit for PutStep {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO steps (arrival, name, made, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (arrival, name) DO UPDATE SET made = ?3, at = ?4",
        )
        .bind(&self.arrival)
        .bind(&self.step.name)
        .bind(&self.step.made)
        .bind(self.step.at.0)
        .execute(connection)
        .await
        .map_err(|error| owned(error, || format!("arrival {}", self.arrival)))?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct DropSteps(pub String);

#[async_trait]
impl Unit for DropSteps {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM steps WHERE arrival = ?").bind(&self.0).execute(connection).await?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct OwnPlace(pub Place);

#[async_trait]
impl Unit for OwnPlace {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("UPDATE threads_at SET owned = 1 WHERE place = ?")
            .bind(self.0.as_str())
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

pub(super) struct PutAnswerChannel {
    pub place: String,
    pub channel: Option<String>,
    pub at: Millis,
}

#[async_trait]
impl Unit for PutAnswerChannel {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let query = match &self.channel {
            Some(channel) => sqlx::query(
                "INSERT INTO answer_channels (place, channel, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (place) DO UPDATE SET channel = ?2, at = ?3",
            )
            .bind(&self.place)
            .bind(channel)
            .bind(self.at.0),
            None => sqlx::query("DELETE FROM answer_channels WHERE place = ?").bind(&self.place),
        };
        query.execute(connection).await?;
        Ok(Done::quietly(()))
    }
}
