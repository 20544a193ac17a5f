//! The gateway: a WebSocket that carries everything that happens in Discord. serenity keeps it open, resumes it
//! and shards it.

use crate::api::{Api, Call};
use crate::directory::Directory;
use crate::handle::NAME;
use crate::missed;
use crate::payload::{AUTOCOMPLETE, COMMAND, COMPONENT, Empty, FORM, GatewayInfo, Message, PING, Payload};
use crate::receive::InitialResponder;
use crate::session_budget::SessionBudget;
use async_trait::async_trait;
use dashmap::DashSet;
use gorkd_core::model::Millis;
use secrecy::ExposeSecret;
use serde_json::Value;
use serenity::all::{
    ClientBuilder, ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, Interaction,
    RawEventHandler, ShardManager, ShardStageUpdateEvent,
};
use serenity::client::EventHandler;
use serenity::gateway::GatewayError;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Timeout for serenity's first request, which has none of its own.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Delay before retrying after a failure.
const RETRY: Duration = Duration::from_secs(5);
/// Maximum number of channels, over all servers, whose missed messages are read in parallel.
const PARALLEL_READS: usize = 4;
/// A server that was joined longer ago than this is not new.
const JUST_JOINED_MS: u64 = 10 * 60 * 1000;

/// How a connection to the gateway ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Cancelled,
    /// A requested intent is not granted.
    IntentRefused,
    /// The token is invalid.
    TokenRefused,
    Other,
}

pub struct Gateway {
    api: Api,
    responder: InitialResponder,
    directory: Directory,
    session_budget: SessionBudget,
    /// Channels that are not threads. Messages in them matter only if they mention or reply to the bot.
    channels: DashSet<u64>,
    /// Whether the text of every message is received.
    content: AtomicBool,
    /// Limits how many channels are read for missed messages.
    reading: Semaphore,
    /// Sessions that were already recorded, and have not started yet.
    expected: AtomicU32,
}

impl Gateway {
    pub fn new(api: Api, responder: InitialResponder, directory: Directory) -> Self {
        let session_budget = SessionBudget {
            installations: responder.chat.stores().installations.clone(),
            clock: responder.clock.clone(),
            most: api.settings().identifies,
        };
        Self {
            api,
            responder,
            directory,
            session_budget,
            channels: DashSet::new(),
            content: AtomicBool::new(false),
            reading: Semaphore::new(PARALLEL_READS),
            expected: AtomicU32::new(0),
        }
    }

    /// Runs until canceled. `content` requests the text of all messages.
    pub async fn run(self: Arc<Self>, mut content: bool, halt: CancellationToken) {
        while !halt.is_cancelled() {
            match self.session(content, &halt).await {
                Ended::Cancelled => return,
                Ended::IntentRefused if content => {
                    tracing::warn!(
                        "Discord refused the message-content intent (4014): switch on \"Message Content Intent\" on the \
                         Bot page of https://discord.com/developers/applications, or set discord.message_content=false. \
                         Continuing without it: follow-ups need a mention"
                    );
                    content = false;
                    self.responder.chat.require_mentions();
                }
                Ended::IntentRefused | Ended::TokenRefused => {
                    tracing::error!(
                        "Discord refuses the bot (4004): is discord.token the token of the Bot page, and is it the newest? \
                         gorkd does not retry until it is restarted"
                    );
                    halt.cancelled().await;
                    return;
                }
                Ended::Other => rest(RETRY, &halt).await,
            }
        }
    }

