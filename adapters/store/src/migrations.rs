//! The migrations of both databases, from the project's `migrations/` folder.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// A migrator over one of these lists.
pub(crate) fn migrator(list: &'static [(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |(version, what, sql): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*what).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(list.iter().map(migration).collect())
}
