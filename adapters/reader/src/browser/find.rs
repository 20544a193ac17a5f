//! Finds an installed Chromium.

use std::path::PathBuf;

const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PLACES: &[&str] = &[
    "/usr/bin",
    "/usr/local/bin",
    "/snap/bin",
    "/usr/lib/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The first Chromium found in the usual places.
pub fn find() -> Option<PathBuf> {
    candidates().find(|path| path.is_file())
}

/// The usual places, for an error message.
pub fn looked_at() -> String {
    PLACES.join(", ")
}

fn candidates() -> impl Iterator<Item = PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> =
        std::env::split_paths(&on_path).chain(PLACES.iter().map(PathBuf::from)).collect();
    let named =
        NAMES.iter().flat_map(move |name| folders.clone().into_iter().map(move |folder| folder.join(name)));
    named.chain(PLACES.iter().map(PathBuf::from))
}
