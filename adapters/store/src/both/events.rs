//! Rows of events: written, and read back.

use super::{Connection, Database};
use crate::limits::ROWS;
use crate::stored::{EVENT_COLUMNS, EventRow, StoredEvent, recorded};
use crate::values::int;
use crate::work::Fault;
use gorkd_core::job::Recorded;
use gorkd_core::model::Millis;
use sqlx::{AssertSqlSafe, Executor, QueryBuilder};
use std::collections::BTreeSet;

/// Where and when events are appended, and who caused them.
pub(in super::super) struct Behind<'b> {
    pub job: &'b str,
    pub head: u64,
    pub at: Millis,
    pub actor: Option<&'b str>,
}

/// Appends events, except those whose effect already has an outcome. Returns the new ones with their numbers.
pub(in super::super) async fn insert_events<'e>(
    connection: &mut Connection,
    behind: &Behind<'_>,
    events: &'e [StoredEvent],
    mut known: BTreeSet<String>,
) -> Result<Vec<(u64, &'e StoredEvent)>, Fault> {
    let is_new =
        |event: &&StoredEvent| event.effect.as_ref().is_none_or(|effect| known.insert(effect.clone()));
    let rows: Vec<(u64, &StoredEvent)> = (behind.head + 1..).zip(events.iter().filter(is_new)).collect();
    for rows in rows.chunks(ROWS) {
        QueryBuilder::<Database>::new(
            "INSERT INTO events (job, seq, at, kind, version, payload, effect, actor, typed) ",
        )
        .push_values(rows, |mut row, (seq, event)| {
            row.push_bind(behind.job)
                .push_bind(int(*seq))
                .push_bind(behind.at.0)
                .push_bind(&event.kind)
                .push_bind(i64::from(event.version))
                .push_bind(event.row_payload())
                .push_bind(&event.effect)
                .push_bind(behind.actor)
                .push_bind(event.typed());
        })
        .build()
        .execute(&mut *connection)
        .await?;
    }
    Ok(rows)
}

pub(in super::super) async fn events_after<'c>(
    connection: impl Executor<'c, Database = Database>,
    job: &str,
    after: u64,
) -> Result<Vec<EventRow>, sqlx::Error> {
    let sql = format!(
        "SELECT {EVENT_COLUMNS} FROM events e LEFT JOIN texts t ON t.hash = e.typed
         WHERE e.job = $1 AND e.seq > $2 ORDER BY e.seq"
    );
    sqlx::query_as(AssertSqlSafe(sql)).bind(job).bind(int(after)).fetch_all(connection).await
}

/// Events of a job as they were recorded, or which one is damaged.
pub(in super::super) fn journal(job: &str, rows: Vec<EventRow>) -> Result<Vec<Recorded>, Fault> {
    let decoded = rows.into_iter().map(recorded).collect::<Result<_, _>>();
    decoded.map_err(|what| Fault::Damaged(format!("in job {job}, {what}")))
}
