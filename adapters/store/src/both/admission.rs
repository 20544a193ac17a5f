//! Counts the runs that somebody asked for lately.

use super::{Connection, Unit, locks, plain};
use crate::limits::RUNS_KEPT_MS;
use crate::values::count;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::Millis;
use gorkd_core::ports::Admission;

pub(in super::super) struct Admit {
    pub requester: String,
    pub now: Millis,
    pub since: Millis,
    pub limit: u32,
}

#[async_trait]
impl Unit for Admit {
    type Output = Admission;

    async fn run(&self, connection: &mut Connection) -> Result<Done<Admission>, Fault> {
        let requester = plain(&self.requester);
        locks::admission(connection, &requester).await?;
        let kept_from = self.since.0.min(self.now.0.saturating_sub(RUNS_KEPT_MS));
        sqlx::query("DELETE FROM runs WHERE at < $1").bind(kept_from).execute(&mut *connection).await?;
        let (runs, oldest): (i64, Option<i64>) =
            sqlx::query_as("SELECT COUNT(*), MIN(at) FROM runs WHERE requester = $1 AND at > $2")
                .bind(&requester)
                .bind(self.since.0)
                .fetch_one(&mut *connection)
                .await?;
        if count(runs) >= u64::from(self.limit) {
            let oldest = Millis(oldest.unwrap_or(self.now.0));
            return Ok(Done::quietly(Admission::Full { oldest }));
        }
        sqlx::query("INSERT INTO runs (requester, at) VALUES ($1, $2)")
            .bind(&requester)
            .bind(self.now.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(Admission::Admitted))
    }
}
