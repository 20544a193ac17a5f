//! Texts and documents: stored once, kept as long as something refers to them.
//!
//! Storing takes the lock [`super::locks::keeping`], deleting [`super::locks::erasing`], so that nothing is
//! deleted that another transaction is about to refer to.

use super::{PostgresStore, actors};
use crate::LIBRARY;
use crate::limits::ROWS;
use crate::packing::{PackedText, TextRow, apart, unpack, unpack_all};
use crate::rows::document;
use crate::values::{int, plain};
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::model::{Document, DocumentHash, JobId, Reading};
use gorkd_core::ports::{Documents, StoreError, Texts};
use sqlx::{PgConnection, Postgres, QueryBuilder};

#[async_trait]
impl Documents for PostgresStore {
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError> {
        let wanted: Vec<&str> = hashes.iter().map(DocumentHash::as_str).collect();
        let rows: Vec<TextRow> =
            sqlx::query_as("SELECT hash, size, packed, body FROM texts WHERE hash = ANY($1)")
                .bind(wanted)
                .fetch_all(&self.inner.pool)
                .await
                .map_err(|error| self.failed(&error))?;
        let unpack = move || unpack_all(rows);
        apart(unpack, hashes.len() * 16 * 1024).await.map_err(|what| self.inner.server.damaged(&what))
    }

    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError> {
        let row: Option<(String, String, i64, bool, Vec<u8>)> = sqlx::query_as(
            "SELECT metadata, hash, size, packed, body FROM documents JOIN texts USING (hash)
             WHERE hash = $1 ORDER BY fetched_at DESC, id DESC LIMIT 1",
        )
        .bind(hash.as_str())
        .fetch_optional(&self.inner.pool)
        .await
        .map_err(|error| self.failed(&error))?;
        let Some((metadata, hash, size, packed, body)) = row else { return Ok(None) };
        let document = document(&metadata).map_err(|fault| self.explained(fault))?;
        let stored = body.len();
        let unpacked = apart(move || unpack((hash, size, packed, body)), stored).await;
        let (_, text) = unpacked.map_err(|what| self.inner.server.damaged(&what))?;
        Ok(Some(Reading { document, text }))
    }

    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT metadata FROM documents
             WHERE hashtextextended(url, 0) = hashtextextended($1, 0) AND url = $1 AND EXISTS (
                 SELECT 1 FROM document_refs WHERE document = documents.id AND audience = $2)
             ORDER BY fetched_at DESC, id DESC LIMIT 1",
        );
        let metadata: Option<String> = self.value(query.bind(plain(url)).bind(audience)).await?;
        metadata.map(|row| document(&row)).transpose().map_err(|fault| self.explained(fault))
    }
}

