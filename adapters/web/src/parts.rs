//! What the interface is built from, provided by the binary.

use crate::access::{ApiOrigins, Hosts, KeyRing, Origins, Rates, SessionBook, TokenKey};
use crate::console::Console;
use crate::stream::{Feed, Streams};
use futures::future::BoxFuture;
use gorkd_core::engine::{ArticleDesk, Service};
use gorkd_core::ports::{Keys, Overview, Requests, Sessions};
use ipnet::IpNet;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use url::Url;

/// How the interface behaves: the settings in the group `web`.
#[derive(Clone, Debug)]
pub struct WebSettings {
    /// The address that it actually listens on, including the port.
    pub bound: SocketAddr,
    /// The URL at which people reach it.
    pub public_url: Option<Url>,
    /// Additional names under which it may be addressed: `HOST` or `HOST:PORT`.
    pub hosts: Vec<String>,
    pub trusted_proxies: Vec<IpNet>,
    pub keys: KeyPolicy,
    /// Origins of other sites whose pages may use the entire API; `*` for all.
    pub origins: Vec<String>,
    /// For each key, person, and address.
    pub requests_per_minute: NonZeroU32,
    /// Maximum number of concurrent event streams.
    pub streams: usize,
    /// Origins of sites whose pages have the rights of article readers.
    pub article_origins: Vec<String>,
    /// Keys with which sites sign their tokens.
    pub token_keys: Vec<TokenKey>,
    /// Whether chat in `/v1/chat/messages` researches further if one pass is not enough.
    pub chat_research: bool,
    /// Whether deep research there is actually deep.
    pub deep_research: bool,
}

/// Who must present a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPolicy {
    /// Everyone except the person at this machine, if gorkd listens only on this machine.
    Auto,
    Always,
    /// Nobody. Allowed only if gorkd listens only on this machine, for a proxy that authenticates people.
    Never,
}

impl WebSettings {
    pub fn bound_to_loopback(&self) -> bool {
        self.bound.ip().to_canonical().is_loopback()
    }

    /// The page of a job, to share with people; `None` if no public URL is known.
    pub fn permalink(&self, job: &str) -> Option<String> {
        Some(format!("{}/jobs/{job}", self.base()?))
    }

    /// The URL at which people reach gorkd, without a trailing slash.
    pub fn base(&self) -> Option<String> {
        match &self.public_url {
            Some(url) => Some(url.as_str().trim_end_matches('/').to_owned()),
            None if self.bound.ip().is_unspecified() => None,
            None => Some(format!("http://{}", self.bound)),
        }
    }
}

/// Renders the text of `/metrics`.
pub type Scrape = Arc<dyn Fn() -> BoxFuture<'static, String> + Send + Sync>;

/// Names the parts of this process that currently cannot work, with the reason, for the operator.
pub type Missing = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// What the binary provides.
pub struct WebParts {
    pub service: Service,
    pub feed: Feed,
    pub articles: ArticleDesk,
    pub keys: Arc<dyn Keys>,
    pub sessions: Arc<dyn Sessions>,
    /// A view of all runs.
    pub overview: Arc<dyn Overview>,
    /// What only the binary knows about this installation.
    pub console: Arc<dyn Console>,
    /// Idempotency keys, and the replies to their requests.
    pub requests: Arc<dyn Requests>,
    /// Routes of other adapters under the same access rules. Each request carries its [`Asker`](crate::Asker).
    pub nested: axum::Router,
    /// Number of documents in the library, as far as is known.
    pub library: Arc<AtomicU64>,
    /// The text of `/metrics`.
    pub metrics: Scrape,
    /// What `/readyz` reports besides that the store can't be written.
    pub missing: Missing,
}

/// The state of the interface. Clones share it.
#[derive(Clone)]
pub struct Web(Arc<Inner>);

pub struct Inner {
    pub service: Service,
    pub articles: ArticleDesk,
    /// One permit per concurrent reader of article events.
    pub article_seats: Arc<Semaphore>,
    pub origins: Origins,
    pub api_origins: ApiOrigins,
    pub sessions: SessionBook,
    pub overview: Arc<dyn Overview>,
    pub console: Arc<dyn Console>,
    pub halt: CancellationToken,
    pub settings: WebSettings,
    pub ring: KeyRing,
    pub requests: Arc<dyn Requests>,
    pub hosts: Hosts,
    pub rates: Rates,
    pub streams: Streams,
    pub nested: axum::Router,
    pub library: Arc<AtomicU64>,
    pub metrics: Scrape,
    pub missing: Missing,
}

impl Web {
    /// Streams end when `halt` is canceled.
    pub fn new(parts: WebParts, settings: WebSettings, halt: CancellationToken) -> Self {
        let streams = Streams::new(&parts.service, parts.feed, settings.streams, halt.clone());
        let (articles, follows) = (parts.articles.clone(), halt.clone());
        tokio::spawn(async move { articles.follow(follows).await });
        Self(Arc::new(Inner {
            streams,
            articles: parts.articles,
            article_seats: Arc::new(Semaphore::new(settings.streams)),
            origins: Origins::new(&settings.article_origins),
            api_origins: ApiOrigins::new(&settings.origins),
            sessions: SessionBook::new(parts.sessions),
            overview: parts.overview,
            console: parts.console,
            halt,
            ring: KeyRing::new(parts.keys),
            requests: parts.requests,
            hosts: Hosts::new(settings.bound, settings.public_url.as_ref(), &settings.hosts),
            rates: Rates::new(settings.requests_per_minute),
            service: parts.service,
            nested: parts.nested,
            library: parts.library,
            metrics: parts.metrics,
            missing: parts.missing,
            settings,
        }))
    }
}

impl std::ops::Deref for Web {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}
