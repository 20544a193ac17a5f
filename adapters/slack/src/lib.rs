//! gorkd in Slack: two transports, one place where deliveries are worked off, and the form that cards take.
//!
//! What is said and decided stands in `gorkd-chat`; here is only what is Slack's own.

mod access;
pub mod check;
mod client;
mod fault;
mod handle;
mod http;
mod install;
mod known;
mod limits;
mod living;
mod looking;
pub mod manifest;
mod marks;
mod platform;
mod receive;
pub mod render;
mod seal;
mod sessions;
mod settings;
mod socket;
pub mod steps;
mod upload;

pub use client::SlackApi;
pub use platform::NAME;
pub use settings::{SlackSettings, Transport};

use access::Accesses;
use axum::Router;
use gorkd_chat::{Deliverer, Desk, Handler, Inbox, Platform};
use install::Installs;
use known::Known;
use living::Living;
use looking::Looking;
use marks::Marks;
use platform::SlackPlatform;
use receive::Receiver;
use sessions::Sessions;
use socket::Sockets;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use upload::Uploads;

/// What gorkd in Slack is made of.
pub struct SlackParts {
    pub settings: SlackSettings,
    pub desk: Desk,
    pub inbox: Inbox,
    /// For the bytes of files.
    pub http: reqwest::Client,
}

/// gorkd in Slack.
pub struct Slack {
    settings: Arc<SlackSettings>,
    client: Arc<SlackApi>,
    accesses: Arc<Accesses>,
    desk: Desk,
    inbox: Inbox,
    uploads: Uploads,
    sessions: Arc<Sessions>,
    marks: Arc<Marks>,
}

impl Slack {
    /// An error is a sentence for the operator.
    pub fn new(parts: SlackParts) -> Result<Self, String> {
        let SlackParts { settings, desk, inbox, http } = parts;
        let settings = Arc::new(settings);
        if let Some(wrong) = check::settings(&settings).into_iter().find(|finding| !finding.fine) {
            return Err(wrong.sentence);
        }
        let client = Arc::new(SlackApi::new(&settings)?);
        let (memory, clock) = (desk.kept().memory.clone(), desk.service().clock());
        let accesses = Arc::new(Accesses::new(client.clone(), settings.clone(), memory, clock)?);
        let uploads = Uploads { client: client.clone(), http, api_host: host_of(&settings.api_url) };
        let sessions = Arc::new(Sessions::new(client.clone()));
        let marks = Arc::new(Marks::new(client.clone()));
        Ok(Self { settings, client, accesses, desk, inbox, uploads, sessions, marks })
    }

    pub fn platform(&self) -> Arc<dyn Platform> {
        Arc::new(SlackPlatform {
            client: self.client.clone(),
            accesses: self.accesses.clone(),
            settings: self.settings.clone(),
            living: Living::default(),
            marks: self.marks.clone(),
            sessions: self.sessions.clone(),
        })
    }

    /// Works off what came in; `deliverer` is told when something may have to be said.
    pub fn handler(&self, deliverer: Deliverer) -> Arc<dyn Handler> {
        Arc::new(Receiver {
            desk: self.desk.clone(),
            deliverer,
            client: self.client.clone(),
            accesses: self.accesses.clone(),
            known: Known::new(self.client.clone()),
            looking: Looking::default(),
            uploads: self.uploads.clone(),
            settings: self.settings.clone(),
            sessions: self.sessions.clone(),
            marks: self.marks.clone(),
        })
    }

    /// The routes under `/slack`, for gorkd's web server.
    pub fn router(&self) -> Router {
        let settings = &self.settings;
        let secret = settings.signing_secret.as_ref().filter(|_| settings.transport == Transport::Http);
        let (accesses, settings) = (self.accesses.clone(), settings.clone());
        let installs = (!settings.client_id.is_empty()).then(|| Arc::new(Installs { accesses, settings }));
        http::router(secret, self.inbox.clone(), installs)
    }

    /// Takes in what comes over connections of our own, until it is told to stop.
    pub async fn listen(&self, halt: CancellationToken) {
        let (Transport::Socket, Some(token)) = (self.settings.transport, &self.settings.app_token) else {
            return halt.cancelled().await;
        };
        let sockets = Sockets {
            client: self.client.clone(),
            settings: self.settings.clone(),
            app_token: token.clone(),
            inbox: self.inbox.clone(),
        };
        Arc::new(sockets).run(halt).await;
    }
}

fn host_of(url: &str) -> String {
    let parsed = url::Url::parse(url).ok();
    let host = parsed.as_ref().and_then(url::Url::host_str).unwrap_or_default();
    let scheme = parsed.as_ref().map_or("https", url::Url::scheme);
    let port = parsed.as_ref().and_then(url::Url::port).map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}://{host}{port}")
}
