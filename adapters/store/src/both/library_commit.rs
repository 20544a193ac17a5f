//! Commits a batch of library files in one transaction.
//!
//! `library_files` says which document each file contains; `library_urls` says which document each address
//! serves, and since when. After every change of the first, `settle_url` brings the second into line.

use super::{Connection, Unit, documents, locks, plain};
use crate::LIBRARY;
use crate::packing::PackedText;
use crate::values::{count, int};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Document;
use gorkd_core::ports::{LibraryFile, StoreError};
use std::collections::BTreeSet;
use std::slice;

/// A file with what was read from it.
pub(super) struct ReadFile {
    pub file: LibraryFile,
    pub document: Document,
    pub text: PackedText,
}

pub(super) struct Batch {
    pub read: Vec<ReadFile>,
    pub failed: Vec<LibraryFile>,
    pub touched: Vec<LibraryFile>,
    pub removed: Vec<String>,
}

#[async_trait]
impl Unit for Batch {
    type Output = u64;

    async fn run(&self, connection: &mut Connection) -> Result<Done<u64>, Fault> {
        let changes = !(self.read.is_empty() && self.failed.is_empty() && self.removed.is_empty());
        if changes {
            locks::erasing(connection).await?;
        }
        self.check_roots(connection).await?;
        let generation = if changes {
            next_generation(connection).await?
        } else {
            sqlx::query_scalar("SELECT generation FROM library_state").fetch_one(&mut *connection).await?
        };
        let mut left = BTreeSet::new();
        for path in &self.removed {
            left.extend(remove_file(connection, path).await?);
        }
        for file in &self.failed {
            left.extend(put_file(connection, file, None).await?);
        }
        for read in &self.read {
            documents::keep_texts(connection, slice::from_ref(&read.text)).await?;
            let kept = documents::keep(connection, slice::from_ref(&read.document), "", LIBRARY).await?;
            let [document] = kept[..] else {
                return Err(Fault::Damaged("a document has no row of its own".to_owned()));
            };
            let before = put_file(connection, &read.file, Some(document)).await?;
            serve(connection, &read.document.url, document, generation, &mut left).await?;
            left.extend(before.filter(|before| *before != document));
        }
        for document in left {
            settle_url(connection, document, generation).await?;
        }
        for file in &self.touched {
            sqlx::query(
                "UPDATE library_files SET size = $1, modified = $2, reading = $3 WHERE root = $4 AND path = $5",
            )
            .bind(int(file.size))
            .bind(file.modified.0)
            .bind(i64::from(file.reading))
            .bind(&file.root)
            .bind(&file.path)
            .execute(&mut *connection)
            .await?;
        }
        Ok(Done::quietly(count(generation)))
    }
}

impl Batch {
    /// A root may have been removed by someone else while its files were read. From here on, it stays.
    async fn check_roots(&self, connection: &mut Connection) -> Result<(), Fault> {
        let files = self.read.iter().map(|read| &read.file).chain(&self.failed).chain(&self.touched);
        let roots: BTreeSet<&str> = files.map(|file| file.root.as_str()).collect();
        for root in roots {
            if !locks::library_root(connection, root).await? {
                return Err(StoreError::NotFound(format!("the library folder {root}")).into());
            }
        }
        Ok(())
    }
}

/// Concurrent changes of the library wait for this transaction, so generations become visible in order.
pub(super) async fn next_generation(connection: &mut Connection) -> Result<i64, Fault> {
    let sql = "UPDATE library_state SET generation = generation + 1 RETURNING generation";
    Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
}

/// Writes a file's row. Returns the document that it contained before.
async fn put_file(
    connection: &mut Connection,
    file: &LibraryFile,
    document: Option<i64>,
) -> Result<Option<i64>, Fault> {
    let before: Option<Option<i64>> =
        sqlx::query_scalar("SELECT document FROM library_files WHERE root = $1 AND path = $2")
            .bind(&file.root)
            .bind(&file.path)
            .fetch_optional(&mut *connection)
            .await?;
    sqlx::query(
        "INSERT INTO library_files (root, path, url, size, modified, hash, error, document, reading)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (root, path) DO UPDATE SET
             url = $3, size = $4, modified = $5, hash = $6, error = $7, document = $8, reading = $9",
    )
    .bind(&file.root)
    .bind(&file.path)
    .bind(plain(&file.url))
    .bind(int(file.size))
    .bind(file.modified.0)
    .bind(file.hash.as_ref().map(|hash| hash.as_str()))
    .bind(file.error.as_deref().map(plain))
    .bind(document)
    .bind(i64::from(file.reading))
    .execute(connection)
    .await?;
    Ok(before.flatten())
}

/// Removes a deleted path from every root that contains it.
async fn remove_file(connection: &mut Connection, path: &str) -> Result<Vec<i64>, Fault> {
    let held: Vec<Option<i64>> =
        sqlx::query_scalar("DELETE FROM library_files WHERE path = $1 RETURNING document")
            .bind(path)
            .fetch_all(connection)
            .await?;
    Ok(held.into_iter().flatten().collect())
}

/// From this generation on, the address serves this document. The caller must settle the previous one.
async fn serve(
    connection: &mut Connection,
    url: &str,
    document: i64,
    generation: i64,
    left: &mut BTreeSet<i64>,
) -> Result<(), Fault> {
    let url = plain(url);
    let before: Option<Option<i64>> = sqlx::query_scalar("SELECT document FROM library_urls WHERE url = $1")
        .bind(&url)
        .fetch_optional(&mut *connection)
        .await?;
    left.extend(before.flatten().filter(|before| *before != document));
    sqlx::query(
        "INSERT INTO library_urls (url, generation, document) VALUES ($1, $2, $3)
         ON CONFLICT (url) DO UPDATE SET generation = $2, document = $3",
    )
    .bind(&url)
    .bind(generation)
    .bind(document)
    .execute(connection)
    .await?;
    Ok(())
}

/// Call when a document may have lost a file. If no file has it, its address passes to another file with the
/// same address or is removed, and the document is deleted unless something else refers to it.
pub(super) async fn settle_url(
    connection: &mut Connection,
    document: i64,
    generation: i64,
) -> Result<(), Fault> {
    let held: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM library_files WHERE document = $1)")
        .bind(document)
        .fetch_one(&mut *connection)
        .await?;
    if held {
        return Ok(());
    }
    sqlx::query(
        "UPDATE library_urls SET generation = $2, document = (
             SELECT MAX(file.document) FROM library_files AS file JOIN documents ON documents.id = file.document
             WHERE documents.url = library_urls.url)
         WHERE document = $1",
    )
    .bind(document)
    .bind(generation)
    .execute(&mut *connection)
    .await?;
    documents::drop_from_library(connection, document).await
}
