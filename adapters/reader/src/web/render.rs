//! Renders a page in the browser. Every request of its scripts goes through the same checks as pages do.
//!
//! Scripts may fetch what a page is built from: documents, scripts, data. Images, fonts and style sheets
//! contribute no text. Nothing is sent to a site, and endless streams are never opened.

use super::visit::Visit;
use crate::browser::{Browser, PageRequest, PageResponse, World};
use crate::pool::Extracted;
use async_trait::async_trait;
use gorkd_core::model::{Failure, Reading};
use gorkd_core::ports::{Raw, RawContent};
use gorkd_net::http::{Answer, BodyLimit, Head, HeaderMap, header};
use gorkd_net::parse_url;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use url::Url;

/// Maximum number of requests per page, and maximum bytes per response and in total.
const MAX_REQUESTS: usize = 80;
const MOST_OF_ONE: usize = 5_000_000;
const MOST_OF_ALL: usize = 30_000_000;
/// Time reserved for reading the rendered page.
const READ_RESERVE: Duration = Duration::from_secs(1);

/// Response headers that a script may need.
const HEADERS: &[header::HeaderName] = &[
    header::CONTENT_TYPE,
    header::LOCATION,
    header::ACCESS_CONTROL_ALLOW_ORIGIN,
    header::ACCESS_CONTROL_ALLOW_CREDENTIALS,
    header::ACCESS_CONTROL_EXPOSE_HEADERS,
];

/// The requests of one page.
struct PageRequests<'a> {
    visit: &'a Visit<'a>,
    state: Mutex<State>,
}

struct State {
    /// The page itself, which is not requested again.
    first: Option<(Url, Answer)>,
    requests: usize,
    bytes: usize,
    /// Refused addresses, with the reason.
    refused: BTreeSet<(String, String)>,
}

/// Renders a fetched page and reads the result. Also returns the address at which the page ended up.
pub async fn rendered(
    visit: &Visit<'_>,
    browser: &Browser,
    url: &Url,
    page: Answer,
) -> Result<(Extracted, Url), Failure> {
    visit.trace.note(url, true, "The page is built by scripts, so it is rendered in the browser.");
    let state = State { first: Some((url.clone(), page)), requests: 0, bytes: 0, refused: BTreeSet::new() };
    let errands = PageRequests { visit, state: Mutex::new(state) };
    let until = visit.until.checked_sub(READ_RESERVE).unwrap_or(visit.until);
    let rendered = browser.render(url.as_str(), &errands, until).await?;
    let last = parse_url(&rendered.url).unwrap_or_else(|_| url.clone());
    let bytes = rendered.html.into_bytes();
    let raw = Raw {
        max_bytes: bytes.len(),
        content_type: Some("text/html; charset=utf-8".to_owned()),
        content: RawContent::Bytes(bytes),
        url: last.to_string(),
        timeout: Duration::ZERO,
    };
    let extracted = visit.web.pool.extract_page(raw, rendered.cut, visit.until).await?;
    Ok((errands.with_warnings(extracted), last))
}

#[async_trait]
impl World for PageRequests<'_> {
    async fn answer(&self, asked: PageRequest) -> PageResponse {
        // An event stream differs from any other request only in its `Accept` header.
        let is_stream = asked.accept.as_deref().is_some_and(|accept| accept.contains("text/event-stream"));
        match if is_stream { "EventSource" } else { asked.kind.as_str() } {
            "Document" | "Script" | "XHR" | "Fetch" | "Other" if !asked.url.ends_with("/favicon.ico") => {}
            "Stylesheet" => return style(),
            "EventSource" | "Ping" => {
                self.refused(&asked.url, "Pages in the browser may only fetch what has an end.");
                return PageResponse::Refused;
            }
            _ => return PageResponse::Refused,
        }
        if asked.kind == "Document"
            && let Some(first) = self.first(&asked.url)
        {
            return first;
        }
        if asked.method != "GET" {
            self.refused(&asked.url, "Pages in the browser may fetch, and not send.");
            return PageResponse::Refused;
        }
        self.fetch(&asked).await.unwrap_or(PageResponse::Refused)
    }

    fn refused(&self, url: &str, sentence: &str) {
        if self.state().refused.insert((url.to_owned(), sentence.to_owned())) {
            self.visit.trace.refused_for(url, sentence);
        }
    }
}

