//! Checks for free space in the data folder.

use gorkd_cli::findings::Finding;
use std::path::Path;

/// In megabytes. With less, a busy day may fill the disk: the text of every page read is stored.
const LOW_MB: u64 = 1_000;
/// In megabytes. With less, SQLite may be unable to checkpoint its log.
const CRITICAL_MB: u64 = 100;

pub fn room(data: &Path) -> Finding {
    let part = "disk";
    // The folder may not exist yet; its nearest existing parent is on the same disk.
    let Some(there) = data.ancestors().find(|folder| folder.exists()) else {
        return Finding::broken(
            part,
            format!("{} can't be created.", data.display()),
            "Choose another folder with --data.",
        );
    };
    let Some(free) = free_mb(there) else {
        return Finding::limited(
            part,
            format!("The free space at {} is unknown.", there.display()),
            "Look yourself.",
        );
    };
    let found = format!("{free} MB are free at {}.", data.display());
    let advice = "Free up space, choose another folder with --data, or limit the store with store.max_mb.";
    if free < CRITICAL_MB {
        Finding::broken(part, found, advice)
    } else if free < LOW_MB {
        Finding::limited(part, found, advice)
    } else {
        Finding::works(part, found)
    }
}

#[cfg(unix)]
fn free_mb(folder: &Path) -> Option<u64> {
    let stats = rustix::fs::statvfs(folder).ok()?;
    Some(stats.f_bavail.saturating_mul(stats.f_frsize) / 1_000_000)
}

#[cfg(not(unix))]
fn free_mb(_folder: &Path) -> Option<u64> {
    None
}
