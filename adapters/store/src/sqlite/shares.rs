//! Links to answers.

use super::SqliteStore;
use super::explain::Fault;
use super::unit::{Done, Unit};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Shares, StoreError};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

#[async_trait]
impl Shares for SqliteStore {
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        // Every link that is opened asks for it: only the first one ever writes.
        let row = sqlx::query("SELECT value FROM secrets WHERE name = 'shares'")
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        match row {
            Some(row) => secret(&row).map_err(|error| self.inner.file.database(&error)),
            None => self.inner.writer.write(Secret(fresh)).await,
        }
    }

    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError> {
        self.inner.writer.write(End { job: job.clone(), at }).await
    }

    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query("SELECT at FROM ended_shares WHERE job = ?")
            .bind(job.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        row.map(|row| row.try_get("at").map(Millis))
            .transpose()
            .map_err(|error| self.inner.file.database(&error))
    }
}

struct Secret([u8; 32]);

#[async_trait]
impl Unit for Secret {
    type Output = [u8; 32];

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<[u8; 32]>, Fault> {
        sqlx::query("INSERT INTO secrets (name, value) VALUES ('shares', ?) ON CONFLICT (name) DO NOTHING")
            .bind(self.0.as_slice())
            .execute(&mut *connection)
            .await?;
        let row =
            sqlx::query("SELECT value FROM secrets WHERE name = 'shares'").fetch_one(connection).await?;
        Ok(Done::quietly(secret(&row)?))
    }
}

fn secret(row: &SqliteRow) -> Result<[u8; 32], sqlx::Error> {
    let kept: Vec<u8> = row.try_get("value")?;
    kept.try_into().map_err(|_| sqlx::Error::Decode("a secret of 32 bytes".into()))
}

struct End {
    job: JobId,
    at: Millis,
}

#[async_trait]
impl Unit for End {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO ended_shares (job, at) VALUES (?1, ?2)
             ON CONFLICT (job) DO UPDATE SET at = MAX(at, ?2)",
        )
        .bind(self.job.as_str())
        .bind(self.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}
