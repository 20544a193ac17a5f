//! Locks that last until the end of a transaction.
//!
//! Lock order: the person who acts (`actors`), the thread, the erasure lock. If a deadlock happens anyway, Postgres ends
//! one of the transactions, and its unit is run again.

use crate::work::Fault;
use sqlx::PgConnection;

/// The subject of a named lock: the first of the two numbers of an advisory lock.
#[derive(Clone, Copy)]
pub(super) enum About {
    Erasing = 0x676f_0001,
    Admission = 0x676f_0002,
    Request = 0x676f_0003,
    Same = 0x676f_0004,
    Migrating = 0x676f_0006,
}

/// Waits for the lock on this name.
pub(super) async fn by_name(connection: &mut PgConnection, about: About, name: &str) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock($1, hashtext($2))")
        .bind(about as i32)
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// Waits for whatever else is done about a request by this key.
pub(super) async fn request(connection: &mut PgConnection, owner: &str, key: &str) -> Result<(), Fault> {
    by_name(connection, About::Request, &format!("{owner} {key}")).await
}

/// While this is held, no other run of the requester is counted.
pub(super) async fn admission(connection: &mut PgConnection, requester: &str) -> Result<(), Fault> {
    by_name(connection, About::Admission, requester).await
}

/// While this is held, nobody adds a key.
pub(super) async fn keys(connection: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query("LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE").execute(connection).await?;
    Ok(())
}

/// Keeps a folder of the library from being removed. Returns false if there is no such folder.
pub(super) async fn library_root(connection: &mut PgConnection, path: &str) -> Result<bool, Fault> {
    let known = sqlx::query("SELECT 1 FROM library_roots WHERE path = $1 FOR KEY SHARE");
    Ok(known.bind(path).execute(connection).await?.rows_affected() > 0)
}

/// While this is held, nobody deletes texts or documents that seem unused, and no person is erased.
pub(super) async fn keeping(connection: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock_shared($1, 0)")
        .bind(About::Erasing as i32)
        .execute(connection)
        .await?;
    Ok(())
}

/// While this is held, nobody stores texts or documents, or a run that comes from another one.
pub(super) async fn erasing(connection: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock($1, 0)")
        .bind(About::Erasing as i32)
        .execute(connection)
        .await?;
    Ok(())
}

/// Waits for this transaction's turn in the thread of a job. Returns false if there is no such job.
///
/// Takes the same lock as an update of the row; rows that refer to the thread can still be inserted.
pub(super) async fn thread_of(connection: &mut PgConnection, job: &str) -> Result<bool, Fault> {
    let locked = sqlx::query(
        "SELECT 1 FROM threads WHERE thread = (SELECT thread FROM jobs WHERE job = $1) FOR NO KEY UPDATE",
    )
    .bind(job)
    .execute(connection)
    .await?;
    Ok(locked.rows_affected() == 1)
}

/// As `thread_of` for several threads at once, always in the same order.
pub(super) async fn threads(connection: &mut PgConnection, threads: &[String]) -> Result<(), Fault> {
    sqlx::query("SELECT 1 FROM threads WHERE thread = ANY($1) ORDER BY thread FOR UPDATE")
        .bind(threads)
        .execute(connection)
        .await?;
    Ok(())
}
