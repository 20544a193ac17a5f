//! Opens a folder: permissions, start lock, checks of existing files, migrations.
//!
//! Everything is checked before anything is changed, so that a file of another program or of a newer gorkd
//! stays exactly as it was.

use super::cache::Cache;
use super::changes::Poll;
use super::explain::NamedFile;
use super::incarnation::Incarnations;
use super::writer::Writer;
use super::{Inner, claim};
use crate::Migrated;
use crate::meanings::Meanings;
use crate::migrations;
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

pub(crate) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrations::migrator(migrations::SQLITE));

/// `gork` in ASCII, stored in the header of our files (`PRAGMA application_id`).
const APPLICATION: i64 = 0x676f_726b;

/// The first SQLite version in which concurrent writes and checkpoints by two connections cannot lose rows,
/// <https://www.sqlite.org/wal.html#walresetbug>.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// How long another process may take to open the same folder, including migrations.
const START_PATIENCE: Duration = Duration::from_secs(60);

/// Every transaction advances the clock; the rows it touched carry the new number.
const COMMIT: &str = "UPDATE clock SET touched = touched + 1; COMMIT";

/// How long SQLite itself waits for a lock when writing; the writer retries on its own.
const LOCK_PATIENCE: Duration = Duration::from_millis(10);

/// Number of changes that a slow listener may fall behind before it misses some.
const NEWS: usize = 1024;

/// How a folder is opened. The defaults fit all uses; tests set others.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// How long a write waits for the transactions of other processes.
    pub busy_timeout: Duration,
    /// How often to look for writes of other processes while anybody listens for changes.
    pub poll: Duration,
    /// Number of reading connections.
    pub readers: u32,
    /// Maximum size of `gorkd.db`, in bytes; `None` for no limit other than the disk.
    pub max_bytes: Option<u64>,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            busy_timeout: Duration::from_secs(10),
            poll: Duration::from_millis(200),
            readers: 4,
            max_bytes: None,
        }
    }
}

pub(super) async fn open(folder: &Path, options: SqliteOptions) -> Result<Inner, StoreError> {
    create_folder(folder)?;
    create_folder(&folder.join("workers"))?;
    let file = NamedFile::new(folder.join("gorkd.db"));
    let start_lock = lock_start(folder.join("gorkd.lock")).await?;
    create_file(file.path())?;

    let base = SqliteConnectOptions::new()
        .filename(file.path())
        .busy_timeout(options.busy_timeout)
        .pragma("temp_store", "memory")
        // Statements do not belong in the log, and a write that waits for its turn is not slow.
        .disable_statement_logging();
    let writing = writing(&base, options.max_bytes);
    let explained = |fault| file.error(fault);
    let mut connection = prepare(&base, &writing).await.map_err(explained)?;
    let writing = writing.busy_timeout(LOCK_PATIENCE);
    let patience = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", LOCK_PATIENCE.as_millis()));
    sqlx::raw_sql(patience).execute(&mut connection).await.map_err(|error| file.database(&error))?;

    let readers = SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(options.readers.max(1))
        .acquire_timeout(Duration::from_secs(30))
        .connect_with(base.clone().read_only(true).thread_name(|n| format!("gorkd-read-{n}")))
        .await
        .map_err(|error| file.database(&error))?;
    let touched: i64 = sqlx::query_scalar("SELECT touched FROM clock")
        .fetch_one(&readers)
        .await
        .map_err(|error| file.database(&error))?;

    let (news, _) = broadcast::channel(NEWS);
    let writer = Writer::start(connection, writing, COMMIT, options.busy_timeout, file.clone(), news.clone());
    let incarnations = Incarnations::of_folder(folder.join("workers"));
    // Rows of dead workers are deleted before their lock files: a worker with neither would also count as
    // dead.
    let dead = incarnations.dead()?;
    if !dead.is_empty() {
        writer.execute(claim::bury(&dead), None).await?;
        incarnations.clear(&dead);
    }
    let cache = Cache::open(folder, options.busy_timeout).await?;
    drop(start_lock);

    let name = uuid::Uuid::now_v7().simple().to_string();
    let poll = Poll {
        name: name.clone(),
        connect: base.read_only(true).thread_name(|n| format!("gorkd-news-{n}")),
        every: options.poll,
        from: touched,
        runtime: tokio::runtime::Handle::current(),
    };
    let polling = OnceLock::new();
    let meanings = Meanings::default();
    Ok(Inner { name, file, writer, readers, cache, incarnations, news, poll, polling, meanings })
}

/// Migrates the files of a folder and reports what was done.
pub(crate) async fn migrate(folder: &Path, options: SqliteOptions) -> Result<Migrated, StoreError> {
    let path = folder.join("gorkd.db");
    let file = NamedFile::new(path.clone());
    let before = match path.exists() {
        true => schema(&path).await.map_err(|error| file.database(&error))?,
        false => None,
    };
    super::SqliteStore::open(folder, options).await?.close().await;
    Ok(Migrated::of(path.display().to_string(), before, &MIGRATIONS))
}

