//! Monthly budget usage, and who notifies people about it.

use super::{Connection, Store, Unit, charges, plain};
use crate::rows::web::{BUDGET_COLUMNS, budget_row};
use crate::values::int;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::JobId;
use gorkd_core::ports::{BudgetLine, BudgetRow, Budgets, Charge, StoreError};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Budgets for Store {
    async fn budgets(&self, period: &str) -> Result<Vec<BudgetRow>, StoreError> {
        let sql = format!("SELECT {BUDGET_COLUMNS} FROM budgets b WHERE b.period = $1 ORDER BY b.scope");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(plain(period)), budget_row).await
    }

    async fn budget(&self, scope: &str, period: &str) -> Result<Option<BudgetRow>, StoreError> {
        let sql = format!("SELECT {BUDGET_COLUMNS} FROM budgets b WHERE b.scope = $1 AND b.period = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(plain(scope)).bind(plain(period));
        self.row(query, budget_row).await
    }

    async fn charge(&self, charges: &[Charge]) -> Result<(), StoreError> {
        self.write(Apply { charges: charges.to_vec() }).await
    }

    async fn claim_notice(&self, about: &BudgetLine, job: &JobId) -> Result<bool, StoreError> {
        let claim = Claim { about: about.clone(), job: job.as_str().to_owned() };
        self.write(claim).await
    }
}

struct Apply {
    charges: Vec<Charge>,
}

#[async_trait]
impl Unit for Apply {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        charges::apply(connection, &self.charges).await?;
        Ok(Done::quietly(()))
    }
}

struct Claim {
    about: BudgetLine,
    job: String,
}

#[async_trait]
impl Unit for Claim {
    type Output = bool;

    async fn run(&self, connection: &mut Connection) -> Result<Done<bool>, Fault> {
        let about = &self.about;
        let (scope, period) = (plain(&about.scope), plain(&about.period));
        // Of two concurrent callers, one waits here for the other's row.
        sqlx::query(
            "INSERT INTO budget_notices (scope, period, percent, most, job) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (scope, period, percent) DO UPDATE SET most = excluded.most, job = excluded.job
             WHERE budget_notices.most < excluded.most",
        )
        .bind(&scope)
        .bind(&period)
        .bind(i64::from(about.percent))
        .bind(int(about.limit.0))
        .bind(&self.job)
        .execute(&mut *connection)
        .await?;
        let job: Option<String> = sqlx::query_scalar(
            "SELECT job FROM budget_notices WHERE scope = $1 AND period = $2 AND percent = $3",
        )
        .bind(&scope)
        .bind(&period)
        .bind(i64::from(about.percent))
        .fetch_one(connection)
        .await?;
        Ok(Done::quietly(job.as_ref() == Some(&self.job)))
    }
}
