//! Builds the HTTP interface from settings.

use super::console::Installation;
use super::{App, backlog, spending};
use crate::misconfigured::misconfigured;
use crate::settings::{Settings, WhoNeedsKeys};
use anyhow::{Context, Result, anyhow};
use futures::FutureExt;
use gorkd_core::engine::{ArticleDesk, ArticleSettings, AuditAction, Clock, SystemClock};
use gorkd_core::model::Requester;
use gorkd_web::{Feed, KeyPolicy, KeyTerms, Limits, SHORTEST, Web, WebParts, WebSettings};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Sets a first key on a machine where nobody can run `gorkd key create`.
const BOOTSTRAP: &str = "GORKD_BOOTSTRAP_KEY";

/// A listening socket. Until it is opened, it answers health checks only, and other requests wait. Without that, a supervisor
/// would kill a process that takes minutes to build a large index.
pub struct Listening {
    router: watch::Sender<Option<axum::Router>>,
    serving: JoinHandle<()>,
    halt: CancellationToken,
    settings: WebSettings,
    /// It serves health checks only.
    health_only: bool,
}

/// Binds the port for requests, or for health checks if this process serves no requests. The error is a
/// sentence that says what to do.
pub async fn listen(settings: &Settings, health_only: bool) -> Result<Listening> {
    let web = &settings.web;
    let (port, key) = if health_only { (web.health_port, "web.health_port") } else { (web.port, "web.port") };
    let wanted = SocketAddr::new(web.bind, port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse if health_only => anyhow!(
            "{wanted} is in use by another program, perhaps another gorkd. Stop it, or choose another port with \
             --set {key}=PORT."
        ),
        ErrorKind::AddrInUse => anyhow!(
            "{wanted} is in use by another program, perhaps another gorkd. Stop it, choose another port with \
             --set {key}=PORT, or run jobs alone with --set web.enabled=false."
        ),
        ErrorKind::PermissionDenied => anyhow!(
            "gorkd may not listen on {wanted}: ports below 1024 are reserved for the system. Choose another with \
             --set {key}=PORT."
        ),
        ErrorKind::AddrNotAvailable => {
            anyhow!("{wanted} is not an address of this machine. Choose another with --set web.bind=ADDRESS.")
        }
        _ => anyhow!("gorkd can't listen on {wanted}: {error}."),
    })?;
    let bound = listener.local_addr().context("the port can't be determined")?;
    let settings = WebSettings {
        bound,
        public_url: web.public_url.clone(),
        hosts: web.hosts.clone(),
        origins: web.origins.clone(),
        trusted_proxies: web.trusted_proxies(),
        keys: match web.keys {
            WhoNeedsKeys::Auto => KeyPolicy::Auto,
            WhoNeedsKeys::Always => KeyPolicy::Always,
            WhoNeedsKeys::Never => KeyPolicy::Never,
        },
        requests_per_minute: web.requests_per_minute,
        streams: web.streams,
        article_origins: settings.articles.origins.clone(),
        token_keys: settings.articles.token_keys(),
        chat_research: web.chat_research,
        deep_research: web.deep_research,
    };
    let (router, opened) = watch::channel(None);
    let halt = CancellationToken::new();
    let serving = tokio::spawn(gorkd_web::serve(listener, opened, Limits::default(), halt.clone()));
    Ok(Listening { router, serving, halt, settings, health_only })
}

impl Listening {
    /// The listening address, and the public address if it differs.
    pub fn addresses(&self) -> (String, Option<String>) {
        let public = self.settings.public_url.as_ref().map(|url| url.to_string());
        (format!("http://{}/", self.settings.bound), public)
    }

    pub fn is_health_only(&self) -> bool {
        self.health_only
    }

    /// Ends the serving once it is canceled.
    pub fn halt(&self) -> CancellationToken {
        self.halt.clone()
    }

