//! The steps of erasing a person, each a short transaction. See [`crate::erased`].

use super::both::titles::find_without;
use super::people::ASKED_BY;
use super::unit::Unit;
use super::{SqliteStore, actors, documents, remade};
use crate::erased::{self, EVENTS_TOGETHER, EventKeys, IS_DIRECT, Part};
use crate::words::json_list;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{JobId, ThreadId};
use sqlx::{AssertSqlSafe, SqliteConnection};
use std::collections::BTreeSet;

/// What is left of a person in threads.
pub(super) struct Left {
    /// Threads that are erased, or rewritten, together.
    pub parts: Vec<Vec<String>>,
    /// The moment when this was read, by the store's clock.
    pub at: i64,
}

impl Left {
    /// `attached` is what is dealt with. Reads the beginnings of all runs if anything is left.
    pub async fn read(
        connection: &mut SqliteConnection,
        person: &str,
        attached: &EventKeys,
    ) -> Result<Self, Fault> {
        let at = clock(connection).await?;
        let own = own_threads(connection, person).await?;
        let asked = format!("SELECT DISTINCT thread FROM jobs WHERE {ASKED_BY}");
        let asked: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(asked)).bind(person).fetch_all(&mut *connection).await?;
        let did: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT e.job, e.seq, j.thread FROM events e JOIN jobs j ON j.job = e.job
             WHERE e.actor = (SELECT actor FROM actors WHERE person = ?)
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
            return Ok(Self { parts: Vec::new(), at });
        }
        let links = remade::links(connection, &own, None).await?;
        Ok(Self { parts: erased::parts(&own, others, &links), at })
    }
}

async fn clock(connection: &mut SqliteConnection) -> Result<i64, Fault> {
    Ok(sqlx::query_scalar("SELECT touched FROM clock").fetch_one(connection).await?)
}

async fn own_threads(connection: &mut SqliteConnection, person: &str) -> Result<BTreeSet<String>, Fault> {
    let own = sqlx::query_scalar("SELECT thread FROM threads WHERE owner = ?");
    let own: Vec<String> = own.bind(person).fetch_all(connection).await?;
    Ok(own.into_iter().collect())
}

/// Erases one part.
pub(super) struct ErasePart {
    pub person: String,
    pub threads: Vec<String>,
    /// See [`Left`]. Whatever comes from these threads and was there by then is among them, or rewritten.
    pub at: i64,
}

#[async_trait]
impl Unit for ErasePart {
    /// What was erased, and the step that goes on with what is left of these threads. `None` if another thread has come
    /// from these meanwhile, or one that was rewritten goes on: its jobs look the same. Then they are left to the last
    /// step.
    type Output = Option<(Part, Option<ErasePart>)>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
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
                Some(ErasePart { person: self.person.clone(), threads: left, at: clock(connection).await? })
            }
        };
        Ok(Done::quietly(Some((part, next))))
    }
}

/// Rewrites what stays in these threads and erases the rest. In the person's own threads, only the newest runs go that
/// have no more than `most` events together. Also returns the threads that have runs left. It must be all threads that
/// belong together.
pub(super) async fn part(
    connection: &mut SqliteConnection,
    person: &str,
    threads: &[String],
    most: i64,
) -> Result<(Part, Vec<String>), Fault> {
    let actor = actors::known(connection, person).await?;
    let owned = own_threads(connection, person).await?;
    let (own, others): (Vec<String>, Vec<String>) =
        threads.iter().cloned().partition(|thread| owned.contains(thread));
    let runs = runs_of(connection, &own).await?;
    let elsewhere = format!(
        "SELECT job FROM jobs WHERE {ASKED_BY} AND thread IN (SELECT value FROM json_each(?2)) ORDER BY id"
    );
    let elsewhere: Vec<String> = sqlx::query_scalar(AssertSqlSafe(elsewhere))
        .bind(person)
        .bind(json_list(&others))
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
             SELECT lane FROM jobs WHERE job IN (SELECT value FROM json_each(?)) AND {IS_DIRECT})"
    );
    let direct = sqlx::query(AssertSqlSafe(direct)).bind(json_list(&gone)).execute(&mut *connection).await?;
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
    connection: &mut SqliteConnection,
    threads: &[String],
) -> Result<Vec<(String, i64)>, Fault> {
    let runs: Vec<(String, i64)> = sqlx::query_as(
        "SELECT job, head FROM jobs WHERE thread IN (SELECT value FROM json_each(?)) ORDER BY id DESC",
    )
    .bind(json_list(threads))
    .fetch_all(connection)
    .await?;
    Ok(runs)
}

