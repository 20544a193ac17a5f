//! The locks of Postgres. In SQLite there is one writer at a time, so everything is locked already.

use crate::work::Fault;
use sqlx::SqliteConnection;

pub(super) async fn request(_: &mut SqliteConnection, _owner: &str, _key: &str) -> Result<(), Fault> {
    Ok(())
}

pub(super) async fn admission(_: &mut SqliteConnection, _requester: &str) -> Result<(), Fault> {
    Ok(())
}

pub(super) async fn keys(_: &mut SqliteConnection) -> Result<(), Fault> {
    Ok(())
}

pub(super) async fn erasing(_: &mut SqliteConnection) -> Result<(), Fault> {
    Ok(())
}

/// Returns false if there is no such folder.
pub(super) async fn library_root(connection: &mut SqliteConnection, path: &str) -> Result<bool, Fault> {
    let known = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM library_roots WHERE path = ?)");
    Ok(known.bind(path).fetch_one(connection).await?)
}
