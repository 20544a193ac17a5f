//! Pages that scripts build, rendered by a Chromium that has no way to the world but us.
//!
//! Each page gets a browser of its own, with a profile that is thrown away. It is started with a proxy that does not
//! exist and a resolver that knows no name, so that it can open no connection by itself, whatever a script tries. All
//! that it wants it asks us for, over a pipe (`--remote-debugging-pipe`, so there is no port that others could find):
//! who answers decides, request by request, whether an address may be touched.

mod find;
mod pipe;
mod process;
mod session;

pub use find::{find, looked_at};

use async_trait::async_trait;
use gorkd_core::model::{Failure, FailureReason};
use process::Running;
use session::Session;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserSettings {
    pub program: PathBuf,
    /// Browsers at once.
    pub at_once: usize,
    /// How it introduces itself to scripts; requests are ours.
    pub user_agent: String,
    /// Bytes of a page's HTML that are taken.
    pub max_text: usize,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Browser {
    settings: Arc<BrowserSettings>,
    turns: Arc<Semaphore>,
}

/// Something that a page wants.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub url: String,
    pub method: String,
    /// As the browser names it: `Document`, `Script`, `XHR`, `Image` …
    pub kind: String,
    pub accept: Option<String>,
    pub origin: Option<String>,
}

/// What it gets.
#[derive(Clone, Debug)]
pub enum Given {
    Answer { status: u16, headers: Vec<(String, String)>, body: Vec<u8> },
    Refused,
}

/// Who answers for the world.
#[async_trait]
pub trait World: Sync {
    async fn answer(&self, asked: Asked) -> Given;
    /// The page tried to open something that is no request: a WebSocket.
    fn refused(&self, url: &str, sentence: &str);
}

/// A world with one page in it.
struct Alone {
    html: String,
}

impl Alone {
    const ADDRESS: &str = "https://answer.invalid/";
}

#[async_trait]
impl World for Alone {
    async fn answer(&self, asked: Asked) -> Given {
        if asked.url != Self::ADDRESS {
            return Given::Refused;
        }
        let headers = vec![
            ("content-type".to_owned(), "text/html; charset=utf-8".to_owned()),
            (
                "content-security-policy".to_owned(),
                "default-src 'none'; style-src 'unsafe-inline'".to_owned(),
            ),
        ];
        Given::Answer { status: 200, headers, body: self.html.clone().into_bytes() }
    }

    fn refused(&self, _url: &str, _sentence: &str) {}
}

/// A page as it stands after its scripts have run.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub url: String,
    pub html: String,
    /// There is more of it than was taken.
    pub cut: bool,
}

/// Time in which a page that is never at rest is taken as it is.
const RESTLESS: Duration = Duration::from_secs(12);
/// Time kept for taking the text, and for reading it.
const REST: Duration = Duration::from_millis(1_500);

impl Browser {
    pub fn new(settings: BrowserSettings) -> Self {
        let turns = Arc::new(Semaphore::new(settings.at_once.max(1)));
        Self { settings: Arc::new(settings), turns }
    }

    /// Prints a page of our own, which loads nothing, as PDF. The browser is gone when this ends, in whatever way.
    pub async fn print(&self, html: &str, until: Instant) -> Result<Vec<u8>, Failure> {
        let busy =
            || Failure::retry(FailureReason::TimedOut, "The browser was busy until the time was over.");
        let turn = timeout_at(until, self.turns.acquire()).await.map_err(|_| busy())?;
        let _turn = turn.map_err(|_| busy())?;
        let mut running = Running::start(&self.settings).await?;
        let world = Alone { html: html.to_owned() };
        let printed = match running.pipe() {
            Some(pipe) => {
                let mut session = Session::new(pipe, &world);
                let printed = session.printed(Alone::ADDRESS, until.checked_sub(REST).unwrap_or(until));
                timeout_at(until, printed).await.unwrap_or_else(|_| {
                    Err(Failure::retry(
                        FailureReason::TimedOut,
                        "The browser did not print the page in time.",
                    ))
                })
            }
            None => Err(Failure::skip(FailureReason::Internal, "The browser has no pipes.")),
        };
        running.end().await;
        printed
    }

    /// Opens an address and gives the page when it is at rest. The browser is gone when this ends, in whatever way.
    pub async fn render(&self, url: &str, world: &dyn World, until: Instant) -> Result<Rendered, Failure> {
        let busy = || {
            let detail = "The browser was busy with other pages until the time for this one was over.";
            Failure::retry(FailureReason::TimedOut, detail)
        };
        let turn = timeout_at(until, self.turns.acquire()).await.map_err(|_| busy())?;
        let _turn = turn.map_err(|_| busy())?;
        let settings = &self.settings;
        let mut running = Running::start(settings).await?;
        let restless = (Instant::now() + RESTLESS).min(until.checked_sub(REST).unwrap_or(until));
        let rendered = match running.pipe() {
            Some(pipe) => {
                let mut session = Session::new(pipe, world);
                let page = session.page(url, settings.max_text, restless);
                timeout_at(until, page).await.unwrap_or_else(|_| {
                    let detail = "The page's scripts did not come to an end in time.";
                    Err(Failure::retry(FailureReason::TimedOut, detail))
                })
            }
            None => Err(Failure::skip(FailureReason::Internal, "The browser has no pipes.")),
        };
        running.end().await;
        rendered
    }
}
