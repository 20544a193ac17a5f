//! The gateway: what happens in Discord, told over a websocket that the library keeps open, resumes and shards.

use crate::api::{Api, Call, patiently};
use crate::budget::Budget;
use crate::come::first::First;
use crate::come::{Message, Places, Received};
use crate::handle::NAME;
use async_trait::async_trait;
use dashmap::{DashMap, DashSet};
use gorkd_core::engine::Clock;
use gorkd_core::ports::Chats;
use reqwest::Method;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use serenity::all::{
    ClientBuilder, ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, Interaction,
    RawEventHandler, ShardManager, ShardStageUpdateEvent,
};
use serenity::client::EventHandler;
use serenity::gateway::GatewayError;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Until the library has a connection to begin with; without this it waits for ever.
const BEGIN: Duration = Duration::from_secs(30);
/// After a failure.
const AGAIN: Duration = Duration::from_secs(5);
/// A server that was joined longer ago is none that was just joined.
const JUST_JOINED_MS: u64 = 10 * 60 * 1000;

/// How a connection to the gateway ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    ToldTo,
    /// An intent was asked for that is not granted.
    Intents,
    /// The token does not hold.
    Refused,
    Otherwise,
}

/// Listens, as long as it is not told to stop.
pub struct Gateway {
    pub api: Api,
    pub first: First,
    pub places: Places,
    pub chats: Arc<dyn Chats>,
    pub clock: Arc<dyn Clock>,
    pub budget: Budget,
}

impl Gateway {
    /// `content`: is the text of all messages asked for?
    pub async fn run(self, content: bool, halt: CancellationToken) {
        let ears = Arc::new(Ears {
            api: self.api.clone(),
            first: self.first.clone(),
            places: self.places.clone(),
            chats: self.chats.clone(),
            clock: self.clock.clone(),
            budget: self.budget.clone(),
            channels: DashSet::new(),
            seen: DashMap::new(),
            expected: AtomicU32::new(0),
            manager: OnceLock::new(),
        });
        let mut content = content;
        while !halt.is_cancelled() {
            match self.session(&ears, content, &halt).await {
                Ended::ToldTo => return,
                Ended::Intents if content => {
                    tracing::warn!(
                        "Discord refused the message-content intent (4014): switch on \"Message Content Intent\" on the \
                         Bot page of https://discord.com/developers/applications, or set discord.message_content=false. \
                         Going on without it: follow-ups need a mention"
                    );
                    content = false;
                    self.first.desk.hears_less();
                }
                Ended::Intents | Ended::Refused => {
                    tracing::error!(
                        "Discord refuses the bot (4004): is discord.token the token of the Bot page, and is it the newest? \
                         gorkd does not try again until it is started anew"
                    );
                    halt.cancelled().await;
                    return;
                }
                Ended::Otherwise => rest(AGAIN, &halt).await,
            }
        }
    }

