//! Exports the rows under a person's name.

use super::SqliteStore;
use crate::exported::{Dialect, exported_row};
use crate::work::Fault;
use gorkd_core::model::{ActorId, ThreadId};
use gorkd_core::ports::PersonRows;
use serde_json::Value;
use sqlx::AssertSqlSafe;
use std::collections::BTreeMap;

const DIALECT: Dialect = Dialect {
    object: "json_object",
    text: "",
    by_bytes: "",
    runs: "SELECT job FROM jobs WHERE requester ->> '$.platform' || ':' || (requester ->> '$.user') = $1",
    deliveries: "requester ->> '$.platform' || ':' || (requester ->> '$.user') = $1",
};

impl SqliteStore {
    pub(super) async fn exported(&self, person: &str) -> Result<PersonRows, Fault> {
        // In one transaction, so that all rows are of one moment.
        let mut reading = self.inner.readers.begin().await?;
        let actor: Option<String> = sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1")
            .bind(person)
            .fetch_optional(&mut *reading)
            .await?;
        let threads: Vec<String> = sqlx::query_scalar(AssertSqlSafe(DIALECT.threads()))
            .bind(person)
            .fetch_all(&mut *reading)
            .await?;
        let mut rows = BTreeMap::new();
        for (kind, sql) in DIALECT.kinds() {
            let found: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(person).fetch_all(&mut *reading).await?;
            if !found.is_empty() {
                let found: Vec<Value> =
                    found.iter().map(|row| exported_row(kind, row)).collect::<Result<_, _>>()?;
                rows.insert(kind.to_owned(), found);
            }
        }
        reading.rollback().await?;
        let threads = threads.into_iter().map(ThreadId).collect();
        Ok(PersonRows { actor: actor.map(ActorId), threads, rows })
    }
}
