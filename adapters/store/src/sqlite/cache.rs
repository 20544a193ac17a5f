//! Disposable data: cached provider replies and drafts.
//!
//! The file is not synced at every commit and may be deleted at any time; an unusable file is replaced.
//! Callers treat an error as a cache miss.

use super::explain::NamedFile;
use super::writer::Writer;
use async_trait::async_trait;
use gorkd_core::model::{EffectId, JobId, Millis};
use gorkd_core::ports::{RunningDraft, Scratch, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlitePool};
use std::path::Path;
use std::time::Duration;
use tokio::sync::broadcast;

/// Increment with every change of the tables; an older file is replaced, not migrated.
const VERSION: i64 = 1;

const TABLES: &str = "
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS cache (
        key        TEXT PRIMARY KEY,
        value      BLOB NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS cache_by_expiry ON cache (expires_at);
    CREATE TABLE IF NOT EXISTS drafts (
        job     TEXT NOT NULL,
        effect  TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        text    TEXT NOT NULL,
        at      INTEGER NOT NULL,
        PRIMARY KEY (job, effect)
    ) STRICT;
    PRAGMA user_version = 1;
    COMMIT;";

/// The disposable file beside the store.
#[derive(Clone)]
pub struct Cache {
    pool: SqlitePool,
    /// Batches the replies of a burst into one transaction.
    writer: Writer,
    file: NamedFile,
}

impl Cache {
    pub(crate) async fn open(folder: &Path, busy_timeout: Duration) -> Result<Self, StoreError> {
        let file = NamedFile::new(folder.join("cache.db"));
        match Self::connect(&file, busy_timeout).await {
            Ok(cache) => Ok(cache),
            Err(error) => {
                tracing::warn!(%error, "recreating the cache");
                for end in ["", "-wal", "-shm"] {
                    let path = folder.join(format!("cache.db{end}"));
                    // If it cannot be removed, opening it fails below with an explanation.
                    let _ = std::fs::remove_file(path);
                }
                Self::connect(&file, busy_timeout).await
            }
        }
    }

    async fn connect(file: &NamedFile, busy_timeout: Duration) -> Result<Self, StoreError> {
        super::open::create_file(file.path())?;
        let options = SqliteConnectOptions::new()
            .filename(file.path())
            .busy_timeout(busy_timeout)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            // A draft is erased with its thread, including its bytes.
            .pragma("secure_delete", "ON")
            .pragma("journal_size_limit", (16 * 1024 * 1024).to_string())
            .thread_name(|n| format!("gorkd-cache-{n}"))
            .disable_statement_logging();
        let failed = |error| file.database(&error);
        let pool = SqlitePoolOptions::new()
            .max_connections(2)
            .connect_with(options.clone())
            .await
            .map_err(failed)?;
        let version: i64 =
            sqlx::query_scalar("PRAGMA user_version").fetch_one(&pool).await.map_err(failed)?;
        if version != 0 && version != VERSION {
            pool.close().await;
            return Err(StoreError::Unavailable(format!(
                "{} was made by another version of gorkd",
                file.path().display()
            )));
        }
        if version == 0 {
            sqlx::raw_sql(TABLES).execute(&pool).await.map_err(failed)?;
        }
        let connection = options.connect().await.map_err(failed)?;
        // Nobody listens for changes here.
        let news = broadcast::channel(1).0;
        let writer = Writer::start(connection, options, "COMMIT", busy_timeout, file.clone(), news);
        Ok(Self { pool, writer, file: file.clone() })
    }

    /// Deletes entries that have expired at `now`. Returns their number.
    pub async fn prune(&self, now: Millis) -> Result<u64, StoreError> {
        let pruned = sqlx::query("DELETE FROM cache WHERE expires_at <= ?")
            .bind(now.0)
            .execute(&self.pool)
            .await
            .map_err(|error| self.file.database(&error))?;
        Ok(pruned.rows_affected())
    }

    /// Deletes the drafts of erased jobs.
    pub(super) async fn forget_drafts(&self, jobs: &[JobId]) {
        for job in jobs {
            if let Err(error) = self.drop_drafts(job).await {
                tracing::warn!(%job, %error, "a draft of an erased job stays in the cache");
            }
        }
        if let Err(error) = self.writer.fold().await {
            tracing::debug!(%error, "erased drafts leave the write-ahead log later");
        }
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}

#[async_trait]
impl Scratch for Cache {
    async fn get(&self, key: &str, now: Millis) -> Result<Option<Vec<u8>>, StoreError> {
        sqlx::query_scalar("SELECT value FROM cache WHERE key = ? AND expires_at > ?")
            .bind(key)
            .bind(now.0)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| self.file.database(&error))
    }

    async fn get_all(&self, keys: &[&str], now: Millis) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        sqlx::query_scalar(
            "SELECT cache.value FROM json_each(?) AS asked
             LEFT JOIN cache ON cache.key = asked.value AND expires_at > ? ORDER BY asked.id",
        )
        .bind(serde_json::Value::from(keys).to_string())
        .bind(now.0)
        .fetch_all(&self.pool)
        .await
        .map_err(|error| self.file.database(&error))
    }

    async fn put(&self, key: &str, value: &[u8], expires_at: Millis) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO cache (key, value, expires_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (key) DO UPDATE SET value = ?2, expires_at = ?3",
        );
        self.writer.execute(query.bind(key).bind(value).bind(expires_at.0), None).await.map(|_| ())
    }

    async fn put_draft(&self, draft: &RunningDraft) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO drafts (job, effect, attempt, text, at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (job, effect) DO UPDATE SET attempt = ?3, text = ?4, at = ?5 WHERE attempt <= ?3",
        )
        .bind(draft.job.as_str())
        .bind(&draft.effect.0)
        .bind(draft.attempt)
        .bind(&draft.text)
        .bind(draft.at.0)
        .execute(&self.pool)
        .await
        .map(|_| ())
        .map_err(|error| self.file.database(&error))
    }

    async fn draft(&self, job: &JobId) -> Result<Option<RunningDraft>, StoreError> {
        let row: Option<(String, u32, String, i64)> = sqlx::query_as(
            "SELECT effect, attempt, text, at FROM drafts WHERE job = ? ORDER BY at DESC LIMIT 1",
        )
        .bind(job.as_str())
        .fetch_optional(&self.pool)
        .await
        .map_err(|error| self.file.database(&error))?;
        Ok(row.map(|(effect, attempt, text, at)| RunningDraft {
            job: job.clone(),
            effect: EffectId(effect),
            attempt,
            text,
            at: Millis(at),
        }))
    }

    async fn drop_drafts(&self, job: &JobId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM drafts WHERE job = ?")
            .bind(job.as_str())
            .execute(&self.pool)
            .await
            .map(|_| ())
            .map_err(|error| self.file.database(&error))
    }
}