    async fn session(&self, ears: &Arc<Ears>, content: bool, halt: &CancellationToken) -> Ended {
        match self.budget.wait().await {
            Ok(wait) if !wait.is_zero() => {
                tracing::warn!(
                    seconds = wait.as_secs(),
                    "too many sessions were begun of late; waiting before the next"
                );
                rest(wait, halt).await;
                return if halt.is_cancelled() {
                    Ended::ToldTo
                } else {
                    self.connect(ears, content, halt).await
                };
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "it is not known how many sessions were begun, so none is");
                return Ended::Otherwise;
            }
        }
        self.connect(ears, content, halt).await
    }

    async fn connect(&self, ears: &Arc<Ears>, content: bool, halt: &CancellationToken) -> Ended {
        let known =
            patiently(|| self.api.call(Call::new(Method::GET, "/gateway/bot".to_owned(), "gateway", "")))
                .await;
        let known = match known {
            Ok(known) => known,
            Err(fault) => {
                tracing::warn!(reason = %fault.trouble, "Discord does not say where its gateway is");
                return if fault.status == 401 { Ended::Refused } else { Ended::Otherwise };
            }
        };
        let shards = u32::try_from(known["shards"].as_u64().unwrap_or(1)).unwrap_or(1).max(1);
        let left = known["session_start_limit"]["remaining"].as_u64().unwrap_or(u64::from(shards));
        if left < u64::from(shards) {
            let after = known["session_start_limit"]["reset_after"].as_u64().unwrap_or(60_000);
            tracing::error!(
                seconds = after / 1000,
                "no gateway session is left for today; waiting until Discord gives more"
            );
            rest(Duration::from_millis(after.max(1_000)), halt).await;
            return Ended::Otherwise;
        }
        if let Err(error) = self.budget.note(shards).await {
            tracing::error!(%error, "a session cannot be counted, so none is begun");
            return Ended::Otherwise;
        }
        ears.expected.store(shards, Ordering::SeqCst);
        match self.listen(ears, content, shards, halt).await {
            Ok(ended) => ended,
            Err(reason) => {
                tracing::warn!(reason, "the gateway cannot be listened to; trying again");
                Ended::Otherwise
            }
        }
    }

    async fn listen(
        &self,
        ears: &Arc<Ears>,
        content: bool,
        shards: u32,
        halt: &CancellationToken,
    ) -> Result<Ended, String> {
        let settings = self.api.settings();
        let mut http = HttpBuilder::new(settings.token.expose_secret());
        if settings.api_url.host_str() != Some("discord.com") {
            http = http.proxy(settings.api_url.as_str().trim_end_matches('/')).ratelimiter_disabled(true);
        }
        let mut intents =
            GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        if content {
            intents |= GatewayIntents::MESSAGE_CONTENT;
        }
        let raw: Arc<Ears> = ears.clone();
        let client = ClientBuilder::new_with_http(http.build(), intents)
            .raw_event_handler(Shared(raw.clone()))
            .event_handler(Shared(raw));
        let client = tokio::time::timeout(BEGIN, client)
            .await
            .map_err(|_| "Discord did not say where its gateway is")?;
        let mut client = client.map_err(|error| error.to_string())?;
        let manager = client.shard_manager.clone();
        let _ = ears.manager.set(manager.clone());
        let ended = tokio::select! {
            ended = client.start_shards(shards) => ended,
            () = halt.cancelled() => {
                manager.shutdown_all().await;
                return Ok(Ended::ToldTo);
            }
        };
        Ok(match ended {
            Ok(()) => Ended::Otherwise,
            Err(serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)) => Ended::Intents,
            Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => Ended::Refused,
            Err(error) => {
                tracing::warn!(%error, "the gateway was lost");
                Ended::Otherwise
            }
        })
    }
}

/// Hears what the gateway tells.
struct Ears {
    api: Api,
    first: First,
    places: Places,
    chats: Arc<dyn Chats>,
    clock: Arc<dyn Clock>,
    budget: Budget,
    /// Channels that are no threads: what is said there is for us only with a mention or as an answer.
    channels: DashSet<u64>,
    /// The stage of each shard.
    seen: DashMap<u32, ConnectionStage>,
    /// Sessions that were counted before they were begun.
    expected: AtomicU32,
    manager: OnceLock<Arc<ShardManager>>,
}

struct Shared(Arc<Ears>);

#[async_trait]
impl EventHandler for Shared {
    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        let ears = &self.0;
        ears.seen.insert(event.shard_id.0, event.new);
        if event.new != ConnectionStage::Identifying {
            return;
        }
        let expected = |left: u32| left.checked_sub(1);
        if ears.expected.fetch_update(Ordering::SeqCst, Ordering::SeqCst, expected).is_ok() {
            return;
        }
        // The library has begun another one by itself.
        let noted = ears.budget.note(1).await.is_ok();
        let wait = ears.budget.wait().await.unwrap_or(Duration::MAX);
        if (!noted || wait > Duration::from_secs(60))
            && let Some(manager) = ears.manager.get()
        {
            tracing::warn!("gateway sessions end again and again; the connection is given a rest");
            manager.shutdown_all().await;
        }
    }
}

#[async_trait]
impl RawEventHandler for Shared {
    async fn raw_event(&self, _: Context, event: Event) {
        self.0.hear(event).await;
    }
}

