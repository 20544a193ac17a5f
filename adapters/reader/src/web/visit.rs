//! Visits one page: guard, robots.txt, rate limit, request, redirects, until there is a text or a reason why
//! not.

use super::answer::{self, Sizes};
use super::cache::{CachedPage, Kept, Pages};
use super::fetch::{Fetch, MOST_REDIRECTS, circle, joined, led_on, too_many};
use super::manners::Manners;
use super::render::rendered;
use super::robots::{Robots, RobotsAnswer};
use super::trace::Trace;
use crate::browser::Browser;
use crate::pool::{Extracted, ReaderPool};
use gorkd_core::model::{Failure, FailureReason, Reach, Reading, Spend};
use gorkd_core::ports::{Metered, Raw, RawContent, ReadRequest};
use gorkd_net::http::{Answer, Head, HeaderMap, header};
use gorkd_net::{Checked, Refused, parse_url};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// How many times an overloaded server is retried.
const MAX_RETRIES: u32 = 2;
/// Time reserved for reading the response and reporting the result before the caller gives up.
const RESERVE: Duration = Duration::from_millis(250);

/// Shared by all visits.
pub struct Web {
    pub fetch: Fetch,
    pub robots: Robots,
    pub manners: Manners,
    pub pages: Pages,
    pub pool: ReaderPool,
    /// Renders pages that scripts build; without it, they cannot be read.
    pub browser: Option<Browser>,
    pub sizes: Sizes,
}

/// One page for one job.
pub(super) struct Visit<'a> {
    pub web: &'a Web,
    pub reach: Reach,
    pub until: Instant,
    pub trace: &'a Trace,
}

/// The result of a visit.
enum Ended {
    Read(Box<Reading>, Url, Head),
    /// The page has not changed since it was last read.
    Unchanged(Url, Head),
}

impl Web {
    pub async fn read(&self, request: &ReadRequest, trace: &Trace) -> Result<Metered<Reading>, Failure> {
        let first = parse_url(&request.url).inspect_err(|refused| trace.refused(&request.url, refused))?;
        let reach = request.reach;
        let stale = match self.pages.look(&first, reach, request.anew).await {
            Some(CachedPage::Fresh(reading)) => return Ok(metered(*reading, true)),
            Some(CachedPage::Unread(failure)) => return Err(failure),
            Some(CachedPage::Stale(stale)) => Some(*stale),
            None => None,
        };
        let until = Instant::now() + request.timeout.saturating_sub(RESERVE.min(request.timeout / 4));
        let visit = Visit { web: self, reach, until, trace };
        let kept = stale.as_ref().map(|(kept, _)| kept);
        match visit.run(first.clone(), kept).await {
            Ok(Ended::Read(mut reading, last, head)) => {
                let document = &mut reading.document;
                // A document is cited by the requested address.
                document.url = request.url.clone();
                document.final_url = Some(last.to_string());
                document.fetch_status = Some(head.status);
                if let Some(said) = head.text(header::CONTENT_TYPE).and_then(media_type) {
                    document.content_type = Some(said);
                }
                self.keep(&first, reach, &reading, &last, &head).await;
                Ok(metered(*reading, false))
            }
            Ok(Ended::Unchanged(last, head)) => match stale {
                Some((_, reading)) => {
                    self.keep(&first, reach, &reading, &last, &head).await;
                    Ok(metered(reading, true))
                }
                None => Err(Failure::skip(
                    FailureReason::Malformed,
                    "The server says that the page has not changed, although it was not asked about that.",
                )),
            },
            Err(failure) => {
                self.pages.keep_failure(&first, reach, &failure).await;
                Err(failure)
            }
        }
    }

    async fn keep(&self, first: &Url, reach: Reach, reading: &Reading, last: &Url, head: &Head) {
        let text = |name| head.text(name).map(str::to_owned);
        let validators = (text(header::ETAG), text(header::LAST_MODIFIED));
        self.pages.keep(first, reach, reading, last, validators).await;
    }
}

/// The media type that a server sends, without parameters; `None` if it is not valid.
fn media_type(header: &str) -> Option<String> {
    let name = header.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let fits = name.len() <= 100 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"/+.-".contains(&b));
    (fits && name.contains('/')).then_some(name)
}

fn metered(value: Reading, cached: bool) -> Metered<Reading> {
    Metered { value, cost: Spend::default(), cached, tries: 1 }
}

