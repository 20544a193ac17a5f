//! Erases everything stored about a person.
//!
//! Journals contain no names, only an actor's random name and hashes of what was typed. So the actor's row
//! and the texts are deleted. Events are rewritten in two cases, and that is logged. Others may have a copy of
//! the person's run, or a follow-up to it: whatever names the person or repeats the question is removed. And
//! the person may have had a say in a run of somebody else: see `remade`.

use super::unit::Unit;
use super::{SqliteStore, actors, documents, remade};
use crate::words;
use crate::work::Done;
use crate::work::Fault;
use async_trait::async_trait;
use gorkd_core::model::{ERASED_USER, JobId, ThreadId};
use gorkd_core::ports::{ErasedPerson, People, PersonRows, StoreError};
use sqlx::SqliteConnection;
use std::collections::BTreeSet;

/// The row's requester is this person.
const ASKED_BY: &str = "requester ->> '$.platform' || ':' || (requester ->> '$.user') = ?1";

/// Remembers that there was a key, for [`Keys::add_key`](gorkd_core::ports::Keys::add_key) of a first one.
const FIRST_KEY: &str = "INSERT INTO secrets (name, value)
    SELECT 'keys_erased', x'' WHERE EXISTS (SELECT 1 FROM keys WHERE 'web:' || name = ?1)
    ON CONFLICT (name) DO NOTHING";

/// Other rows keyed by the person. The actor comes last, because some rows are found through it.
const ROWS: [&str; 17] = [
    "DELETE FROM people WHERE person = ?1",
    // On the web, the person is also the place.
    "DELETE FROM preferences_of_places WHERE place = ?1",
    "DELETE FROM followers WHERE person = ?1",
    "DELETE FROM feedback WHERE person = ?1",
    "DELETE FROM watches WHERE owner = ?1",
    "DELETE FROM shares WHERE owner = ?1",
    "DELETE FROM requests WHERE owner = ?1",
    "DELETE FROM link_codes WHERE identity = ?1",
    "DELETE FROM linked WHERE chat = ?1 OR web = ?1",
    "DELETE FROM runs WHERE requester = ?1",
    "DELETE FROM budgets WHERE scope IN ('requester:' || ?1, 'place:' || ?1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = ?1)",
    "DELETE FROM budget_notices WHERE scope IN ('requester:' || ?1, 'place:' || ?1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = ?1)",
    // Whoever has a key of this name is this person. Sessions are deleted by cascade.
    "DELETE FROM keys WHERE 'web:' || name = ?1",
    "DELETE FROM tellings WHERE requester ->> '$.platform' || ':' || (requester ->> '$.user') = ?1",
    "DELETE FROM table_edits WHERE edited_by = (SELECT actor FROM actors WHERE person = ?1)",
    "DELETE FROM texts WHERE hash IN (
         SELECT typed FROM events
         WHERE typed IS NOT NULL AND actor = (SELECT actor FROM actors WHERE person = ?1))",
    "DELETE FROM actors WHERE person = ?1",
];

#[async_trait]
impl People for SqliteStore {
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError> {
        let sql = format!(
            "SELECT job FROM jobs WHERE thread IN (SELECT thread FROM threads WHERE owner = ?1) OR {ASKED_BY}
             ORDER BY id"
        );
        let jobs: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .bind(person)
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|error| self.inner.file.database(&error))?;
        Ok(jobs.into_iter().map(JobId).collect())
    }

    async fn rows_of_person(&self, person: &str) -> Result<PersonRows, StoreError> {
        self.exported(person).await.map_err(|fault| self.inner.file.error(fault))
    }

    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError> {
        let (erased, jobs) = self.inner.writer.write(Erase(person.to_owned())).await?;
        self.inner.meanings.forget();
        self.inner.cache.forget_drafts(&jobs).await;
        self.inner.fold_log().await;
        Ok(erased)
    }
}

struct Erase(String);

