//! Articles on connected sites.

use super::SqliteStore;
use super::article_writes::{Drop, Put};
use crate::rows::web::{ARTICLE_COLUMNS, article, news, research};
use crate::values::{count, int};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Article, ArticleKey, ArticleNews, Articles, Research, StoreError};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Articles for SqliteStore {
    async fn put_article(&self, article: &Article) -> Result<bool, StoreError> {
        self.write(Put(article.clone())).await
    }

    async fn article(&self, key: &ArticleKey) -> Result<Option<Article>, StoreError> {
        let sql = format!("SELECT {ARTICLE_COLUMNS} FROM articles a WHERE a.site = ? AND a.id = ?");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(&key.site).bind(&key.id);
        self.row(query, article).await
    }

    async fn drop_article(&self, key: &ArticleKey, at: Millis) -> Result<bool, StoreError> {
        let dropped = self.write(Drop(key.clone(), at)).await?;
        self.inner.fold_log().await;
        Ok(dropped)
    }

    async fn sites(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT DISTINCT site FROM articles ORDER BY site LIMIT ?");
        self.values(query.bind(limit)).await
    }

    async fn matching(&self, site: &str, words: &[String], limit: u32) -> Result<Vec<Article>, StoreError> {
        let quoted = words.iter().map(|word| format!("\"{}\"", word.replace('"', "")));
        let wanted = quoted.collect::<Vec<_>>().join(" OR ");
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        // A word in the title counts as much as four in the text.
        let sql = format!(
            "SELECT {ARTICLE_COLUMNS} FROM article_words w JOIN articles a ON a.number = w.rowid
             WHERE article_words MATCH ?1 AND a.site = ?2 AND a.published = 1
             ORDER BY bm25(article_words, 4.0, 1.0), a.number DESC LIMIT ?3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(wanted).bind(site).bind(limit);
        self.rows(query, article).await
    }

    async fn research(&self, key: &ArticleKey) -> Result<Option<Research>, StoreError> {
        let row: Option<(String, String, i64)> = sqlx::query_as(
            "SELECT r.job, r.profile, r.claimed_at FROM article_research r JOIN articles a ON a.number = r.article
             WHERE a.site = ? AND a.id = ?",
        )
        .bind(&key.site)
        .bind(&key.id)
        .fetch_optional(&self.inner.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        row.map(|row| research(key, row)).transpose().map_err(|fault| self.explained(fault))
    }

    async fn researched_by(&self, job: &JobId) -> Result<Option<Article>, StoreError> {
        let sql = format!(
            "SELECT {ARTICLE_COLUMNS} FROM article_research r JOIN articles a ON a.number = r.article WHERE r.job = ?"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(job.as_str());
        self.row(query, article).await
    }

    async fn unfinished_research(&self) -> Result<Vec<JobId>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT r.job FROM article_research r WHERE NOT EXISTS
             (SELECT 1 FROM article_news n WHERE n.job = r.job AND n.status IN ('ready', 'failed'))",
        );
        let jobs: Vec<String> = self.values(query).await?;
        Ok(jobs.into_iter().map(JobId).collect())
    }

    async fn move_research(
        &self,
        key: &ArticleKey,
        before: Option<&JobId>,
        after: Option<&Research>,
    ) -> Result<bool, StoreError> {
        const OF_ARTICLE: &str = "(SELECT number FROM articles WHERE site = ?1 AND id = ?2)";
        let sql = match (before, after) {
            (None, None) => return Ok(false),
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
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(&key.site)
            .bind(&key.id)
            .bind(after.map(|research| research.job.as_str()))
            .bind(after.map(|research| research.profile.name()))
            .bind(after.map(|research| research.claimed_at.0))
            .bind(before.map(JobId::as_str));
        Ok(self.execute(query).await? == 1)
    }

    async fn note_research(&self, news: &ArticleNews) -> Result<bool, StoreError> {
        // A run that was erased in the meantime causes no change. A conflict would use up a number.
        let query = sqlx::query(
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
        .bind(news.at.0);
        Ok(self.execute(query).await? == 1)
    }

    async fn article_news(
        &self,
        site: &str,
        id: Option<&str>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ArticleNews>, StoreError> {
        let query = sqlx::query(
            "SELECT seq, site, id, is_number, published, author, job, status, at FROM article_news
             WHERE site = ?1 AND seq > ?2 AND (?3 IS NULL OR id = ?3) ORDER BY seq LIMIT ?4",
        )
        .bind(site)
        .bind(int(after))
        .bind(id)
        .bind(limit);
        self.rows(query, news).await
    }

    async fn news_kept(&self) -> Result<(u64, u64), StoreError> {
        let row: (i64, i64) = sqlx::query_as(
            "SELECT COALESCE((SELECT MIN(seq) FROM article_news), last.seq + 1), last.seq
             FROM (SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'article_news'), 0) AS seq) last",
        )
        .fetch_one(&self.inner.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        Ok((count(row.0), count(row.1)))
    }

    async fn threads_at_place(&self, place: &str) -> Result<Vec<ThreadId>, StoreError> {
        let query = sqlx::query_scalar("SELECT thread FROM threads WHERE place = ?");
        let threads: Vec<String> = self.values(query.bind(place)).await?;
        Ok(threads.into_iter().map(ThreadId).collect())
    }

    async fn threads_given(&self, place: &str, addresses: &[String]) -> Result<Vec<ThreadId>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT DISTINCT j.thread FROM jobs j
             JOIN document_refs r ON r.job = j.job JOIN documents d ON d.id = r.document
             WHERE j.place = ?1 AND (d.url IN (SELECT value FROM json_each(?2))
                 OR substr(d.url, 1, instr(d.url || '#', '#') - 1) IN (SELECT value FROM json_each(?2)))",
        );
        let addresses = serde_json::Value::from(addresses).to_string();
        let threads: Vec<String> = self.values(query.bind(place).bind(addresses)).await?;
        Ok(threads.into_iter().map(ThreadId).collect())
    }
}
