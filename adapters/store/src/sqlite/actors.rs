//! Actors: each person has a random name, which is all that journals know of them.

use crate::stored::new_actor;
use crate::words::json_list;
use crate::work::Fault;
use sqlx::SqliteConnection;

/// The actor of a person; `None` if nothing that they did is known.
pub(super) async fn known(connection: &mut SqliteConnection, person: &str) -> Result<Option<String>, Fault> {
    let known = sqlx::query_scalar("SELECT actor FROM actors WHERE person = ?");
    Ok(known.bind(person).fetch_optional(connection).await?)
}

/// The actor of a person, created if there is none.
pub(super) async fn of(connection: &mut SqliteConnection, person: &str) -> Result<String, Fault> {
    if let Some(actor) = known(&mut *connection, person).await? {
        return Ok(actor);
    }
    let actor = new_actor();
    sqlx::query("INSERT INTO actors (actor, person) VALUES (?, ?)")
        .bind(&actor)
        .bind(person)
        .execute(connection)
        .await?;
    Ok(actor)
}

/// Erases what people typed into an erased job, unless a copy of the journal contains it too.
pub(super) async fn drop_typed(connection: &mut SqliteConnection, job: &str) -> Result<(), Fault> {
    let typed: Vec<String> =
        sqlx::query_scalar("SELECT typed FROM events WHERE job = ? AND typed IS NOT NULL")
            .bind(job)
            .fetch_all(&mut *connection)
            .await?;
    if typed.is_empty() {
        return Ok(());
    }
    sqlx::query("UPDATE events SET typed = NULL WHERE job = ? AND typed IS NOT NULL")
        .bind(job)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM texts WHERE hash IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM events WHERE typed = texts.hash)",
    )
    .bind(json_list(&typed))
    .execute(connection)
    .await?;
    Ok(())
}

/// Erases what somebody typed into the jobs of some threads, unless jobs of other threads contain it too. Returns the
/// number of texts.
pub(super) async fn forget_typed(
    connection: &mut SqliteConnection,
    actor: &str,
    threads: &[String],
) -> Result<u64, Fault> {
    let typed: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT typed FROM events WHERE actor = ?1 AND typed IS NOT NULL
         AND job IN (SELECT job FROM jobs WHERE thread IN (SELECT value FROM json_each(?2)))",
    )
    .bind(actor)
    .bind(json_list(threads))
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE events SET typed = NULL WHERE actor = ?1 AND typed IS NOT NULL
         AND job IN (SELECT job FROM jobs WHERE thread IN (SELECT value FROM json_each(?2)))",
    )
    .bind(actor)
    .bind(json_list(threads))
    .execute(&mut *connection)
    .await?;
    let gone = sqlx::query(
        "DELETE FROM texts WHERE hash IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM events WHERE typed = texts.hash)",
    )
    .bind(json_list(&typed))
    .execute(connection)
    .await?;
    Ok(gone.rows_affected())
}

/// The actors of everything in some jobs, and of the titles of some threads.
pub(super) async fn behind(
    connection: &mut SqliteConnection,
    jobs: &[String],
    threads: &[String],
) -> Result<Vec<String>, Fault> {
    let actors: Vec<Option<String>> = sqlx::query_scalar(
        "SELECT actor FROM events WHERE job IN (SELECT value FROM json_each(?1))
         UNION SELECT edited_by FROM table_edits WHERE job IN (SELECT value FROM json_each(?1))
         UNION SELECT titled_by FROM threads WHERE thread IN (SELECT value FROM json_each(?2))",
    )
    .bind(json_list(jobs))
    .bind(json_list(threads))
    .fetch_all(connection)
    .await?;
    Ok(actors.into_iter().flatten().collect())
}

/// Forgets the owners of these names if nothing that they did is left.
pub(super) async fn drop_idle(connection: &mut SqliteConnection, actors: &[String]) -> Result<(), Fault> {
    sqlx::query(
        "DELETE FROM actors WHERE actor IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM events WHERE events.actor = actors.actor)
         AND NOT EXISTS (SELECT 1 FROM table_edits WHERE edited_by = actors.actor)
         AND NOT EXISTS (SELECT 1 FROM threads WHERE titled_by = actors.actor)",
    )
    .bind(json_list(actors))
    .execute(connection)
    .await?;
    Ok(())
}
