//! The files from which a store is moved.

use super::SqliteOptions;
use super::explain::NamedFile;
use super::incarnation::Incarnations;
use super::open::migrate;
use gorkd_core::ports::StoreError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use std::path::Path;

/// Opens a folder, or the `gorkd.db` in it, to read all of its rows. Migrates them first, and refuses a
/// folder that a worker is using.
pub(crate) async fn source(place: &Path) -> Result<(SqliteConnection, NamedFile), StoreError> {
    let folder = match place.is_file() {
        true => place.parent().unwrap_or(Path::new(".")),
        false => place,
    };
    let path = folder.join("gorkd.db");
    if !path.exists() {
        let sentence = format!("there is no {}: name the data folder that holds gorkd.db", path.display());
        return Err(StoreError::Unavailable(sentence));
    }
    migrate(folder, SqliteOptions::default()).await?;
    if Incarnations::of_folder(folder.join("workers")).any_alive()? {
        let sentence = format!("a gorkd is running on {}: stop it first", folder.display());
        return Err(StoreError::Unavailable(sentence));
    }
    let file = NamedFile::new(path.clone());
    let connect = SqliteConnectOptions::new().filename(&path).read_only(true).disable_statement_logging();
    let began = async {
        let mut connection = connect.connect().await?;
        sqlx::query("BEGIN").execute(&mut connection).await?;
        Ok(connection)
    };
    let connection = began.await.map_err(|error| file.database(&error))?;
    Ok((connection, file))
}
