//! Articles of sites.

use super::PostgresStore;
use super::unit::Unit;
use crate::limits::NEWS_KEPT_MS;
use crate::rows::web::{ARTICLE_COLUMNS, article, news, research};
use crate::values::{count, int, plain};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, Millis, ThreadId};
use gorkd_core::ports::{Article, ArticleKey, ArticleNews, Articles, Research, StoreError};
use sqlx::{AssertSqlSafe, PgConnection};

#[async_trait]
impl Articles for PostgresStore {
    async fn put_article(&self, article: &Article) -> Result<bool, StoreError> {
        self.write(Put(article.clone())).await
    }

    async fn article(&self, key: &ArticleKey) -> Result<Option<Article>, StoreError> {
        let sql = format!("SELECT {ARTICLE_COLUMNS} FROM articles a WHERE a.site = $1 AND a.id = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(plain(&key.site)).bind(plain(&key.id));
        self.row(query, article).await
    }

    async fn drop_article(&self, key: &ArticleKey, at: Millis) -> Result<bool, StoreError> {
        self.write(Drop(key.clone(), at)).await
    }

    async fn sites(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT DISTINCT site FROM articles ORDER BY site LIMIT $1");
        self.values(query.bind(i64::from(limit))).await
    }

    async fn matching(&self, site: &str, words: &[String], limit: u32) -> Result<Vec<Article>, StoreError> {
        // Matches any of the words. All stems are quoted, so that none acts as an operator. A word in the
        // title counts as much as four in the text.
        let sql = format!(
            "WITH wanted AS (
                 SELECT string_agg('''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery
                     AS stems
                 FROM unnest(tsvector_to_array(to_tsvector('english', $1))) AS stem)
             SELECT {ARTICLE_COLUMNS} FROM articles a, wanted
             WHERE a.words @@ wanted.stems AND a.site = $2 AND a.published
             ORDER BY ts_rank('{{0.25, 0.25, 0.25, 1.0}}', a.words, wanted.stems, 1) DESC, a.number DESC LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(plain(&words.join(" ")))
            .bind(plain(site))
            .bind(i64::from(limit));
        self.rows(query, article).await
    }

    async fn research(&self, key: &ArticleKey) -> Result<Option<Research>, StoreError> {
        let row: Option<(String, String, i64)> = sqlx::query_as(
            "SELECT r.job, r.profile, r.claimed_at FROM article_research r JOIN articles a ON a.number = r.article
             WHERE a.site = $1 AND a.id = $2",
        )
        .bind(plain(&key.site))
        .bind(plain(&key.id))
        .fetch_optional(&self.inner.pool)
        .await
        .map_err(|error| self.failed(&error))?;
        row.map(|row| research(key, row)).transpose().map_err(|fault| self.explained(fault))
    }

    async fn researched_by(&self, job: &JobId) -> Result<Option<Article>, StoreError> {
        let sql = format!(
            "SELECT {ARTICLE_COLUMNS} FROM article_research r JOIN articles a ON a.number = r.article WHERE r.job = $1"
        );
        self.row(sqlx::query(AssertSqlSafe(sql)).bind(job.as_str()), article).await
    }

    async fn unfinished_research(&self) -> Result<Vec<JobId>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT r.job FROM article_research r WHERE NOT EXISTS
             (SELECT 1 FROM article_news n WHERE n.job = r.job AND n.status IN ('ready', 'failed')) ORDER BY r.job",
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
        const OF_ARTICLE: &str = "(SELECT number FROM articles WHERE site = $1 AND id = $2)";
        let (sql, before) = match (before, after) {
            (None, None) => return Ok(false),
            // The article is the key: if two callers saw no run, only one of them writes.
            (None, Some(_)) => (
                "INSERT INTO article_research (article, job, profile, claimed_at)
                 SELECT number, $3, $4, $5 FROM articles WHERE site = $1 AND id = $2 AND $6::text IS NULL
                 ON CONFLICT (article) DO NOTHING"
                    .to_owned(),
                None,
            ),
            (Some(before), Some(_)) => (
                format!(
                    "UPDATE article_research SET job = $3, profile = $4, claimed_at = $5
                     WHERE article = {OF_ARTICLE} AND job = $6"
                ),
                Some(before),
            ),
            (Some(before), None) => (
                format!(
                    "DELETE FROM article_research WHERE article = {OF_ARTICLE} AND job = $6
                     AND $3::text IS NULL AND $4::text IS NULL AND $5::bigint IS NULL"
                ),
                Some(before),
            ),
        };
        let query = sqlx::query(AssertSqlSafe(sql))
            .bind(plain(&key.site))
            .bind(plain(&key.id))
            .bind(after.map(|research| research.job.as_str()))
            .bind(after.map(|research| research.profile.name()))
            .bind(after.map(|research| research.claimed_at.0))
            .bind(before.map(JobId::as_str));
        Ok(self.execute(query).await? == 1)
    }

    async fn note_research(&self, news: &ArticleNews) -> Result<bool, StoreError> {
        self.write(Note(news.clone())).await
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
             WHERE site = $1 AND seq > $2 AND ($3::text IS NULL OR id = $3) ORDER BY seq LIMIT $4",
        )
        .bind(plain(site))
        .bind(int(after))
        .bind(id.map(plain))
        .bind(i64::from(limit));
        self.rows(query, news).await
    }

    async fn news_kept(&self) -> Result<(u64, u64), StoreError> {
        let row: (i64, i64) = sqlx::query_as(
            "SELECT COALESCE((SELECT MIN(seq) FROM article_news), article_news + 1), article_news FROM counters",
        )
        .fetch_one(&self.inner.pool)
        .await
        .map_err(|error| self.failed(&error))?;
        Ok((count(row.0), count(row.1)))
    }

    async fn threads_at_place(&self, place: &str) -> Result<Vec<ThreadId>, StoreError> {
        let query = sqlx::query_scalar("SELECT thread FROM threads WHERE place = $1 ORDER BY thread");
        let threads: Vec<String> = self.values(query.bind(plain(place))).await?;
        Ok(threads.into_iter().map(ThreadId).collect())
    }

    async fn threads_given(&self, place: &str, addresses: &[String]) -> Result<Vec<ThreadId>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT DISTINCT j.thread FROM jobs j
             JOIN document_refs r ON r.job = j.job JOIN documents d ON d.id = r.document
             WHERE j.place = $1 AND (d.url = ANY($2) OR split_part(d.url, '#', 1) = ANY($2))",
        );
        let addresses: Vec<String> = addresses.iter().map(|address| plain(address).into_owned()).collect();
        let threads: Vec<String> = self.values(query.bind(plain(place)).bind(addresses)).await?;
        Ok(threads.into_iter().map(ThreadId).collect())
    }
}

struct Put(Article);

#[async_trait]
impl Unit for Put {
    type Output = bool;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<bool>, Fault> {
        let article = &self.0;
        let is_new: bool = sqlx::query_scalar(
            "INSERT INTO articles (site, id, is_number, title, text, url, published, author, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (site, id) DO UPDATE SET is_number = $3, title = $4, text = $5, url = $6, published = $7,
                 author = $8, updated_at = $10
             RETURNING xmax = 0",
        )
        .bind(plain(&article.key.site))
        .bind(plain(&article.key.id))
        .bind(article.numeric)
        .bind(plain(&article.title))
        .bind(article.text.as_deref().map(plain))
        .bind(article.url.as_deref().map(plain))
        .bind(article.published)
        .bind(article.author.as_deref().map(plain))
        .bind(article.created_at.0)
        .bind(article.updated_at.0)
        .fetch_one(&mut *connection)
        .await?;
        told(connection, article, if is_new { "created" } else { "updated" }, article.updated_at).await?;
        Ok(Done::quietly(is_new))
    }
}

struct Drop(ArticleKey, Millis);

#[async_trait]
impl Unit for Drop {
    type Output = bool;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<bool>, Fault> {
        let Drop(key, at) = self;
        let gone: Option<(bool, bool, Option<String>)> = sqlx::query_as(
            "DELETE FROM articles WHERE site = $1 AND id = $2 RETURNING is_number, published, author",
        )
        .bind(plain(&key.site))
        .bind(plain(&key.id))
        .fetch_optional(&mut *connection)
        .await?;
        let Some((numeric, published, author)) = gone else { return Ok(Done::quietly(false)) };
        let article = Article { key: key.clone(), numeric, published, author, ..Article::default() };
        told(connection, &article, "deleted", *at).await?;
        Ok(Done::quietly(true))
    }
}

struct Note(ArticleNews);

#[async_trait]
impl Unit for Note {
    type Output = bool;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<bool>, Fault> {
        let news = &self.0;
        let seq = next_number(connection).await?;
        // A run that was erased in the meantime causes no change. A conflict would use up a number.
        let noted = sqlx::query(
            "INSERT INTO article_news (seq, site, id, is_number, published, author, job, status, at)
             SELECT $9, $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM jobs WHERE job = $6)
             ON CONFLICT (job, status) DO NOTHING",
        )
        .bind(plain(&news.article.site))
        .bind(plain(&news.article.id))
        .bind(news.numeric)
        .bind(news.published)
        .bind(news.author.as_deref().map(plain))
        .bind(news.job.as_ref().map(JobId::as_str))
        .bind(&news.status)
        .bind(news.at.0)
        .bind(seq)
        .execute(&mut *connection)
        .await?;
        if noted.rows_affected() == 0 {
            // The number was not used, and nobody else can have taken the next one yet.
            sqlx::query("UPDATE counters SET article_news = article_news - 1").execute(connection).await?;
            return Ok(Done::quietly(false));
        }
        Ok(Done::quietly(true))
    }
}

/// Concurrent writers wait for this transaction, so numbers become visible in order.
async fn next_number(connection: &mut PgConnection) -> Result<i64, Fault> {
    let sql = "UPDATE counters SET article_news = article_news + 1 RETURNING article_news";
    Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
}

/// Records a change of an article itself, and deletes old changes.
async fn told(
    connection: &mut PgConnection,
    article: &Article,
    status: &str,
    at: Millis,
) -> Result<(), Fault> {
    let seq = next_number(connection).await?;
    sqlx::query(
        "INSERT INTO article_news (seq, site, id, is_number, published, author, status, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(seq)
    .bind(plain(&article.key.site))
    .bind(plain(&article.key.id))
    .bind(article.numeric)
    .bind(article.published)
    .bind(article.author.as_deref().map(plain))
    .bind(status)
    .bind(at.0)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM article_news WHERE at < $1")
        .bind(at.0.saturating_sub(NEWS_KEPT_MS))
        .execute(connection)
        .await?;
    Ok(())
}
