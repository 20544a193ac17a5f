//! Opens a database and configures its connections.

use super::explain::Server;
use super::news::Listen;
use super::pool::{Connections, no_answer};
use super::{Inner, migrate};
use crate::Cache;
use crate::meanings::Meanings;
use gorkd_core::ports::StoreError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use tokio::sync::broadcast;

/// Number of changes that a slow listener may fall behind before it misses some.
const NEWS: usize = 1024;

/// A connection that was idle for longer is checked before use.
const TRUSTED: Duration = Duration::from_secs(2);
/// How long the check may take.
const CHECK: Duration = Duration::from_secs(2);

/// Lets the server check every two seconds whether the client that waits for a statement is still there. Servers
/// on some systems can't.
const LOOK_FOR_CLIENT: &str = "SET client_connection_check_interval = 2000";

/// How a database is opened. The defaults fit all uses; tests set others.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// How long a write waits for other transactions, and any query for a connection.
    pub busy_timeout: Duration,
    /// How often to poll for missed changes while anybody listens.
    pub poll: Duration,
    /// Maximum number of connections of this process, not counting the listening one.
    pub connections: u32,
    /// How long the server may take for a statement; for a transaction twice as long, and 120 times as long where
    /// it goes through all that is stored. After that, the connection is closed.
    pub patience: Duration,
    /// For tests: jobs are due and leases of workers expire by the time that callers pass, not by the server's
    /// clock.
    pub caller_clock: bool,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            busy_timeout: Duration::from_secs(10),
            poll: Duration::from_secs(5),
            connections: 16,
            patience: Duration::from_secs(30),
            caller_clock: false,
        }
    }
}

/// Options behind the `?` of an address. The client ignores any other, and writes its value to the log.
const OPTIONS: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];
const TLS_MODES: [&str; 6] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/// What is wrong with an address; `None` if nothing is. Quotes no value, because it may be a password.
pub fn fault_of_address(url: &str) -> Option<String> {
    let (before, options) = url.split_once('?').unwrap_or((url, ""));
    if before.matches('@').count() > 1 || options.contains('@') || url.contains('#') {
        let sentence =
            "in names and passwords, write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, and % as %25";
        return Some(sentence.to_owned());
    }
    let mut pairs = options.split('&').filter(|pair| !pair.is_empty());
    pairs.find_map(|pair| match pair.split_once('=').unwrap_or((pair, "")) {
        ("sslmode" | "ssl-mode", mode) => {
            (!TLS_MODES.contains(&mode)).then(|| format!("sslmode must be one of: {}", TLS_MODES.join(", ")))
        }
        (name, _) if OPTIONS.contains(&name) => None,
        (name, _) if ["options[", "options%5B"].iter().any(|start| name.starts_with(start)) => None,
        (name, _) => Some(format!("there is no option {:?}", name.chars().take(40).collect::<String>())),
    })
}

/// Parses an address from settings. The error does not quote it, because it may contain a password.
pub(super) fn address(url: &str) -> Result<PgConnectOptions, StoreError> {
    if let Some(fault) = fault_of_address(url) {
        return Err(StoreError::Unavailable(format!(
            "the address of the Postgres database is wrong: {fault}"
        )));
    }
    let options: PgConnectOptions = url.parse().map_err(|error| {
        StoreError::Unavailable(format!(
            "store.url is not the address of a Postgres database ({error}): write postgres://USER:PASSWORD@HOST/DATABASE"
        ))
    })?;
    let options = match options.get_application_name() {
        Some(_) => options,
        None => options.application_name("gorkd"),
    };
    // Statements do not belong in the log, and a write that waits for its turn is not slow.
    Ok(options.disable_statement_logging())
}

pub(super) async fn open(url: &str, folder: &Path, options: PostgresOptions) -> Result<Inner, StoreError> {
    let connect = address(url)?;
    let server = Server::of(&connect);
    let failed = |error: sqlx::Error| server.database(&error);
    let began = tokio::time::timeout(options.busy_timeout.max(Duration::from_secs(5)), connect.connect());
    let mut first = began.await.unwrap_or_else(|_| Err(no_answer())).map_err(failed)?;
    migrate::up_to_date(&mut first, &server).await.map_err(|fault| server.error(fault))?;
    let from: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(touched), 0) FROM jobs")
        .fetch_one(&mut first)
        .await
        .map_err(failed)?;
    first.close().await.map_err(failed)?;
    let pool = pool(&connect, &options);

    crate::sqlite::create_folder(folder)?;
    let cache = Cache::open(folder, options.busy_timeout).await?;
    let name = uuid::Uuid::now_v7().simple().to_string();
    let listen = Listen {
        name: name.clone(),
        connect,
        pool: pool.clone(),
        every: options.poll,
        drafts: broadcast::channel(NEWS).0,
        from,
        runtime: tokio::runtime::Handle::current(),
    };
    Ok(Inner {
        name,
        server,
        pool,
        caller_clock: options.caller_clock,
        cache,
        workers: Mutex::default(),
        news: broadcast::channel(NEWS).0,
        listen,
        listening: OnceLock::new(),
        meanings: Meanings::default(),
    })
}

fn pool(connect: &PgConnectOptions, options: &PostgresOptions) -> Connections {
    // Waiting longer than this for a lock is an error. The locks of a suspended process are released after a
    // few seconds, so that others can take over its jobs.
    let set = format!(
        "SET lock_timeout = {}; SET idle_in_transaction_session_timeout = 5000",
        options.busy_timeout.as_millis()
    );
    let pool = PgPoolOptions::new()
        .max_connections(options.connections.max(2))
        .acquire_timeout(options.busy_timeout.max(Duration::from_secs(5)))
        .test_before_acquire(false)
        .before_acquire(|connection, seen| {
            Box::pin(async move {
                let trusted = seen.idle_for < TRUSTED;
                Ok(trusted || matches!(tokio::time::timeout(CHECK, connection.ping()).await, Ok(Ok(()))))
            })
        })
        .after_connect(move |connection, _| {
            let set = sqlx::AssertSqlSafe(set.clone());
            Box::pin(async move {
                let _ = sqlx::raw_sql(LOOK_FOR_CLIENT).execute(&mut *connection).await;
                sqlx::raw_sql(set).execute(connection).await.map(|_| ())
            })
        })
        .connect_lazy_with(connect.clone());
    Connections::new(pool, options.patience)
}
