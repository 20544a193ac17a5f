//! gorkd in Discord, as the settings want it.

use super::{App, chat};
use anyhow::Result;
use axum::Router;
use gorkd_core::model::Privacy;
use gorkd_discord::{Chat, NAME};
use tokio_util::sync::CancellationToken;

/// gorkd in Discord, ready to run.
pub struct DiscordTalk {
    parts: chat::ChatParts,
    discord: Chat,
}

/// None where no token is set; an error is a sentence about what is missing.
pub fn discord(app: &App) -> Result<Option<DiscordTalk>> {
    let set = &app.settings.discord;
    if !set.is_on() {
        return Ok(None);
    }
    let settings = set.settings().map_err(anyhow::Error::msg)?;
    let manners = Chat::manners(settings.message_content);
    let client = app.services.client(Privacy::CloudAllowed).clone();
    let discord = Chat::new(app.service.clone(), client, settings);
    Ok(Some(DiscordTalk { parts: chat::parts(app, NAME, manners), discord }))
}

impl DiscordTalk {
    /// What it adds to the web server.
    pub fn routes(&self) -> Router {
        self.discord.router(self.parts.desk.clone(), self.parts.inbox.clone()).unwrap_or_default()
    }

    /// Until it is told to stop.
    pub async fn run(&self, app: &App, halt: &CancellationToken) -> Result<()> {
        // Discord knows what is granted; what people are told of it has to be true.
        let hears_all = tokio::select! {
            hears_all = self.discord.hears_all() => hears_all,
            () = halt.cancelled() => return Ok(()),
        };
        let desk = chat::parts(app, NAME, Chat::manners(hears_all)).desk;
        let parts = chat::ChatParts { desk: desk.clone(), inbox: self.parts.inbox.clone() };
        let deliverer = chat::deliverer(app, self.discord.platform()).await;
        let handler = self.discord.handler(desk.clone(), deliverer.clone());
        let talking = chat::run(&app.data, NAME, &parts, deliverer, handler, halt.clone());
        let listening = self.discord.listen(desk, parts.inbox.clone(), hears_all, halt.clone());
        let (talked, ()) = tokio::join!(talking, listening);
        talked
    }
}
