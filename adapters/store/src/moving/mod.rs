//! Moves everything from a folder of SQLite files to a Postgres database, in one transaction.
//!
//! Before the commit, everything is read back: every table must have as many rows as before, and every
//! journal the same hash. The folder is not changed.

mod tables;

use crate::postgres::Target;
use crate::rows::Cells;
use crate::sqlite::source;
use crate::values::{count, plain};
use crate::work::Fault;
use futures::TryStreamExt;
use gorkd_core::model::DocumentHash;
use gorkd_core::ports::StoreError;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, SqliteConnection};
use std::path::Path;
use tables::{Column, Kind, TABLES, Table};

/// Maximum rows per insert, and approximate maximum bytes.
const ROWS: usize = 1_000;
const BYTES: usize = 4 * 1024 * 1024;

/// Result of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub threads: u64,
    pub jobs: u64,
    pub events: u64,
    pub documents: u64,
    /// Rows in all tables.
    pub rows: u64,
    /// SHA-256 over the hashes of all journals, identical on both sides.
    pub journals: String,
    /// The database, without its password.
    pub to: String,
}

/// Moves the store of a folder to an empty database. gorkd must not be running on either.
pub async fn move_store(from: &Path, to: &str) -> Result<Moved, StoreError> {
    let (mut source, file) = source(from).await?;
    let mut target = Target::connect(to).await?;
    let moved = all(&mut source, target.connection()).await;
    match moved {
        Ok(moved) => {
            target.commit().await?;
            Ok(Moved { to: target.place(), ..moved })
        }
        Err(Side::Source(fault)) => Err(file.error(fault)),
        Err(Side::Target(fault)) => Err(target.error(fault)),
        Err(Side::Differ(what)) => Err(StoreError::Unavailable(format!(
            "{what} on both sides. Nothing was moved; please report this"
        ))),
    }
}

#[cfg(test)]
pub(crate) fn columns_of(table: &str) -> Vec<&'static str> {
    let table = TABLES.iter().find(|known| known.name == table);
    table.map(|table| table.columns.iter().map(|column| column.name).collect()).unwrap_or_default()
}

/// The side on which an error occurred.
enum Side {
    Source(Fault),
    Target(Fault),
    Differ(String),
}

fn source_side(error: sqlx::Error) -> Side {
    Side::Source(error.into())
}

fn target_side(error: sqlx::Error) -> Side {
    Side::Target(error.into())
}

async fn all(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<Moved, Side> {
    let mut moved = Moved::default();
    for table in TABLES {
        let rows = rows_of(source, target, table).await?;
        let there: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name)))
            .fetch_one(&mut *target)
            .await
            .map_err(target_side)?;
        if count(there) != rows {
            return Err(Side::Differ(format!("{} has not {rows} rows", table.name)));
        }
        moved.rows += rows;
        match table.name {
            "threads" => moved.threads = rows,
            "jobs" => moved.jobs = rows,
            "events" => moved.events = rows,
            "documents" => moved.documents = rows,
            _ => {}
        }
        tracing::info!(table = table.name, rows, "moved");
    }
    counters(source, target).await?;
    moved.journals = journals(source, target).await?;
    Ok(moved)
}

/// Rows of a table waiting to be inserted.
struct Batch {
    texts: Vec<Vec<Option<String>>>,
    numbers: Vec<Vec<Option<i64>>>,
    flags: Vec<Vec<Option<bool>>>,
    bodies: Vec<Vec<Option<Vec<u8>>>>,
    rows: usize,
    bytes: usize,
}

impl Batch {
    fn of(table: &Table) -> Self {
        let columns = table.columns.len();
        Self {
            texts: vec![Vec::new(); columns],
            numbers: vec![Vec::new(); columns],
            flags: vec![Vec::new(); columns],
            bodies: vec![Vec::new(); columns],
            rows: 0,
            bytes: 0,
        }
    }

