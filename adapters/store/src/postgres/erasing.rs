//! The steps of erasing a person, each a short transaction. See [`crate::erased`].

use super::both::titles::find_without;
use super::unit::Unit;
use super::{actors, documents, locks, remade};
use crate::erased::{self, EventKeys, IS_DIRECT, Part};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, ThreadId};
use sqlx::{AssertSqlSafe, PgConnection};
use std::collections::BTreeSet;

/// The highest number that a job has. Whatever comes from another run and is written later has a higher one.
pub(super) struct Mark;

#[async_trait]
impl Unit for Mark {
    type Output = i64;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<i64>, Fault> {
        locks::erasing(connection).await?;
        let highest = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM jobs");
        Ok(Done::quietly(highest.fetch_one(connection).await?))
    }
}

/// Looks for what is left of a person in threads: those that are erased, or rewritten, together.
pub(super) struct Look(pub String);

#[async_trait]
impl Unit for Look {
    type Output = Vec<Vec<String>>;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        Ok(Done::quietly(left(connection, &self.0, &EventKeys::new()).await?))
    }
}

/// `attached` is what is dealt with. Reads the beginnings of all runs if anything is left.
pub(super) async fn left(
    connection: &mut PgConnection,
    person: &str,
    attached: &EventKeys,
) -> Result<Vec<Vec<String>>, Fault> {
    let own = own_threads(connection, person).await?;
    let asked: Vec<String> = sqlx::query_scalar("SELECT DISTINCT thread FROM jobs WHERE person = $1")
        .bind(person)
        .fetch_all(&mut *connection)
        .await?;
    let did: Vec<(String, i64, String)> = sqlx::query_as(
        "SELECT e.job, e.seq, j.thread FROM events e JOIN jobs j ON j.job = e.job
         WHERE e.actor = (SELECT actor FROM actors WHERE person = $1)
             AND (e.typed IS NOT NULL OR e.kind = 'attached')",
    )
    .bind(person)
    .fetch_all(&mut *connection)
    .await?;
    let open = did.into_iter().filter_map(|(job, seq, thread)| {
        let is_open = !attached.contains(&(job, seq));
        is_open.then_some(thread)
    });
    let mut others: BTreeSet<String> = asked.into_iter().chain(open).collect();
    others.retain(|thread| !own.contains(thread));
    if own.is_empty() && others.is_empty() {
        return Ok(Vec::new());
    }
    let links = remade::links(connection, &own, None).await?;
    Ok(erased::parts(&own, others, &links))
}

async fn own_threads(connection: &mut PgConnection, person: &str) -> Result<BTreeSet<String>, Fault> {
    let own = sqlx::query_scalar("SELECT thread FROM threads WHERE owner = $1");
    let own: Vec<String> = own.bind(person).fetch_all(connection).await?;
    Ok(own.into_iter().collect())
}

/// Erases one part.
pub(super) struct ErasePart {
    pub person: String,
    pub threads: Vec<String>,
    /// See [`Mark`]; from before the parts were looked for.
    pub at: i64,
}

#[async_trait]
impl Unit for ErasePart {
    /// `None` if another thread has come from these meanwhile. Then they are left to the last step.
    type Output = Option<Part>;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        locks::threads(connection, &self.threads).await?;
        locks::erasing(connection).await?;
        let own = own_threads(connection, &self.person).await?;
        let later = remade::links(connection, &own, Some(self.at)).await?;
        let has = |thread: &String| self.threads.contains(thread);
        if later.iter().any(|(thread, from)| has(from) && !has(thread)) {
            return Ok(Done::quietly(None));
        }
        Ok(Done::quietly(Some(part(connection, &self.person, &self.threads).await?)))
    }
}

