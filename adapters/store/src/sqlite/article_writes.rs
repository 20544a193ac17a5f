//! Writes about articles, each with the change that it records, in one transaction.

use super::unit::Unit;
use crate::limits::NEWS_KEPT_MS;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Article, ArticleKey};
use sqlx::SqliteConnection;

pub(super) struct Put(pub Article);

#[async_trait]
impl Unit for Put {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let article = &self.0;
        let known: Option<i64> = sqlx::query_scalar("SELECT number FROM articles WHERE site = ? AND id = ?")
            .bind(&article.key.site)
            .bind(&article.key.id)
            .fetch_optional(&mut *connection)
            .await?;
        sqlx::query(
            "INSERT INTO articles (site, id, is_number, title, text, url, published, author, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (site, id) DO UPDATE SET is_number = ?3, title = ?4, text = ?5, url = ?6, published = ?7,
                 author = ?8, updated_at = ?10",
        )
        .bind(&article.key.site)
        .bind(&article.key.id)
        .bind(article.numeric)
        .bind(&article.title)
        .bind(&article.text)
        .bind(&article.url)
        .bind(article.published)
        .bind(&article.author)
        .bind(article.created_at.0)
        .bind(article.updated_at.0)
        .execute(&mut *connection)
        .await?;
        let status = if known.is_some() { "updated" } else { "created" };
        told(connection, article, status, article.updated_at).await?;
        Ok(Done::quietly(known.is_none()))
    }
}

pub(super) struct Drop(pub ArticleKey, pub Millis);

#[async_trait]
impl Unit for Drop {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let Drop(key, at) = self;
        let gone: Option<(bool, bool, Option<String>)> = sqlx::query_as(
            "DELETE FROM articles WHERE site = ? AND id = ? RETURNING is_number, published, author",
        )
        .bind(&key.site)
        .bind(&key.id)
        .fetch_optional(&mut *connection)
        .await?;
        let Some((numeric, published, author)) = gone else { return Ok(Done::quietly(false)) };
        let article = Article { key: key.clone(), numeric, published, author, ..Article::default() };
        told(connection, &article, "deleted", *at).await?;
        Ok(Done::quietly(true))
    }
}

/// Records a change of an article itself, and deletes old changes.
async fn told(
    connection: &mut SqliteConnection,
    article: &Article,
    status: &str,
    at: Millis,
) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO article_news (site, id, is_number, published, author, status, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&article.key.site)
    .bind(&article.key.id)
    .bind(article.numeric)
    .bind(article.published)
    .bind(&article.author)
    .bind(status)
    .bind(at.0)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM article_news WHERE at < ?")
        .bind(at.0.saturating_sub(NEWS_KEPT_MS))
        .execute(connection)
        .await?;
    Ok(())
}
