//! Where gorkd is installed on chat platforms, registered commands, and connections being set up.

use super::SqliteStore;
use super::unit::Unit;
use crate::values::count;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Connections, Installation, Installations, StoreError};
use sqlx::SqliteConnection;

#[async_trait]
impl Installations for SqliteStore {
    async fn installation(
        &self,
        platform: &str,
        workspace: &str,
    ) -> Result<Option<Installation>, StoreError> {
        let row: Option<(Option<String>, i64)> =
            sqlx::query_as("SELECT access, at FROM installations WHERE platform = ? AND workspace = ?")
                .bind(platform)
                .bind(workspace)
                .fetch_optional(&self.inner.readers)
                .await
                .map_err(|error| self.failed(&error))?;
        let installation = |(access, at)| Installation {
            platform: platform.to_owned(),
            workspace: workspace.to_owned(),
            access,
            at: Millis(at),
        };
        Ok(row.map(installation))
    }

    async fn put_installation(&self, installation: &Installation) -> Result<(), StoreError> {
        self.write(Put(installation.clone())).await
    }

    async fn drop_installation(&self, platform: &str, workspace: &str) -> Result<(), StoreError> {
        self.write(Drop(platform.to_owned(), workspace.to_owned())).await?;
        self.inner.fold_log().await;
        Ok(())
    }

    async fn registered(&self, platform: &str, application: &str) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT hash FROM registered_commands WHERE platform = ? AND application = ?")
            .bind(platform)
            .bind(application)
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|error| self.failed(&error))
    }

    async fn put_registered(
        &self,
        platform: &str,
        application: &str,
        hash: &str,
        at: Millis,
    ) -> Result<(), StoreError> {
        let [platform, application, hash] = [platform, application, hash].map(str::to_owned);
        self.write(Register { platform, application, hash, at }).await
    }

    async fn connections(&self, platform: &str, since: Millis) -> Result<Vec<Connections>, StoreError> {
        let rows: Vec<(i64, i64)> =
            sqlx::query_as("SELECT at, count FROM connections WHERE platform = ? AND at > ? ORDER BY at")
                .bind(platform)
                .bind(since.0)
                .fetch_all(&self.inner.readers)
                .await
                .map_err(|error| self.failed(&error))?;
        let begun = |(at, begun): (i64, i64)| Connections {
            at: Millis(at),
            count: u32::try_from(count(begun)).unwrap_or(u32::MAX),
        };
        Ok(rows.into_iter().map(begun).collect())
    }

    async fn count_connections(
        &self,
        platform: &str,
        begun: Connections,
        since: Millis,
    ) -> Result<(), StoreError> {
        self.write(Count { platform: platform.to_owned(), begun, since }).await
    }
}

struct Put(Installation);

#[async_trait]
impl Unit for Put {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO installations (platform, workspace, access, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (platform, workspace) DO UPDATE SET access = ?3, at = ?4",
        )
        .bind(&self.0.platform)
        .bind(&self.0.workspace)
        .bind(&self.0.access)
        .bind(self.0.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct Drop(String, String);

#[async_trait]
impl Unit for Drop {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM installations WHERE platform = ? AND workspace = ?")
            .bind(&self.0)
            .bind(&self.1)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

struct Register {
    platform: String,
    application: String,
    hash: String,
    at: Millis,
}

#[async_trait]
impl Unit for Register {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query(
            "INSERT INTO registered_commands (platform, application, hash, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (platform, application) DO UPDATE SET hash = ?3, at = ?4",
        )
        .bind(&self.platform)
        .bind(&self.application)
        .bind(&self.hash)
        .bind(self.at.0)
        .execute(connection)
        .await?;
        Ok(Done::quietly(()))
    }
}

struct Count {
    platform: String,
    begun: Connections,
    since: Millis,
}

#[async_trait]
impl Unit for Count {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM connections WHERE platform = ? AND at <= ?")
            .bind(&self.platform)
            .bind(self.since.0)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO connections (platform, at, count) VALUES (?, ?, ?)")
            .bind(&self.platform)
            .bind(self.begun.at.0)
            .bind(self.begun.count)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}
