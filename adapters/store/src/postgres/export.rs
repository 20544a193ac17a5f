//! Exports the rows under a person's name.

use super::both::export::exported;
use super::unit::Unit;
use crate::exported::Dialect;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::ports::PersonRows;
use sqlx::PgConnection;

pub(super) const DIALECT: Dialect = Dialect {
    object: "json_build_object",
    text: "::text",
    by_bytes: " COLLATE \"C\"",
    runs: "SELECT job FROM jobs WHERE person = $1",
    deliveries: "person = $1",
};

pub(super) struct Export(pub String);

#[async_trait]
impl Unit for Export {
    type Output = PersonRows;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        // All rows are of one moment.
        sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *connection).await?;
        Ok(Done::quietly(exported(connection, &self.0).await?))
    }
}
