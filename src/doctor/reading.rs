//! Can a page be read in a worker child, and is there a browser for pages that scripts build?

use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::ports::{Raw, RawContent};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PAGE: &str =
    "<html><title>Greeting</title><body><article><p>Good day to you.</p></article></body></html>";

/// Where distributions put Chromium.
const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

pub async fn reader(app: &App) -> Vec<Finding> {
    let raw = Raw {
        content: RawContent::Bytes(PAGE.as_bytes().to_vec()),
        url: "https://example.org/".to_owned(),
        content_type: Some("text/html; charset=utf-8".to_owned()),
        max_bytes: 100_000,
        timeout: Duration::from_secs(10),
    };
    let child = match app.service.ports().reader.extract(raw).await {
        Ok(reading) if reading.text.contains("Good day") => {
            Finding::works("reader", "A page was read in a child process with limits.")
        }
        Ok(_) => Finding::broken("reader", "A page was read and its text was lost.", "Install gorkd anew."),
        Err(failure) => {
            let advice =
                "Look whether this machine lets a process start another one, and at reader.child_memory_mb.";
            Finding::broken("reader", failure.detail, advice)
        }
    };
    vec![child, browser(app.settings.reader.browser.as_deref())]
}

fn browser(set: Option<&Path>) -> Finding {
    let part = "browser";
    match set {
        Some(path) if is_program(path) => {
            Finding::works(part, format!("{} renders pages that scripts build.", path.display()))
        }
        Some(path) => {
            let advice = "Put the path of a Chromium into reader.browser, or leave it empty.";
            Finding::broken(part, format!("{} is no program.", path.display()), advice)
        }
        None => {
            let off =
                Finding::off(part, "None is set: pages that only scripts build are reported as unread.");
            match on_path() {
                Some(path) => {
                    off.advise(format!("There is one here: set reader.browser to {}.", path.display()))
                }
                None => off,
            }
        }
    }
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| is_program(file))
}

fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    metadata.is_file()
}
