//! What all HTTP search providers share: one server each, timeouts, and careful reading of responses.
//!
//! Every failure ends here as a `Failure` whose sentence names the setting or the plan behind it. It omits
//! the server's own words, because some servers repeat the key.

/// The type of a provider that is nothing but a server, with its name in settings and its name for people.
macro_rules! provider {
    ($Provider:ident, $name:literal, $title:literal) => {
        pub struct $Provider {
            server: crate::http::Server,
        }

        const ABOUT: crate::http::About = crate::http::About::of($name, $title);

        impl $Provider {
            pub fn new(settings: crate::http::ServerSettings, services: &gorkd_net::Services) -> Self {
                Self { server: crate::http::Server::new(ABOUT, settings, services) }
            }
        }
    };
}

/// A provider with one server describes itself with the server's name and address, and a search style.
macro_rules! as_server {
    ($style:ident) => {
        fn name(&self) -> &str {
            self.server.about.name
        }

        fn destination(&self) -> gorkd_core::model::Destination {
            self.server.destination()
        }

        fn style(&self) -> gorkd_core::model::SearchStyle {
            gorkd_core::model::SearchStyle::$style
        }
    };
}

mod failures;
mod fields;
mod filters;
pub(crate) mod xml;

pub(crate) use failures::{
    broken_off, clean, nothing_said, out_of_reach, refused, too_large, unreadable, unsent,
};
pub(crate) use fields::{Words, address, date, list, moment, text, year};
pub(crate) use filters::{bare, days, since, site_words, wanted};

use gorkd_core::model::{Destination, Failure, FailureReason, MicroUsd, Reach, SearchHit, Spend};
use gorkd_core::ports::{Failed, Metered, Outcome, SearchRequest};
use gorkd_net::{Contact, OutOfReach, Services};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::future::Future;
use std::time::Duration;
use url::Url;

/// A provider's server as described in settings.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The provider's own address, or that of a test server, a proxy or a regional host.
    pub base_url: Url,
    /// Empty: no key is sent.
    pub key: String,
    /// Identifies us to the polite pools of scholarly servers; empty: not sent.
    pub email: String,
    /// Cost of one call.
    pub price: MicroUsd,
}

impl ServerSettings {
    /// A server without a key, an email address or a price.
    pub fn at(base_url: Url) -> Self {
        Self { base_url, key: String::new(), email: String::new(), price: MicroUsd(0) }
    }
}

/// A provider's names, in settings and for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub name: &'static str,
    pub title: &'static str,
    /// Whether a key is sent with requests.
    pub keyed: bool,
}

impl About {
    pub const fn of(name: &'static str, title: &'static str) -> Self {
        Self { name, title, keyed: false }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub about: About,
    pub settings: ServerSettings,
    services: Services,
}

/// A response with a success status.
#[derive(Clone, Debug, Default)]
pub(crate) struct HttpResponse {
    pub body: Vec<u8>,
}

type Sent = Result<reqwest::Response, reqwest::Error>;

/// What a request reveals about the network. A timeout may have happened before the connection was made.
fn met(sent: &Sent) -> Option<Contact> {
    match sent {
        Ok(_) => Some(Contact::Somebody),
        Err(error) if error.is_connect() && error.is_timeout() => Some(Contact::Silence),
        Err(error) if error.is_connect() => Some(Contact::Nobody),
        Err(_) => None,
    }
}

/// Used when a request has no timeout of its own.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
pub(crate) const MOST_BYTES: usize = 4_000_000;
/// Bytes to read of an error body: enough to tell which error it is.
const MAX_ERROR_BYTES: usize = 4_000;

impl Server {
    pub fn new(about: About, settings: ServerSettings, services: &Services) -> Self {
        let about = About { keyed: !settings.key.is_empty(), ..about };
        Self { about, settings, services: services.clone() }
    }

    pub fn destination(&self) -> Destination {
        self.services.destination(&self.settings.base_url)
    }

    /// The server's key, or a sentence that says where to set it.
    pub fn key(&self) -> Result<&str, Failed> {
        if !self.settings.key.is_empty() {
            return Ok(&self.settings.key);
        }
        let About { name, title, .. } = self.about;
        let detail = format!("{title} needs a key: set search.{name}.key, or turn search.{name} off.");
        Err(Failure::skip(FailureReason::NotConfigured, detail).into())
    }

    /// A path below the server's base address.
    pub fn at(&self, path: &[&str]) -> Url {
        below(&self.settings.base_url, path)
    }

