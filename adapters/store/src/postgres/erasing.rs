//! The steps of erasing a person, each a short transaction. See [`crate::erased`].

use super::both::titles::find_without;
use super::unit::Unit;
use super::{actors, documents, locks, remade};
use crate::erased::{self, EVENTS_TOGETHER, EventKeys, IS_DIRECT, Part};
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
        Ok(Done::quietly(highest(connection).await?))
    }
}

async fn highest(connection: &mut PgConnection) -> Result<i64, Fault> {
    Ok(sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM jobs").fetch_one(connection).await?)
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
    /// See [`Mark`]. Whatever comes from these threads and was there by then is among them, or rewritten.
    pub at: i64,
}

#[async_trait]
impl Unit for ErasePart {
    /// What was erased, and the step that goes on with what is left of these threads. `None` if another thread has come
    /// from these meanwhile. Then they are left to the last step.
    type Output = Option<(Part, Option<ErasePart>)>;
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
        let (part, left) = part(connection, &self.person, &self.threads, EVENTS_TOGETHER).await?;
        let next = match left.is_empty() {
            true => None,
            // What comes from these threads by now is rewritten.
            false => {
                Some(ErasePart { person: self.person.clone(), threads: left, at: highest(connection).await? })
            }
        };
        Ok(Done::quietly(Some((part, next))))
    }
}

/// Rewrites what stays in these threads and erases the rest. In the person's own threads, only the newest runs go that
/// have no more than `most` events together. Also returns the threads that have runs left. It must be all threads that
/// belong together. They are locked.
pub(super) async fn part(
    connection: &mut PgConnection,
    person: &str,
    threads: &[String],
    most: i64,
) -> Result<(Part, Vec<String>), Fault> {
    let actor = actors::known(connection, person).await?;
    let owned = own_threads(connection, person).await?;
    let (own, others): (Vec<String>, Vec<String>) =
        threads.iter().cloned().partition(|thread| owned.contains(thread));
    let runs = runs_of(connection, &own).await?;
    let elsewhere: Vec<String> =
        sqlx::query_scalar("SELECT job FROM jobs WHERE person = $1 AND thread = ANY($2) ORDER BY id")
            .bind(person)
            .bind(&others)
            .fetch_all(&mut *connection)
            .await?;

    let mut part = Part::default();
    if !others.is_empty() {
        let gone: BTreeSet<&String> = runs.iter().map(|(run, _)| run).chain(&elsewhere).collect();
        let remade = remade::rewrite(connection, actor.as_ref(), threads, &own, &gone).await?;
        part.events = remade.events;
        part.erased.shaped = remade.runs;
    }
    let mut gone = erased::first_few(runs, most);
    gone.extend(elsewhere.iter().cloned());
    let direct = format!(
        "DELETE FROM preferences_of_places WHERE place IN (
             SELECT lane FROM jobs WHERE job = ANY($1) AND {IS_DIRECT})"
    );
    let direct = sqlx::query(AssertSqlSafe(direct)).bind(&gone).execute(&mut *connection).await?;
    part.erased.rows = direct.rows_affected();
    // The person's own name is needed until the end.
    let empty = drop_runs(connection, &gone, &own, actor.as_ref()).await?;
    let (own, left): (Vec<String>, Vec<String>) = own.into_iter().partition(|thread| empty.contains(thread));
    for thread in &others {
        find_without(connection, thread).await?;
    }
    if let Some(actor) = &actor {
        part.erased.rows += actors::forget_typed(connection, actor, &others).await?;
        part.attached = attached(connection, actor, &others).await?;
    }
    part.jobs = gone.into_iter().map(JobId).chain(part.erased.shaped.iter().cloned()).collect();
    part.erased.threads = own.into_iter().map(ThreadId).collect();
    part.erased.runs = elsewhere.into_iter().map(JobId).collect();
    Ok((part, left))
}

/// The runs of threads with their numbers of events, newest first.
pub(super) async fn runs_of(
    connection: &mut PgConnection,
    threads: &[String],
) -> Result<Vec<(String, i64)>, Fault> {
    let runs: Vec<(String, i64)> =
        sqlx::query_as("SELECT job, head FROM jobs WHERE thread = ANY($1) ORDER BY id DESC")
            .bind(threads)
            .fetch_all(connection)
            .await?;
    Ok(runs)
}

/// Deletes runs with all that nothing else needs, and then those of the threads that have no runs left. Forgets who did
/// nothing else, except for one actor. Returns the threads that are gone. All of them are locked.
pub(super) async fn drop_runs(
    connection: &mut PgConnection,
    runs: &[String],
    threads: &[String],
    except: Option<&String>,
) -> Result<Vec<String>, Fault> {
    let mut along = actors::behind(connection, runs, threads).await?;
    along.retain(|one| Some(one) != except);
    documents::drop_from_jobs(connection, runs).await?;
    // Events are deleted by cascade.
    sqlx::query("DELETE FROM jobs WHERE job = ANY($1)").bind(runs).execute(&mut *connection).await?;
    let empty: Vec<String> = sqlx::query_scalar(
        "DELETE FROM threads WHERE thread = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.thread = threads.thread) RETURNING thread",
    )
    .bind(threads)
    .fetch_all(&mut *connection)
    .await?;
    actors::drop_idle(connection, &along).await?;
    Ok(empty)
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