/// Deletes runs with all that nothing else needs, and then those of the threads that have no runs left. Forgets who did
/// nothing else, except for one actor. Returns the threads that are gone.
pub(super) async fn drop_runs(
    connection: &mut SqliteConnection,
    runs: &[String],
    threads: &[String],
    except: Option<&String>,
) -> Result<Vec<String>, Fault> {
    let mut along = actors::behind(connection, runs, threads).await?;
    along.retain(|one| Some(one) != except);
    for run in runs {
        documents::drop_from_job(connection, run).await?;
    }
    // Events are deleted by cascade.
    sqlx::query("DELETE FROM jobs WHERE job IN (SELECT value FROM json_each(?))")
        .bind(json_list(runs))
        .execute(&mut *connection)
        .await?;
    let empty: Vec<String> = sqlx::query_scalar(
        "DELETE FROM threads WHERE thread IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.thread = threads.thread) RETURNING thread",
    )
    .bind(json_list(threads))
    .fetch_all(&mut *connection)
    .await?;
    actors::drop_idle(connection, &along).await?;
    Ok(empty)
}

/// What somebody attached in some threads.
async fn attached(
    connection: &mut SqliteConnection,
    actor: &str,
    threads: &[String],
) -> Result<EventKeys, Fault> {
    let attached: Vec<(String, i64)> = sqlx::query_as(
        "SELECT job, seq FROM events WHERE actor = ?1 AND kind = 'attached'
         AND job IN (SELECT job FROM jobs WHERE thread IN (SELECT value FROM json_each(?2)))",
    )
    .bind(actor)
    .bind(json_list(threads))
    .fetch_all(connection)
    .await?;
    Ok(attached.into_iter().collect())
}

/// Events that may name a person, and the moment when they were looked for.
pub(super) struct Named {
    pub events: Vec<(String, i64)>,
    pub at: i64,
}

/// The condition of the index `events_with_names`.
const NAMED: &str = "SELECT job, seq FROM events WHERE kind IN ('asked', 'forked', 'reused')
    AND (instr(payload, ?1) > 0 OR instr(payload, ?2) > 0 OR instr(payload, ?3) > 0 OR instr(payload, ?4) > 0)";

/// Those of runs that changed after a moment. SQLite begins with the jobs, which are few.
const NAMED_SINCE: &str = "SELECT e.job, e.seq FROM jobs j CROSS JOIN events e ON e.job = j.job
    WHERE j.touched > ?5 AND +e.kind IN ('asked', 'forked', 'reused')
        AND (instr(e.payload, ?1) > 0 OR instr(e.payload, ?2) > 0 OR instr(e.payload, ?3) > 0
            OR instr(e.payload, ?4) > 0)";

impl Named {
    pub async fn read(
        connection: &mut SqliteConnection,
        person: &str,
        since: Option<i64>,
    ) -> Result<Self, Fault> {
        let at = clock(connection).await?;
        let [user, whole, own, place] = erased::names(person);
        let named = |sql: &'static str| sqlx::query_as(sql).bind(user).bind(whole).bind(own).bind(place);
        let query = match since {
            Some(since) => named(NAMED_SINCE).bind(since),
            None => named(NAMED),
        };
        Ok(Self { events: query.fetch_all(connection).await?, at })
    }
}

/// Removes a person's name from copies of their runs that others have.
pub(super) struct Unname {
    pub person: String,
    pub events: Vec<(String, i64)>,
}

#[async_trait]
impl Unit for Unname {
    /// Number of events changed.
    type Output = u64;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<u64>, Fault> {
        Ok(Done::quietly(unname(connection, &self.person, &self.events).await?))
    }
}

pub(super) async fn unname(
    connection: &mut SqliteConnection,
    person: &str,
    events: &[(String, i64)],
) -> Result<u64, Fault> {
    let mut changed = 0;
    for (job, seq) in events {
        let payload: Option<String> =
            sqlx::query_scalar("SELECT payload FROM events WHERE job = ? AND seq = ?")
                .bind(job)
                .bind(seq)
                .fetch_optional(&mut *connection)
                .await?;
        // The run may be gone by now.
        let Some(payload) = payload else { continue };
        if let Some(left) = erased::unnamed(&payload, person)? {
            sqlx::query("UPDATE events SET payload = ?3 WHERE job = ?1 AND seq = ?2")
                .bind(job)
                .bind(seq)
                .bind(left)
                .execute(&mut *connection)
                .await?;
            changed += 1;
        }
    }
    Ok(changed)
}

impl SqliteStore {
    /// As [`Left::read`], of one moment. Nobody has to wait for it.
    pub(super) async fn left_of(&self, person: &str) -> Result<Left, Fault> {
        let mut reading = self.inner.readers.begin().await?;
        let left = Left::read(&mut reading, person, &EventKeys::new()).await?;
        reading.rollback().await?;
        Ok(left)
    }

    /// As [`Named::read`], of one moment. Nobody has to wait for it.
    pub(super) async fn named_of(&self, person: &str) -> Result<Named, Fault> {
        let mut reading = self.inner.readers.begin().await?;
        let named = Named::read(&mut reading, person, None).await?;
        reading.rollback().await?;
        Ok(named)
    }
}