    /// Builds a job's request to this server. Fails if the job may not leave the machine and the server is
    /// not local.
    pub fn ask(
        &self,
        method: reqwest::Method,
        url: Url,
        request: &SearchRequest,
    ) -> Result<reqwest::RequestBuilder, Failed> {
        self.call(method, url, request.reach, request.timeout)
    }

    pub fn call(
        &self,
        method: reqwest::Method,
        url: Url,
        reach: Reach,
        timeout: Duration,
    ) -> Result<reqwest::RequestBuilder, Failed> {
        if !reach.allows(self.services.destination(&url)) {
            let title = self.about.title;
            let detail = format!("{title} was not asked: this question may not leave the machine.");
            return Err(Failure::skip(FailureReason::NotAllowed, detail).into());
        }
        let timeout = if timeout.is_zero() { DEFAULT_TIMEOUT } else { timeout };
        Ok(self.services.client(reach).request(method, url).timeout(timeout))
    }

    /// Sends a request and reads the whole response. Any status other than success is a failure.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Result<HttpResponse, Failed> {
        self.send_or(request, refused).await
    }

    /// As `send`, but `refused` turns an error status into a failure.
    pub async fn send_or(
        &self,
        request: reqwest::RequestBuilder,
        refused: fn(About, u16, &HeaderMap, &[u8]) -> Failure,
    ) -> Result<HttpResponse, Failed> {
        // The request is not started until the host is known to be reachable.
        let sent = self.reached(async move { request.send().await }).await?;
        let mut response = sent.map_err(|error| Failed::from(unsent(self.about, &error)))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let success = status.is_success();
        let most = if success { MOST_BYTES } else { MAX_ERROR_BYTES };
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() > most => {
                    if success {
                        return Err(self.paid(too_large(self.about, most)));
                    }
                    break;
                }
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) if success => return Err(self.paid(broken_off(self.about, &error))),
                // The status already tells what went wrong.
                Err(_) => break,
            }
        }
        if success {
            return Ok(HttpResponse { body });
        }
        Err(refused(self.about, status.as_u16(), &headers, &body).into())
    }

    /// Waits for the response headers, unless the network is known to be down.
    async fn reached(&self, sending: impl Future<Output = Sent>) -> Result<Sent, Failed> {
        let host = self.settings.base_url.host_str().filter(|_| self.destination() == Destination::Far);
        let Some(host) = host else { return Ok(sending.await) };
        let reached = self.services.connectivity().call(host, sending, met).await;
        reached.map_err(|OutOfReach| out_of_reach(self.about).into())
    }

    /// Sends a request and reads the response as JSON.
    pub async fn json(&self, request: reqwest::RequestBuilder) -> Result<Value, Failed> {
        let reply = self.send(request.header(reqwest::header::ACCEPT, "application/json")).await?;
        serde_json::from_slice(&reply.body)
            .map_err(|error| self.paid(unreadable(self.about, &reply.body, error.is_eof())))
    }

    /// A failure of a call that the server answered, and so charged for.
    pub fn paid(&self, failure: Failure) -> Failed {
        Failed { failure, cost: self.cost() }
    }

    fn cost(&self) -> Spend {
        Spend { usd: self.settings.price, ..Spend::default() }
    }

    /// Applies the filters that this server does not support, then adds ranks and the provider's name.
    pub fn found(&self, request: &SearchRequest, hits: Vec<SearchHit>) -> Outcome<Vec<SearchHit>> {
        let value = ranked(self.about.name, request, hits);
        Ok(Metered { value, cost: self.cost(), cached: false, tries: 1 })
    }
}

/// Hits that pass the filters, without duplicate addresses, limited to the requested number, ranked from 1.
pub(crate) fn ranked(provider: &str, request: &SearchRequest, hits: Vec<SearchHit>) -> Vec<SearchHit> {
    let now = jiff::Timestamp::now().as_millisecond();
    let mut kept: Vec<SearchHit> = Vec::new();
    for hit in hits {
        if kept.len() >= request.results as usize {
            break;
        }
        if wanted(&hit, &request.filters, now) && !kept.iter().any(|known| known.url == hit.url) {
            let rank = kept.len() as u32 + 1;
            kept.push(SearchHit { provider: provider.to_owned(), rank, ..hit });
        }
    }
    kept
}

/// Appends `path` to an address.
pub(crate) fn below(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

/// The query on one line, cut to at most `most` characters.
pub(crate) fn one_line(query: &str, most: usize) -> String {
    let words = query.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect()
}
