//! gorkd in Discord: transport, typed payloads, card rendering, and limits.
//!
//! Everything that the chat platforms share is in `gorkd-chat`.

mod api;
mod check;
mod directory;
mod gateway;
mod handle;
mod http;
mod invite;
mod missed;
mod payload;
mod permissions;
mod platform;
mod reactions;
mod receive;
mod registration;
mod render;
mod session_budget;
mod settings;

pub use api::Api;
pub use check::check;
pub use handle::NAME;
pub use http::PATH;
pub use invite::text as invite;
pub use settings::{DiscordSettings, Transport};

use axum::Router;
use directory::Directory;
use gateway::Gateway;
use gorkd_chat::cards::notices::Invocation;
use gorkd_chat::{ChatService, Deliverer, Handler, Inbox, Platform, Receiver};
use gorkd_core::engine::Service;
use gorkd_core::ports::Installations;
use platform::DiscordPlatform;
use receive::{DiscordReceiver, InitialResponder};
use reqwest::Client;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// gorkd in Discord.
#[derive(Clone)]
pub struct Discord {
    service: Service,
    api: Api,
    directory: Directory,
}

impl Discord {
    /// The client must not follow redirects or use a proxy from the environment.
    pub fn new(service: Service, client: Client, settings: DiscordSettings) -> Self {
        let api = Api::new(client, Arc::new(settings));
        let directory = Directory::new(api.clone());
        Self { service, api, directory }
    }

    pub fn api(&self) -> &Api {
        &self.api
    }

    /// How people address the bot.
    pub fn invocation(reads_all_messages: bool) -> Invocation {
        Invocation { command: "/research".to_owned(), mention: "@gorkd".to_owned(), reads_all_messages }
    }

    /// Asks Discord whether the bot may read all messages. False if the settings do not ask for it.
    pub async fn reads_all_messages(&self) -> bool {
        let settings = self.api.settings();
        if !settings.message_content || settings.transport == Transport::Http {
            return false;
        }
        let granted = check::may_read_messages(&self.api).await;
        if granted == Some(false) {
            tracing::warn!(
                "the message-content intent is not granted, so follow-ups need a mention: switch on \"Message Content \
                 Intent\" on the Bot page of https://discord.com/developers/applications"
            );
        }
        granted.unwrap_or(true)
    }

    pub fn platform(&self) -> Arc<dyn Platform> {
        Arc::new(DiscordPlatform::new(self.api.clone(), self.service.clock()))
    }

    /// Handles stored arrivals.
    pub fn handler(&self, chat: ChatService, deliverer: Deliverer) -> Arc<dyn Handler> {
        Arc::new(DiscordReceiver {
            receiver: Receiver { chat, deliverer },
            api: self.api.clone(),
            directory: self.directory.clone(),
            clock: self.service.clock(),
            tracked: Arc::default(),
        })
    }

    /// The route for interactions over HTTP; `None` with the gateway, or without a valid public key.
    pub fn router(&self, chat: ChatService, inbox: Inbox) -> Option<Router> {
        match self.api.settings().transport {
            Transport::Gateway => None,
            Transport::Http => http::router(self.responder(chat, inbox), &self.api.settings().public_key),
        }
    }

    /// Registers the commands, then receives events until canceled.
    pub async fn listen(
        &self,
        chat: ChatService,
        inbox: Inbox,
        reads_all_messages: bool,
        halt: CancellationToken,
    ) {
        let transport = self.api.settings().transport;
        tracing::info!(follow_ups_without_a_mention = reads_all_messages, ?transport, "starting in Discord");
        let installations = chat.stores().installations.clone();
        let listening = async {
            match transport {
                Transport::Gateway => {
                    let (api, directory) = (self.api.clone(), self.directory.clone());
                    let gateway = Gateway::new(api, self.responder(chat, inbox), directory);
                    Arc::new(gateway).run(reads_all_messages, halt.clone()).await;
                }
                Transport::Http => halt.cancelled().await,
            }
        };
        tokio::join!(listening, self.register(installations.as_ref(), &halt));
    }

    fn responder(&self, chat: ChatService, inbox: Inbox) -> InitialResponder {
        InitialResponder { chat, inbox, clock: self.service.clock() }
    }

    async fn register(&self, installations: &dyn Installations, halt: &CancellationToken) {
        const RETRY: Duration = Duration::from_secs(60);
        let clock = self.service.clock();
        loop {
            match registration::register(&self.api, installations, clock.as_ref()).await {
                Ok(true) => return tracing::info!("registered the commands in Discord"),
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(reason = %error.error, "failed to register the commands in Discord")
                }
            }
            let Some(()) = halt.run_until_cancelled(tokio::time::sleep(RETRY)).await else { return };
        }
    }
}
