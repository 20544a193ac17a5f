//! Checks the clock, the database and the library's index.

use super::sentence;
use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::model::Millis;
use gorkd_core::ports::StoreError;

/// 2026-01-01, in milliseconds since the Unix epoch: no gorkd was built earlier.
const FIRST: Millis = Millis(1_767_225_600_000);

/// A wrong clock invalidates certificates, and makes old news look new.
pub fn clock() -> Finding {
    let now = SystemClock.now();
    let shown = gorkd_core::view::iso(now);
    if now < FIRST {
        let advice = "Set this machine's clock, preferably with NTP.";
        return Finding::broken("time", format!("The clock says {shown}, which is in the past."), advice);
    }
    let zone = jiff::tz::TimeZone::system();
    Finding::works("time", format!("{shown}, time zone {}.", zone.iana_name().unwrap_or("UTC")))
}

/// Where processes share limits and caches, if not in the database.
pub async fn shared(app: &App) -> Option<Finding> {
    let redis = app.redis.as_ref()?;
    let part = "redis";
    Some(match redis.program().await {
        Ok(program) => {
            Finding::works(part, format!("Limits and caches are shared in {program} at {}.", redis.place()))
        }
        Err(error) => {
            let found = match error {
                StoreError::Unavailable(what) => format!("{what}."),
                other => sentence(&other.into()),
            };
            let advice = "Start the server, or correct redis.url. Until then gorkd works without it: limits and caches \
                          are shared as far as the database allows.";
            Finding::broken(part, found, advice)
        }
    })
}

pub async fn database(app: &App) -> Finding {
    let part = "database";
    match app.store.health().await {
        Ok(health) if health.problems.is_empty() => Finding::works(
            part,
            format!("{}, {:.1} MB, no damage found.", health.database, health.bytes as f64 / 1e6),
        ),
        Ok(health) => {
            let found = format!("{} found damage: {}.", health.database, health.problems.join("; "));
            Finding::broken(part, found, "Stop gorkd and restore a backup (see docs/operations.md).")
        }
        Err(error) => {
            let advice =
                "Check whether the disk is full, another program has locked the file, or the server is down.";
            Finding::broken(part, sentence(&error.into()), advice)
        }
    }
}

pub async fn library(app: &App) -> Finding {
    let part = "library";
    let roots = match app.library.list().await {
        Ok(roots) => roots,
        Err(error) => {
            let advice = "Delete the folder `index` in the data folder; it is rebuilt from the database.";
            return Finding::broken(part, sentence(&error.into()), advice);
        }
    };
    if roots.is_empty() {
        return Finding::off(part, "It is empty.").advise("Add a folder with `gorkd library add PATH`.");
    }
    let documents: u64 = roots.iter().map(|root| root.documents).sum();
    let failed: u64 = roots.iter().map(|root| root.failed).sum();
    let gone: Vec<&str> = roots
        .iter()
        .map(|root| root.root.path.as_str())
        .filter(|path| !std::path::Path::new(path).exists())
        .collect();
    let mut found = format!("{documents} documents from {} folders or files.", roots.len());
    match app.library.embedded().await {
        Ok(Some(embedded)) if embedded < documents => {
            found += &format!(
                " {embedded} of them have vectors; the others are found by words alone until `gorkd library sync` \
                 or `gorkd serve` has made theirs."
            );
        }
        Ok(_) => {}
        Err(error) => {
            let advice = "Delete the folder `index/vectors` in the data folder; it is made again.";
            return Finding::limited(part, format!("{found} {}", sentence(&error.into())), advice);
        }
    }
    if !gone.is_empty() {
        let advice = "Restore it, or remove it with `gorkd library remove PATH`.";
        return Finding::limited(part, format!("{found} {} no longer exists.", gone.join(", ")), advice);
    }
    if failed > 0 {
        let advice = "`gorkd library sync` lists them.";
        return Finding::limited(part, format!("{found} {failed} files could not be read."), advice);
    }
    Finding::works(part, found)
}
