//! SQLite: the contract, and what is specific to files and processes.

mod cache;
mod erasing;
mod files;
mod measure;
mod older;
mod processes;
mod writing;

use crate::tests::contract::chat::{ChatBase, ChatStore};
use crate::tests::contract::{Base, Store, held_to_the_contract};
use crate::{SqliteOptions, SqliteStore};
use async_trait::async_trait;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A separate folder for each test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for tests"))
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join("data")
    }

    pub async fn store(&self) -> SqliteStore {
        open(&self.path()).await
    }
}

#[async_trait]
impl Base for Folder {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.store().await)
    }
}

#[async_trait]
impl ChatBase for Folder {
    async fn reopen(&self) -> Arc<dyn ChatStore> {
        Arc::new(self.store().await)
    }
}

pub async fn open(folder: &Path) -> SqliteStore {
    let options = SqliteOptions { poll: Duration::from_millis(20), ..SqliteOptions::default() };
    SqliteStore::open(folder, options).await.expect("opened")
}

held_to_the_contract!(crate::tests::sqlite::Folder::new());
