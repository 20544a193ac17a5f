//! `gorkd migrate`: migrates the store to this version and reports what was done.

use super::print;
use crate::settings::Settings;
use crate::wire;
use gorkd_cli::{Exit, MoveArgs};
use gorkd_store::{Location, Migrated, Moved};
use std::path::Path;

pub async fn migrate(settings: &Settings, data: &Path) -> anyhow::Result<Exit> {
    let options = wire::store_options(settings);
    let migrated = gorkd_store::migrate(settings.store.location(data), options).await?;
    print(&said(&migrated));
    Ok(Exit::Answered)
}

/// `gorkd move`: copies all data from SQLite to Postgres.
pub async fn move_store(settings: &Settings, data: &Path, args: MoveArgs) -> anyhow::Result<Exit> {
    let to = match (args.to, settings.store.location(data)) {
        (Some(to), _) => to.0,
        (None, Location::Server { url, .. }) => url,
        (None, Location::Folder(_)) => {
            let sentence =
                "The target is missing. Add --to postgres://USER:PASSWORD@HOST/DATABASE, or set store.url.";
            tell!("{sentence}");
            return Ok(Exit::Usage);
        }
    };
    let moved = gorkd_store::move_store(&args.from, &to).await?;
    let Moved { threads, jobs, events, documents, rows, journals, to } = moved;
    print(&format!(
        "Moved {threads} threads, {jobs} jobs with {events} events, and {documents} documents ({rows} rows in all) to \
         {to}.\nThe journals are the same on both sides, hash {journals}.\nThe files in {} are as they were. Name the \
         database in store.url, and start gorkd again.\n",
        args.from.display()
    ));
    Ok(Exit::Answered)
}

fn said(migrated: &Migrated) -> String {
    let Migrated { place, before, now, run } = migrated;
    let first = match before {
        None => format!("Created the tables in {place}, schema {now}:\n"),
        Some(_) if run.is_empty() => return format!("Nothing to do: {place} is up to date, schema {now}.\n"),
        Some(before) => format!("Upgraded {place} from schema {before} to {now}:\n"),
    };
    let steps = run.iter().map(|(number, name)| format!("  {number:04} {name}\n"));
    std::iter::once(first).chain(steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_said_by_number_and_name() {
        let migrated = |before, run: &[(i64, &str)]| Migrated {
            place: "the store".to_owned(),
            before,
            now: 3,
            run: run.iter().map(|(number, name)| (*number, (*name).to_owned())).collect(),
        };
        let steps = [(2, "texts"), (3, "keys")];
        for (migrated, told) in [
            (
                migrated(None, &steps),
                "Created the tables in the store, schema 3:\n  0002 texts\n  0003 keys\n",
            ),
            (
                migrated(Some(1), &steps),
                "Upgraded the store from schema 1 to 3:\n  0002 texts\n  0003 keys\n",
            ),
            (migrated(Some(3), &[]), "Nothing to do: the store is up to date, schema 3.\n"),
        ] {
            assert_eq!(said(&migrated), told);
        }
    }
}
