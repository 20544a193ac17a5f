//! Erases what other people's runs made of a person's words, and the files that the person attached to other
//! people's threads.

use super::both::events::{events_after, journal};
use super::documents;
use crate::erased::{self, AttachedRow, origin_of, question_of, rewritten};
use crate::values::int;
use crate::words::{self, json_list};
use crate::work::Fault;
use futures::TryStreamExt;
use gorkd_core::job::{Erased, Recorded};
use gorkd_core::model::JobId;
use sqlx::SqliteConnection;
use std::collections::{BTreeMap, BTreeSet};

/// What changed in other people's runs.
#[derive(Default)]
pub(super) struct Remade {
    pub runs: Vec<JobId>,
    pub events: u64,
}

/// Rewrites other people's journals and watches in threads that belong together, and deletes the texts of the files. Must
/// be called before anything of the person is deleted. `own` are the person's threads among them, `gone` are all runs
/// that will be deleted.
pub(super) async fn rewrite(
    connection: &mut SqliteConnection,
    actor: Option<&String>,
    group: &[String],
    own: &[String],
    gone: &BTreeSet<&String>,
) -> Result<Remade, Fault> {
    let attached: Vec<AttachedRow> = sqlx::query_as(
        "SELECT e.job, e.seq, e.actor, e.payload FROM events e JOIN jobs j ON j.job = e.job
         WHERE e.kind = 'attached' AND j.thread IN (SELECT value FROM json_each(?1))
             AND j.thread NOT IN (SELECT value FROM json_each(?2))
         ORDER BY j.id, e.seq",
    )
    .bind(json_list(group))
    .bind(json_list(own))
    .fetch_all(&mut *connection)
    .await?;
    let mut erased = erased::erased(actor, attached)?;
    let jobs: Vec<String> = sqlx::query_scalar(
        "SELECT job FROM jobs WHERE thread IN (SELECT value FROM json_each(?)) ORDER BY id",
    )
    .bind(json_list(group))
    .fetch_all(&mut *connection)
    .await?;
    let mut remade = Remade::default();
    for job in jobs {
        let rows = events_after(&mut *connection, &job, 0).await?;
        let journal = journal(&job, rows)?;
        if gone.contains(&job) {
            erased.learn(&JobId(job), &journal);
            continue;
        }
        let events = run(connection, &mut erased, &job, &journal).await?;
        if events > 0 {
            remade.events += events;
            remade.runs.push(JobId(job));
        }
    }
    watches(connection, &erased, group).await?;
    // Replies that are stored for repeated requests may contain the words.
    sqlx::query(
        "DELETE FROM requests WHERE thread IN (
             SELECT thread FROM jobs WHERE job IN (SELECT value FROM json_each(?)))",
    )
    .bind(json_list(&remade.runs.iter().map(|run| run.0.clone()).collect::<Vec<_>>()))
    .execute(connection)
    .await?;
    Ok(remade)
}

/// All runs that come from another thread.
const LINKS: &str = "SELECT j.thread, e.payload FROM events e JOIN jobs j ON j.job = e.job
    WHERE e.kind IN ('asked', 'forked', 'reused')
        AND (e.kind <> 'asked' OR instr(e.payload, '\"previous\":') > 0)";

/// Those that changed after a moment. SQLite begins with the jobs, which are few.
const LINKS_SINCE: &str = "SELECT j.thread, e.payload FROM jobs j CROSS JOIN events e ON e.job = j.job
    WHERE j.touched > ? AND +e.kind IN ('asked', 'forked', 'reused')
        AND (e.kind <> 'asked' OR instr(e.payload, '\"previous\":') > 0)";

