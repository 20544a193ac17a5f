//! Renders pages that scripts build, in a Chromium that has no network access except through us.
//!
//! Each page gets its own browser with a temporary profile. Its proxy does not exist and its resolver knows
//! no names, so it cannot open a connection, whatever a script tries. All requests come to us over a pipe
//! (`--remote-debugging-pipe`, so there is no port for others to find), and [`World`] decides one by one
//! whether an address may be contacted.

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
    /// Maximum number of concurrent browsers.
    pub at_once: usize,
    /// The user agent that scripts see; requests are sent by us.
    pub user_agent: String,
    /// Maximum size of a page's HTML, in bytes.
    pub max_text: usize,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Browser {
    settings: Arc<BrowserSettings>,
    turns: Arc<Semaphore>,
}

/// A request by the page.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    pub url: String,
    pub method: String,
    /// As the browser names it: `Document`, `Script`, `XHR`, `Image` …
    pub kind: String,
    pub accept: Option<String>,
    pub origin: Option<String>,
}

/// The response to a request.
#[derive(Clone, Debug)]
pub enum PageResponse {
    Answer { status: u16, headers: Vec<(String, String)>, body: Vec<u8> },
    Refused,
}

/// Answers the page's requests.
#[async_trait]
pub trait World: Sync {
    async fn answer(&self, asked: PageRequest) -> PageResponse;
    /// The page tried to open something other than a request, such as a WebSocket.
    fn refused(&self, url: &str, sentence: &str);
}

/// A world with only one page in it.
struct SinglePage {
    html: String,
}

impl SinglePage {
    const ADDRESS: &str = "https://answer.invalid/";
}

#[async_trait]
impl World for SinglePage {
    async fn answer(&self, asked: PageRequest) -> PageResponse {
        if asked.url != Self::ADDRESS {
            return PageResponse::Refused;
        }
        let headers = vec![
            ("content-type".to_owned(), "text/html; charset=utf-8".to_owned()),
            (
                "content-security-policy".to_owned(),
                "default-src 'none'; style-src 'unsafe-inline'".to_owned(),
            ),
        ];
        PageResponse::Answer { status: 200, headers, body: self.html.clone().into_bytes() }
    }

    fn refused(&self, _url: &str, _sentence: &str) {}
}

/// A page after its scripts have run.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub url: String,
    pub html: String,
    /// The HTML was cut.
    pub cut: bool,
}

/// A page that never becomes idle is taken as it is after this time.
const MAX_ACTIVE: Duration = Duration::from_secs(12);
/// Time reserved for extracting the HTML and reading it.
const RESERVE: Duration = Duration::from_millis(1_500);

impl Browser {
    pub fn new(settings: BrowserSettings) -> Self {
        let turns = Arc::new(Semaphore::new(settings.at_once.max(1)));
        Self { settings: Arc::new(settings), turns }
    }

    /// Prints one of our own pages, which loads nothing, as PDF. The browser has ended when this returns or
    /// is dropped.
    pub async fn print(&self, html: &str, until: Instant) -> Result<Vec<u8>, Failure> {
        let busy = || Failure::retry(FailureReason::TimedOut, "The browser was busy until time ran out.");
        let turn = timeout_at(until, self.turns.acquire()).await.map_err(|_| busy())?;
        let _turn = turn.map_err(|_| busy())?;
        let mut running = Running::start(&self.settings).await?;
        let world = SinglePage { html: html.to_owned() };
        let printed = match running.pipe() {
            Some(pipe) => {
                let mut session = Session::new(pipe, &world);
                let printed =
                    session.printed(SinglePage::ADDRESS, until.checked_sub(RESERVE).unwrap_or(until));
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

    /// Opens an address and returns the page once it is idle. The browser has ended when this returns or is
    /// dropped.
    pub async fn render(&self, url: &str, world: &dyn World, until: Instant) -> Result<Rendered, Failure> {
        let busy = || {
            let detail = "The browser was busy with other pages until time ran out.";
            Failure::retry(FailureReason::TimedOut, detail)
        };
        let turn = timeout_at(until, self.turns.acquire()).await.map_err(|_| busy())?;
        let _turn = turn.map_err(|_| busy())?;
        let settings = &self.settings;
        let mut running = Running::start(settings).await?;
        let restless = (Instant::now() + MAX_ACTIVE).min(until.checked_sub(RESERVE).unwrap_or(until));
        let rendered = match running.pipe() {
            Some(pipe) => {
                let mut session = Session::new(pipe, world);
                let page = session.page(url, settings.max_text, restless);
                timeout_at(until, page).await.unwrap_or_else(|_| {
                    let detail = "The page's scripts did not finish in time.";
                    Err(Failure::retry(FailureReason::TimedOut, detail))
                })
            }
            None => Err(Failure::skip(FailureReason::Internal, "The browser has no pipes.")),
        };
        running.end().await;
        rendered
    }
}
