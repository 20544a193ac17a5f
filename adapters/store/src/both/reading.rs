//! How rows are read, and how errors on the way are explained.

use super::{Arguments, Database, Row, Store};
use crate::work::Fault;
use gorkd_core::ports::StoreError;
use sqlx::FromRow;
use sqlx::query::{Query, QueryScalar};

impl Store {
    pub(in super::super) async fn rows<T>(
        &self,
        query: Query<'_, Database, Arguments>,
        read: impl Fn(&Row) -> Result<T, Fault>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = query.fetch_all(self.readers()).await.map_err(|error| self.failed(&error))?;
        rows.iter().map(|row| read(row).map_err(|fault| self.explained(fault))).collect()
    }

    /// As `rows`, for a query that finds at most one.
    pub(in super::super) async fn row<T>(
        &self,
        query: Query<'_, Database, Arguments>,
        read: impl Fn(&Row) -> Result<T, Fault>,
    ) -> Result<Option<T>, StoreError> {
        let row = query.fetch_optional(self.readers()).await.map_err(|error| self.failed(&error))?;
        row.map(|row| read(&row)).transpose().map_err(|fault| self.explained(fault))
    }

    pub(in super::super) async fn values<T>(
        &self,
        query: QueryScalar<'_, Database, T, Arguments>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: Send + Unpin,
        (T,): for<'r> FromRow<'r, Row>,
    {
        query.fetch_all(self.readers()).await.map_err(|error| self.failed(&error))
    }

    /// As `values`, for a query that finds at most one.
    pub(in super::super) async fn value<T>(
        &self,
        query: QueryScalar<'_, Database, T, Arguments>,
    ) -> Result<Option<T>, StoreError>
    where
        T: Send + Unpin,
        (T,): for<'r> FromRow<'r, Row>,
    {
        query.fetch_optional(self.readers()).await.map_err(|error| self.failed(&error))
    }
}