/// The newest migration that a file has.
async fn schema(path: &Path) -> Result<Option<i64>, sqlx::Error> {
    let mut looking = SqliteConnectOptions::new().filename(path).connect().await?;
    let known: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
        .fetch_one(&mut looking)
        .await?;
    let newest = match known {
        0 => None,
        _ => sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut looking).await?,
    };
    looking.close().await?;
    Ok(newest)
}

/// Options of the writing connection: every commit is on disk when it returns.
fn writing(base: &SqliteConnectOptions, max_bytes: Option<u64>) -> SqliteConnectOptions {
    let mut writing = base
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Erased data is overwritten, not just unlinked.
        .pragma("secure_delete", "ON")
        .pragma("journal_size_limit", (64 * 1024 * 1024).to_string())
        .pragma("cache_size", "-16000")
        .thread_name(|n| format!("gorkd-write-{n}"));
    if let Some(bytes) = max_bytes {
        writing = writing.pragma("max_page_count", (bytes / 4096).max(1).to_string());
    }
    writing
}

/// Checks the existing file, then migrates it. Called under the start lock.
async fn prepare(
    base: &SqliteConnectOptions,
    writing: &SqliteConnectOptions,
) -> Result<SqliteConnection, Fault> {
    let mut looking = base.connect().await?;
    let looked = look(&mut looking).await;
    looking.close().await?;
    let fresh = looked?;

    let mut connection = writing.connect().await?;
    if fresh {
        sqlx::query("PRAGMA application_id = 1735357035").execute(&mut connection).await?;
    }
    MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Fault::Database(error),
        other => Fault::Damaged(other.to_string()),
    })?;
    Ok(connection)
}

/// Returns true if the file is empty. Refuses a file that is not ours or is from a newer build.
async fn look(connection: &mut SqliteConnection) -> Result<bool, Fault> {
    let refused = |sentence| Fault::Refused(StoreError::Unavailable(sentence));
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut *connection).await?;
    if numbers(&version) < OLDEST_SQLITE {
        return Err(refused(format!(
            "this build holds SQLite {version}, in which committed rows can be lost: build gorkd with 3.51.3 \
             or newer"
        )));
    }
    let file: String = sqlx::query_scalar("SELECT file FROM pragma_database_list WHERE name = 'main'")
        .fetch_one(&mut *connection)
        .await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema").fetch_all(&mut *connection).await?;
    let application: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    if application != APPLICATION && (application != 0 || !tables.is_empty()) {
        return Err(refused(format!(
            "{file} is a database of another program: choose another folder with --data"
        )));
    }
    if !tables.iter().any(|name| name == "_sqlx_migrations") {
        return Ok(tables.is_empty());
    }
    let newest: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *connection).await?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    match newest {
        Some(newest) if newest > known => Err(refused(format!(
            "{file} was written by a newer gorkd (schema {newest}, this build knows {known}): start the newer \
             gorkd, or choose another folder with --data"
        ))),
        Some(_) | None => Ok(false),
    }
}

fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

/// Creates a folder that only its owner can enter. An existing folder keeps its permissions: it may serve
/// other purposes, and the files in it are private anyway.
pub(crate) fn create_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| {
        let folder = folder.display();
        StoreError::Unavailable(match error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                format!("{folder} can't be a folder, because a file is in its place: choose another one with --data")
            }
            _ => format!(
                "the folder {folder} cannot be made ({error}): make it by hand for the user that runs gorkd, or \
                 choose another one with --data"
            ),
        })
    })
}

/// Creates a file that only its owner can read. SQLite gives its side files the same permissions.
pub(super) fn create_file(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|error| {
        StoreError::Unavailable(format!(
            "{} cannot be opened for writing ({error}): let the user that runs gorkd write in this folder, or \
             choose another one with --data",
            path.display()
        ))
    })?;
    #[cfg(unix)]
    close_to_others(&file, path);
    Ok(file)
}

/// Removes permissions that an older umask or a copy has given to others.
#[cfg(unix)]
fn close_to_others(file: &File, path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = file.metadata() else { return };
    if metadata.permissions().mode() & 0o077 != 0
        && let Err(error) = file.set_permissions(std::fs::Permissions::from_mode(0o600))
    {
        tracing::warn!(path = %path.display(), %error, "failed to make a file private; others can read it");
    }
}

/// Only one process at a time may check and migrate.
async fn lock_start(path: std::path::PathBuf) -> Result<File, StoreError> {
    let file = create_file(&path)?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < START_PATIENCE => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Unavailable(format!(
                    "another gorkd has been starting on this folder for a minute: stop it, then try again \
                     (it holds {})",
                    path.display()
                )));
            }
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::Unavailable(format!(
                    "{} cannot be locked ({error}): keep the data on a local disk, or choose another folder \
                     with --data",
                    path.display()
                )));
            }
        }
    }
}
