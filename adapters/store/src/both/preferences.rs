//! Preferences of people and places.

use super::{Connection, Row, Store, Unit, plain};
use crate::rows::Cells;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Place, Preference, Remembered};
use gorkd_core::ports::{PreferenceOwner, Preferences, StoreError};
use sqlx::AssertSqlSafe;

#[async_trait]
impl Preferences for Store {
    async fn preferences(&self, of: &PreferenceOwner) -> Result<Vec<Remembered>, StoreError> {
        let (table, column, owner) = rows_of(of);
        let sql = format!("SELECT name, value, at FROM {table} WHERE {column} = $1 ORDER BY name");
        let remembered = |row: &Row| {
            let name = row.text("name")?;
            let unknown = || Fault::Damaged(format!("{name:?} is not a preference"));
            let name = Preference::from_name(&name).ok_or_else(unknown)?;
            Ok(Remembered { name, value: row.text("value")?, at: row.time("at")? })
        };
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(plain(owner)), remembered).await
    }

    async fn put_preference(&self, of: &PreferenceOwner, set: &Remembered) -> Result<(), StoreError> {
        self.write(Put { of: of.clone(), set: set.clone() }).await
    }

    async fn drop_preferences(
        &self,
        of: &PreferenceOwner,
        name: Option<Preference>,
    ) -> Result<u64, StoreError> {
        let (table, column, owner) = rows_of(of);
        let sql =
            format!("DELETE FROM {table} WHERE {column} = $1 AND (CAST($2 AS text) IS NULL OR name = $2)");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(plain(owner)).bind(name.map(Preference::name));
        let gone = self.execute(query).await?;
        self.inner.fold_log().await;
        Ok(gone)
    }

    async fn places_with(&self, name: Preference) -> Result<Vec<(Place, String)>, StoreError> {
        let query =
            sqlx::query("SELECT place, value FROM preferences_of_places WHERE name = $1 ORDER BY place");
        let place = |row: &Row| Ok((Place(row.text("place")?), row.text("value")?));
        self.rows(query.bind(name.name()), place).await
    }
}

/// Table, column of the owner, owner.
fn rows_of(of: &PreferenceOwner) -> (&'static str, &'static str, &str) {
    match of {
        PreferenceOwner::Person(person) => ("preferences_of_people", "person", person),
        PreferenceOwner::Place(place) => ("preferences_of_places", "place", place),
    }
}

struct Put {
    of: PreferenceOwner,
    set: Remembered,
}

#[async_trait]
impl Unit for Put {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        if let PreferenceOwner::Person(person) = &self.of {
            sqlx::query("INSERT INTO people (person) VALUES ($1) ON CONFLICT (person) DO NOTHING")
                .bind(plain(person))
                .execute(&mut *connection)
                .await?;
        }
        let (table, column, owner) = rows_of(&self.of);
        let sql = format!(
            "INSERT INTO {table} ({column}, name, value, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT ({column}, name) DO UPDATE SET value = $3, at = $4"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(plain(owner))
            .bind(self.set.name.name())
            .bind(plain(&self.set.value))
            .bind(self.set.at.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}