impl PageRequests<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first(&self, url: &str) -> Option<PageResponse> {
        let mut state = self.state();
        let is_first = state.first.as_ref().is_some_and(|(first, _)| first.as_str() == url);
        let (_, answer) = state.first.take_if(|_| is_first)?;
        Some(given(answer))
    }

    /// Returns `None` if the request is refused or fails; a refusal is recorded.
    async fn fetch(&self, asked: &PageRequest) -> Option<PageResponse> {
        let visit = self.visit;
        let url = match parse_url(&asked.url) {
            Ok(url) => url,
            Err(refused) => {
                self.refused(&asked.url, &refused.sentence);
                return None;
            }
        };
        if !self.counts() {
            self.refused(&asked.url, "The page asks for more than a page may.");
            return None;
        }
        let checked = match visit.web.fetch.check(&url, visit.reach, visit.trace).await {
            Ok(checked) => checked,
            Err(refused) => {
                self.state().refused.insert((asked.url.clone(), refused.sentence));
                return None;
            }
        };
        if let Err(failure) = visit.obey_robots(&url).await {
            self.state().refused.insert((asked.url.clone(), failure.detail));
            return None;
        }
        let _turn = visit.web.manners.beside(checked.host(), visit.until).await.ok()?;
        let answer = visit.web.fetch.get(&checked, headers(asked), visit.until, wanted).await.ok()?;
        self.state().bytes += answer.body.len();
        Some(given(answer))
    }

    fn counts(&self) -> bool {
        let mut state = self.state();
        state.requests += 1;
        state.requests <= MAX_REQUESTS && state.bytes <= MOST_OF_ALL
    }

    fn with_warnings(&self, extracted: Extracted) -> Extracted {
        let Extracted::Read(mut reading) = extracted else { return extracted };
        let Reading { document, .. } = reading.as_mut();
        document
            .warnings
            .push("The page was built by its scripts, in a browser, before it was read.".to_owned());
        match self.state().refused.len() {
            0 => {}
            1 => document.warnings.push("One request of the page's scripts was refused.".to_owned()),
            many => document.warnings.push(format!("{many} requests of the page's scripts were refused.")),
        }
        Extracted::Read(reading)
    }
}

fn wanted(head: &Head) -> Result<BodyLimit, Failure> {
    Ok(match head.status {
        200..=299 => BodyLimit::Whole(MOST_OF_ONE),
        300..=399 => BodyLimit::Nothing,
        _ => BodyLimit::First(MOST_OF_ONE),
    })
}

fn headers(asked: &PageRequest) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [(header::ACCEPT, &asked.accept), (header::ORIGIN, &asked.origin)] {
        if let Some(Ok(value)) = value.as_deref().map(header::HeaderValue::from_str) {
            headers.insert(name, value);
        }
    }
    headers
}

fn given(answer: Answer) -> PageResponse {
    let said = |name: &header::HeaderName| {
        let value = answer.head.headers.get(name)?.to_str().ok()?;
        Some((name.as_str().to_owned(), value.to_owned()))
    };
    let headers = HEADERS.iter().filter_map(said).collect();
    PageResponse::Answer { status: answer.head.status, headers, body: answer.body }
}

/// An empty style sheet, so that scripts that wait for their styles continue.
fn style() -> PageResponse {
    let headers = vec![("content-type".to_owned(), "text/css".to_owned())];
    PageResponse::Answer { status: 200, headers, body: Vec::new() }
}
