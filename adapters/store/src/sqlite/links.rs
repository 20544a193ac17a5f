//! Links between a person's chat and web identities.

use super::SqliteStore;
use super::unit::Unit;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{LinkRow, Links, NewCode, StoreError};
use sqlx::SqliteConnection;

#[async_trait]
impl Links for SqliteStore {
    async fn put_code(&self, code: &NewCode) -> Result<(), StoreError> {
        self.write(PutCode(code.clone())).await
    }

    async fn take_code(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError> {
        self.write(TakeCode { hash: hash.to_owned(), now }).await
    }

    async fn link(&self, link: &LinkRow) -> Result<(), StoreError> {
        self.write(Link(link.clone())).await
    }

    async fn links_of(&self, web: &str) -> Result<Vec<LinkRow>, StoreError> {
        let rows: Vec<(String, String, String, i64)> =
            sqlx::query_as("SELECT id, chat, web, at FROM linked WHERE web = ? ORDER BY at, id")
                .bind(web)
                .fetch_all(&self.inner.readers)
                .await
                .map_err(|error| self.failed(&error))?;
        Ok(rows.into_iter().map(|(id, chat, web, at)| LinkRow { id, chat, web, at: Millis(at) }).collect())
    }

    async fn web_of(&self, chat: &str) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT web FROM linked WHERE chat = ?")
            .bind(chat)
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.failed(&error))
    }

    async fn unlink(&self, id: &str, web: &str) -> Result<bool, StoreError> {
        self.write(Unlink { id: id.to_owned(), web: web.to_owned() }).await
    }
}

struct PutCode(NewCode);

#[async_trait]
impl Unit for PutCode {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO link_codes (identity, hash, expires_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (identity) DO UPDATE SET hash = ?2, expires_at = ?3",
        )
        .bind(&self.0.identity)
        .bind(&self.0.hash)
        .bind(self.0.until.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct TakeCode {
    hash: String,
    now: Millis,
}

#[async_trait]
impl Unit for TakeCode {
    type Output = Option<String>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Option<String>>, Fault> {
        sqlx::query("DELETE FROM link_codes WHERE expires_at <= ?")
            .bind(self.now.0)
            .execute(&mut *connection)
            .await?;
        let whose = sqlx::query_scalar("DELETE FROM link_codes WHERE hash = ? RETURNING identity")
            .bind(&self.hash)
            .fetch_optional(connection)
            .await?;
        Ok(Done::quietly(whose))
    }
}

struct Link(LinkRow);

#[async_trait]
impl Unit for Link {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO linked (chat, web, id, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (chat) DO UPDATE SET web = ?2, id = ?3, at = ?4",
        )
        .bind(&self.0.chat)
        .bind(&self.0.web)
        .bind(&self.0.id)
        .bind(self.0.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct Unlink {
    id: String,
    web: String,
}

#[async_trait]
impl Unit for Unlink {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let gone = sqlx::query("DELETE FROM linked WHERE id = ? AND web = ?")
            .bind(&self.id)
            .bind(&self.web)
            .execute(connection)
            .await?;
        Ok(Done::quietly(gone.rows_affected() == 1))
    }
}
