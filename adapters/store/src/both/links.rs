//! Links between a person's chat and web identities.

use super::{Connection, Row, Store, Unit};
use crate::rows::Cells;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{LinkRow, Links, NewCode, StoreError};

#[async_trait]
impl Links for Store {
    async fn put_code(&self, code: &NewCode) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO link_codes (identity, hash, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (identity) DO UPDATE SET hash = $2, expires_at = $3",
        )
        .bind(&code.identity)
        .bind(&code.hash)
        .bind(code.until.0);
        self.execute(query).await.map(|_| ())
    }

    async fn take_code(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError> {
        self.write(TakeCode { hash: hash.to_owned(), now }).await
    }

    async fn link(&self, link: &LinkRow) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO linked (chat, web, id, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (chat) DO UPDATE SET web = $2, id = $3, at = $4",
        )
        .bind(&link.chat)
        .bind(&link.web)
        .bind(&link.id)
        .bind(link.at.0);
        self.execute(query).await.map(|_| ())
    }

    async fn links_of(&self, web: &str) -> Result<Vec<LinkRow>, StoreError> {
        let query = sqlx::query("SELECT id, chat, web, at FROM linked WHERE web = $1 ORDER BY at, id");
        let link = |row: &Row| {
            let (id, chat, web) = (row.text("id")?, row.text("chat")?, row.text("web")?);
            Ok(LinkRow { id, chat, web, at: row.time("at")? })
        };
        self.rows(query.bind(web), link).await
    }

    async fn web_of(&self, chat: &str) -> Result<Option<String>, StoreError> {
        self.value(sqlx::query_scalar("SELECT web FROM linked WHERE chat = $1").bind(chat)).await
    }

    async fn unlink(&self, id: &str, web: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM linked WHERE id = $1 AND web = $2").bind(id).bind(web);
        Ok(self.execute(query).await? == 1)
    }
}

struct TakeCode {
    hash: String,
    now: Millis,
}

#[async_trait]
impl Unit for TakeCode {
    type Output = Option<String>;

    async fn run(&self, connection: &mut Connection) -> Result<Done<Option<String>>, Fault> {
        sqlx::query("DELETE FROM link_codes WHERE expires_at <= $1")
            .bind(self.now.0)
            .execute(&mut *connection)
            .await?;
        let whose = sqlx::query_scalar("DELETE FROM link_codes WHERE hash = $1 RETURNING identity")
            .bind(&self.hash)
            .fetch_optional(connection)
            .await?;
        Ok(Done::quietly(whose))
    }
}
