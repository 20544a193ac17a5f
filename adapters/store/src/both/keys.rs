//! Keys of the HTTP interface.

use super::{Connection, Store, Unit, locks, plain};
use crate::rows::web::{KEY_COLUMNS, key_row};
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{MicroUsd, Millis};
use gorkd_core::ports::{KeyRow, Keys, NewKey, StoreError};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Keys for Store {
    async fn add_key(&self, key: &NewKey, first_only: bool) -> Result<bool, StoreError> {
        self.write(Add { key: key.clone(), first_only }).await
    }

    async fn keys(&self) -> Result<Vec<KeyRow>, StoreError> {
        let sql = format!("SELECT {KEY_COLUMNS} FROM keys ORDER BY created_at, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)), key_row).await
    }

    async fn key_by_hash(&self, hash: &str) -> Result<Option<KeyRow>, StoreError> {
        let sql = format!("SELECT {KEY_COLUMNS} FROM keys WHERE hash = $1");
        self.row(sqlx::query(AssertSqlSafe(sql)).bind(hash), key_row).await
    }

    async fn key_used(&self, id: &str, at: Millis) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE keys SET last_used_at = CASE WHEN last_used_at > $2 THEN last_used_at ELSE $2 END WHERE id = $1",
        );
        self.execute(query.bind(id).bind(at.0)).await.map(|_| ())
    }

    async fn revoke_key(&self, named: &str, at: Millis) -> Result<Option<KeyRow>, StoreError> {
        self.write(Revoke { named: named.to_owned(), at }).await
    }

    async fn used_of(&self, scope: &str, period: &str) -> Result<MicroUsd, StoreError> {
        let query =
            sqlx::query_scalar("SELECT reserved + spent FROM budgets WHERE scope = $1 AND period = $2");
        let used = self.value::<i64>(query.bind(plain(scope)).bind(plain(period))).await?;
        Ok(MicroUsd(used.map_or(0, count)))
    }
}

struct Add {
    key: NewKey,
    first_only: bool,
}

#[async_trait]
impl Unit for Add {
    type Output = bool;

    async fn run(&self, connection: &mut Connection) -> Result<Done<bool>, Fault> {
        if self.first_only {
            // If two callers both want to create the first key, one waits and sees the other's.
            locks::keys(connection).await?;
        }
        let added = sqlx::query(
            "INSERT INTO keys (id, name, prefix, hash, created_at, role, expires_at, month_usd)
             SELECT $1, $2, $3, $4, $5, $7, $8, $9 WHERE NOT $6 OR NOT EXISTS (
                 SELECT 1 FROM keys UNION ALL SELECT 1 FROM secrets WHERE name = 'keys_erased')",
        )
        .bind(&self.key.id)
        .bind(plain(&self.key.name))
        .bind(&self.key.prefix)
        .bind(&self.key.hash)
        .bind(self.key.at.0)
        .bind(self.first_only)
        .bind(self.key.role.name())
        .bind(self.key.expires_at.map(|at| at.0))
        .bind(self.key.month_usd.map(|usd| int(usd.0)))
        .execute(connection)
        .await?;
        Ok(Done::quietly(added.rows_affected() == 1))
    }
}

struct Revoke {
    named: String,
    at: Millis,
}

#[async_trait]
impl Unit for Revoke {
    type Output = Option<KeyRow>;

    async fn run(&self, connection: &mut Connection) -> Result<Done<Option<KeyRow>>, Fault> {
        let sql = format!(
            "UPDATE keys SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1 OR prefix = $1
             RETURNING {KEY_COLUMNS}"
        );
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(plain(&self.named))
            .bind(self.at.0)
            .fetch_optional(connection)
            .await?;
        Ok(Done::quietly(row.map(|row| key_row(&row)).transpose()?))
    }
}
