//! Is there room in the data folder?

use gorkd_cli::findings::Finding;
use std::path::Path;

/// Megabytes below which a busy day may fill the disk: a text is kept for every page read.
const LITTLE_MB: u64 = 1_000;
/// Megabytes below which SQLite may not be able to fold its log.
const NONE_MB: u64 = 100;

pub fn room(data: &Path) -> Finding {
    let part = "disk";
    // The folder may not be there yet; the nearest one above it is on the same disk.
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
    if free < NONE_MB {
        Finding::broken(part, found, advice)
    } else if free < LITTLE_MB {
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
