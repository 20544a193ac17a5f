//! Preferences of people and places.

use super::unit::Unit;
use super::{Inner, SqliteStore};
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::{Millis, Place, Preference, Remembered};
use gorkd_core::ports::{PreferenceOwner, Preferences, StoreError};
use sqlx::SqliteConnection;

#[async_trait]
impl Preferences for SqliteStore {
    async fn preferences(&self, of: &PreferenceOwner) -> Result<Vec<Remembered>, StoreError> {
        let query = match of {
            PreferenceOwner::Person(person) => sqlx::query_as(
                "SELECT name, value, at FROM preferences_of_people WHERE person = ? ORDER BY name",
            )
            .bind(person),
            PreferenceOwner::Place(place) => sqlx::query_as(
                "SELECT name, value, at FROM preferences_of_places WHERE place = ? ORDER BY name",
            )
            .bind(place),
        };
        let rows: Vec<(String, String, i64)> =
            query.fetch_all(&self.inner.readers).await.map_err(|error| self.failed(&error))?;
        rows.into_iter().map(|row| self.inner.remembered(row)).collect()
    }

    async fn put_preference(&self, of: &PreferenceOwner, set: &Remembered) -> Result<(), StoreError> {
        self.write(Put { of: of.clone(), set: set.clone() }).await
    }

    async fn drop_preferences(
        &self,
        of: &PreferenceOwner,
        name: Option<Preference>,
    ) -> Result<u64, StoreError> {
        let gone = self.write(Drop { of: of.clone(), name }).await?;
        self.inner.fold_log().await;
        Ok(gone)
    }

    async fn places_with(&self, name: Preference) -> Result<Vec<(Place, String)>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT place, value FROM preferences_of_places WHERE name = ? ORDER BY place")
                .bind(name.name())
                .fetch_all(&self.inner.readers)
                .await
                .map_err(|error| self.failed(&error))?;
        Ok(rows.into_iter().map(|(place, value)| (Place(place), value)).collect())
    }
}

impl Inner {
    fn remembered(&self, (name, value, at): (String, String, i64)) -> Result<Remembered, StoreError> {
        let unknown = || Fault::Damaged(format!("{name:?} is not a preference"));
        let name = Preference::named(&name).ok_or_else(unknown).map_err(|fault| self.file.error(fault))?;
        Ok(Remembered { name, value, at: Millis(at) })
    }
}

struct Put {
    of: PreferenceOwner,
    set: Remembered,
}

#[async_trait]
impl Unit for Put {
    type Output = ();

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<()>, Fault> {
        let query = match &self.of {
            PreferenceOwner::Person(person) => {
                sqlx::query("INSERT INTO people (person) VALUES (?) ON CONFLICT (person) DO NOTHING")
                    .bind(person)
                    .execute(&mut *connection)
                    .await?;
                sqlx::query(
                    "INSERT INTO preferences_of_people (person, name, value, at) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (person, name) DO UPDATE SET value = ?3, at = ?4",
                )
                .bind(person)
            }
            PreferenceOwner::Place(place) => sqlx::query(
                "INSERT INTO preferences_of_places (place, name, value, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (place, name) DO UPDATE SET value = ?3, at = ?4",
            )
            .bind(place),
        };
        query
            .bind(self.set.name.name())
            .bind(&self.set.value)
            .bind(self.set.at.0)
            .execute(connection)
            .await?;
        Ok(Done::quietly(()))
    }
}

struct Drop {
    of: PreferenceOwner,
    name: Option<Preference>,
}

#[async_trait]
impl Unit for Drop {
    type Output = u64;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<u64>, Fault> {
        let query = match &self.of {
            PreferenceOwner::Person(person) => sqlx::query(
                "DELETE FROM preferences_of_people WHERE person = ?1 AND (?2 IS NULL OR name = ?2)",
            )
            .bind(person),
            PreferenceOwner::Place(place) => sqlx::query(
                "DELETE FROM preferences_of_places WHERE place = ?1 AND (?2 IS NULL OR name = ?2)",
            )
            .bind(place),
        };
        let gone = query.bind(self.name.map(Preference::name)).execute(connection).await?;
        Ok(Done::quietly(gone.rows_affected()))
    }
}
