//! Servers that the bot is added to or removed from.

use super::DiscordReceiver;
use crate::api::Call;
use crate::directory::TEXT;
use crate::handle::{NAME, server_name};
use crate::payload::{Channel, Guild, Member};
use crate::permissions::{EMBED_LINKS, SEND_MESSAGES, VIEW_CHANNEL, in_channel};
use gorkd_chat::cards::notices;
use gorkd_core::ports::Installation;
use gorkd_words::Locale;
use serde::de::DeserializeOwned;

impl DiscordReceiver {
    pub(super) async fn joined(&self, guild: u64) {
        let (name, now) = (guild.to_string(), self.clock.now());
        match self.receiver.installations().installation(NAME, &name).await {
            Ok(None) => {}
            // Already greeted.
            Ok(Some(_)) | Err(_) => return,
        }
        let new = Installation { platform: NAME.to_owned(), workspace: name, access: None, at: now };
        if self.receiver.installations().put_installation(&new).await.is_err() {
            return;
        }
        if let Some(channel) = self.first_channel(guild).await {
            let card = notices::greeting(&self.receiver.chat.invocation(), Locale::default());
            self.post(channel, &card, &format!("greeting{guild}{}", now.0)).await;
        }
    }

    /// Where a greeting goes: the system channel, or else the first channel in which the bot can write.
    async fn first_channel(&self, guild: u64) -> Option<u64> {
        let found: Guild = self.get(format!("/guilds/{guild}"), guild).await?;
        let channels: Vec<Channel> = self.get(format!("/guilds/{guild}/channels"), guild).await?;
        let path = format!("/guilds/{guild}/members/{}", self.api.me());
        let Member { roles: own, .. } = self.get(path, guild).await?;
        let needed = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS;
        let is_open = |channel: &&Channel| {
            let me = self.api.me();
            let has = in_channel(&found.roles, guild, &own, me, &channel.permission_overwrites);
            channel.kind == TEXT && has & needed == needed
        };
        let open: Vec<&Channel> = channels.iter().filter(is_open).collect();
        let system = open.iter().find(|channel| channel.id == found.system_channel_id);
        system.or_else(|| open.iter().min_by_key(|channel| channel.position)).map(|channel| channel.id)
    }

    async fn get<T: DeserializeOwned + Default>(&self, path: String, guild: u64) -> Option<T> {
        self.api.retry(&Call::get(path, "guild", guild)).await.ok()
    }

    pub(super) async fn left(&self, guild: u64) {
        self.directory.forget_server(guild);
        // Greets the server again if the bot is added again.
        _ = self.receiver.installations().drop_installation(NAME, &guild.to_string()).await;
        self.receiver.removed(&server_name(guild)).await;
    }
}
