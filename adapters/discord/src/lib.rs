//! gorkd in Discord: the gateway and interactions over HTTP, what people do there, and the form that cards get.
//!
//! What is said, and what comes of a button, is the same in all chats and stands in `gorkd-chat`.

mod api;
mod budget;
mod check;
mod come;
mod commands;
mod endpoint;
mod forms;
mod gateway;
mod handle;
mod invite;
mod permissions;
mod platform;
mod render;
mod settings;

pub use check::{Finding, check, content_granted};
pub use endpoint::PATH;
pub use invite::{address, text as invite};
pub use settings::{DiscordSettings, Transport};

pub use api::Api;
use axum::Router;
use budget::Budget;
use come::Places;
use come::first::First;
use come::handler::Work;
use gateway::Gateway;
use gorkd_chat::cards::talk::Manners;
use gorkd_chat::{Deliverer, Desk, Handler, Inbox, Platform};
use gorkd_core::engine::Service;
use gorkd_core::ports::Memory;
use platform::Discord;
use reqwest::Client;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub use handle::NAME;

/// gorkd in Discord, in one process.
#[derive(Clone)]
pub struct Chat {
    service: Service,
    api: Api,
    places: Places,
}

impl Chat {
    /// The client follows no redirects, and takes no proxy from the environment.
    pub fn new(service: Service, client: Client, settings: DiscordSettings) -> Self {
        let api = Api::new(client, Arc::new(settings));
        let places = Places::new(api.clone());
        Self { service, api, places }
    }

    pub fn api(&self) -> &Api {
        &self.api
    }

    /// How one asks here. `hears_all`: are follow-ups heard without a mention?
    pub fn manners(hears_all: bool) -> Manners {
        Manners { command: "/research".to_owned(), mention: "@gorkd".to_owned(), hears_all }
    }

    /// Is the text of all messages granted, and wanted? Asks Discord.
    pub async fn hears_all(&self) -> bool {
        let settings = self.api.settings();
        if !settings.message_content || settings.transport == Transport::Http {
            return false;
        }
        let granted = content_granted(&self.api).await;
        if granted == Some(false) {
            tracing::warn!(
                "the message-content intent is not granted, so follow-ups need a mention: switch on \"Message Content \
                 Intent\" on the Bot page of https://discord.com/developers/applications"
            );
        }
        granted.unwrap_or(true)
    }

    pub fn platform(&self) -> Arc<dyn Platform> {
        Arc::new(Discord::new(self.api.clone(), self.service.clock()))
    }

    /// Works off what came in.
    pub fn handler(&self, desk: Desk, deliverer: Deliverer) -> Arc<dyn Handler> {
        Arc::new(Work {
            api: self.api.clone(),
            desk,
            deliverer,
            places: self.places.clone(),
            clock: self.service.clock(),
            noted: Arc::default(),
        })
    }

    /// Where interactions come in over HTTP; none over the gateway, or without the key that they are signed with.
    pub fn router(&self, desk: Desk, inbox: Inbox) -> Option<Router> {
        match self.api.settings().transport {
            Transport::Gateway => None,
            Transport::Http => endpoint::router(self.first(desk, inbox), &self.api.settings().public_key),
        }
    }

    /// Registers the commands and listens, until it is told to stop. `hears_all` as Discord said.
    pub async fn listen(&self, desk: Desk, inbox: Inbox, hears_all: bool, halt: CancellationToken) {
        let transport = self.api.settings().transport;
        tracing::info!(follow_ups_without_a_mention = hears_all, ?transport, "talking in Discord");
        let memory = desk.kept().memory.clone();
        let listening = async {
            match transport {
                Transport::Gateway => self.gateway(desk, inbox).run(hears_all, halt.clone()).await,
                Transport::Http => halt.cancelled().await,
            }
        };
        tokio::join!(listening, self.register(memory.as_ref(), &halt));
    }

    fn first(&self, desk: Desk, inbox: Inbox) -> First {
        First { desk, inbox, clock: self.service.clock() }
    }

    fn gateway(&self, desk: Desk, inbox: Inbox) -> Gateway {
        let (kept, clock) = (desk.kept().clone(), self.service.clock());
        Gateway {
            api: self.api.clone(),
            first: self.first(desk, inbox),
            places: self.places.clone(),
            chats: kept.chats,
            clock: clock.clone(),
            budget: Budget { memory: kept.memory, clock, most: self.api.settings().identifies },
        }
    }

    async fn register(&self, memory: &dyn Memory, halt: &CancellationToken) {
        const AGAIN: Duration = Duration::from_secs(60);
        let clock = self.service.clock();
        loop {
            match commands::register(&self.api, memory, clock.as_ref()).await {
                Ok(true) => return tracing::info!("commands were registered in Discord"),
                Ok(false) => return,
                Err(fault) => {
                    tracing::warn!(reason = %fault.trouble, "commands could not be registered in Discord")
                }
            }
            tokio::select! {
                () = tokio::time::sleep(AGAIN) => {}
                () = halt.cancelled() => return,
            }
        }
    }
}
