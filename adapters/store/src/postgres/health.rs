//! The state of the database, for an operator.

use super::PostgresStore;
use crate::Health;
use crate::values::count;
use gorkd_core::ports::StoreError;

impl PostgresStore {
    pub async fn health(&self) -> Result<Health, StoreError> {
        let (version, bytes, schema): (String, i64, i64) = sqlx::query_as(
            "SELECT current_setting('server_version'), pg_database_size(current_database()),
                 (SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations)",
        )
        .fetch_one(&self.inner.pool)
        .await
        .map_err(|error| self.failed(&error))?;
        let database = format!("PostgreSQL {version}, {}, schema {schema}", self.place());
        Ok(Health { database, bytes: count(bytes), problems: Vec::new() })
    }

    /// See [`Store::lacks_room`](crate::Store::lacks_room).
    pub fn lacks_room(&self) -> bool {
        self.inner.server.lacks_room()
    }
}
