//! Servers that the bot was added to, or removed from.

use super::handler::Work;
use crate::api::{Call, patiently};
use crate::handle::server;
use crate::permissions::{EMBED_LINKS, SEND_MESSAGES, VIEW_CHANNEL, within};
use gorkd_chat::cards::talk;
use gorkd_words::Locale;
use reqwest::Method;
use serde_json::Value;

/// Which servers were greeted, by id.
const GREETED: &str = "discord:greeted";
const TEXT: u64 = 0;

impl Work {
    pub(super) async fn joined(&self, guild: u64) {
        let memory = &self.desk.kept().memory;
        let (name, now) = (guild.to_string(), self.clock.now());
        match memory.remembered(GREETED).await {
            Ok(known) if known.iter().any(|one| one.name == name) => return,
            Ok(_) => {}
            Err(_) => return,
        }
        if memory.remember(GREETED, &name, "true", now).await.is_err() {
            return;
        }
        if let Some(channel) = self.first_channel(guild).await {
            let card = talk::greeting(&self.desk.manners(), Locale::default());
            self.say(channel, &card, &format!("greeting{guild}{}", now.0)).await;
        }
    }

    /// Where a greeting goes: the system channel, or the first that can be written to.
    async fn first_channel(&self, guild: u64) -> Option<u64> {
        let get = async |path: String| {
            let call = || self.api.call(Call::new(Method::GET, path.clone(), "guild", &guild.to_string()));
            patiently(call).await.ok()
        };
        let found = get(format!("/guilds/{guild}")).await?;
        let channels = get(format!("/guilds/{guild}/channels")).await?;
        let member = get(format!("/guilds/{guild}/members/{}", self.api.me())).await?;
        let own: Vec<String> = member["roles"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let wanted = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS;
        let may = |channel: &&Value| {
            let has = within(&found["roles"], guild, &own, self.api.me(), &channel["permission_overwrites"]);
            channel["type"] == TEXT && has & wanted == wanted
        };
        let open: Vec<&Value> = channels.as_array().into_iter().flatten().filter(may).collect();
        let system = open.iter().find(|channel| channel["id"] == found["system_channel_id"]);
        let first = || open.iter().min_by_key(|channel| channel["position"].as_u64());
        system.or_else(first).map(|channel| super::payload::number(&channel["id"]))
    }

    pub(super) async fn left(&self, guild: u64) {
        self.places.forget_server(guild);
        let memory = &self.desk.kept().memory;
        // Whoever adds it again is greeted again.
        let _ = memory.forget(GREETED, Some(&guild.to_string())).await;
        match self.desk.left(&server(guild)).await {
            Ok(gone) => tracing::info!(guild, gone, "removed from a server: nothing is told there any more"),
            Err(error) => {
                tracing::warn!(%error, guild, "what is told in a server that was left cannot be ended")
            }
        }
    }
}
