//! Searching and reading.

use super::Outcome;
use crate::model::{
    Destination, DocumentHash, Failure, FailureReason, Filters, Reach, Reading, SearchHit, SearchStyle,
};
use async_trait::async_trait;
use std::path::PathBuf;
use std::time::Duration;

/// A search provider: a web search, a scholarly index, the local library.
#[async_trait]
pub trait Search: Send + Sync {
    /// The name used in settings, plans, and hits, for example `library`.
    fn name(&self) -> &str;

    /// Where queries are sent.
    fn destination(&self) -> Destination;

    /// How it searches, which decides which questions are routed to it.
    fn style(&self) -> SearchStyle {
        SearchStyle::Keyword
    }

    /// Results, best first, at most `request.results`. An empty list means that nothing was found.
    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>>;

    /// The words of a text in this language that are in none of its documents. Empty for providers that don't know all
    /// of their documents, and for those that have too few words for a missing one to tell anything.
    async fn unknown_words(&self, _text: &str, _language: &str) -> Vec<String> {
        Vec::new()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    pub query: String,
    /// What is asked, in full, for providers that search by meaning; the query often is only its key terms. Empty if
    /// the query says it all.
    pub meaning: String,
    /// The language of the query. Only a hint, while the filters' language is a requirement.
    pub language: Option<String>,
    pub filters: Filters,
    pub results: u32,
    /// Ignore cached results.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl SearchRequest {
    /// A plain query without language or filters. `results` and `timeout` are zero until they are set; zero
    /// results means none.
    pub fn new(query: impl Into<String>, reach: Reach) -> Self {
        Self {
            query: query.into(),
            meaning: String::new(),
            language: None,
            filters: Filters::default(),
            results: 0,
            anew: false,
            reach,
            timeout: Duration::ZERO,
        }
    }
}

/// Finds legal open-access copies of paywalled papers.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Where queries are sent.
    fn destination(&self) -> Destination;

    /// Whether there is an open-access copy of the work at `address`.
    async fn open_copy(&self, address: &str, reach: Reach, timeout: Duration) -> Result<OpenCopy, Failure>;
}

/// A resolver's result for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenCopy {
    /// The work is freely readable at this address.
    At(String),
    /// No open-access copy is known.
    Unknown,
    /// The address doesn't identify a work, so nothing was requested.
    NoWork,
}

/// Turns an address, or given bytes, into a document.
#[async_trait]
pub trait Reader: Send + Sync {
    /// Reads an address through the guard. `file:` addresses are refused.
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading>;

    /// Reads given bytes in a child process with limits. Never hangs: returns within `raw.timeout`.
    async fn extract(&self, raw: Raw) -> Result<Reading, Failure>;

    /// Whether printing is available.
    fn prints(&self) -> bool {
        false
    }

    /// Prints one of our own self-contained HTML pages to PDF. Fails if printing is not available.
    async fn print(&self, _html: &str, _timeout: Duration) -> Result<Vec<u8>, Failure> {
        let detail = "A PDF needs a Chromium to print it, and reader.browser names none. `gorkd doctor` says where it finds \
                      one. Markdown, HTML, and DOCX need none.";
        Err(Failure::skip(FailureReason::NotConfigured, detail))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReadRequest {
    pub url: String,
    /// Set if the store already has the text, under this hash.
    pub hash: Option<DocumentHash>,
    /// Revalidate with the server, however recently it was read.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl ReadRequest {
    /// Requests an address that nothing is known about. `timeout` is zero until it is set.
    pub fn new(url: impl Into<String>, reach: Reach) -> Self {
        Self { url: url.into(), hash: None, anew: false, reach, timeout: Duration::ZERO }
    }
}

/// Bytes to read as a document, with what is known about them.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub content: RawContent,
    /// The address under which the document is cited: `https://…` or `file:///absolute/path`.
    pub url: String,
    /// The declared MIME type, with its charset if any. `None`: detected from name and content.
    pub content_type: Option<String>,
    /// Bytes beyond this are not read, and the document is marked as `truncated`.
    pub max_bytes: usize,
    pub timeout: Duration,
}

#[derive(Clone, Debug)]
pub enum RawContent {
    Bytes(Vec<u8>),
    /// A file on this machine, which the reader opens for its child.
    File(PathBuf),
}

impl Default for RawContent {
    fn default() -> Self {
        RawContent::Bytes(Vec::new())
    }
}
