//! The rows under a person's name.

use super::{Connection, DIALECT};
use crate::exported::exported_row;
use crate::work::Fault;
use gorkd_core::model::{ActorId, ThreadId};
use gorkd_core::ports::PersonRows;
use serde_json::Value;
use sqlx::AssertSqlSafe;
use std::collections::BTreeMap;

/// In one transaction, so that all rows are of one moment.
pub(in super::super) async fn exported(
    connection: &mut Connection,
    person: &str,
) -> Result<PersonRows, Fault> {
    let actor: Option<String> = sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1")
        .bind(person)
        .fetch_optional(&mut *connection)
        .await?;
    let threads: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(DIALECT.threads())).bind(person).fetch_all(&mut *connection).await?;
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
    Ok(PersonRows { actor: actor.map(ActorId), threads, rows })
}
