//! Postgres: the contract, and what is specific to a shared server.

use crate::tests::contract::chat::{ChatBase, ChatStore};
use crate::tests::contract::{Base, Store, held_to_the_contract};
use crate::{PostgresOptions, PostgresStore, server};
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

mod cut_off;
mod erasing;
mod leases;
mod migrations;
mod processes;
mod sharing;
mod trouble;

/// A separate database for each test, and a folder for what stays on the machine.
pub struct Database {
    pub url: String,
    folder: TempDir,
}

impl Database {
    pub async fn new() -> Self {
        Self::at(server::database().await)
    }

    pub fn at(url: String) -> Self {
        Self { url, folder: tempfile::tempdir().expect("a folder for tests") }
    }

    pub async fn store(&self) -> PostgresStore {
        open(&self.url, self.folder.path()).await
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

#[async_trait]
impl Base for Database {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(self.store().await)
    }
}

#[async_trait]
impl ChatBase for Database {
    async fn reopen(&self) -> Arc<dyn ChatStore> {
        Arc::new(self.store().await)
    }
}

pub fn options() -> PostgresOptions {
    PostgresOptions {
        poll: Duration::from_millis(200),
        connections: 4,
        caller_clock: true,
        ..PostgresOptions::default()
    }
}

pub async fn open(url: &str, folder: &Path) -> PostgresStore {
    PostgresStore::open(url, folder, options()).await.expect("opened")
}

held_to_the_contract!(crate::tests::postgres::Database::new().await);
