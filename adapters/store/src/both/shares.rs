//! Links to shared answers.

use super::{Connection, Store, Unit, plain};
use crate::rows::web::{SHARE_COLUMNS, secret, share_row};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{ShareRow, Shares, SharesOf, StoreError};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Shares for Store {
    async fn share_secret(&self, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        // Read for every link that is opened; only the first call ever writes.
        let kept = async || {
            let query = sqlx::query_scalar("SELECT value FROM secrets WHERE name = 'shares'");
            self.value::<Vec<u8>>(query).await
        };
        let mut there = kept().await?;
        if there.is_none() {
            let first =
                "INSERT INTO secrets (name, value) VALUES ('shares', $1) ON CONFLICT (name) DO NOTHING";
            self.execute(sqlx::query(first).bind(fresh.as_slice())).await?;
            there = kept().await?;
        }
        secret(there.unwrap_or_default()).map_err(|fault| self.explained(fault))
    }

    async fn end_shares(&self, job: &JobId, at: Millis) -> Result<(), StoreError> {
        self.write(End { job: job.clone(), at }).await
    }

    async fn shares_ended(&self, job: &JobId) -> Result<Option<Millis>, StoreError> {
        let query = sqlx::query_scalar("SELECT at FROM ended_shares WHERE job = $1").bind(job.as_str());
        Ok(self.value(query).await?.map(Millis))
    }

    async fn put_share(&self, share: &ShareRow) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO shares (id, job, owner, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE SET expires_at = $5",
        )
        .bind(&share.id)
        .bind(share.job.as_str())
        .bind(&share.owner)
        .bind(share.created_at.0)
        .bind(share.expires_at.map(|at| at.0));
        self.execute(query).await.map(|_| ())
    }

    async fn kept_share(&self, id: &str) -> Result<Option<ShareRow>, StoreError> {
        let sql = format!("SELECT {SHARE_COLUMNS} FROM shares WHERE id = $1");
        self.row(sqlx::query(AssertSqlSafe(sql)).bind(plain(id)), share_row).await
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
            "SELECT {SHARE_COLUMNS} FROM shares
             WHERE {column} = $1 AND (CAST($2 AS bigint) IS NULL OR (created_at, id) < ($2, $3))
             ORDER BY created_at DESC, id DESC LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(plain(value))
            .bind(after.map(|(at, _)| at.0))
            .bind(after.map(|(_, id)| id))
            .bind(i64::from(limit));
        self.rows(query, share_row).await
    }

    async fn drop_share(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.execute(sqlx::query("DELETE FROM shares WHERE id = $1").bind(plain(id))).await? == 1)
    }
}

struct End {
    job: JobId,
    at: Millis,
}

#[async_trait]
impl Unit for End {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO ended_shares (job, at) VALUES ($1, $2)
             ON CONFLICT (job) DO UPDATE
                 SET at = CASE WHEN ended_shares.at > $2 THEN ended_shares.at ELSE $2 END",
        )
        .bind(self.job.as_str())
        .bind(self.at.0)
        .execute(&mut *connection)
        .await?;
        sqlx::query("DELETE FROM shares WHERE job = $1").bind(self.job.as_str()).execute(connection).await?;
        Ok(Done::quietly(()))
    }
}