/// Threads of others than `own` with runs that come from another thread: pairs of both. Of all runs, or of those that
/// changed after a moment by the store's clock.
pub(super) async fn links(
    connection: &mut SqliteConnection,
    own: &BTreeSet<String>,
    since: Option<i64>,
) -> Result<Vec<(String, String)>, Fault> {
    let query = match since {
        Some(since) => sqlx::query_as::<_, (String, String)>(LINKS_SINCE).bind(since),
        None => sqlx::query_as(LINKS),
    };
    // These may be most runs of the store, so their payloads are not held all at once.
    let mut rows = query.fetch(&mut *connection);
    let mut origins: Vec<(String, String)> = Vec::new();
    while let Some((thread, payload)) = rows.try_next().await? {
        if !own.contains(&thread) {
            origins.extend(origin_of(&payload).map(|origin| (thread, origin)));
        }
    }
    drop(rows);
    let jobs: Vec<String> = origins.iter().map(|(_, job)| job.clone()).collect();
    let threads: Vec<(String, String)> =
        sqlx::query_as("SELECT job, thread FROM jobs WHERE job IN (SELECT value FROM json_each(?))")
            .bind(json_list(&jobs))
            .fetch_all(connection)
            .await?;
    let threads: BTreeMap<String, String> = threads.into_iter().collect();
    Ok(origins.into_iter().filter_map(|(thread, job)| Some((thread, threads.get(&job)?.clone()))).collect())
}

/// Rewrites a run. Returns the number of events that changed.
async fn run(
    connection: &mut SqliteConnection,
    erased: &mut Erased,
    job: &str,
    journal: &[Recorded],
) -> Result<u64, Fault> {
    let rows = rewritten(erased, journal)?;
    if rows.is_empty() {
        return Ok(0);
    }
    for row in &rows {
        // An effect is only in rows of a run's own outcomes, not in copies of them.
        sqlx::query(
            "UPDATE events SET payload = ?3, effect = CASE WHEN effect IS NULL THEN NULL ELSE ?4 END
             WHERE job = ?1 AND seq = ?2",
        )
        .bind(job)
        .bind(int(row.seq))
        .bind(&row.payload)
        .bind(&row.effect)
        .execute(&mut *connection)
        .await?;
    }
    if let Some((before, after)) = question_of(&rows, journal) {
        sqlx::query("UPDATE jobs SET question = ?2 WHERE job = ?1")
            .bind(job)
            .bind(&after)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "UPDATE threads SET title = ?3 WHERE title = ?2 AND titled_by IS NULL
             AND thread = (SELECT thread FROM jobs WHERE job = ?1)",
        )
        .bind(job)
        .bind(words::title_of(&before))
        .bind(words::title_of(&after))
        .execute(&mut *connection)
        .await?;
    }
    // A worker that is running the job has the words in memory, so it loses its claim. The next one continues
    // from what is left.
    sqlx::query(
        "UPDATE jobs SET worker = NULL, claim = claim + 1, status = 'queued', wake_at = created_at
         WHERE job = ? AND worker IS NOT NULL",
    )
    .bind(job)
    .execute(&mut *connection)
    .await?;
    for file in &erased.files {
        let (hash, url) = (file.document.hash.as_str(), file.document.url.as_str());
        documents::drop_one(connection, job, hash, url).await?;
    }
    Ok(rows.len() as u64)
}

/// Rewrites the watches on answers in these threads.
async fn watches(
    connection: &mut SqliteConnection,
    erased: &Erased,
    threads: &[String],
) -> Result<(), Fault> {
    let watches: Vec<(String, String)> = sqlx::query_as(
        "WITH these AS (SELECT job FROM jobs WHERE thread IN (SELECT value FROM json_each(?)))
         SELECT id, watch FROM watches
         WHERE origin IN (SELECT job FROM these) OR base IN (SELECT job FROM these)",
    )
    .bind(json_list(threads))
    .fetch_all(&mut *connection)
    .await?;
    for (id, watch) in watches {
        if let Some(left) = erased::watch(erased, &watch)? {
            sqlx::query("UPDATE watches SET watch = ?2 WHERE id = ?1")
                .bind(&id)
                .bind(&left)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}
