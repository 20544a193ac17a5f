//! Migrates tables while other processes are running.
//!
//! A migration at first only adds, so that the previous version keeps working with the newer tables. A later
//! migration removes what is no longer used, and says so in `gorkd_schema`. A start checks first and changes
//! nothing if nothing is to be done, so the role that gorkd runs under does not need the rights to migrate.

use super::explain::Server;
use super::locks::About;
use super::open::address;
use crate::work::Fault;
use crate::{Migrated, migrations};
use gorkd_core::ports::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{ConnectOptions, Connection, PgConnection};

/// The oldest Postgres version that is tested (`server_version_num`).
const OLDEST_POSTGRES: i32 = 140_000;

/// Migrates the tables of a database and reports what was done.
pub async fn migrate(url: &str) -> Result<Migrated, StoreError> {
    let connect = address(url)?;
    let server = Server::of(&connect);
    let mut connection = connect.connect().await.map_err(|error| server.database(&error))?;
    let migrated = up_to_date(&mut connection, &server).await;
    let _ = connection.close().await;
    migrated.map_err(|fault| server.error(fault))
}

fn migrations() -> Migrator {
    let mut migrations = migrations::migrator(migrations::POSTGRES);
    // A newer version may have run more migrations.
    migrations.set_ignore_missing(true);
    migrations
}

pub(super) async fn up_to_date(connection: &mut PgConnection, server: &Server) -> Result<Migrated, Fault> {
    let migrations = migrations();
    let known = migrations.iter().map(|migration| migration.version).max().unwrap_or(0);
    if let Ok(before @ Some(newest)) = look(connection, server, known).await
        && newest >= known
    {
        return Ok(Migrated::of(server.to_string(), before, &migrations));
    }
    // Of several processes that start at once, one migrates; the others wait and find it done.
    let migrating =
        (About::Migrating as i32, "SELECT pg_advisory_lock($1, 0)", "SELECT pg_advisory_unlock($1, 0)");
    sqlx::query(migrating.1).bind(migrating.0).execute(&mut *connection).await?;
    let migrated = run(connection, server, known, &migrations).await;
    sqlx::query(migrating.2).bind(migrating.0).execute(&mut *connection).await?;
    migrated
}

async fn run(
    connection: &mut PgConnection,
    server: &Server,
    known: i64,
    migrations: &Migrator,
) -> Result<Migrated, Fault> {
    let before = look(connection, server, known).await?;
    if before.is_none_or(|before| before < known) {
        migrations.run_direct(None, &mut *connection, false).await.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Fault::Database(error),
            other => Fault::Damaged(other.to_string()),
        })?;
    }
    Ok(Migrated::of(server.to_string(), before, migrations))
}

/// The newest migration that was run. Refuses tables that are not ours or are too new.
async fn look(connection: &mut PgConnection, server: &Server, known: i64) -> Result<Option<i64>, Fault> {
    let refused = |sentence| Fault::Refused(StoreError::Unavailable(sentence));
    let (version, encoding, ours, theirs): (String, String, bool, bool) = sqlx::query_as(
        "SELECT current_setting('server_version_num'), current_setting('server_encoding'),
             to_regclass('gorkd_schema') IS NOT NULL,
             COALESCE(to_regclass('jobs'), to_regclass('threads'), to_regclass('_sqlx_migrations')) IS NOT NULL",
    )
    .fetch_one(&mut *connection)
    .await?;
    if version.parse().unwrap_or(0) < OLDEST_POSTGRES {
        return Err(refused(format!(
            "the server of {server} is older than PostgreSQL {}: name a newer one in store.url",
            OLDEST_POSTGRES / 10_000
        )));
    }
    if encoding != "UTF8" {
        return Err(refused(format!(
            "{server} uses the encoding {encoding}: create a new one with CREATE DATABASE … ENCODING 'UTF8'"
        )));
    }
    if !ours {
        return match theirs {
            true => Err(refused(format!(
                "{server} holds tables of another program: give gorkd a database of its own, or a schema, with \
                 ?options=-csearch_path%3DSCHEMA at the end of store.url"
            ))),
            false => Ok(None),
        };
    }
    let oldest: i64 =
        sqlx::query_scalar("SELECT MAX(oldest) FROM gorkd_schema").fetch_one(&mut *connection).await?;
    let newest: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut *connection)
        .await?;
    if oldest > known {
        return Err(refused(format!(
            "{server} was brought up to date by a newer gorkd that this one cannot work beside (it needs schema \
             {oldest}, this build knows {known}): start the newer gorkd"
        )));
    }
    Ok(newest)
}
