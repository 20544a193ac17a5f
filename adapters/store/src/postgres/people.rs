//! Erases everything stored about a person.
//!
//! Journals contain no names, only an actor's random name and hashes of what was typed. So the actor's row
//! and the texts are deleted. Events are rewritten in two cases, and that is logged. Others may have a copy of
//! the person's run, or a follow-up to it: whatever names the person or repeats the question is removed. And
//! the person may have had a say in a run of somebody else: see `remade`.

use super::export::Export;
use super::remade::Concerned;
use super::unit::Unit;
use super::{PostgresStore, actors, documents, locks, remade, threads};
use crate::values::{parsed, plain};
use crate::words;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{ERASED_USER, JobId, ThreadId};
use gorkd_core::ports::{ErasedPerson, People, PersonRows, StoreError};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::BTreeSet;

/// Remembers that there was a key, for [`Keys::add_key`](gorkd_core::ports::Keys::add_key) of a first one.
const FIRST_KEY: &str = "INSERT INTO secrets (name, value)
    SELECT 'keys_erased', ''::bytea WHERE EXISTS (SELECT 1 FROM keys WHERE 'web:' || name = $1)
    ON CONFLICT (name) DO NOTHING";

/// Other rows keyed by the person. The actor comes last, because some rows are found through it.
const ROWS: [&str; 17] = [
    "DELETE FROM people WHERE person = $1",
    // On the web, the person is also the place.
    "DELETE FROM preferences_of_places WHERE place = $1",
    "DELETE FROM followers WHERE person = $1",
    "DELETE FROM feedback WHERE person = $1",
    "DELETE FROM watches WHERE owner = $1",
    "DELETE FROM shares WHERE owner = $1",
    "DELETE FROM requests WHERE owner = $1",
    "DELETE FROM link_codes WHERE identity = $1",
    "DELETE FROM linked WHERE chat = $1 OR web = $1",
    "DELETE FROM runs WHERE requester = $1",
    "DELETE FROM budgets WHERE scope IN ('requester:' || $1, 'place:' || $1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1)",
    "DELETE FROM budget_notices WHERE scope IN ('requester:' || $1, 'place:' || $1)
         OR scope IN (SELECT 'key:' || id FROM keys WHERE 'web:' || name = $1)",
    // Whoever has a key of this name is this person. Sessions are deleted by cascade.
    "DELETE FROM keys WHERE 'web:' || name = $1",
    "DELETE FROM tellings WHERE person = $1",
    "DELETE FROM table_edits WHERE edited_by = (SELECT actor FROM actors WHERE person = $1)",
    "DELETE FROM texts WHERE hash IN (
         SELECT typed FROM events
         WHERE typed IS NOT NULL AND actor = (SELECT actor FROM actors WHERE person = $1))",
    "DELETE FROM actors WHERE person = $1",
];

#[async_trait]
impl People for PostgresStore {
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT job FROM jobs WHERE thread IN (SELECT thread FROM threads WHERE owner = $1) OR person = $1
             ORDER BY id",
        );
        let jobs: Vec<String> = self.values(query.bind(plain(person))).await?;
        Ok(jobs.into_iter().map(JobId).collect())
    }

    async fn rows_of_person(&self, person: &str) -> Result<PersonRows, StoreError> {
        self.write(Export(plain(person).into_owned())).await
    }

    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError> {
        let erased = self.write(Erase(plain(person).into_owned())).await?;
        self.inner.meanings.forget();
        Ok(erased)
    }
}

struct Erase(String);

#[async_trait]
impl Unit for Erase {
    type Output = ErasedPerson;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        let person = self.0.as_str();
        let first = Theirs::read(connection, person).await?;
        locks::threads(connection, &first.all()).await?;
        locks::erasing(connection).await?;
        actors::hold(connection, person).await?;
        // What was written while this waited is erased, too: their last questions, and copies of their runs.
        let theirs = Theirs::read(connection, person).await?;
        locks::threads(connection, &theirs.all()).await?;
        let Theirs { threads, own, elsewhere, concerned, .. } = theirs;

        let runs: Vec<String> = elsewhere.into_iter().map(|(job, _)| job).collect();
        let jobs: Vec<String> = own.iter().chain(&runs).cloned().collect();
        let remade = remade::rewrite(connection, &concerned, &threads, &jobs.iter().collect()).await?;
        let along = actors::in_threads(connection, &threads).await?;
        documents::drop_from_jobs(connection, &jobs).await?;
        // Jobs and their events are deleted by cascade.
        sqlx::query("DELETE FROM threads WHERE thread = ANY($1)")
            .bind(&threads)
            .execute(&mut *connection)
            .await?;
        sqlx::query("DELETE FROM jobs WHERE job = ANY($1)").bind(&runs).execute(&mut *connection).await?;
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
        let threads = threads.into_iter().map(ThreadId).collect();
        let runs = runs.into_iter().map(JobId).collect();
        Ok(Done::quietly(ErasedPerson { threads, runs, shaped: remade.runs, rows }))
    }
}

/// Where a person stands.
struct Theirs {
    threads: Vec<String>,
    /// The runs in these threads.
    own: Vec<String>,
    /// Their runs in other threads, with these.
    elsewhere: Vec<(String, String)>,
    /// Threads that they renamed.
    titled: Vec<String>,
    concerned: Concerned,
}

