//! The guarded web reader: turns untrusted addresses into documents, politely and within limits.
//!
//! Pages are independent of each other: each has its own connection, its own child for parsing, and its own
//! place in the host's rate limit.

mod answer;
mod cache;
mod fetch;
mod manners;
mod render;
mod robots;
mod trace;
mod visit;

pub use cache::{Common, Shelf};
pub use fetch::refresh;
pub use robots::Rules as RobotsRules;
pub use trace::{Step, Trace};

use crate::browser::{Browser, BrowserSettings};
use crate::pool::ReaderPool;
use answer::Sizes;
use async_trait::async_trait;
use cache::Pages;
use fetch::Fetch;
use gorkd_core::model::{Failure, Reading};
use gorkd_core::ports::{Documents, Outcome, Raw, ReadRequest, Reader, Scratch};
use gorkd_net::{Guard, Http};
use manners::Manners;
use robots::Robots;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use visit::Web;

#[derive(Clone, Debug)]
pub struct WebSettings {
    /// Sent as User-Agent. Its first word is our name in robots.txt files.
    pub user_agent: String,
    /// Maximum concurrent requests per host.
    pub at_once: usize,
    /// Minimum time between two requests to one host.
    pub interval: Duration,
    /// Maximum unpacked text per page, in bytes.
    pub max_text: usize,
    /// Maximum size of a PDF or DOCX file, in bytes.
    pub max_file: usize,
    /// How long a page is reused without asking its server.
    pub fresh: Duration,
    /// How long a page is remembered, so that its server can be asked whether it changed.
    pub keep: Duration,
    /// A Chromium that renders pages built by scripts; without it, they cannot be read.
    pub browser: Option<PathBuf>,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!("gorkd/", env!("CARGO_PKG_VERSION")).to_owned(),
            at_once: 2,
            interval: Duration::from_secs(1),
            max_text: 1_500_000,
            max_file: 20_000_000,
            fresh: Duration::from_secs(24 * 3_600),
            keep: Duration::from_secs(30 * 24 * 3_600),
            browser: None,
        }
    }
}

/// Reads web addresses, and bytes that the caller already has. Cheap to clone.
#[derive(Clone)]
pub struct WebReader {
    web: Arc<Web>,
}

impl WebReader {
    /// `kept` is where pages are remembered; `None` remembers nothing.
    pub fn new(
        pool: ReaderPool,
        guard: Guard,
        http: Http,
        settings: &WebSettings,
        kept: Option<(Arc<dyn Scratch>, Arc<dyn Documents>)>,
    ) -> Self {
        let (shelf, documents) = match kept {
            Some((scratch, documents)) => (Shelf::new(scratch, None), Some(documents)),
            None => (Shelf::default(), None),
        };
        Self::over(pool, guard, http, settings, shelf, documents)
    }

    /// As `new`, with a place where processes share pages.
    pub fn sharing(
        pool: ReaderPool,
        guard: Guard,
        http: Http,
        settings: &WebSettings,
        (scratch, documents): (Arc<dyn Scratch>, Arc<dyn Documents>),
        common: Common,
    ) -> Self {
        Self::over(pool, guard, http, settings, Shelf::new(scratch, Some(common)), Some(documents))
    }

    fn over(
        pool: ReaderPool,
        guard: Guard,
        http: Http,
        settings: &WebSettings,
        shelf: Shelf,
        documents: Option<Arc<dyn Documents>>,
    ) -> Self {
        let web = Web {
            fetch: Fetch::new(guard, http, &settings.user_agent),
            robots: Robots::new(product_token(&settings.user_agent), shelf.clone()),
            manners: Manners::new(settings.at_once, settings.interval),
            pages: Pages::new(shelf, documents, settings.fresh, settings.keep),
            pool,
            browser: settings.browser.as_ref().map(|program| browser(program, settings)),
            sizes: Sizes { text: settings.max_text, files: settings.max_file },
        };
        Self { web: Arc::new(web) }
    }

    /// Reads a page and returns the decisions made on the way.
    pub async fn read_with_trace(&self, request: &ReadRequest) -> (Outcome<Reading>, Vec<Step>) {
        let trace = Trace::default();
        let outcome = self.web.read(request, &trace).await.map_err(Into::into);
        (outcome, trace.steps())
    }
}

#[async_trait]
impl Reader for WebReader {
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
        self.web.read(request, &Trace::default()).await.map_err(Into::into)
    }

    async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
        self.web.pool.extract(raw).await
    }

    fn prints(&self) -> bool {
        self.web.browser.is_some()
    }

    async fn print(&self, html: &str, timeout: Duration) -> Result<Vec<u8>, Failure> {
        match &self.web.browser {
            Some(browser) => browser.print(html, Instant::now() + timeout).await,
            None => self.web.pool.print(html, timeout).await,
        }
    }
}

/// The product name at the start of a User-Agent.
fn product_token(user_agent: &str) -> String {
    let end = user_agent.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '_' | '-')));
    user_agent[..end.unwrap_or(user_agent.len())].to_owned()
}

/// One browser at a time: a browser uses as many resources as all worker children together.
fn browser(program: &Path, settings: &WebSettings) -> Browser {
    Browser::new(BrowserSettings {
        program: program.to_owned(),
        at_once: 1,
        user_agent: settings.user_agent.clone(),
        max_text: settings.max_text,
    })
}
