//! Writes about articles, each in one transaction.

use super::unit::Unit;
use crate::limits::NEWS_KEPT_MS;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Article, ArticleKey, ArticleNews, Research};
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

pub(super) struct Move {
    pub key: ArticleKey,
    pub before: Option<JobId>,
    pub after: Option<Research>,
}

#[async_trait]
impl Unit for Move {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        const OF_ARTICLE: &str = "(SELECT number FROM articles WHERE site = ?1 AND id = ?2)";
        let sql = match (&self.before, &self.after) {
            (None, None) => return Ok(Done::quietly(false)),
            // The article is the key: if two callers saw no run, only one of them writes.
            (None, Some(_)) => "INSERT INTO article_research (article, job, profile, claimed_at)
                 SELECT number, ?3, ?4, ?5 FROM articles WHERE site = ?1 AND id = ?2
                 ON CONFLICT (article) DO NOTHING"
                .to_owned(),
            (Some(_), Some(_)) => format!(
                "UPDATE article_research SET job = ?3, profile = ?4, claimed_at = ?5
                 WHERE article = {OF_ARTICLE} AND job = ?6"
            ),
            (Some(_), None) => {
                format!("DELETE FROM article_research WHERE article = {OF_ARTICLE} AND job = ?6")
            }
        };
        let after = self.after.as_ref();
        let moved = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(&self.key.site)
            .bind(&self.key.id)
            .bind(after.map(|research| research.job.as_str()))
            .bind(after.map(|research| research.profile.name()))
            .bind(after.map(|research| research.claimed_at.0))
            .bind(self.before.as_ref().map(JobId::as_str))
            .execute(connection)
            .await?;
        Ok(Done::quietly(moved.rows_affected() == 1))
    }
}

pub(super) struct Note(pub ArticleNews);

#[async_trait]
impl Unit for Note {
    type Output = bool;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<bool>, Fault> {
        let news = &self.0;
        // A run that was erased in the meantime causes no change. A conflict would use up a number.
        let noted = sqlx::query(
            "INSERT INTO article_news (site, id, is_number, published, author, job, status, at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM jobs WHERE job = ?6)
                 AND NOT EXISTS (SELECT 1 FROM article_news WHERE job = ?6 AND status = ?7)",
        )
        .bind(&news.article.site)
        .bind(&news.article.id)
        .bind(news.numeric)
        .bind(news.published)
        .bind(&news.author)
        .bind(news.job.as_ref().map(JobId::as_str))
        .bind(&news.status)
        .bind(news.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(noted.rows_affected() == 1))
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
