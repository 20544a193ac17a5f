//! gorkd in Slack: transport, typed payloads, card rendering, and limits.
//!
//! Everything that the chat platforms share is in `gorkd-chat`.

pub mod check;
mod client;
mod directory;
mod files;
mod handle;
mod http;
mod install;
mod installations;
mod limits;
pub mod manifest;
mod payload;
mod platform;
mod reactions;
mod receive;
pub mod render;
mod responses;
mod seal;
mod sessions;
mod settings;
mod setup_error;
pub mod setup_steps;
mod socket;
mod streams;
mod viewed_channels;

pub use client::SlackApi;
pub use handle::NAME;
pub use settings::{SlackSettings, Transport};

use axum::Router;
use directory::Directory;
use files::Files;
use gorkd_chat::{ChatService, Deliverer, Handler, Inbox, Platform, Receiver};
use install::InstallFlow;
use installations::Installations;
use platform::SlackPlatform;
use reactions::Reactions;
use receive::SlackReceiver;
use sessions::Sessions;
use socket::SocketMode;
use std::sync::Arc;
use streams::Streams;
use tokio_util::sync::CancellationToken;
use viewed_channels::ViewedChannels;

/// The dependencies of gorkd in Slack.
pub struct SlackParts {
    pub settings: SlackSettings,
    pub chat: ChatService,
    pub inbox: Inbox,
    /// Transfers file contents.
    pub http: reqwest::Client,
}

/// gorkd in Slack.
pub struct Slack {
    settings: Arc<SlackSettings>,
    client: Arc<SlackApi>,
    installations: Arc<Installations>,
    chat: ChatService,
    inbox: Inbox,
    files: Files,
    sessions: Arc<Sessions>,
    reactions: Arc<Reactions>,
}

impl Slack {
    /// Errors are sentences for the operator.
    pub fn new(parts: SlackParts) -> Result<Self, String> {
        let SlackParts { settings, chat, inbox, http } = parts;
        let settings = Arc::new(settings);
        if let Some(problem) = check::check_settings(&settings).into_iter().find(|finding| !finding.ok) {
            return Err(problem.text);
        }
        let client = Arc::new(SlackApi::new(&settings)?);
        let (store, clock) = (chat.stores().installations.clone(), chat.service().clock());
        let installations = Arc::new(Installations::new(client.clone(), settings.clone(), store, clock)?);
        let api_origin = url::Url::parse(&settings.api_url).ok().map(|url| url.origin());
        let files = Files { client: client.clone(), http, api_origin };
        let sessions = Arc::new(Sessions::new(client.clone()));
        let reactions = Arc::new(Reactions::new(client.clone()));
        Ok(Self { settings, client, installations, chat, inbox, files, sessions, reactions })
    }

    pub fn platform(&self) -> Arc<dyn Platform> {
        Arc::new(SlackPlatform {
            client: self.client.clone(),
            installations: self.installations.clone(),
            settings: self.settings.clone(),
            streams: Streams::default(),
            reactions: self.reactions.clone(),
            sessions: self.sessions.clone(),
        })
    }

    /// Handles stored arrivals. `deliverer` is woken when something may have changed.
    pub fn handler(&self, deliverer: Deliverer) -> Arc<dyn Handler> {
        Arc::new(SlackReceiver {
            receiver: Receiver { chat: self.chat.clone(), deliverer },
            client: self.client.clone(),
            installations: self.installations.clone(),
            directory: Directory::new(self.client.clone()),
            viewed: ViewedChannels::default(),
            files: self.files.clone(),
            settings: self.settings.clone(),
            sessions: self.sessions.clone(),
            reactions: self.reactions.clone(),
        })
    }

    /// The routes under `/slack`, for gorkd's web server.
    pub fn router(&self) -> Router {
        let settings = &self.settings;
        let secret = settings.signing_secret.as_ref().filter(|_| settings.transport == Transport::Http);
        let (installations, settings) = (self.installations.clone(), settings.clone());
        let installs =
            (!settings.client_id.is_empty()).then(|| Arc::new(InstallFlow { installations, settings }));
        http::router(secret, self.inbox.clone(), installs)
    }

    /// Receives events over Socket Mode until canceled.
    pub async fn listen(&self, halt: CancellationToken) {
        let (Transport::Socket, Some(token)) = (self.settings.transport, &self.settings.app_token) else {
            return halt.cancelled().await;
        };
        let sockets = SocketMode {
            client: self.client.clone(),
            settings: self.settings.clone(),
            app_token: token.clone(),
            inbox: self.inbox.clone(),
        };
        Arc::new(sockets).run(halt).await;
    }
}
