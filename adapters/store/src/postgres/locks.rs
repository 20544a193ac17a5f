//! Locks that hold until the end of a transaction, and one that holds as long as its connection.
//!
//! Whoever needs several takes a thread's first, then that on what erases. Where two would still wait for each other,
//! Postgres ends one of them, and its unit is run again.

use super::PostgresStore;
use crate::Alone;
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use sqlx::{ConnectOptions, Connection, PgConnection};

/// What a lock by name is about; the first of the two numbers of an advisory lock.
#[derive(Clone, Copy)]
pub(super) enum About {
    Erasing = 0x676f_0001,
    Admission = 0x676f_0002,
    Request = 0x676f_0003,
    Same = 0x676f_0004,
    Alone = 0x676f_0005,
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

impl PostgresStore {
    /// A lock on some work that one process of this database does at a time; none while another one has it. It has a
    /// connection of its own, and ends with that.
    pub async fn alone(&self, work: &str) -> Result<Option<Alone>, StoreError> {
        let failed = |error: sqlx::Error| self.failed(&error);
        let mut connection = self.inner.listen.connect.connect().await.map_err(failed)?;
        let taken: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, hashtext($2))")
            .bind(About::Alone as i32)
            .bind(work)
            .fetch_one(&mut connection)
            .await
            .map_err(failed)?;
        if taken {
            return Ok(Some(Alone::by_connection(connection)));
        }
        // Whatever becomes of it, it holds nothing.
        let _ = connection.close().await;
        Ok(None)
    }
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