#[async_trait]
impl Unit for Erase {
    /// Including all deleted and changed jobs.
    type Output = (ErasedPerson, Vec<JobId>);

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
        let person = self.0.as_str();
        let threads: Vec<String> =
            sqlx::query_scalar("SELECT thread FROM threads WHERE owner = ? ORDER BY thread")
                .bind(person)
                .fetch_all(&mut *connection)
                .await?;
        let own: Vec<String> = sqlx::query_scalar(
            "SELECT job FROM jobs WHERE thread IN (SELECT thread FROM threads WHERE owner = ?)",
        )
        .bind(person)
        .fetch_all(&mut *connection)
        .await?;
        let elsewhere = format!(
            "SELECT job, thread FROM jobs
             WHERE {ASKED_BY} AND thread NOT IN (SELECT thread FROM threads WHERE owner = ?1) ORDER BY id"
        );
        let elsewhere: Vec<(String, String)> =
            sqlx::query_as(sqlx::AssertSqlSafe(elsewhere)).bind(person).fetch_all(&mut *connection).await?;
        let of_others: BTreeSet<String> = elsewhere.iter().map(|(_, thread)| thread.clone()).collect();
        let gone: BTreeSet<&String> = own.iter().chain(elsewhere.iter().map(|(job, _)| job)).collect();
        let concerned = remade::concerned(connection, person, &threads, of_others).await?;
        let remade = remade::rewrite(connection, &concerned, &threads, &gone).await?;
        let along = actors::in_threads(connection, &threads).await?;
        for job in own.iter().chain(elsewhere.iter().map(|(job, _)| job)) {
            documents::drop_from_job(connection, job).await?;
        }
        // Jobs and their events are deleted by cascade.
        sqlx::query("DELETE FROM threads WHERE owner = ?").bind(person).execute(&mut *connection).await?;
        for (job, _) in &elsewhere {
            sqlx::query("DELETE FROM jobs WHERE job = ?").bind(job).execute(&mut *connection).await?;
        }
        for thread in &remade.threads {
            find_without(connection, thread).await?;
        }
        forget_titles(connection, person).await?;
        let named = remade.events + unname(connection, person).await?;
        if named > 0 {
            tracing::info!(
                events = named,
                "removed the names and words of an erased person from other people's journals"
            );
        }
        sqlx::query(FIRST_KEY).bind(person).execute(&mut *connection).await?;
        let mut rows = 0;
        for sql in ROWS {
            rows += sqlx::query(sql).bind(person).execute(&mut *connection).await?.rows_affected();
        }
        // These actors may have acted in these threads only.
        actors::drop_idle(connection, &along).await?;
        let runs: Vec<JobId> = elsewhere.into_iter().map(|(job, _)| JobId(job)).collect();
        let jobs = own.into_iter().map(JobId).chain(runs.iter().chain(&remade.runs).cloned()).collect();
        let threads = threads.into_iter().map(ThreadId).collect();
        Ok(Done::quietly((ErasedPerson { threads, runs, shaped: remade.runs, rows }, jobs)))
    }
}

/// Threads of others that the person renamed get their first question as the title again.
async fn forget_titles(connection: &mut SqliteConnection, person: &str) -> Result<(), Fault> {
    let renamed: Vec<String> = sqlx::query_scalar(
        "SELECT thread FROM threads WHERE titled_by = (SELECT actor FROM actors WHERE person = ?)",
    )
    .bind(person)
    .fetch_all(&mut *connection)
    .await?;
    for thread in renamed {
        let first: Option<String> =
            sqlx::query_scalar("SELECT question FROM jobs WHERE thread = ? ORDER BY turn, id LIMIT 1")
                .bind(&thread)
                .fetch_optional(&mut *connection)
                .await?;
        sqlx::query("UPDATE threads SET title = ?2, titled_by = NULL WHERE thread = ?1")
            .bind(&thread)
            .bind(words::title_of(&first.unwrap_or_default()))
            .execute(&mut *connection)
            .await?;
        find_without(connection, &thread).await?;
    }
    Ok(())
}

