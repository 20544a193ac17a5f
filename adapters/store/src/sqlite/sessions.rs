//! Sessions of people signed in on the web.

use super::SqliteStore;
use super::unit::Unit;
use crate::rows::Cells;
use crate::rows::web::key_row;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{KeyRow, NewSession, Sessions, StoreError};
use sqlx::SqliteConnection;
use sqlx::sqlite::SqliteRow;

#[async_trait]
impl Sessions for SqliteStore {
    async fn open_session(&self, new: &NewSession) -> Result<(), StoreError> {
        self.write(Open(new.clone())).await
    }

    async fn session_key(&self, hash: &str, now: Millis) -> Result<Option<(KeyRow, Millis)>, StoreError> {
        let row = sqlx::query(
            "SELECT keys.id, name, prefix, keys.created_at, last_used_at, revoked_at, role, keys.expires_at,
                 month_usd, sessions.expires_at AS until
             FROM sessions JOIN keys ON keys.id = sessions.key
             WHERE sessions.hash = ? AND sessions.expires_at > ?",
        )
        .bind(hash)
        .bind(now.0)
        .fetch_optional(&self.inner.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        let read = |row: SqliteRow| Ok((key_row(&row)?, row.time("until")?));
        row.map(read).transpose().map_err(|fault: Fault| self.explained(fault))
    }

    async fn close_session(&self, hash: &str) -> Result<bool, StoreError> {
        self.write(Close(hash.to_owned())).await
    }
}

struct Open(NewSession);

#[async_trait]
impl Unit for Open {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM sessions WHERE expires_at <= ?")
            .bind(self.0.at.0)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO sessions (hash, key, created_at, expires_at) VALUES (?, ?, ?, ?)")
            .bind(&self.0.hash)
            .bind(&self.0.key)
            .bind(self.0.at.0)
            .bind(self.0.until.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

struct Close(String);

#[async_trait]
impl Unit for Close {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let gone =
            sqlx::query("DELETE FROM sessions WHERE hash = ?").bind(&self.0).execute(connection).await?;
        Ok(Done::quietly(gone.rows_affected() == 1))
    }
}
