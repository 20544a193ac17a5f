//! Exports the rows under a person's name.

use super::unit::Unit;
use crate::exported::{Dialect, exported_row};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{ActorId, ThreadId};
use gorkd_core::ports::PersonRows;
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use std::collections::BTreeMap;

const DIALECT: Dialect = Dialect {
    object: "json_build_object",
    text: "::text",
    by_bytes: " COLLATE \"C\"",
    runs: "SELECT job FROM jobs WHERE person = $1",
    deliveries: "person = $1",
};

pub(super) struct Export(pub String);

#[async_trait]
impl Unit for Export {
    type Output = PersonRows;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        let person = self.0.as_str();
        // All rows are of one moment.
        sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *connection).await?;
        let actor: Option<String> = sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1")
            .bind(person)
            .fetch_optional(&mut *connection)
            .await?;
        let threads: Vec<String> = sqlx::query_scalar(AssertSqlSafe(DIALECT.threads()))
            .bind(person)
            .fetch_all(&mut *connection)
            .await?;
        let mut rows = BTreeMap::new();
        for (kind, sql) in DIALECT.kinds() {
            let found: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(person).fetch_all(&mut *connection).await?;
            if !found.is_empty() {
                let found: Vec<Value> =
                    found.iter().map(|row| exported_row(kind, row)).collect::<Result<_, _>>()?;
                rows.insert(kind.to_owned(), found);
            }
        }
        let threads = threads.into_iter().map(ThreadId).collect();
        Ok(Done::quietly(PersonRows { actor: actor.map(ActorId), threads, rows }))
    }
}