    async fn session(self: &Arc<Self>, content: bool, halt: &CancellationToken) -> Ended {
        match self.session_budget.wait().await {
            Ok(wait) if !wait.is_zero() => {
                tracing::warn!(
                    seconds = wait.as_secs(),
                    "too many sessions were started recently; waiting before the next"
                );
                rest(wait, halt).await;
                if halt.is_cancelled() {
                    return Ended::Cancelled;
                }
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "failed to read the number of sessions, so none is started");
                return Ended::Other;
            }
        }
        self.connect(content, halt).await
    }

    async fn connect(self: &Arc<Self>, content: bool, halt: &CancellationToken) -> Ended {
        let found: Result<GatewayInfo, _> = self.api.retry(&Call::get("/gateway/bot", "gateway", "")).await;
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(reason = %error.error, "failed to read the gateway's URL");
                return if error.status == 401 { Ended::TokenRefused } else { Ended::Other };
            }
        };
        let (shards, limit) = (found.shards.max(1), found.session_start_limit);
        if limit.remaining.is_some_and(|left| left < u64::from(shards)) {
            let wait = limit.reset_after.unwrap_or(60_000);
            tracing::error!(
                seconds = wait / 1000,
                "no gateway session is left for today; waiting for new ones"
            );
            rest(Duration::from_millis(wait.max(1_000)), halt).await;
            return Ended::Other;
        }
        if let Err(error) = self.session_budget.record(shards).await {
            tracing::error!(%error, "failed to record a session, so none is started");
            return Ended::Other;
        }
        self.expected.store(shards, Ordering::SeqCst);
        match self.listen(content, shards, halt).await {
            Ok(ended) => ended,
            Err(reason) => {
                tracing::warn!(reason, "failed to open the gateway; retrying");
                Ended::Other
            }
        }
    }

    async fn listen(
        self: &Arc<Self>,
        content: bool,
        shards: u32,
        halt: &CancellationToken,
    ) -> Result<Ended, String> {
        let settings = self.api.settings();
        let mut http = HttpBuilder::new(settings.token.expose_secret());
        if settings.api_url.host_str() != Some("discord.com") {
            http = http.proxy(settings.api_url.as_str().trim_end_matches('/')).ratelimiter_disabled(true);
        }
        self.content.store(content, Ordering::SeqCst);
        let mut intents =
            GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        if content {
            intents |= GatewayIntents::MESSAGE_CONTENT;
        }
        let listener = Listener { gateway: self.clone(), manager: Arc::default() };
        let client = ClientBuilder::new_with_http(http.build(), intents)
            .raw_event_handler(listener.clone())
            .event_handler(listener.clone());
        let client = tokio::time::timeout(START_TIMEOUT, client)
            .await
            .map_err(|_| "Discord did not return the gateway's URL")?;
        let mut client = client.map_err(|error| error.to_string())?;
        let manager = client.shard_manager.clone();
        let _ = listener.manager.set(Arc::downgrade(&manager));
        let ended = tokio::select! {
            ended = client.start_shards(shards) => ended,
            () = halt.cancelled() => {
                manager.shutdown_all().await;
                return Ok(Ended::Cancelled);
            }
        };
        Ok(match ended {
            Ok(()) => Ended::Other,
            Err(serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)) => Ended::IntentRefused,
            Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => Ended::TokenRefused,
            Err(error) => {
                tracing::warn!(%error, "lost the connection to the gateway");
                Ended::Other
            }
        })
    }
}

/// Handles the events of one connection.
#[derive(Clone)]
struct Listener {
    gateway: Arc<Gateway>,
    /// Keeps the connection's shards. It owns this listener, and not the other way around.
    manager: Arc<OnceLock<Weak<ShardManager>>>,
}

#[async_trait]
impl EventHandler for Listener {
    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        let gateway = &self.gateway;
        // serenity identifies after it has compared the stages, so that a new session shows only once it has started.
        if event.old != ConnectionStage::Identifying {
            return;
        }
        let expected = |left: u32| left.checked_sub(1);
        if gateway.expected.fetch_update(Ordering::SeqCst, Ordering::SeqCst, expected).is_ok() {
            return;
        }
        // serenity started another session by itself.
        let recorded = gateway.session_budget.record(1).await.is_ok();
        let wait = gateway.session_budget.wait().await.unwrap_or(Duration::MAX);
        if (!recorded || wait > Duration::from_secs(60))
            && let Some(manager) = self.manager.get().and_then(Weak::upgrade)
        {
            tracing::warn!("gateway sessions end too often; pausing the connection");
            manager.shutdown_all().await;
        }
    }
}

#[async_trait]
impl RawEventHandler for Listener {
    async fn raw_event(&self, _: Context, event: Event) {
        let gateway = &self.gateway;
        let unread = match &event {
            Event::GuildCreate(created) => missed::unread(&created.guild, gateway.api.me(), gateway.now()),
            _ => Vec::new(),
        };
        gateway.receive(event).await;
        for channel in unread {
            // The semaphore is never closed.
            let _turn = gateway.reading.acquire().await;
            let content = gateway.content.load(Ordering::SeqCst);
            for message in channel.messages(&gateway.api, content).await {
                gateway.message(message).await;
            }
        }
    }
}

impl Gateway {
    fn now(&self) -> Millis {
        self.responder.clock.now()
    }