/// Erases what is in these threads, and rewrites what stays. It must be all threads that belong together. They are
/// locked.
pub(super) async fn part(
    connection: &mut PgConnection,
    person: &str,
    threads: &[String],
) -> Result<Part, Fault> {
    let actor = actors::known(connection, person).await?;
    let owned = own_threads(connection, person).await?;
    let (own, others): (Vec<String>, Vec<String>) =
        threads.iter().cloned().partition(|thread| owned.contains(thread));
    let mut gone: Vec<String> = sqlx::query_scalar("SELECT job FROM jobs WHERE thread = ANY($1)")
        .bind(&own)
        .fetch_all(&mut *connection)
        .await?;
    let elsewhere: Vec<String> =
        sqlx::query_scalar("SELECT job FROM jobs WHERE person = $1 AND thread = ANY($2) ORDER BY id")
            .bind(person)
            .bind(&others)
            .fetch_all(&mut *connection)
            .await?;
    gone.extend(elsewhere.iter().cloned());

    let mut part = Part::default();
    if !others.is_empty() {
        let gone: BTreeSet<&String> = gone.iter().collect();
        let remade = remade::rewrite(connection, actor.as_ref(), threads, &own, &gone).await?;
        part.events = remade.events;
        part.erased.shaped = remade.runs;
    }
    let mut along = actors::in_threads(connection, &own).await?;
    // The person's own name is needed until the end.
    along.retain(|one| Some(one) != actor.as_ref());
    let direct = format!(
        "DELETE FROM preferences_of_places WHERE place IN (
             SELECT lane FROM jobs WHERE job = ANY($1) AND {IS_DIRECT})"
    );
    let direct = sqlx::query(AssertSqlSafe(direct)).bind(&gone).execute(&mut *connection).await?;
    part.erased.rows = direct.rows_affected();
    documents::drop_from_jobs(connection, &gone).await?;
    // Jobs and their events are deleted by cascade.
    sqlx::query("DELETE FROM threads WHERE thread = ANY($1)").bind(&own).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM jobs WHERE job = ANY($1)").bind(&elsewhere).execute(&mut *connection).await?;
    for thread in &others {
        find_without(connection, thread).await?;
    }
    if let Some(actor) = &actor {
        part.erased.rows += actors::forget_typed(connection, actor, &others).await?;
        part.attached = attached(connection, actor, &others).await?;
    }
    // These actors may have acted in these threads only.
    actors::drop_idle(connection, &along).await?;
    part.jobs = gone.into_iter().map(JobId).chain(part.erased.shaped.iter().cloned()).collect();
    part.erased.threads = own.into_iter().map(ThreadId).collect();
    part.erased.runs = elsewhere.into_iter().map(JobId).collect();
    Ok(part)
}

/// What somebody attached in some threads.
async fn attached(
    connection: &mut PgConnection,
    actor: &str,
    threads: &[String],
) -> Result<EventKeys, Fault> {
    let attached: Vec<(String, i64)> = sqlx::query_as(
        "SELECT job, seq FROM events WHERE actor = $1 AND kind = 'attached'
         AND job IN (SELECT job FROM jobs WHERE thread = ANY($2))",
    )
    .bind(actor)
    .bind(threads)
    .fetch_all(connection)
    .await?;
    Ok(attached.into_iter().collect())
}

/// Looks for events that may name a person, by their numbers.
pub(super) struct LookForNames(pub String);

#[async_trait]
impl Unit for LookForNames {
    type Output = Vec<i64>;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        Ok(Done::quietly(named(connection, &self.0, None).await?))
    }
}

/// The same, for all runs or those with higher numbers.
pub(super) async fn named(
    connection: &mut PgConnection,
    person: &str,
    since: Option<i64>,
) -> Result<Vec<i64>, Fault> {
    // Only a run that comes from another one names anybody but its asker.
    let sql = match since {
        Some(_) => {
            "SELECT e.number FROM events e JOIN jobs j ON j.job = e.job
             WHERE e.kind IN ('asked', 'reused', 'forked') AND j.id > $5
                 AND (strpos(e.payload, $1) > 0 OR strpos(e.payload, $2) > 0 OR strpos(e.payload, $3) > 0
                      OR strpos(e.payload, $4) > 0)"
        }
        None => {
            "SELECT number FROM events
             WHERE kind IN ('asked', 'reused', 'forked')
                 AND (strpos(payload, $1) > 0 OR strpos(payload, $2) > 0 OR strpos(payload, $3) > 0
                      OR strpos(payload, $4) > 0)"
        }
    };
    let [user, whole, own, place] = erased::names(person);
    let query = sqlx::query_scalar(sql).bind(user).bind(whole).bind(own).bind(place);
    let query = match since {
        Some(since) => query.bind(since),
        None => query,
    };
    Ok(query.fetch_all(connection).await?)
}

/// Removes a person's name from copies of their runs that others have.
pub(super) struct Unname {
    pub person: String,
    /// Numbers of events.
    pub events: Vec<i64>,
}

#[async_trait]
impl Unit for Unname {
    /// Number of events changed.
    type Output = u64;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<u64>, Fault> {
        // Another person who is named in the same events may be erased right now.
        locks::erasing(connection).await?;
        Ok(Done::quietly(unname(connection, &self.person, &self.events).await?))
    }
}

/// Nobody else may be erased meanwhile.
pub(super) async fn unname(
    connection: &mut PgConnection,
    person: &str,
    events: &[i64],
) -> Result<u64, Fault> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT number, payload FROM events WHERE number = ANY($1) ORDER BY number")
            .bind(events)
            .fetch_all(&mut *connection)
            .await?;
    let mut changed = 0;
    for (number, payload) in rows {
        if let Some(left) = erased::unnamed(&payload, person)? {
            sqlx::query("UPDATE events SET payload = $2 WHERE number = $1")
                .bind(number)
                .bind(left)
                .execute(&mut *connection)
                .await?;
            changed += 1;
        }
    }
    Ok(changed)
}
