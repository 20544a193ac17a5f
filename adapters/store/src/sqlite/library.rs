//! The library store port: reads and small writes. Batches are in `library_commit`.

use super::SqliteStore;
use super::library_commit::{Batch, ReadFile, next_generation, settle_url};
use super::unit::Unit;
use crate::packing::pack;
use crate::rows::document;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Document, DocumentHash, Millis, Reading};
use gorkd_core::ports::{LibraryBatch, LibraryChanges, LibraryFile, LibraryRoot, Shelf, StoreError};
use sqlx::SqliteConnection;

/// A row of `library_files`: root, path, url, size, modified, reading, hash, error.
type FileRow = (String, String, String, i64, i64, u32, Option<String>, Option<String>);

#[async_trait]
impl Shelf for SqliteStore {
    async fn roots(&self) -> Result<Vec<LibraryRoot>, StoreError> {
        let rows: Vec<(String, Option<String>, i64, Option<i64>)> =
            sqlx::query_as("SELECT path, base_url, added_at, synced_at FROM library_roots ORDER BY path")
                .fetch_all(&self.inner.readers)
                .await
                .map_err(|error| self.inner.file.database(&error))?;
        let root = |(path, base_url, added_at, synced_at)| LibraryRoot {
            path,
            base_url,
            added_at: Millis(added_at),
            synced_at: Option::map(synced_at, Millis),
        };
        Ok(rows.into_iter().map(root).collect())
    }

    async fn put_root(&self, root: &LibraryRoot) -> Result<(), StoreError> {
        self.inner.writer.write(PutRoot { root: root.clone() }).await
    }

    async fn remove_root(&self, path: &str) -> Result<(), StoreError> {
        self.inner.writer.write(RemoveRoot { path: path.to_owned() }).await?;
        self.inner.fold_log().await;
        Ok(())
    }

    async fn files(&self, root: &str) -> Result<Vec<LibraryFile>, StoreError> {
        let rows: Vec<FileRow> = sqlx::query_as(
            "SELECT root, path, url, size, modified, reading, hash, error FROM library_files WHERE root = ?
             ORDER BY path",
        )
        .bind(root)
        .fetch_all(&self.inner.readers)
        .await
        .map_err(|error| self.inner.file.database(&error))?;
        let file = |(root, path, url, size, modified, reading, hash, error)| LibraryFile {
            root,
            path,
            url,
            size: count(size),
            modified: Millis(modified),
            reading,
            hash: Option::map(hash, DocumentHash),
            error,
        };
        Ok(rows.into_iter().map(file).collect())
    }

    async fn commit(&self, batch: LibraryBatch) -> Result<u64, StoreError> {
        let LibraryBatch { read, failed, touched, removed } = batch;
        let (files, readings): (Vec<LibraryFile>, Vec<Reading>) = read.into_iter().unzip();
        let documents: Vec<Document> = readings.iter().map(|reading| reading.document.clone()).collect();
        let texts = pack(readings).await?;
        let read = files
            .into_iter()
            .zip(documents)
            .zip(texts)
            .map(|((file, document), text)| ReadFile { file, document, text })
            .collect();
        self.inner.writer.write(Batch { read, failed, touched, removed }).await
    }

    async fn changes_since(&self, generation: u64) -> Result<LibraryChanges, StoreError> {
        self.inner.library_changes(generation).await.map_err(|fault| self.inner.file.error(fault))
    }

    async fn by_url(&self, url: &str) -> Result<Option<Document>, StoreError> {
        let metadata: Option<String> = sqlx::query_scalar(
            "SELECT metadata FROM library_urls JOIN documents ON documents.id = library_urls.document
             WHERE library_urls.url = ?",
        )
        .bind(url)
        .fetch_optional(&self.inner.readers)
        .await
        .map_err(|error| self.inner.file.database(&error))?;
        metadata.map(|row| document(&row)).transpose().map_err(|fault| self.inner.file.error(fault))
    }
}

impl super::Inner {
    /// One transaction, so that the generation matches the rows returned with it.
    async fn library_changes(&self, since: u64) -> Result<LibraryChanges, Fault> {
        let mut reading = self.readers.begin().await?;
        let (first, generation): (i64, i64) =
            sqlx::query_as("SELECT first, generation FROM library_state").fetch_one(&mut *reading).await?;
        let since = int(since);
        let afresh = since < first || since > generation;
        let rows: Vec<(String, Option<String>)> = sqlx::query_as(
            "SELECT library_urls.url, metadata
             FROM library_urls LEFT JOIN documents ON documents.id = library_urls.document
             WHERE generation > ? ORDER BY generation, library_urls.url",
        )
        .bind(if afresh { -1 } else { since })
        .fetch_all(&mut *reading)
        .await?;
        reading.commit().await?;

        let mut changes = LibraryChanges { generation: count(generation), afresh, ..Default::default() };
        for (url, metadata) in rows {
            match metadata {
                Some(metadata) => changes.put.push(document(&metadata)?),
                None if afresh => {}
                None => changes.removed.push(url),
            }
        }
        Ok(changes)
    }
}

struct PutRoot {
    root: LibraryRoot,
}

#[async_trait]
impl Unit for PutRoot {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO library_roots (path, base_url, added_at, synced_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (path) DO UPDATE SET base_url = ?2, added_at = ?3, synced_at = ?4",
        )
        .bind(&self.root.path)
        .bind(&self.root.base_url)
        .bind(self.root.added_at.0)
        .bind(self.root.synced_at.map(|at| at.0))
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct RemoveRoot {
    path: String,
}

#[async_trait]
impl Unit for RemoveRoot {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let held: Vec<i64> = sqlx::query_scalar(
            "SELECT DISTINCT document FROM library_files WHERE root = ? AND document IS NOT NULL",
        )
        .bind(&self.path)
        .fetch_all(&mut *connection)
        .await?;
        let removed = sqlx::query("DELETE FROM library_roots WHERE path = ?")
            .bind(&self.path)
            .execute(&mut *connection)
            .await?;
        if removed.rows_affected() == 0 {
            let sentence = format!("the library folder {}", self.path);
            return Err(StoreError::NotFound(sentence).into());
        }
        let generation = next_generation(connection).await?;
        for document in held {
            settle_url(connection, document, generation).await?;
        }
        Ok(Done::quietly(()))
    }
}
