//! Where gorkd is installed on chat platforms, registered commands, and connections being set up.

use super::{Connection, Row, Store, Unit};
use crate::rows::Cells;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Connections, Installation, Installations, StoreError};

#[async_trait]
impl Installations for Store {
    async fn installation(
        &self,
        platform: &str,
        workspace: &str,
    ) -> Result<Option<Installation>, StoreError> {
        let query = sqlx::query(
            "SELECT platform, workspace, access, at FROM installations WHERE platform = $1 AND workspace = $2",
        );
        let installation = |row: &Row| {
            Ok(Installation {
                platform: row.text("platform")?,
                workspace: row.text("workspace")?,
                access: row.maybe_text("access")?,
                at: row.time("at")?,
            })
        };
        self.row(query.bind(platform).bind(workspace), installation).await
    }

    async fn put_installation(&self, installation: &Installation) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO installations (platform, workspace, access, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (platform, workspace) DO UPDATE SET access = $3, at = $4",
        )
        .bind(&installation.platform)
        .bind(&installation.workspace)
        .bind(&installation.access)
        .bind(installation.at.0);
        self.execute(query).await.map(|_| ())
    }

    async fn drop_installation(&self, platform: &str, workspace: &str) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM installations WHERE platform = $1 AND workspace = $2");
        self.execute(query.bind(platform).bind(workspace)).await?;
        self.inner.fold_log().await;
        Ok(())
    }

    async fn registered(&self, platform: &str, application: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar(
            "SELECT hash FROM registered_commands WHERE platform = $1 AND application = $2",
        );
        self.value(query.bind(platform).bind(application)).await
    }

    async fn put_registered(
        &self,
        platform: &str,
        application: &str,
        hash: &str,
        at: Millis,
    ) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO registered_commands (platform, application, hash, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (platform, application) DO UPDATE SET hash = $3, at = $4",
        );
        self.execute(query.bind(platform).bind(application).bind(hash).bind(at.0)).await.map(|_| ())
    }

    async fn connections(&self, platform: &str, since: Millis) -> Result<Vec<Connections>, StoreError> {
        let query =
            sqlx::query("SELECT at, count FROM connections WHERE platform = $1 AND at > $2 ORDER BY at");
        let begun = |row: &Row| {
            let count = u32::try_from(row.count("count")?).unwrap_or(u32::MAX);
            Ok(Connections { at: row.time("at")?, count })
        };
        self.rows(query.bind(platform).bind(since.0), begun).await
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

struct Count {
    platform: String,
    begun: Connections,
    since: Millis,
}

#[async_trait]
impl Unit for Count {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        sqlx::query("DELETE FROM connections WHERE platform = $1 AND at <= $2")
            .bind(&self.platform)
            .bind(self.since.0)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO connections (platform, at, count) VALUES ($1, $2, $3)")
            .bind(&self.platform)
            .bind(self.begun.at.0)
            .bind(i64::from(self.begun.count))
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}
