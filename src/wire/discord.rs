//! Builds gorkd in Discord from the settings.

use super::{App, chat};
use crate::misconfigured::misconfigured;
use anyhow::Result;
use axum::Router;
use gorkd_core::model::Reach;
use gorkd_discord::{Discord, NAME};
use tokio_util::sync::CancellationToken;

/// gorkd in Discord, ready to run.
pub struct DiscordRuntime {
    parts: chat::ChatParts,
    discord: Discord,
}

/// None if no token is set; errors are sentences about what is missing.
pub fn discord(app: &App) -> Result<Option<DiscordRuntime>> {
    let set = &app.settings.discord;
    if !set.is_on() {
        return Ok(None);
    }
    let settings = set.settings().map_err(misconfigured)?;
    let invocation = Discord::invocation(settings.message_content);
    let client = app.services.client(Reach::ANYWHERE).clone();
    let discord = Discord::new(app.service.clone(), client, settings);
    Ok(Some(DiscordRuntime { parts: chat::parts(app, NAME, invocation), discord }))
}

impl DiscordRuntime {
    /// What it adds to the web server.
    pub fn routes(&self) -> Router {
        self.discord.router(self.parts.chat.clone(), self.parts.inbox.clone()).unwrap_or_default()
    }

    /// Runs until it is cancelled.
    pub async fn run(&self, app: &App, halt: &CancellationToken) -> Result<()> {
        // Only Discord knows which intents are granted, and the help text must be accurate.
        let Some(reads_all_messages) = halt.run_until_cancelled(self.discord.reads_all_messages()).await
        else {
            return Ok(());
        };
        let chat = chat::parts(app, NAME, Discord::invocation(reads_all_messages)).chat;
        let parts = chat::ChatParts { chat: chat.clone(), inbox: self.parts.inbox.clone() };
        let deliverer = chat::deliverer(app, self.discord.platform()).await;
        let handler = self.discord.handler(chat.clone(), deliverer.clone());
        let listen = |stop| self.discord.listen(chat.clone(), parts.inbox.clone(), reads_all_messages, stop);
        let work = chat::PlatformWork { platform: NAME, parts: &parts, deliverer, handler };
        work.run(app, listen, halt.clone()).await
    }
}
