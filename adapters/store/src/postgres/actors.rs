//! Who gave commands: each person has a random name, which is all that journals know of them.

use crate::stored::new_actor;
use crate::values::plain;
use crate::work::Fault;
use sqlx::PgConnection;

/// The actor of a person, a new one where there is none. It is not erased before this transaction has ended.
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
    // Of two who are the first to name somebody, the second gets the name that the first has made.
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

/// Jobs are erased: what people typed into them goes, unless a copy of a journal holds it too.
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
