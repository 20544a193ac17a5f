//! What all web interfaces of search providers share: one server each, asked within a time, and read with care.
//!
//! Every way in which asking can fail ends here in a `Failure` with a sentence that names the setting or the plan
//! behind it. Words of the server itself are left out of it: some repeat the key.

mod failures;
mod fields;
mod filters;
pub(crate) mod xml;

pub(crate) use failures::{
    broken_off, clean, nothing_said, out_of_reach, refused, too_large, unreadable, unsent,
};
pub(crate) use fields::{Words, address, date, list, moment, text, year};
pub(crate) use filters::{bare, since, site_words, wanted};

use gorkd_core::model::{Destination, Failure, FailureReason, MicroUsd, Reach, SearchHit, Spend};
use gorkd_core::ports::{Failed, Metered, Outcome, SearchRequest};
use gorkd_net::{Met, OutOfReach, Services};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::future::Future;
use std::time::Duration;
use url::Url;

/// How settings describe a provider's server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where it answers; a test, a proxy or a regional host may stand here.
    pub base_url: Url,
    /// Empty: none is sent.
    pub key: String,
    /// For the polite pools of scholarly servers; empty: none is sent.
    pub email: String,
    /// What one call costs.
    pub price: MicroUsd,
}

impl ServerSettings {
    /// A server without key, address for mail and price.
    pub fn at(base_url: Url) -> Self {
        Self { base_url, key: String::new(), email: String::new(), price: MicroUsd(0) }
    }
}

/// Names of a provider: in settings, and for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub name: &'static str,
    pub title: &'static str,
    /// Is a key sent along?
    pub keyed: bool,
}

impl About {
    pub const fn of(name: &'static str, title: &'static str) -> Self {
        Self { name, title, keyed: false }
    }
}

/// The server of one provider.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub about: About,
    pub settings: ServerSettings,
    services: Services,
}

/// An answer that began with a success.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub body: Vec<u8>,
}

type Sent = Result<reqwest::Response, reqwest::Error>;

/// What a request has met. One that ran out of time may have done so before it was connected.
fn met(sent: &Sent) -> Option<Met> {
    match sent {
        Ok(_) => Some(Met::Somebody),
        Err(error) if error.is_connect() && error.is_timeout() => Some(Met::Silence),
        Err(error) if error.is_connect() => Some(Met::Nobody),
        Err(_) => None,
    }
}

/// When a request names no time of its own.
const TIMEOUT: Duration = Duration::from_secs(10);
pub(crate) const MOST_BYTES: usize = 4_000_000;
/// Of an error's body, enough to tell which one it is.
const ERROR_BYTES: usize = 4_000;

impl Server {
    pub fn new(about: About, settings: ServerSettings, services: &Services) -> Self {
        let about = About { keyed: !settings.key.is_empty(), ..about };
        Self { about, settings, services: services.clone() }
    }

    pub fn destination(&self) -> Destination {
        self.services.destination(&self.settings.base_url)
    }

    /// The server's key, or a sentence on where to put it.
    pub fn key(&self) -> Result<&str, Failed> {
        if !self.settings.key.is_empty() {
            return Ok(&self.settings.key);
        }
        let About { name, title, .. } = self.about;
        let detail = format!("{title} wants a key: set search.{name}.key, or switch search.{name} off.");
        Err(Failure::skip(FailureReason::NotConfigured, detail).into())
    }

    /// An address below the server's own.
    pub fn at(&self, path: &[&str]) -> Url {
        below(&self.settings.base_url, path)
    }

    /// A request of a job to this server. Refused when the job may not leave the machine and this server is not
    /// near.
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
        let timeout = if timeout.is_zero() { TIMEOUT } else { timeout };
        Ok(self.services.client(reach).request(method, url).timeout(timeout))
    }

    /// Sends a request and reads the whole answer. Anything but a success is a failure.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Result<Reply, Failed> {
        self.send_or(request, refused).await
    }

    /// The same, with another reading of what is no success.
    pub async fn send_or(
        &self,
        request: reqwest::RequestBuilder,
        refused: fn(About, u16, &HeaderMap, &[u8]) -> Failure,
    ) -> Result<Reply, Failed> {
        // Not begun before it is known that somebody may be there.
        let sent = self.reached(async move { request.send().await }).await?;
        let mut response = sent.map_err(|error| Failed::from(unsent(self.about, &error)))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let success = status.is_success();
        let most = if success { MOST_BYTES } else { ERROR_BYTES };
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
                // The status already says what went wrong.
                Err(_) => break,
            }
        }
        if success {
            return Ok(Reply { body });
        }
        Err(refused(self.about, status.as_u16(), &headers, &body).into())
    }

    /// Waits for the first answer, unless the network in between is known to be down.
    async fn reached(&self, sending: impl Future<Output = Sent>) -> Result<Sent, Failed> {
        let host = self.settings.base_url.host_str().filter(|_| self.destination() == Destination::Far);
        let Some(host) = host else { return Ok(sending.await) };
        let reached = self.services.connectivity().call(host, sending, met).await;
        reached.map_err(|OutOfReach| out_of_reach(self.about).into())
    }

    /// Sends a request and reads the answer as JSON.
    pub async fn json(&self, request: reqwest::RequestBuilder) -> Result<Value, Failed> {
        let reply = self.send(request.header(reqwest::header::ACCEPT, "application/json")).await?;
        serde_json::from_slice(&reply.body)
            .map_err(|error| self.paid(unreadable(self.about, &reply.body, error.is_eof())))
    }

    /// A failure of a call that the server has answered, and so charged.
    pub fn paid(&self, failure: Failure) -> Failed {
        Failed { failure, cost: self.cost() }
    }

    fn cost(&self) -> Spend {
        Spend { usd: self.settings.price, ..Spend::default() }
    }

    /// What was found, after the filters that this server does not know, with ranks and the provider's name.
    pub fn found(&self, request: &SearchRequest, hits: Vec<SearchHit>) -> Outcome<Vec<SearchHit>> {
        let value = ranked(self.about.name, request, hits);
        Ok(Metered { value, cost: self.cost(), cached: false, tries: 1 })
    }
}

/// Hits that pass the filters, each address once, at most as many as were asked for, ranked from 1.
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

/// An address with `path` behind its own.
pub(crate) fn below(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

/// The words of a query on one line, at most `most` characters.
pub(crate) fn one_line(query: &str, most: usize) -> String {
    let words = query.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect()
}
