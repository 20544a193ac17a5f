//! Searching and reading.

use super::Outcome;
use crate::model::{
    Destination, DocumentHash, Failure, FailureReason, Filters, Reach, Reading, SearchHit, SearchStyle,
};
use async_trait::async_trait;
use std::path::PathBuf;
use std::time::Duration;

/// One place to look for documents: a web search, a scholarly index, the local library.
#[async_trait]
pub trait Search: Send + Sync {
    /// The name used in settings, plans and hits, for example `library`.
    fn name(&self) -> &str;

    /// Where a query goes.
    fn destination(&self) -> Destination;

    /// How it searches, which determines the routing of questions.
    fn style(&self) -> SearchStyle {
        SearchStyle::Keyword
    }

    /// Results, best first, at most `request.results`. An empty list means that it found nothing.
    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    pub query: String,
    /// The language of the query: a hint, whereas that of the filters is a requirement.
    pub language: Option<String>,
    pub filters: Filters,
    pub results: u32,
    /// Ignore cached results.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl SearchRequest {
    /// A plain query without language and filters. `results` and `timeout` are zero until they are set, and zero
    /// results are none.
    pub fn new(query: impl Into<String>, reach: Reach) -> Self {
        Self {
            query: query.into(),
            language: None,
            filters: Filters::default(),
            results: 0,
            anew: false,
            reach,
            timeout: Duration::ZERO,
        }
    }
}

/// Finds legal open copies of paywalled papers.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Where its queries go.
    fn destination(&self) -> Destination;

    /// Whether there is an open copy of the work at `address`.
    async fn open_copy(&self, address: &str, reach: Reach, timeout: Duration) -> Result<OpenCopy, Failure>;
}

/// A resolver's result for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenCopy {
    /// The work is freely readable at this address.
    At(String),
    /// No open copy is known.
    Unknown,
    /// The address doesn't identify a work, so nothing was requested.
    NoWork,
}

/// Turns an address, or given bytes, into a document.
#[async_trait]
pub trait Reader: Send + Sync {
    /// Reads an address through the guard. `file:` addresses are refused.
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading>;

    /// Reads given bytes in a worker child with limits. Never hangs: ends within `raw.timeout`.
    async fn extract(&self, raw: Raw) -> Result<Reading, Failure>;

    /// Is printing set up?
    fn prints(&self) -> bool {
        false
    }

    /// Prints one of our own self-contained HTML pages as PDF. Fails if printing is not set up.
    async fn print(&self, _html: &str, _timeout: Duration) -> Result<Vec<u8>, Failure> {
        let detail = "A PDF needs a Chromium to print it, and reader.browser names none. `gorkd doctor` says where it finds \
                      one. Markdown, HTML, and DOCX need none.";
        Err(Failure::skip(FailureReason::NotConfigured, detail))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReadRequest {
    pub url: String,
    /// Set if the text is already stored under this hash.
    pub hash: Option<DocumentHash>,
    /// Ask its server whether it has changed, however recently it was read.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl ReadRequest {
    /// An address that nothing is known about. `timeout` is zero until it is set.
    pub fn new(url: impl Into<String>, reach: Reach) -> Self {
        Self { url: url.into(), hash: None, anew: false, reach, timeout: Duration::ZERO }
    }
}

/// Bytes to be read as a document, with what is known about them.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub content: RawContent,
    /// The address the document is cited by: `https://…` or `file:///absolute/path`.
    pub url: String,
    /// MIME type as declared, with its charset parameter if any. None: detected from name and content.
    pub content_type: Option<String>,
    /// Bytes beyond this are not read, and the document says `truncated`.
    pub max_bytes: usize,
    pub timeout: Duration,
}

#[derive(Clone, Debug)]
pub enum RawContent {
    Bytes(Vec<u8>),
    /// A file on this machine, opened by the child.
    File(PathBuf),
}

impl Default for RawContent {
    fn default() -> Self {
        RawContent::Bytes(Vec::new())
    }
}