impl Visit<'_> {
    async fn run(&self, first: Url, kept: Option<&Kept>) -> Result<Ended, Failure> {
        let mut seen = BTreeSet::new();
        let mut url = first;
        for _ in 0..=MOST_REDIRECTS {
            url.set_fragment(None);
            if !seen.insert(url.to_string()) {
                return Err(circle());
            }
            let checked = self.web.fetch.check(&url, self.reach, self.trace).await?;
            let delay = self.obey_robots(&url).await?;
            let conditions = kept.filter(|kept| kept.final_url == url.as_str()).map(conditions);
            let answer = self.ask(&checked, delay, conditions.unwrap_or_default()).await?;
            if answer.head.status == 304 && kept.is_some() {
                return Ok(Ended::Unchanged(url, answer.head));
            }
            if let Some(next) = led_on(&answer.head, &url) {
                url = self.next(next)?;
                continue;
            }
            if let Some(failure) = answer::failure(&answer) {
                return Err(failure);
            }
            let head = answer.head.clone();
            let page = self.web.browser.as_ref().map(|browser| (browser, answer.clone()));
            match (self.extract(&url, answer).await?, page) {
                (Extracted::Read(reading), _) => return Ok(Ended::Read(reading, url, head)),
                (Extracted::Elsewhere(target), _) => url = self.next(joined(&url, &target))?,
                (Extracted::Scripted, None) => return Err(scripted()),
                (Extracted::Scripted, Some((browser, page))) => {
                    let (extracted, last) = rendered(self, browser, &url, page).await?;
                    // An unchanged page shell says nothing about what scripts put into it.
                    let head = Head { headers: HeaderMap::new(), ..head };
                    match extracted {
                        Extracted::Read(reading) => return Ok(Ended::Read(reading, last, head)),
                        Extracted::Elsewhere(target) => url = self.next(joined(&last, &target))?,
                        Extracted::Scripted => return Err(still_scripted()),
                    }
                }
            }
        }
        Err(too_many())
    }

    fn next(&self, next: Result<Url, Refused>) -> Result<Url, Failure> {
        next.map_err(|refused| {
            self.trace.refused("(where the page leads on to)", &refused);
            refused.into()
        })
    }

    /// Checks the page against the host's robots.txt and returns the delay that it asks for.
    pub async fn obey_robots(&self, url: &Url) -> Result<Option<Duration>, Failure> {
        let web = self.web;
        match web.robots.of(&web.fetch, url, self.reach, self.until, self.trace).await? {
            RobotsAnswer::Nothing(failure) => Err(failure),
            RobotsAnswer::Rules(rules) if rules.allow(url.as_str()) => Ok(rules.delay()),
            RobotsAnswer::Rules(_) => {
                let detail = "The site's robots.txt does not allow programs to read the page.";
                self.trace.note(url, false, detail);
                Err(Failure::skip(FailureReason::Denied, detail))
            }
        }
    }

    /// Waits for the host's rate limit and sends the request. Retries if the server asks for a pause that
    /// fits the time.
    async fn ask(
        &self,
        checked: &Checked,
        delay: Option<Duration>,
        conditions: HeaderMap,
    ) -> Result<Answer, Failure> {
        let web = self.web;
        let mut tries = 0;
        loop {
            let turn = web.manners.enter(checked.host(), delay, self.until).await?;
            let wanted = |head: &Head| answer::wanted(head, checked.url(), web.sizes);
            let answer = web.fetch.get(checked, conditions.clone(), self.until, wanted).await?;
            drop(turn);
            tries += 1;
            match answer::wait(&answer.head) {
                Some(wait) if tries <= MAX_RETRIES && Instant::now() + wait < self.until => {
                    tokio::time::sleep(wait).await;
                }
                Some(_) | None => return Ok(answer),
            }
        }
    }

    async fn extract(&self, url: &Url, answer: Answer) -> Result<Extracted, Failure> {
        let raw = Raw {
            // The text limit applies to what is read. A cut body is one byte longer, which marks it as cut.
            max_bytes: answer.body.len(),
            content_type: answer.head.text(header::CONTENT_TYPE).map(str::to_owned),
            content: RawContent::Bytes(answer.body),
            url: url.to_string(),
            timeout: Duration::ZERO,
        };
        self.web.pool.extract_page(raw, answer.cut, self.until).await
    }
}

fn conditions(kept: &Kept) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [(header::IF_NONE_MATCH, &kept.etag), (header::IF_MODIFIED_SINCE, &kept.modified)] {
        if let Some(Ok(value)) = value.as_deref().map(header::HeaderValue::from_str) {
            headers.insert(name, value);
        }
    }
    headers
}

fn scripted() -> Failure {
    Failure::skip(FailureReason::Empty, "The page is built by scripts and contains no text without them.")
}

fn still_scripted() -> Failure {
    Failure::skip(
        FailureReason::Empty,
        "The page contains no text, even after its scripts have run in a browser.",
    )
}
