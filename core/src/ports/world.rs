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

    /// How it looks, by which questions are routed.
    fn style(&self) -> SearchStyle {
        SearchStyle::Keyword
    }

    /// Results best first, at most `request.results`. An empty list means it looked and found nothing.
    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>>;
}

#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    pub query: String,
    /// The language that is asked in: a hint, where that of the filters is a demand.
    pub language: Option<String>,
    pub filters: Filters,
    pub results: u32,
    /// Ask, also where the answer is known from a short while ago.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl SearchRequest {
    /// A plain question in no language, for as many results and as long as the caller says.
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

/// Knows where else a page may legally be read: a paper behind a wall, in an open copy.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Where what it is asked about goes.
    fn destination(&self) -> Destination;

    /// Whether there is an open copy of what stands at `address`.
    async fn open_copy(&self, address: &str, reach: Reach, timeout: Duration) -> Result<OpenCopy, Failure>;
}

/// What a resolver says of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenCopy {
    /// Everybody may read the work at this address.
    At(String),
    /// It knows of no open copy.
    Unknown,
    /// The address names no work, so nobody was asked.
    NoWork,
}

/// Turns an address, or bytes at hand, into a document.
#[async_trait]
pub trait Reader: Send + Sync {
    /// Reads an address through the guard. `file:` addresses are refused.
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading>;

    /// Reads bytes at hand, in a worker child with limits. Never hangs: ends within `raw.timeout`.
    async fn extract(&self, raw: Raw) -> Result<Reading, Failure>;

    /// Is something set up that prints?
    fn prints(&self) -> bool {
        false
    }

    /// A page of our own, in HTML that loads nothing, as PDF. Fails where nothing that prints is set up.
    async fn print(&self, _html: &str, _timeout: Duration) -> Result<Vec<u8>, Failure> {
        let detail = "A PDF needs a Chromium to print it, and reader.browser names none. `gorkd doctor` says where it finds \
                      one. Markdown, HTML, and DOCX need none.";
        Err(Failure::skip(FailureReason::NotConfigured, detail))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReadRequest {
    pub url: String,
    /// Set when the text is already stored under this hash.
    pub hash: Option<DocumentHash>,
    /// Ask its server whether it has changed, however short ago it was read.
    pub anew: bool,
    pub reach: Reach,
    pub timeout: Duration,
}

impl ReadRequest {
    /// An address that nothing is known of, to be read for as long as the caller says.
    pub fn new(url: impl Into<String>, reach: Reach) -> Self {
        Self { url: url.into(), hash: None, anew: false, reach, timeout: Duration::ZERO }
    }
}

/// Bytes to be read as a document, with what is known of them.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub content: RawContent,
    /// The address the document is cited by: `https://…` or `file:///absolute/path`.
    pub url: String,
    /// MIME type as declared, with its charset parameter if there was one. None: told by name and content.
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
