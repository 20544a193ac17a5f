//! Erases everything stored about a person.
//!
//! Journals contain no names, only an actor's random name and hashes of what was typed. So the actor's row
//! and the texts are deleted. Events are rewritten in two cases, and that is logged. Others may have a copy of
//! the person's run, or a follow-up to it: whatever names the person or repeats the question is removed. And
//! the person may have had a say in a run of somebody else: see `remade`.

use super::SqliteStore;
use super::both::titles::forget_titles;
use super::erasing::{ErasePart, Left, Named, Unname, part, unname};
use super::unit::Unit;
use crate::erased::{EventKeys, NAMES_TOGETHER, Part, ROWS};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::JobId;
use gorkd_core::ports::{ErasedPerson, People, PersonRows, StoreError};
use sqlx::{AssertSqlSafe, SqliteConnection};
use std::time::{Duration, Instant};

/// After a step, other processes get the file for as long as the step took. They look for it every few milliseconds.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(1)];

/// The row's requester is this person.
pub(super) const ASKED_BY: &str = "requester ->> '$.platform' || ':' || (requester ->> '$.user') = ?1";

/// Remembers that there was a key, for [`Keys::add_key`](gorkd_core::ports::Keys::add_key) of a first one.
const FIRST_KEY: &str = "INSERT INTO secrets (name, value)
    SELECT 'keys_erased', x'' WHERE EXISTS (SELECT 1 FROM keys WHERE 'web:' || name = ?1)
    ON CONFLICT (name) DO NOTHING";

#[async_trait]
impl People for SqliteStore {
    async fn runs_of_person(&self, person: &str) -> Result<Vec<JobId>, StoreError> {
        let sql = format!(
            "SELECT job FROM jobs WHERE thread IN (SELECT thread FROM threads WHERE owner = ?1) OR {ASKED_BY}
             ORDER BY id"
        );
        let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(person);
        let jobs: Vec<String> = self.values(query).await?;
        Ok(jobs.into_iter().map(JobId).collect())
    }

    async fn rows_of_person(&self, person: &str) -> Result<PersonRows, StoreError> {
        self.exported(person).await.map_err(|fault| self.explained(fault))
    }

    async fn erase_person(&self, person: &str) -> Result<ErasedPerson, StoreError> {
        let erased = self.erase_in_steps(person).await;
        self.inner.meanings.forget();
        self.inner.fold_log().await;
        erased
    }
}

impl SqliteStore {
    async fn erase_in_steps(&self, person: &str) -> Result<ErasedPerson, StoreError> {
        let failed = |fault| self.explained(fault);
        let mut all = Part::default();
        let left = self.left_of(person).await.map_err(failed)?;
        for threads in left.parts {
            let mut next = Some(ErasePart { person: person.to_owned(), threads, at: left.at });
            while let Some(step) = next.take() {
                let began = Instant::now();
                if let Some((part, rest)) = self.write(step).await? {
                    self.inner.cache.forget_drafts(&part.jobs).await;
                    all.add(part);
                    next = rest;
                }
                let_others_write(began).await;
            }
        }
        let named = self.named_of(person).await.map_err(failed)?;
        for events in named.events.chunks(NAMES_TOGETHER) {
            let began = Instant::now();
            let step = Unname { person: person.to_owned(), events: events.to_vec() };
            all.events += self.write(step).await?;
            let_others_write(began).await;
        }
        let attached = std::mem::take(&mut all.attached);
        let last = EraseRest { person: person.to_owned(), attached, named_at: named.at };
        let rest = self.write(last).await?;
        self.inner.cache.forget_drafts(&rest.jobs).await;
        all.add(rest);
        all.log();
        Ok(all.erased)
    }
}

pub(super) async fn let_others_write(began: Instant) {
    let [least, most] = PAUSES;
    tokio::time::sleep(began.elapsed().clamp(least, most)).await;
}

/// The last step: what was written since the others looked, and the other rows.
struct EraseRest {
    person: String,
    /// What is dealt with.
    attached: EventKeys,
    /// See [`Named`].
    named_at: i64,
}

#[async_trait]
impl Unit for EraseRest {
    type Output = Part;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Part>, Fault> {
        let person = self.person.as_str();
        let mut rest = Part::default();
        for threads in Left::read(connection, person, &self.attached).await?.parts {
            let (whole, _) = part(connection, person, &threads, i64::MAX).await?;
            rest.add(whole);
        }
        forget_titles(connection, person).await?;
        let named = Named::read(connection, person, Some(self.named_at)).await?;
        rest.events += unname(connection, person, &named.events).await?;
        sqlx::query(FIRST_KEY).bind(person).execute(&mut *connection).await?;
        let deliveries = format!("DELETE FROM tellings WHERE {ASKED_BY}");
        for sql in [deliveries.as_str()].into_iter().chain(ROWS) {
            let deleted = sqlx::query(AssertSqlSafe(sql)).bind(person).execute(&mut *connection).await?;
            rest.erased.rows += deleted.rows_affected();
        }
        Ok(Done::quietly(rest))
    }
}
