//! Can a page be read in a worker child?

use crate::wire::App;
use gorkd_cli::findings::Finding;
use gorkd_core::ports::{Raw, RawContent};
use std::time::Duration;

const PAGE: &str =
    "<html><title>Greeting</title><body><article><p>Good day to you.</p></article></body></html>";

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
    let browser =
        "Pages that only scripts build are not rendered by this build; answers list them as unread.";
    vec![child, Finding::off("browser", browser)]
}
