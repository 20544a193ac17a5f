//! The library store port: reads and small writes. Batches are in `library_commit`.

use super::library_commit::{Batch, ReadFile, next_generation, settle_url};
use super::{Connection, RemoveRoot, Store, plain};
use crate::packing::pack;
use crate::rows::{document, library_file, library_root};
use crate::values::{count, int};
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::model::{Document, Reading};
use gorkd_core::ports::{LibraryBatch, LibraryChanges, LibraryFile, LibraryRoot, Shelf, StoreError};

#[async_trait]
impl Shelf for Store {
    async fn roots(&self) -> Result<Vec<LibraryRoot>, StoreError> {
        let query =
            sqlx::query("SELECT path, base_url, added_at, synced_at FROM library_roots ORDER BY path");
        self.rows(query, library_root).await
    }

    async fn put_root(&self, root: &LibraryRoot) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO library_roots (path, base_url, added_at, synced_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (path) DO UPDATE SET base_url = $2, added_at = $3, synced_at = $4",
        )
        .bind(&root.path)
        .bind(&root.base_url)
        .bind(root.added_at.0)
        .bind(root.synced_at.map(|at| at.0));
        self.execute(query).await.map(|_| ())
    }

    async fn remove_root(&self, path: &str) -> Result<(), StoreError> {
        self.write(RemoveRoot { path: path.to_owned() }).await?;
        self.inner.fold_log().await;
        Ok(())
    }

    async fn files(&self, root: &str) -> Result<Vec<LibraryFile>, StoreError> {
        let query = sqlx::query(
            "SELECT root, path, url, size, modified, reading, hash, error FROM library_files WHERE root = $1
             ORDER BY path",
        );
        self.rows(query.bind(root), library_file).await
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
        self.write(Batch { read, failed, touched, removed }).await
    }

    async fn changes_since(&self, generation: u64) -> Result<LibraryChanges, StoreError> {
        self.inner.library_changes(generation).await.map_err(|fault| self.explained(fault))
    }

    async fn by_url(&self, url: &str) -> Result<Option<Document>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT metadata FROM library_urls JOIN documents ON documents.id = library_urls.document
             WHERE library_urls.url = $1",
        );
        let metadata: Option<String> = self.value(query.bind(plain(url))).await?;
        metadata.map(|row| document(&row)).transpose().map_err(|fault| self.explained(fault))
    }
}

/// In one transaction, so that the generation matches the rows returned with it.
pub(in super::super) async fn changes(
    connection: &mut Connection,
    since: u64,
) -> Result<LibraryChanges, Fault> {
    let (first, generation): (i64, i64) =
        sqlx::query_as("SELECT first, generation FROM library_state").fetch_one(&mut *connection).await?;
    let since = int(since);
    let afresh = since < first || since > generation;
    let rows: Vec<(String, Option<String>)> = sqlx::query_as(
        "SELECT library_urls.url, metadata
         FROM library_urls LEFT JOIN documents ON documents.id = library_urls.document
         WHERE generation > $1 ORDER BY generation, library_urls.url",
    )
    .bind(if afresh { -1 } else { since })
    .fetch_all(connection)
    .await?;
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

/// Removes a folder, and the documents that only its files contain.
pub(in super::super) async fn remove_root(connection: &mut Connection, path: &str) -> Result<(), Fault> {
    let held: Vec<i64> = sqlx::query_scalar(
        "SELECT DISTINCT document FROM library_files WHERE root = $1 AND document IS NOT NULL",
    )
    .bind(path)
    .fetch_all(&mut *connection)
    .await?;
    let removed =
        sqlx::query("DELETE FROM library_roots WHERE path = $1").bind(path).execute(&mut *connection).await?;
    if removed.rows_affected() == 0 {
        return Err(StoreError::NotFound(format!("the library folder {path}")).into());
    }
    let generation = next_generation(connection).await?;
    for document in held {
        settle_url(connection, document, generation).await?;
    }
    Ok(())
}
