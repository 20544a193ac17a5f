//! Sessions of people signed in on the web.

use super::{Connection, Row, Store, Unit};
use crate::rows::Cells;
use crate::rows::web::key_row;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{KeyRow, NewSession, Sessions, StoreError};

#[async_trait]
impl Sessions for Store {
    async fn open_session(&self, new: &NewSession) -> Result<(), StoreError> {
        self.write(Open(new.clone())).await
    }

    async fn session_key(&self, hash: &str, now: Millis) -> Result<Option<(KeyRow, Millis)>, StoreError> {
        let query = sqlx::query(
            "SELECT keys.id, name, prefix, keys.created_at, last_used_at, revoked_at, role, keys.expires_at,
                 month_usd, sessions.expires_at AS until
             FROM sessions JOIN keys ON keys.id = sessions.key
             WHERE sessions.hash = $1 AND sessions.expires_at > $2",
        );
        let read = |row: &Row| Ok((key_row(row)?, row.time("until")?));
        self.row(query.bind(hash).bind(now.0), read).await
    }

    async fn close_session(&self, hash: &str) -> Result<bool, StoreError> {
        Ok(self.execute(sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash)).await? == 1)
    }
}

struct Open(NewSession);

#[async_trait]
impl Unit for Open {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
            .bind(self.0.at.0)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO sessions (hash, key, created_at, expires_at) VALUES ($1, $2, $3, $4)")
            .bind(&self.0.hash)
            .bind(&self.0.key)
            .bind(self.0.at.0)
            .bind(self.0.until.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}
