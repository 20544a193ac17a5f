//! Locks that hold until the end of a transaction.
//!
//! Whoever needs several takes a thread's first, then that on what erases. Where two would still wait for each other,
//! Postgres ends one of them, and its unit is run again.

use crate::work::Fault;
use sqlx::PgConnection;

/// What a lock by name is about; the first of the two numbers of an advisory lock.
#[derive(Clone, Copy)]
pub(super) enum About {
    Erasing = 0x676f_0001,
    Admission = 0x676f_0002,
    Request = 0x676f_0003,
    Same = 0x676f_0004,
    Migrating = 0x676f_0006,
}

/// Waits until nobody else holds the lock on this name.
pub(super) async fn by_name(connection: &mut PgConnection, about: About, name: &str) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock($1, hashtext($2))")
        .bind(about as i32)
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// While this is held nobody takes away texts or documents that seem to be needed no more.
pub(super) async fn keeping(connection: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock_shared($1, 0)")
        .bind(About::Erasing as i32)
        .execute(connection)
        .await?;
    Ok(())
}

/// While this is held nobody keeps texts or documents.
pub(super) async fn erasing(connection: &mut PgConnection) -> Result<(), Fault> {
    sqlx::query("SELECT pg_advisory_xact_lock($1, 0)")
        .bind(About::Erasing as i32)
        .execute(connection)
        .await?;
    Ok(())
}

/// Waits until it is this transaction's turn in the thread of a job; gives false where there is no such job.
///
/// The lock is the one that an update of the row takes: rows that only refer to the thread may still come.
pub(super) async fn thread_of(connection: &mut PgConnection, job: &str) -> Result<bool, Fault> {
    let locked = sqlx::query(
        "SELECT 1 FROM threads WHERE thread = (SELECT thread FROM jobs WHERE job = $1) FOR NO KEY UPDATE",
    )
    .bind(job)
    .execute(connection)
    .await?;
    Ok(locked.rows_affected() == 1)
}

/// The same for some threads at once, always in the same order.
pub(super) async fn threads(connection: &mut PgConnection, threads: &[String]) -> Result<(), Fault> {
    sqlx::query("SELECT 1 FROM threads WHERE thread = ANY($1) ORDER BY thread FOR UPDATE")
        .bind(threads)
        .execute(connection)
        .await?;
    Ok(())
}
