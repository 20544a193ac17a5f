//! gorkd in Slack: two transports, one place where deliveries are worked off, and the form that cards take.
//!
//! What is said and decided stands in `gorkd-chat`; here is only what is Slack's own.

mod access;
pub mod check;
mod client;
mod handle;
mod http;
mod install;
mod known;
mod limits;
mod living;
pub mod manifest;
mod platform;
mod receive;
pub mod render;
mod seal;
mod settings;
mod socket;
mod upload;

pub use client::SlackApi;
pub use settings::{SlackSettings, Transport};

use access::Accesses;
use axum::Router;
use gorkd_chat::{DeliverSettings, Deliverer, Desk, Inbox, InboxSettings};
use install::Installs;
use known::Known;
use living::Living;
use platform::{NAME, SlackPlatform};
use receive::Receiver;
use socket::Sockets;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use upload::Uploads;

/// What gorkd in Slack is made of.
pub struct SlackParts {
    pub settings: SlackSettings,
    pub desk: Desk,
    pub deliver: DeliverSettings,
    pub inbox: InboxSettings,
    /// For the bytes of files.
    pub http: reqwest::Client,
}

/// gorkd in Slack, ready to run.
pub struct Slack {
    deliverer: Deliverer,
    receiver: Arc<Receiver>,
    inbox: Inbox,
    sockets: Option<Arc<Sockets>>,
    router: Router,
}

impl Slack {
    /// An error is a sentence for the operator.
    pub fn new(parts: SlackParts) -> Result<Self, String> {
        let settings = Arc::new(parts.settings);
        if let Some(wrong) = check::settings(&settings).into_iter().find(|finding| !finding.fine) {
            return Err(wrong.sentence);
        }
        let client = Arc::new(SlackApi::new(&settings)?);
        let ports = parts.desk.service().ports().clone();
        let accesses = Arc::new(Accesses::new(
            client.clone(),
            settings.clone(),
            ports.memory.clone(),
            ports.clock.clone(),
        )?);
        let uploads = || Uploads {
            client: client.clone(),
            http: parts.http.clone(),
            api_host: host_of(&settings.api_url),
        };
        let platform = SlackPlatform {
            client: client.clone(),
            accesses: accesses.clone(),
            settings: settings.clone(),
            uploads: uploads(),
            living: Living::default(),
        };
        let deliverer = Deliverer::new(parts.desk.service().clone(), Arc::new(platform), parts.deliver);
        let inbox = Inbox::new(NAME, ports.chats.clone(), ports.clock.clone(), parts.inbox);
        let receiver = Receiver {
            desk: parts.desk,
            deliverer: deliverer.clone(),
            client: client.clone(),
            accesses: accesses.clone(),
            known: Known::new(client.clone()),
            uploads: uploads(),
            settings: settings.clone(),
        };
        let sockets = match (settings.transport, &settings.app_token) {
            (Transport::Socket, Some(token)) => Some(Arc::new(Sockets {
                client,
                settings: settings.clone(),
                app_token: token.clone(),
                inbox: inbox.clone(),
            })),
            (Transport::Socket | Transport::Http, _) => None,
        };
        let secret = settings.signing_secret.as_ref().filter(|_| settings.transport == Transport::Http);
        let installs = (!settings.client_id.is_empty())
            .then(|| Arc::new(Installs { accesses, settings: settings.clone() }));
        let router = http::router(secret, inbox.clone(), installs);
        Ok(Self { deliverer, receiver: Arc::new(receiver), inbox, sockets, router })
    }

    /// The routes under `/slack`, for gorkd's web server.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Listens, works off what comes in and tells of jobs, until it is told to stop.
    pub async fn run(self, halt: CancellationToken) {
        let Slack { deliverer, receiver, inbox, sockets, router: _ } = self;
        let listening = async {
            if let Some(sockets) = sockets {
                sockets.run(halt.clone()).await;
            }
        };
        tokio::join!(listening, inbox.run(receiver, halt.clone()), deliverer.run(halt.clone()));
    }
}

fn host_of(url: &str) -> String {
    let parsed = url::Url::parse(url).ok();
    let host = parsed.as_ref().and_then(url::Url::host_str).unwrap_or_default();
    let scheme = parsed.as_ref().map_or("https", url::Url::scheme);
    let port = parsed.as_ref().and_then(url::Url::port).map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}://{host}{port}")
}
