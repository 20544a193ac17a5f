//! The database to which a store is moved.

use super::explain::Server;
use super::migrate::up_to_date;
use super::open::address;
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use sqlx::{ConnectOptions, PgConnection};

/// One open transaction; rolled back unless committed.
pub(crate) struct Target {
    connection: PgConnection,
    server: Server,
}

impl Target {
    /// Connects and creates the tables. Refuses a database that already contains rows.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let connect = address(url)?;
        let server = Server::of(&connect);
        let connection = connect.connect().await.map_err(|error| server.database(&error))?;
        let mut target = Self { connection, server };
        match target.begin().await {
            Ok(()) => Ok(target),
            Err(fault) => Err(target.error(fault)),
        }
    }

    async fn begin(&mut self) -> Result<(), Fault> {
        up_to_date(&mut self.connection, &self.server).await?;
        sqlx::query("BEGIN").execute(&mut self.connection).await?;
        // From here on nobody else can write.
        sqlx::query("LOCK TABLE threads, keys, library_roots, people IN EXCLUSIVE MODE")
            .execute(&mut self.connection)
            .await?;
        let holds: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM threads) OR EXISTS (SELECT 1 FROM keys)
                 OR EXISTS (SELECT 1 FROM library_roots) OR EXISTS (SELECT 1 FROM people)
                 OR EXISTS (SELECT 1 FROM articles) OR EXISTS (SELECT 1 FROM arrivals)",
        )
        .fetch_one(&mut self.connection)
        .await?;
        if holds {
            let sentence = format!("{} already contains data: move into an empty database", self.server);
            return Err(StoreError::Unavailable(sentence).into());
        }
        // Rows that every new database has.
        sqlx::raw_sql("DELETE FROM library_state; DELETE FROM secrets").execute(&mut self.connection).await?;
        Ok(())
    }

    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Commits, and lets the planner know the tables; only a superuser may analyze those of the server itself, which is
    /// no news.
    pub async fn commit(&mut self) -> Result<(), StoreError> {
        let committed = sqlx::raw_sql("COMMIT; SET client_min_messages = error; ANALYZE")
            .execute(&mut self.connection)
            .await;
        committed.map(|_| ()).map_err(|error| self.server.database(&error))
    }

    pub fn place(&self) -> String {
        self.server.to_string()
    }

    pub fn error(&self, fault: Fault) -> StoreError {
        self.server.error(fault)
    }
}