    /// From now on, requests are answered; `beside` are the routes of the chat platforms.
    pub async fn open(&self, app: &App, library: Arc<AtomicU64>, beside: axum::Router) -> Result<()> {
        let nobody_can = !self.health_only && !self.settings.bound_to_loopback();
        if nobody_can && app.store.keys().await?.is_empty() {
            tracing::warn!(
                "there is no API key, so nobody can connect from elsewhere: create one with `gorkd key create NAME`"
            );
        }
        let (recorder, store, ready) = (recorder()?, app.store.clone(), app.ready.clone());
        let stored = app.store.clone();
        let redis = app.redis.clone();
        let nested = match self.health_only {
            true => axum::Router::new(),
            false => super::mcp::routes(app, library.clone(), self.halt()),
        };
        let articles = ArticleSettings {
            seconds: app.settings.articles.seconds,
            library: app.settings.articles.library,
        };
        let parts = WebParts {
            feed: Feed::from(&app.ports),
            service: app.service.clone(),
            articles: ArticleDesk::new(app.service.clone(), app.store.clone(), articles),
            keys: app.store.clone(),
            sessions: app.store.clone(),
            overview: app.store.clone(),
            console: Arc::new(Installation::of(app)),
            requests: app.store.clone(),
            nested,
            library,
            metrics: Arc::new(move || {
                let (store, recorder, redis) = (store.clone(), recorder.clone(), redis.clone());
                let scrape = async move {
                    if let Some(redis) = &redis {
                        redis.look().await;
                    }
                    backlog::count(store.as_ref()).await;
                    spending::count(store.as_ref()).await;
                    // Drains histogram samples recorded since the last scrape, to bound memory.
                    recorder.run_upkeep();
                    recorder.render()
                };
                scrape.boxed()
            }),
            missing: Arc::new(move || {
                let mut missing = ready.missing();
                if stored.lacks_room() {
                    missing.push("the store has no room".to_owned());
                }
                missing
            }),
        };
        let web = Web::new(parts, self.settings.clone(), self.halt());
        let router = match self.health_only {
            true => gorkd_web::health_router(web),
            // Requests from chat platforms have their own checks, which need the raw body.
            false => beside.fallback_service(gorkd_web::router(web)),
        };
        drop(self.router.send_replace(Some(router)));
        Ok(())
    }

    /// Waits until it is halted, and active requests have finished.
    pub async fn ended(self) -> Result<()> {
        self.serving.await.context("the HTTP server ended")
    }
}

/// Creates the first key from the environment, if there is none yet.
pub async fn bootstrap_key(app: &App) -> Result<()> {
    let Some(secret) = bootstrap_secret()?.filter(|secret| !secret.is_empty()) else {
        return Ok(());
    };
    let plain = secret.chars().all(|c| c.is_ascii_graphic());
    if secret.len() < SHORTEST || !plain {
        return Err(misconfigured(format_args!(
            "{BOOTSTRAP} must be at least {SHORTEST} plain characters without spaces. `openssl rand -hex 32` creates \
             a good one."
        )));
    }
    let terms = KeyTerms { name: "bootstrap".to_owned(), ..KeyTerms::default() };
    let key = gorkd_web::keep(&secret, &terms, SystemClock.now());
    if app.store.add_key(&key, true).await? {
        app.service.audit(AuditAction::KeyCreated, &Requester::terminal(), &key.id).await;
        tracing::info!(id = key.id, "the first key was created from {BOOTSTRAP}, with the name bootstrap");
    } else {
        tracing::info!("there are or were keys already, so {BOOTSTRAP} has no effect");
    }
    Ok(())
}

/// Logs which keys have the name of somebody else.
pub async fn warn_of_keys(app: &App) -> Result<()> {
    let now = SystemClock.now();
    for warning in app.store.keys().await?.iter().filter_map(|key| gorkd_web::mistaken(key, now)) {
        tracing::warn!("{warning}");
    }
    Ok(())
}

/// The secret itself, or the content of the file that the environment names.
fn bootstrap_secret() -> Result<Option<String>> {
    let named = std::env::var_os(format!("{BOOTSTRAP}_FILE")).filter(|path| !path.is_empty());
    let Some(path) = named else { return Ok(std::env::var(BOOTSTRAP).ok()) };
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| {
        misconfigured(format_args!("{} in {BOOTSTRAP}_FILE cannot be read: {error}", path.display()))
    })?;
    Ok(Some(text.trim().to_owned()))
}

/// Histogram buckets in seconds, from a cached search to a deep run.
const SECONDS: [f64; 12] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 180.0];
/// Histogram buckets for rounds, queries and passages.
const COUNTS: [f64; 9] = [1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0, 55.0];

/// Histogram buckets for shares of a budget.
const SHARES: [f64; 8] = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0, 1.5];

/// Collects the metrics of the process. There is one per process.
fn recorder() -> Result<PrometheusHandle> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .and_then(|builder| builder.set_buckets_for_metric(Matcher::Prefix("research_".to_owned()), &COUNTS))
        .and_then(|builder| builder.set_buckets_for_metric(Matcher::Prefix("evidence_".to_owned()), &COUNTS))
        .and_then(|builder| builder.set_buckets_for_metric(Matcher::Prefix("budget_".to_owned()), &SHARES));
    let recorder = builder.and_then(PrometheusBuilder::install_recorder);
    let recorder = recorder.context("metrics can't be collected")?;
    gorkd_core::engine::describe_metrics();
    backlog::describe();
    spending::describe();
    gorkd_store::begin_counting();
    crate::telemetry::begin_counting();
    for status in ["500", "503"] {
        metrics::counter!("http_requests_total", "status" => status).increment(0);
    }
    Ok(recorder)
}
