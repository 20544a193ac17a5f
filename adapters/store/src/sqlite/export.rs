//! Exports the rows under a person's name.

use super::SqliteStore;
use super::both::export::exported;
use crate::exported::Dialect;
use crate::work::Fault;
use gorkd_core::ports::PersonRows;

pub(super) const DIALECT: Dialect = Dialect {
    object: "json_object",
    text: "",
    by_bytes: "",
    runs: "SELECT job FROM jobs WHERE requester ->> '$.platform' || ':' || (requester ->> '$.user') = $1",
    deliveries: "requester ->> '$.platform' || ':' || (requester ->> '$.user') = $1",
};

impl SqliteStore {
    pub(super) async fn exported(&self, person: &str) -> Result<PersonRows, Fault> {
        let mut reading = self.inner.readers.begin().await?;
        let rows = exported(&mut reading, person).await?;
        reading.rollback().await?;
        Ok(rows)
    }
}