/// Stores texts that are not there yet.
pub(super) async fn keep_texts(connection: &mut PgConnection, texts: &[PackedText]) -> Result<(), Fault> {
    // Everyone inserts in the same order, so that two writers of the same texts do not deadlock.
    let mut texts: Vec<&PackedText> = texts.iter().collect();
    texts.sort_by(|one, other| one.hash.cmp(&other.hash));
    for texts in texts.chunks(ROWS) {
        QueryBuilder::<Postgres>::new("INSERT INTO texts (hash, size, packed, body) ")
            .push_values(texts, |mut row, text| {
                row.push_bind(text.hash.as_str())
                    .push_bind(int(text.size as u64))
                    .push_bind(text.packed)
                    .push_bind(text.body.as_slice());
            })
            .push(" ON CONFLICT (hash) DO NOTHING")
            .build()
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Stores documents and references to them. Returns their row ids, in any order. The same text read again
/// from the same address is the same document and takes the newest metadata.
pub(super) async fn keep(
    connection: &mut PgConnection,
    documents: &[Document],
    job: &str,
    audience: &str,
) -> Result<Vec<i64>, Fault> {
    let mut kept = Vec::new();
    let documents = once_each(documents);
    for documents in documents.chunks(ROWS) {
        let rows: Vec<(&Document, String)> = documents
            .iter()
            .map(|document| Ok((*document, serde_json::to_string(document)?)))
            .collect::<Result<_, serde_json::Error>>()
            .map_err(|error| Fault::Damaged(format!("a document cannot be written ({error})")))?;
        let ids: Vec<i64> =
            QueryBuilder::<Postgres>::new("INSERT INTO documents (hash, url, fetched_at, metadata) ")
                .push_values(&rows, |mut row, (document, metadata)| {
                    row.push_bind(document.hash.as_str())
                        .push_bind(plain(&document.url))
                        .push_bind(document.fetched_at.0)
                        .push_bind(metadata);
                })
                .push(
                    " ON CONFLICT (hash, hashtextextended(url, 0)) DO UPDATE SET
                         metadata = CASE WHEN excluded.fetched_at >= documents.fetched_at
                                         THEN excluded.metadata ELSE documents.metadata END,
                         fetched_at = GREATEST(documents.fetched_at, excluded.fetched_at)
                     RETURNING id",
                )
                .build_query_scalar()
                .fetch_all(&mut *connection)
                .await?;
        sqlx::query(
            "INSERT INTO document_refs (document, job, audience) SELECT unnest($1::bigint[]), $2, $3
             ON CONFLICT DO NOTHING",
        )
        .bind(&ids)
        .bind(job)
        .bind(audience)
        .execute(&mut *connection)
        .await?;
        kept.extend(ids);
    }
    Ok(kept)
}

/// The newest version of each document, in a deterministic order.
fn once_each(documents: &[Document]) -> Vec<&Document> {
    let mut all: Vec<&Document> = documents.iter().collect();
    // A stable sort: among equal documents the last one wins, as if they were written one by one.
    all.sort_by(|one, other| {
        let key = |document: &Document| (document.hash.clone(), document.url.clone());
        key(one).cmp(&key(other)).then(one.fetched_at.cmp(&other.fetched_at))
    });
    let mut once: Vec<&Document> = Vec::with_capacity(all.len());
    for document in all {
        match once.last_mut() {
            Some(last) if last.hash == document.hash && last.url == document.url => *last = document,
            Some(_) | None => once.push(document),
        }
    }
    once
}

/// References, for a job, the documents of the events that it copied from another one.
pub(super) async fn keep_as(
    connection: &mut PgConnection,
    from: &JobId,
    job: &JobId,
    audience: &str,
) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO document_refs (document, job, audience)
         SELECT DISTINCT d.id, $2, $3 FROM document_refs r JOIN documents d ON d.id = r.document
         WHERE r.job = $1 AND EXISTS (
             SELECT 1 FROM events
             WHERE job = $2 AND kind IN ('asked', 'attached', 'read') AND strpos(payload, d.hash) > 0)
         ON CONFLICT DO NOTHING",
    )
    .bind(from.as_str())
    .bind(job.as_str())
    .bind(audience)
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes the library's reference to a document, unless another library file has it.
pub(super) async fn drop_from_library(connection: &mut PgConnection, id: i64) -> Result<(), Fault> {
    let dropped = sqlx::query(
        "DELETE FROM document_refs WHERE document = $1 AND job = '' AND audience = $2
         AND NOT EXISTS (SELECT 1 FROM library_files WHERE document = $1)
         AND NOT EXISTS (SELECT 1 FROM library_urls WHERE document = $1)",
    )
    .bind(id)
    .bind(LIBRARY)
    .execute(&mut *connection)
    .await?;
    match dropped.rows_affected() {
        0 => Ok(()),
        _ => drop_unneeded(connection, &[id]).await,
    }
}

/// Removes the references of erased jobs, and the documents that nothing refers to anymore.
pub(super) async fn drop_from_jobs(connection: &mut PgConnection, jobs: &[String]) -> Result<(), Fault> {
    actors::drop_typed(connection, jobs).await?;
    let documents: Vec<i64> =
        sqlx::query_scalar("DELETE FROM document_refs WHERE job = ANY($1) RETURNING document")
            .bind(jobs)
            .fetch_all(&mut *connection)
            .await?;
    drop_unneeded(connection, &documents).await
}

/// The same for one document of a job.
pub(super) async fn drop_one(
    connection: &mut PgConnection,
    job: &str,
    hash: &str,
    url: &str,
) -> Result<(), Fault> {
    let documents: Vec<i64> = sqlx::query_scalar(
        "DELETE FROM document_refs WHERE job = $1
         AND document IN (SELECT id FROM documents WHERE hash = $2 AND url = $3) RETURNING document",
    )
    .bind(job)
    .bind(hash)
    .bind(url)
    .fetch_all(&mut *connection)
    .await?;
    drop_unneeded(connection, &documents).await
}

async fn drop_unneeded(connection: &mut PgConnection, documents: &[i64]) -> Result<(), Fault> {
    let hashes: Vec<String> = sqlx::query_scalar(
        "DELETE FROM documents WHERE id = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM document_refs WHERE document = documents.id) RETURNING hash",
    )
    .bind(documents)
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM texts WHERE hash = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.hash = texts.hash)",
    )
    .bind(hashes)
    .execute(connection)
    .await?;
    Ok(())
}
