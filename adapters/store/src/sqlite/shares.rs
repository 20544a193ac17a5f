//! Links to shared answers.

use super::SqliteStore;
use super::unit::Unit;
use crate::rows::web::{SHARE_COLUMNS, secret, share_row};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{ShareRow, Shares, SharesOf, StoreError};
use sqlx::{AssertSqlSafe, SqliteConnection};

#[async_trait]
impl Shares for SqliteStore {
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        // Read for every link that is opened; only the first call ever writes.
        let kept = sqlx::query_scalar("SELECT value FROM secrets WHERE name = 'shares'")
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.failed(&error))?;
        match kept {
            Some(kept) => secret(kept).map_err(|fault| self.explained(fault)),
            None => self.write(Secret(fresh)).await,
        }
    }

    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError> {
        self.write(End { job: job.clone(), at }).await
    }

    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError> {
        let at: Option<i64> = sqlx::query_scalar("SELECT at FROM ended_shares WHERE job = ?")
            .bind(job.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.failed(&error))?;
        Ok(at.map(Millis))
    }

    async fn put_share(&self, share: &ShareRow) -> Result<(), StoreError> {
        self.write(Put(share.clone())).await
    }

    async fn kept_share(&self, id: &str) -> Result<Option<ShareRow>, StoreError> {
        let query =
            sqlx::query(AssertSqlSafe(format!("SELECT {SHARE_COLUMNS} FROM shares WHERE id = ?"))).bind(id);
        self.row(query, share_row).await
    }

    async fn kept_shares(
        &self,
        of: &SharesOf,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<ShareRow>, StoreError> {
        let (column, value) = match of {
            SharesOf::Run(job) => ("job", job.as_str()),
            SharesOf::Owner(owner) => ("owner", owner.as_str()),
        };
        let sql = format!(
            "SELECT {SHARE_COLUMNS} FROM shares WHERE {column} = ?1 AND (?2 IS NULL OR (created_at, id) < (?2, ?3))
             ORDER BY created_at DESC, id DESC LIMIT ?4"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(value)
            .bind(after.map(|(at, _)| at.0))
            .bind(after.map(|(_, id)| id))
            .bind(limit);
        self.rows(query, share_row).await
    }

    async fn drop_share(&self, id: &str) -> Result<bool, StoreError> {
        self.write(DropOne(id.to_owned())).await
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
        let kept = sqlx::query_scalar("SELECT value FROM secrets WHERE name = 'shares'")
            .fetch_one(connection)
            .await?;
        Ok(Done::quietly(secret(kept)?))
    }
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
        .execute(&mut *connection)
        .await?;
        sqlx::query("DELETE FROM shares WHERE job = ?").bind(self.job.as_str()).execute(connection).await?;
        Ok(Done::quietly(()))
    }
}

struct Put(ShareRow);

#[async_trait]
impl Unit for Put {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO shares (id, job, owner, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET expires_at = ?5",
        )
        .bind(&self.0.id)
        .bind(self.0.job.as_str())
        .bind(&self.0.owner)
        .bind(self.0.created_at.0)
        .bind(self.0.expires_at.map(|at| at.0))
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct DropOne(String);

#[async_trait]
impl Unit for DropOne {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let gone = sqlx::query("DELETE FROM shares WHERE id = ?").bind(&self.0).execute(connection).await?;
        Ok(Done::quietly(gone.rows_affected() == 1))
    }
}
