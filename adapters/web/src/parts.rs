//! What the interface is made of, given by the binary.

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

/// How the interface behaves. Everything in it stands in the group `web` of the settings.
#[derive(Clone, Debug)]
pub struct WebSettings {
    /// Where it really listens, its port included.
    pub bound: SocketAddr,
    /// The address under which people reach it.
    pub public_url: Option<Url>,
    /// Further names under which it may be addressed: `HOST` or `HOST:PORT`.
    pub hosts: Vec<String>,
    pub trusted_proxies: Vec<IpNet>,
    pub keys: KeyPolicy,
    /// Origins of other sites whose pages may use the whole interface; `*` for all.
    pub origins: Vec<String>,
    /// Of one key, of one person, and of one address.
    pub requests_per_minute: NonZeroU32,
    /// Readers of event streams at once.
    pub streams: usize,
    /// Origins of sites whose pages may do what readers of articles may.
    pub article_origins: Vec<String>,
    /// What sites sign the tokens of their people with.
    pub token_keys: Vec<TokenKey>,
    /// Does chat of `/v1/chat/messages` go round again where one pass was not enough?
    pub chat_research: bool,
    /// Is its deep research deep?
    pub deep_research: bool,
}

/// Who has to show a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPolicy {
    /// Everybody but the person at this machine, when only this machine is listened to.
    Auto,
    Always,
    /// Nobody. Only where nothing but this machine is listened to, for a proxy that knows its people.
    Never,
}

impl WebSettings {
    pub fn bound_to_loopback(&self) -> bool {
        self.bound.ip().to_canonical().is_loopback()
    }

    /// The page of a job, to give to people; none where nobody said under which address they come.
    pub fn permalink(&self, job: &str) -> Option<String> {
        Some(format!("{}/jobs/{job}", self.base()?))
    }

    /// The address under which people come, without a slash at its end.
    pub fn base(&self) -> Option<String> {
        match &self.public_url {
            Some(url) => Some(url.as_str().trim_end_matches('/').to_owned()),
            None if self.bound.ip().is_unspecified() => None,
            None => Some(format!("http://{}", self.bound)),
        }
    }
}

/// Makes the text of `/metrics`.
pub type Scrape = Arc<dyn Fn() -> BoxFuture<'static, String> + Send + Sync>;

/// Names parts of this process that cannot work at the moment, with the reason, in words for the operator.
pub type Missing = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// What the binary hands in.
pub struct WebParts {
    pub service: Service,
    pub feed: Feed,
    pub articles: ArticleDesk,
    pub keys: Arc<dyn Keys>,
    pub sessions: Arc<dyn Sessions>,
    /// What is seen of all runs.
    pub overview: Arc<dyn Overview>,
    /// What only the binary knows of this installation.
    pub console: Arc<dyn Console>,
    /// Keys of requests, and the replies to them.
    pub requests: Arc<dyn Requests>,
    /// Routes of other adapters that are below the same access rules: each request carries its [`Asker`](crate::Asker).
    pub beneath: axum::Router,
    /// Documents in the library, as far as is known.
    pub library: Arc<AtomicU64>,
    /// The text of `/metrics`.
    pub metrics: Scrape,
    /// What `/readyz` says beside the store.
    pub missing: Missing,
}

/// The interface's state; clones share it.
#[derive(Clone)]
pub struct Web(Arc<Inner>);

pub struct Inner {
    pub service: Service,
    pub articles: ArticleDesk,
    /// One for each reader of news of articles at once.
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
    pub beneath: axum::Router,
    pub library: Arc<AtomicU64>,
    pub metrics: Scrape,
    pub missing: Missing,
}

impl Web {
    /// Streams end when `halt` is called off.
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
            beneath: parts.beneath,
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