    fn add(&mut self, table: &Table, row: &SqliteRow) -> Result<(), sqlx::Error> {
        for (at, column) in table.columns.iter().enumerate() {
            match column.kind {
                Kind::Text => {
                    let text = row.maybe_text(column.name)?.map(|text| plain(&text).into_owned());
                    self.bytes += text.as_ref().map_or(0, String::len);
                    self.texts[at].push(text);
                }
                Kind::Number => self.numbers[at].push(row.maybe_number(column.name)?),
                Kind::Flag => self.flags[at].push(row.maybe_number(column.name)?.map(|flag| flag != 0)),
                Kind::Bytes => {
                    let body = row.maybe_bytes(column.name)?;
                    self.bytes += body.as_ref().map_or(0, Vec::len);
                    self.bodies[at].push(body);
                }
            }
        }
        self.rows += 1;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    async fn write(self, table: &Table, target: &mut PgConnection) -> Result<(), sqlx::Error> {
        if self.rows == 0 {
            return Ok(());
        }
        let sql = table.insert();
        let mut query: Query<'_, Postgres, PgArguments> = sqlx::query(AssertSqlSafe(sql));
        let columns = self.texts.into_iter().zip(self.numbers).zip(self.flags).zip(self.bodies);
        for (column, (((texts, numbers), flags), bodies)) in table.columns.iter().zip(columns) {
            query = match column.kind {
                Kind::Text => query.bind(texts),
                Kind::Number => query.bind(numbers),
                Kind::Flag => query.bind(flags),
                Kind::Bytes => query.bind(bodies),
            };
        }
        query.execute(target).await.map(|_| ())
    }
}

/// Moves one table. Returns its number of rows.
async fn rows_of(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    table: &Table,
) -> Result<u64, Side> {
    let mut moved = 0;
    let mut batch = Batch::of(table);
    let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(&mut *source);
    while let Some(row) = rows.try_next().await.map_err(source_side)? {
        batch.add(table, &row).map_err(source_side)?;
        moved += 1;
        if batch.is_full() {
            let full = std::mem::replace(&mut batch, Batch::of(table));
            full.write(table, target).await.map_err(target_side)?;
        }
    }
    batch.write(table, target).await.map_err(target_side)?;
    Ok(moved)
}

/// Sets sequences to continue after the moved rows.
async fn counters(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<(), Side> {
    for (table, column) in tables::NUMBERED {
        // A table without rows starts at 1, as it would have.
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), COALESCE(MAX({column}), 0) + 1, false) FROM {table}"
        );
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *target).await.map_err(target_side)?;
    }
    let (answers, news): (i64, i64) = sqlx::query_as(
        "SELECT touched, COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'article_news'), 0) FROM clock",
    )
    .fetch_one(&mut *source)
    .await
    .map_err(source_side)?;
    sqlx::query("UPDATE counters SET answers = $1, article_news = $2")
        .bind(answers)
        .bind(news)
        .execute(target)
        .await
        .map_err(target_side)?;
    Ok(())
}

const EVENTS: &str = "SELECT job, seq, at, kind, version, payload, effect FROM events ORDER BY job, seq";

/// The hash of all journals, read back from both sides.
async fn journals(source: &mut SqliteConnection, target: &mut PgConnection) -> Result<String, Side> {
    let mut here = Hashing::default();
    let mut rows = sqlx::query(EVENTS).fetch(source);
    while let Some(row) = rows.try_next().await.map_err(source_side)? {
        here.add(&row).map_err(source_side)?;
    }
    let mut there = Hashing::default();
    let mut rows = sqlx::query(EVENTS).fetch(target);
    while let Some(row) = rows.try_next().await.map_err(target_side)? {
        there.add(&row).map_err(target_side)?;
    }
    let (here, there) = (here.end(), there.end());
    let differ = here.iter().zip(&there).find(|(here, there)| here != there);
    if let Some(((job, _), _)) = differ {
        return Err(Side::Differ(format!("the journal of job {job} is not the same")));
    }
    if here.len() != there.len() {
        return Err(Side::Differ("there are not the same jobs".to_owned()));
    }
    let hashes: Vec<&str> = here.iter().map(|(_, hash)| hash.as_str()).collect();
    Ok(DocumentHash::of_text(&hashes.join("\n")).0)
}

/// Hashes journals one after another.
#[derive(Default)]
struct Hashing {
    job: Option<String>,
    journal: String,
    done: Vec<(String, DocumentHash)>,
}

impl Hashing {
    fn add(&mut self, row: &impl Cells) -> Result<(), sqlx::Error> {
        let job = row.text("job")?;
        if self.job.as_ref() != Some(&job) {
            self.finish();
            self.job = Some(job);
        }
        let [seq, at, version] = [row.number("seq")?, row.number("at")?, row.number("version")?];
        let (kind, payload, effect) = (row.text("kind")?, row.text("payload")?, row.maybe_text("effect")?);
        let effect = effect.unwrap_or_default();
        self.journal.push_str(&format!("{seq} {at} {kind} {version} {effect}\n{payload}\n"));
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(job) = self.job.take() {
            self.done.push((job, DocumentHash::of_text(&self.journal)));
            self.journal.clear();
        }
    }

    fn end(mut self) -> Vec<(String, DocumentHash)> {
        self.finish();
        self.done
    }
}

impl Table {
    fn select(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(Column::select).collect();
        format!("SELECT {} FROM {}", columns.join(", "), self.name)
    }

    fn insert(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let arrays: Vec<String> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| format!("${}::{}[]", at + 1, column.kind.postgres()))
            .collect();
        format!(
            "INSERT INTO {} ({}) SELECT * FROM unnest({})",
            self.name,
            names.join(", "),
            arrays.join(", ")
        )
    }
}