/// Removes the person's name from copies of their runs that others have. Returns the number of events
/// changed. Each query has the condition of the index `events_with_names`, or SQLite doesn't use it.
async fn unname(connection: &mut SqliteConnection, person: &str) -> Result<u64, Fault> {
    let named = sqlx::query(
        "UPDATE events SET payload = json_set(payload, '$.requester.user', ?2, '$.requester.roles', json('[]'))
         WHERE kind IN ('asked', 'forked', 'reused') AND kind <> 'forked'
           AND payload ->> '$.requester.platform' || ':' || (payload ->> '$.requester.user') = ?1",
    )
    .bind(person)
    .bind(ERASED_USER)
    .execute(&mut *connection)
    .await?;
    // On the web, the person is also the place.
    let placed = sqlx::query(
        "UPDATE events SET payload = json_set(payload, '$.place', ?2)
         WHERE kind IN ('asked', 'forked', 'reused') AND kind <> 'forked' AND payload ->> '$.place' = ?1",
    )
    .bind(person)
    .bind(ERASED_USER)
    .execute(&mut *connection)
    .await?;
    // A branch names its owner in its home.
    let homes = sqlx::query(
        "UPDATE events
         SET payload = json_set(payload, '$.home.requester.user', ?2, '$.home.requester.roles', json('[]'))
         WHERE kind IN ('asked', 'forked', 'reused') AND kind = 'forked' AND
             payload ->> '$.home.requester.platform' || ':' || (payload ->> '$.home.requester.user') = ?1",
    )
    .bind(person)
    .bind(ERASED_USER)
    .execute(&mut *connection)
    .await?;
    let home_places = sqlx::query(
        "UPDATE events SET payload = json_set(payload, '$.home.place', ?2)
         WHERE kind IN ('asked', 'forked', 'reused') AND kind = 'forked' AND payload ->> '$.home.place' = ?1",
    )
    .bind(person)
    .bind(ERASED_USER)
    .execute(&mut *connection)
    .await?;
    // So do the budget scopes of a run.
    let charged = sqlx::query(
        "UPDATE events SET payload = json_set(payload, '$.scopes', json((
             SELECT json_group_array(json(value)) FROM json_each(payload, '$.scopes')
             WHERE value ->> '$.scope' NOT IN ('requester:' || ?1, 'place:' || ?1))))
         WHERE kind IN ('asked', 'forked', 'reused') AND EXISTS (
             SELECT 1 FROM json_each(payload, '$.scopes')
             WHERE value ->> '$.scope' IN ('requester:' || ?1, 'place:' || ?1))",
    )
    .bind(person)
    .execute(connection)
    .await?;
    let all = [named, placed, homes, home_places, charged];
    Ok(all.iter().map(|changed| changed.rows_affected()).sum())
}

/// Updates a thread's search text after a question was removed. A thread without questions is deleted.
async fn find_without(connection: &mut SqliteConnection, thread: &str) -> Result<(), Fault> {
    let questions: Vec<String> =
        sqlx::query_scalar("SELECT question FROM jobs WHERE thread = ? ORDER BY turn, id")
            .bind(thread)
            .fetch_all(&mut *connection)
            .await?;
    if questions.is_empty() {
        sqlx::query("DELETE FROM threads WHERE thread = ?").bind(thread).execute(connection).await?;
        return Ok(());
    }
    let title: Option<String> = sqlx::query_scalar("SELECT title FROM threads WHERE thread = ?")
        .bind(thread)
        .fetch_optional(&mut *connection)
        .await?;
    let folded = words::folded(&format!("{}\n{}", title.unwrap_or_default(), questions.join("\n")));
    sqlx::query("UPDATE threads SET words = ?2 WHERE thread = ?1")
        .bind(thread)
        .bind(folded)
        .execute(connection)
        .await?;
    Ok(())
}