    async fn receive(&self, event: Event) {
        match event {
            Event::InteractionCreate(created) => {
                if let Ok(mut payload) = serde_json::to_value(&created.interaction) {
                    // serenity keeps the type separate from the payload.
                    payload["type"] = kind_of(&created.interaction).into();
                    self.interaction(payload).await;
                }
            }
            Event::MessageCreate(created) => {
                if let Ok(payload) = serde_json::to_value(&created.message) {
                    self.message(payload).await;
                }
            }
            Event::MessageUpdate(edited) => {
                let Ok(payload) = serde_json::to_value(&edited) else { return };
                // Discord also updates messages to add link previews.
                let at = payload.get("edited_timestamp").and_then(Value::as_str);
                let Some(at) = at.map(str::to_owned) else { return };
                let by_person = edited.author.as_ref().is_none_or(|author| !author.bot);
                if by_person && self.asked_with(edited.id.get()).await {
                    let key = format!("edited{}.{at}", edited.id);
                    self.store(&key, &Payload::Edited { d: payload }).await;
                }
            }
            Event::MessageDelete(deleted) => {
                let guild_id = deleted.guild_id.map_or(0, |id| id.get());
                let (channel_id, id) = (deleted.channel_id.get(), deleted.message_id.get());
                if self.asked_with(id).await {
                    let deleted = Payload::Deleted { channel_id, id, guild_id };
                    self.store(&format!("deleted{id}"), &deleted).await;
                }
            }
            Event::GuildCreate(created) => {
                let guild = created.guild;
                guild.channels.keys().for_each(|channel| _ = self.channels.insert(channel.get()));
                let joined = Millis(guild.joined_at.unix_timestamp() * 1000);
                if self.now().since(joined) < JUST_JOINED_MS {
                    let (guild_id, at) = (guild.id.get(), joined.0);
                    self.store(&format!("joined{guild_id}.{at}"), &Payload::Joined { guild_id }).await;
                }
            }
            // During an outage, a server becomes unavailable without gorkd having been removed.
            Event::GuildDelete(deleted) if deleted.guild.unavailable => {}
            Event::GuildDelete(deleted) => {
                let guild_id = deleted.guild.id.get();
                let key = format!("left{guild_id}.{}", self.now().0);
                self.store(&key, &Payload::Left { guild_id }).await;
            }
            Event::ChannelCreate(created) => _ = self.channels.insert(created.channel.id.get()),
            Event::ChannelUpdate(updated) => self.directory.forget_channel(updated.channel.id.get()),
            Event::ChannelDelete(deleted) => {
                self.channels.remove(&deleted.channel.id.get());
                self.directory.forget_channel(deleted.channel.id.get());
            }
            Event::ThreadUpdate(updated) => self.directory.forget_channel(updated.thread.id.get()),
            Event::ThreadDelete(deleted) => self.directory.forget_channel(deleted.thread.id.get()),
            Event::GuildRoleUpdate(updated) => self.directory.forget_server(updated.role.guild_id.get()),
            Event::GuildRoleDelete(deleted) => self.directory.forget_server(deleted.guild_id.get()),
            Event::Ready(ready) => tracing::info!(shard = ?ready.ready.shard, "connected to Discord"),
            Event::Resumed(_) => tracing::info!("reconnected to Discord without missing anything"),
            _ => {}
        }
    }

    async fn interaction(&self, payload: Value) {
        let Some(response) = self.responder.response(&payload).await else { return };
        let text = |name: &str| payload.get(name).and_then(Value::as_str).unwrap_or_default();
        let call = Call::callback(text("id").parse().unwrap_or_default(), text("token")).body(&response);
        if let Err::<Empty, _>(error) = self.api.call(&call).await {
            tracing::warn!(reason = %error.error, "failed to acknowledge an interaction; handling it anyway");
        }
    }

    async fn message(&self, payload: Value) {
        let Some(message) = Message::read(&payload).filter(Message::is_by_person) else { return };
        let to_bot = message.guild_id == 0 || message.mentions(self.api.me());
        let is_reply = message.message_reference.message_id != 0;
        if to_bot || is_reply || !self.channels.contains(&message.channel_id) {
            self.store(&message.id.to_string(), &Payload::Message { d: payload }).await;
        }
    }

    /// Whether this message started a job.
    async fn asked_with(&self, message: u64) -> bool {
        let chats = &self.responder.chat.stores().chats;
        matches!(chats.message(NAME, &message.to_string()).await, Ok(Some(_)))
    }

    async fn store(&self, key: &str, payload: &Payload) {
        let stored = serde_json::to_string(payload).unwrap_or_default();
        if let Err(error) = self.responder.inbox.enqueue(key, stored).await {
            tracing::error!(%error, "failed to store an event");
        }
    }
}

fn kind_of(interaction: &Interaction) -> u64 {
    match interaction {
        Interaction::Ping(_) => PING,
        Interaction::Command(_) => COMMAND,
        Interaction::Component(_) => COMPONENT,
        Interaction::Autocomplete(_) => AUTOCOMPLETE,
        Interaction::Modal(_) => FORM,
        _ => 0,
    }
}

async fn rest(time: Duration, halt: &CancellationToken) {
    halt.run_until_cancelled(tokio::time::sleep(time)).await;
}
