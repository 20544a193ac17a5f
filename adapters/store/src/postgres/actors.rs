//! Actors: each person has a random name, which is all that journals know of them.

use crate::stored::new_actor;
use crate::values::plain;
use crate::work::Fault;
use sqlx::PgConnection;

/// The actor of a person; `None` if nothing that they did is known.
pub(super) async fn known(connection: &mut PgConnection, person: &str) -> Result<Option<String>, Fault> {
    let known = sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1");
    Ok(known.bind(person).fetch_optional(connection).await?)
}

/// The actor of a person, created if there is none. It cannot be erased before this transaction ends.
pub(super) async fn of(connection: &mut PgConnection, person: &str) -> Result<String, Fault> {
    let person = plain(person);
    let known: Option<String> =
        sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1 FOR KEY SHARE")
            .bind(&*person)
            .fetch_optional(&mut *connection)
            .await?;
    if let Some(actor) = known {
        return Ok(actor);
    }
    // If two transactions create the actor at once, the second one gets the name made by the first.
    let actor: String = sqlx::query_scalar(
        "INSERT INTO actors (actor, person) VALUES ($1, $2)
         ON CONFLICT (person) DO UPDATE SET person = excluded.person RETURNING actor",
    )
    .bind(new_actor())
    .bind(&*person)
    .fetch_one(connection)
    .await?;
    Ok(actor)
}

/// Waits for what a person is doing right now, and keeps them from doing more until this transaction ends.
pub(super) async fn hold(connection: &mut PgConnection, person: &str) -> Result<(), Fault> {
    sqlx::query("SELECT 1 FROM actors WHERE person = $1 FOR UPDATE").bind(person).execute(connection).await?;
    Ok(())
}

/// Erases what people typed into erased jobs, unless a copy of a journal contains it too.
pub(super) async fn drop_typed(connection: &mut PgConnection, jobs: &[String]) -> Result<(), Fault> {
    let typed: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT typed FROM events WHERE job = ANY($1) AND typed IS NOT NULL")
            .bind(jobs)
            .fetch_all(&mut *connection)
            .await?;
    if typed.is_empty() {
        return Ok(());
    }
    sqlx::query("UPDATE events SET typed = NULL WHERE job = ANY($1) AND typed IS NOT NULL")
        .bind(jobs)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "DELETE FROM texts WHERE hash = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM events WHERE events.typed = texts.hash)",
    )
    .bind(typed)
    .execute(connection)
    .await?;
    Ok(())
}

/// Erases what somebody typed into the jobs of some threads, unless jobs of other threads contain it too. Returns the
/// number of texts.
pub(super) async fn forget_typed(
    connection: &mut PgConnection,
    actor: &str,
    threads: &[String],
) -> Result<u64, Fault> {
    let typed: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT typed FROM events WHERE actor = $1 AND typed IS NOT NULL
         AND job IN (SELECT job FROM jobs WHERE thread = ANY($2))",
    )
    .bind(actor)
    .bind(threads)
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE events SET typed = NULL WHERE actor = $1 AND typed IS NOT NULL
         AND job IN (SELECT job FROM jobs WHERE thread = ANY($2))",
    )
    .bind(actor)
    .bind(threads)
    .execute(&mut *connection)
    .await?;
    let gone = sqlx::query(
        "DELETE FROM texts WHERE hash = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM events WHERE events.typed = texts.hash)",
    )
    .bind(typed)
    .execute(connection)
    .await?;
    Ok(gone.rows_affected())
}

/// The actors of everything in some jobs, and of the titles of some threads.
pub(super) async fn behind(
    connection: &mut PgConnection,
    jobs: &[String],
    threads: &[String],
) -> Result<Vec<String>, Fault> {
    let actors: Vec<Option<String>> = sqlx::query_scalar(
        "SELECT actor FROM events WHERE job = ANY($1)
         UNION SELECT edited_by FROM table_edits WHERE job = ANY($1)
         UNION SELECT titled_by FROM threads WHERE thread = ANY($2)",
    )
    .bind(jobs)
    .bind(threads)
    .fetch_all(connection)
    .await?;
    Ok(actors.into_iter().flatten().collect())
}

/// Forgets the owners of these names if nothing that they did is left. Skips anybody who is doing something
/// right now.
pub(super) async fn drop_idle(connection: &mut PgConnection, actors: &[String]) -> Result<(), Fault> {
    let held: Vec<String> = sqlx::query_scalar(
        "SELECT actor FROM actors WHERE actor = ANY($1) ORDER BY actor FOR UPDATE SKIP LOCKED",
    )
    .bind(actors)
    .fetch_all(&mut *connection)
    .await?;
    // A separate statement, which sees what was committed before those locks.
    sqlx::query(
        "DELETE FROM actors WHERE actor = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM events WHERE events.actor = actors.actor)
         AND NOT EXISTS (SELECT 1 FROM table_edits WHERE edited_by = actors.actor)
         AND NOT EXISTS (SELECT 1 FROM threads WHERE titled_by = actors.actor)",
    )
    .bind(held)
    .execute(connection)
    .await?;
    Ok(())
}
