//! Erases everything stored about a person.
//!
//! Journals contain no names, only an actor's random name and hashes of what was typed. So the actor's row
//! and the texts are deleted. Events are rewritten in two cases, and that is logged. Others may have a copy of
//! the person's run, or a follow-up to it: whatever names the person or repeats the question is removed. And
//! the person may have had a say in a run of somebody else: see `remade`.

use super::both::titles::{forget_titles, renamed_threads};
use super::erasing::{ErasePart, Look, LookForNames, Mark, Unname, left, named, part, unname};
use super::export::Export;
use super::unit::Unit;
use super::{PostgresStore, actors, locks};
use crate::erased::{EventKeys, NAMES_TOGETHER, Part, ROWS};
use crate::values::plain;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::JobId;
use gorkd_core::ports::{ErasedPerson, People, PersonRows, StoreError};
use sqlx::PgConnection;

/// Remembers that there was a key, for [`Keys::add_key`](gorkd_core::ports::Keys::add_key) of a first one.
const FIRST_KEY: &str = "INSERT INTO secrets (name, value)
    SELECT 'keys_erased', ''::bytea WHERE EXISTS (SELECT 1 FROM keys WHERE 'web:' || name = $1)
    ON CONFLICT (name) DO NOTHING";

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
        let erased = self.erase_in_steps(plain(person).into_owned()).await;
        self.inner.meanings.forget();
        erased
    }
}

impl PostgresStore {
    async fn erase_in_steps(&self, person: String) -> Result<ErasedPerson, StoreError> {
        let mut all = Part::default();
        let at = self.write(Mark).await?;
        for threads in self.write(Look(person.clone())).await? {
            let mut next = Some(ErasePart { person: person.clone(), threads, at });
            while let Some(step) = next.take() {
                if let Some((part, rest)) = self.write(step).await? {
                    all.add(part);
                    next = rest;
                }
            }
        }
        let named_at = self.write(Mark).await?;
        let named = self.write(LookForNames(person.clone())).await?;
        for events in named.chunks(NAMES_TOGETHER) {
            all.events += self.write(Unname { person: person.clone(), events: events.to_vec() }).await?;
        }
        let attached = std::mem::take(&mut all.attached);
        all.add(self.write(EraseRest { person, attached, named_at }).await?);
        all.log();
        Ok(all.erased)
    }
}

/// The last step: what was written since the others looked, and the other rows.
struct EraseRest {
    person: String,
    /// What is dealt with.
    attached: EventKeys,
    /// See [`Mark`].
    named_at: i64,
}

#[async_trait]
impl Unit for EraseRest {
    type Output = Part;
    const TAKES_LONG: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Part>, Fault> {
        let person = self.person.as_str();
        actors::hold(connection, person).await?;
        let first = left(connection, person, &self.attached).await?;
        let titled: Vec<String> = renamed_threads(connection, person).await?;
        locks::threads(connection, &[first.concat(), titled].concat()).await?;
        locks::erasing(connection).await?;
        // Others may have copied their last runs while this waited.
        let parts = left(connection, person, &self.attached).await?;
        locks::threads(connection, &parts.concat()).await?;
        let mut rest = Part::default();
        for threads in parts {
            let (whole, _) = part(connection, person, &threads, i64::MAX).await?;
            rest.add(whole);
        }
        forget_titles(connection, person).await?;
        let named = named(connection, person, Some(self.named_at)).await?;
        rest.events += unname(connection, person, &named).await?;
        sqlx::query(FIRST_KEY).bind(person).execute(&mut *connection).await?;
        for sql in ["DELETE FROM tellings WHERE person = $1"].into_iter().chain(ROWS) {
            let deleted = sqlx::query(sql).bind(person).execute(&mut *connection).await?;
            rest.erased.rows += deleted.rows_affected();
        }
        Ok(Done::quietly(rest))
    }
}
