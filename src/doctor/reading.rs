//! Checks that a worker child can read a page, and that the browser can render one.

use crate::wire::{App, reader_settings};
use async_trait::async_trait;
use gorkd_cli::findings::Finding;
use gorkd_core::ports::{Raw, RawContent, Reader};
use gorkd_reader::{
    Browser, BrowserSettings, PageRequest, PageResponse, ReaderPool, Sandbox, World, browser_places,
    find_browser,
};
use std::path::Path;
use std::time::Duration;
use tokio::time::Instant;

const PAGE: &str =
    "<html><title>Greeting</title><body><article><p>Good day to you.</p></article></body></html>";
const SCRIPTED: &str = "<!doctype html><body><script>document.body.append('Good' + ' day')</script></body>";

pub async fn reader(app: &App) -> Vec<Finding> {
    let raw = Raw {
        content: RawContent::Bytes(PAGE.as_bytes().to_vec()),
        url: "https://example.org/".to_owned(),
        content_type: Some("text/html; charset=utf-8".to_owned()),
        max_bytes: 100_000,
        timeout: Duration::from_secs(10),
    };
    let pool = ReaderPool::new(reader_settings(&app.settings));
    let child = match pool.extract(raw).await {
        Ok(reading) if reading.text.contains("Good day") => held(pool.sandbox().unwrap_or_default()),
        Ok(_) => Finding::broken("reader", "A page was read, but its text was lost.", "Reinstall gorkd."),
        Err(failure) => {
            let advice = "Check whether processes can start child processes on this machine, and reader.child_memory_mb.";
            Finding::broken("reader", failure.detail, advice)
        }
    };
    vec![child, browser(app.settings.reader.browser.as_deref()).await]
}

/// What the child that read the page was held by.
fn held(sandbox: Sandbox) -> Finding {
    let (part, read) = ("reader", "A page was read in a child process with limits");
    let kept = "from files, the network, and other programs";
    let landlock = "For Landlock, use Linux 5.13 or newer, with landlock among the security modules (lsm=) that it \
                    boots with.";
    let seccomp = "For seccomp, use Linux on x86-64 or ARM64, and a container that allows its programs filters of \
                   their own.";
    match (sandbox.landlock, sandbox.seccomp) {
        (true, true) => Finding::works(part, format!("{read}; Landlock and seccomp keep it {kept}.")),
        (false, true) => Finding::limited(part, format!("{read}; seccomp alone keeps it {kept}."), landlock),
        (true, false) => {
            // Landlock knows TCP since Linux 6.7, and not every other kind of connection on any.
            let found = format!(
                "{read}; Landlock alone keeps it from files and other programs, but not from all of the network."
            );
            Finding::limited(part, found, seccomp)
        }
        (false, false) => {
            let found = format!("{read}, but neither Landlock nor seccomp keeps it {kept}.");
            Finding::limited(part, found, format!("{landlock} {seccomp}"))
        }
    }
}

async fn browser(program: Option<&Path>) -> Finding {
    let Some(program) = program else { return off() };
    let settings = BrowserSettings {
        program: program.to_owned(),
        at_once: 1,
        user_agent: "gorkd".to_owned(),
        max_text: 100_000,
    };
    let until = Instant::now() + Duration::from_secs(30);
    match Browser::new(settings).render("http://doctor.invalid/", &OnePage, until).await {
        Ok(rendered) if rendered.html.contains("Good day") => {
            let rooted = rustix::process::geteuid().is_root();
            let sandbox =
                if rooted { ", without Chromium's own sandbox, because gorkd runs as root" } else { "" };
            Finding::works("browser", format!("{} rendered a page{sandbox}.", program.display()))
        }
        Ok(_) => broken(program, "rendered a page without its text".to_owned()),
        Err(failure) => broken(program, format!("rendered no page: {}", failure.detail)),
    }
}

fn off() -> Finding {
    let off = Finding::off(
        "browser",
        "Pages that only scripts build are not rendered; answers list them as unread.",
    );
    match find_browser() {
        Some(found) => off.advise(format!("To have them read, set reader.browser to {}.", found.display())),
        None => off.advise(format!(
            "To have them read, install Chromium and set reader.browser to its path; none was found on the PATH or in {}.",
            browser_places()
        )),
    }
}

fn broken(program: &Path, what: String) -> Finding {
    let advice = "Try `CHROMIUM --headless --dump-dom about:blank` as the user that runs gorkd; where its sandbox is \
                  not to be had, Chromium says so. Or leave reader.browser empty.";
    Finding::broken("browser", format!("{} {what}", program.display()), advice)
}

/// A world with one page in it.
struct OnePage;

#[async_trait]
impl World for OnePage {
    async fn answer(&self, asked: PageRequest) -> PageResponse {
        if asked.kind != "Document" {
            return PageResponse::Refused;
        }
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        PageResponse::Answer { status: 200, headers, body: SCRIPTED.as_bytes().to_vec() }
    }

    fn refused(&self, _url: &str, _sentence: &str) {}
}