impl Theirs {
    async fn read(connection: &mut PgConnection, person: &str) -> Result<Self, Fault> {
        let threads: Vec<String> =
            sqlx::query_scalar("SELECT thread FROM threads WHERE owner = $1 ORDER BY thread")
                .bind(person)
                .fetch_all(&mut *connection)
                .await?;
        let own: Vec<String> = sqlx::query_scalar("SELECT job FROM jobs WHERE thread = ANY($1)")
            .bind(&threads)
            .fetch_all(&mut *connection)
            .await?;
        let elsewhere: Vec<(String, String)> = sqlx::query_as(
            "SELECT job, thread FROM jobs WHERE person = $1 AND NOT thread = ANY($2) ORDER BY id",
        )
        .bind(person)
        .bind(&threads)
        .fetch_all(&mut *connection)
        .await?;
        let titled: Vec<String> = sqlx::query_scalar(
            "SELECT thread FROM threads WHERE titled_by = (SELECT actor FROM actors WHERE person = $1)",
        )
        .bind(person)
        .fetch_all(&mut *connection)
        .await?;
        let of_others: BTreeSet<String> = elsewhere.iter().map(|(_, thread)| thread.clone()).collect();
        let concerned = remade::concerned(connection, person, &threads, of_others).await?;
        Ok(Self { threads, own, elsewhere, titled, concerned })
    }

    /// Every thread that changes.
    fn all(&self) -> Vec<String> {
        let groups = self.concerned.groups.iter().flatten();
        self.threads.iter().chain(&self.titled).chain(groups).cloned().collect()
    }
}

/// Threads of others that the person renamed get their first question as the title again.
async fn forget_titles(connection: &mut PgConnection, person: &str) -> Result<(), Fault> {
    let renamed: Vec<String> = sqlx::query_scalar(
        "SELECT thread FROM threads WHERE titled_by = (SELECT actor FROM actors WHERE person = $1)",
    )
    .bind(person)
    .fetch_all(&mut *connection)
    .await?;
    for thread in renamed {
        let first: Option<String> =
            sqlx::query_scalar("SELECT question FROM jobs WHERE thread = $1 ORDER BY turn, id LIMIT 1")
                .bind(&thread)
                .fetch_optional(&mut *connection)
                .await?;
        sqlx::query("UPDATE threads SET title = $2, titled_by = NULL WHERE thread = $1")
            .bind(&thread)
            .bind(words::title_of(&first.unwrap_or_default()))
            .execute(&mut *connection)
            .await?;
        find_without(connection, &thread).await?;
    }
    Ok(())
}

/// Removes the person's name from copies of their runs that others have. Returns the number of events
/// changed.
async fn unname(connection: &mut PgConnection, person: &str) -> Result<u64, Fault> {
    let (platform, user) = person.split_once(':').unwrap_or(("", person));
    // The name as it appears in JSON. This only preselects rows; each one is checked below.
    let named = Value::from(user).to_string();
    // On the web, the person is also the place.
    let own_budgets = [format!("requester:{person}"), format!("place:{person}")];
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT number, payload FROM events
         WHERE kind IN ('asked', 'reused', 'forked')
             AND (strpos(payload, $1) > 0 OR strpos(payload, $2) > 0 OR strpos(payload, $3) > 0
                  OR strpos(payload, $4) > 0)",
    )
    .bind(named)
    .bind(Value::from(own_budgets[0].as_str()).to_string())
    .bind(Value::from(own_budgets[1].as_str()).to_string())
    .bind(Value::from(person).to_string())
    .fetch_all(&mut *connection)
    .await?;
    let mut events = 0;
    for (number, payload) in rows {
        let mut payload: Value = parsed(&payload, "a question")?;
        let mut changed = false;
        // A branch names its owner in its home.
        let homes = ["", "/home"];
        for home in homes {
            if let Some(requester) = payload.pointer_mut(&format!("{home}/requester"))
                && requester["platform"] == platform
                && requester["user"] == user
            {
                requester["user"] = json!(ERASED_USER);
                requester["roles"] = json!([]);
                changed = true;
            }
        }
        for home in homes {
            if let Some(place) = payload.pointer_mut(&format!("{home}/place"))
                && *place == person
            {
                *place = json!(ERASED_USER);
                changed = true;
            }
        }
        // So do the budget scopes of a run.
        if let Some(scopes) = payload.get_mut("scopes").and_then(Value::as_array_mut) {
            let before = scopes.len();
            scopes.retain(|scope| own_budgets.iter().all(|own| scope["scope"] != own.as_str()));
            changed |= scopes.len() < before;
        }
        if changed {
            rewrite(connection, number, &payload).await?;
            events += 1;
        }
    }
    Ok(events)
}

async fn rewrite(connection: &mut PgConnection, number: i64, payload: &Value) -> Result<(), Fault> {
    sqlx::query("UPDATE events SET payload = $2 WHERE number = $1")
        .bind(number)
        .bind(payload.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates a thread's search text after a question was removed. A thread without questions is deleted.
async fn find_without(connection: &mut PgConnection, thread: &str) -> Result<(), Fault> {
    let title: Option<String> = sqlx::query_scalar("SELECT title FROM threads WHERE thread = $1")
        .bind(thread)
        .fetch_optional(&mut *connection)
        .await?;
    if threads::find_by(connection, thread, &title.unwrap_or_default()).await? == 0 {
        sqlx::query("DELETE FROM threads WHERE thread = $1").bind(thread).execute(connection).await?;
    }
    Ok(())
}