impl Ears {
    async fn hear(&self, event: Event) {
        match event {
            Event::InteractionCreate(come) => {
                if let Ok(mut payload) = serde_json::to_value(&come.interaction) {
                    // The library keeps the kind beside the payload.
                    payload["type"] = kind_of(&come.interaction).into();
                    self.interaction(payload).await;
                }
            }
            Event::MessageCreate(said) => {
                if let Ok(payload) = serde_json::to_value(&said.message) {
                    self.said(payload).await;
                }
            }
            Event::MessageUpdate(edited) => {
                let Ok(payload) = serde_json::to_value(&edited) else { return };
                // Discord also updates messages nobody has edited, to show what their links lead to.
                let of_a_person = edited.author.as_ref().is_none_or(|author| !author.bot);
                let edited_by_one = edited.edited_timestamp.is_some() && of_a_person;
                if edited_by_one && self.asked_with(edited.id.get()).await {
                    let key = format!("edited{}{}", edited.id, payload["edited_timestamp"]);
                    self.keep(&key, &Received::Edited { d: payload }).await;
                }
            }
            Event::MessageDelete(gone) => {
                let guild_id = gone.guild_id.map_or(0, |id| id.get());
                let (channel_id, id) = (gone.channel_id.get(), gone.message_id.get());
                if !self.asked_with(id).await {
                    return;
                }
                self.keep(&format!("deleted{id}"), &Received::Deleted { channel_id, id, guild_id }).await;
            }
            Event::GuildCreate(come) => {
                let guild = come.guild;
                guild.channels.keys().for_each(|channel| _ = self.channels.insert(channel.get()));
                let joined = gorkd_core::model::Millis(guild.joined_at.unix_timestamp() * 1000);
                if self.clock.now().since(joined) < JUST_JOINED_MS {
                    let (guild_id, at) = (guild.id.get(), joined.0);
                    self.keep(&format!("joined{guild_id}.{at}"), &Received::Joined { guild_id }).await;
                }
            }
            Event::GuildDelete(gone) => {
                // An outage is no removal.
                if gone.guild.unavailable {
                    return;
                }
                let guild_id = gone.guild.id.get();
                let key = format!("left{guild_id}.{}", self.clock.now().0);
                self.keep(&key, &Received::Left { guild_id }).await;
            }
            Event::ChannelCreate(come) => _ = self.channels.insert(come.channel.id.get()),
            Event::ChannelUpdate(changed) => self.places.forget(changed.channel.id.get()),
            Event::ChannelDelete(gone) => {
                self.channels.remove(&gone.channel.id.get());
                self.places.forget(gone.channel.id.get());
            }
            Event::ThreadUpdate(changed) => self.places.forget(changed.thread.id.get()),
            Event::ThreadDelete(gone) => self.places.forget(gone.thread.id.get()),
            Event::GuildRoleUpdate(changed) => self.places.forget_server(changed.role.guild_id.get()),
            Event::GuildRoleDelete(gone) => self.places.forget_server(gone.guild_id.get()),
            Event::Ready(ready) => tracing::info!(shard = ?ready.ready.shard, "listening to Discord"),
            Event::Resumed(_) => tracing::info!("listening to Discord again, with nothing missed"),
            _ => {}
        }
    }

    async fn interaction(&self, payload: Value) {
        let Some(response) = self.first.response(&payload).await else { return };
        let (id, token) =
            (payload["id"].as_str().unwrap_or_default(), payload["token"].as_str().unwrap_or_default());
        let call = Call::new(Method::POST, format!("/interactions/{id}/{token}/callback"), "callback", token);
        if let Err(fault) = self.api.call(call.by_token().body(&response)).await {
            tracing::warn!(reason = %fault.trouble, "a command was not acknowledged in time; it is worked off all the same");
        }
    }

    async fn said(&self, payload: Value) {
        let Some(message) = Message::read(&payload) else { return };
        if !message.is_of_a_person() {
            return;
        }
        let direct = message.guild_id == 0;
        let to_us = direct || message.mentions(self.api.me());
        let answers = message.message_reference.is_some();
        if to_us || answers || !self.channels.contains(&message.channel_id) {
            self.keep(&message.id.to_string(), &Received::Said { d: payload }).await;
        }
    }

    /// Was something asked with this message?
    async fn asked_with(&self, message: u64) -> bool {
        matches!(self.chats.message(NAME, &message.to_string()).await, Ok(Some(_)))
    }

    async fn keep(&self, key: &str, received: &Received) {
        let text = serde_json::to_string(received).unwrap_or_else(|_| json!(null).to_string());
        if let Err(error) = self.first.inbox.take(key, text).await {
            tracing::error!(%error, "something that was said could not be kept");
        }
    }
}

fn kind_of(interaction: &Interaction) -> u64 {
    match interaction {
        Interaction::Ping(_) => 1,
        Interaction::Command(_) => 2,
        Interaction::Component(_) => 3,
        Interaction::Autocomplete(_) => 4,
        Interaction::Modal(_) => 5,
        _ => 0,
    }
}

async fn rest(time: Duration, halt: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = halt.cancelled() => {}
    }
}
