//! Where the jobs of a measurement are kept.

use gorkd_store::{Location, Store, StoreOptions, server};
use std::path::Path;
use std::sync::Arc;

/// The database below the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Sqlite,
    Postgres,
}

impl Kept {
    /// By its name in the options; SQLite without one.
    pub fn named(name: &str) -> Self {
        match name {
            "" | "sqlite" => Self::Sqlite,
            "postgres" => Self::Postgres,
            other => panic!("the store is {other}: it may be sqlite or postgres"),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "Postgres",
        }
    }

    /// The address of a fresh database; none where the folder holds all.
    pub fn database(self) -> Option<String> {
        match self {
            Self::Sqlite => None,
            Self::Postgres => Some(server::database_now()),
        }
    }
}

/// The store of a folder, or of a database at an address.
pub async fn open(folder: &Path, database: Option<&str>) -> Arc<dyn Store> {
    let folder = folder.to_owned();
    let location = match database {
        Some(url) => Location::Server { url: url.to_owned(), folder },
        None => Location::Folder(folder),
    };
    gorkd_store::open(location, StoreOptions::default()).await.expect("the store opens")
}
