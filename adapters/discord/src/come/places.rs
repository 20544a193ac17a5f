//! What is known of channels: their kind, who sees them, and what the bot may do there.

use super::payload::number;
use crate::api::{Api, Call, Fault, patiently};
use crate::permissions as may;
use dashmap::DashMap;
use reqwest::Method;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long something is believed.
const BELIEVED: Duration = Duration::from_secs(120);
/// Channels that are remembered.
const REMEMBERED: usize = 5_000;

const TEXT: u64 = 0;
const DIRECT: u64 = 1;
const ANNOUNCEMENTS: u64 = 5;
const THREADS: [u64; 3] = [10, 11, 12];
const PRIVATE_THREAD: u64 = 12;
const FORUMS: [u64; 2] = [15, 16];
/// Posts of a forum need a tag.
const REQUIRE_TAG: u64 = 1 << 4;

/// A channel, a thread, or direct messages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    pub guild: u64,
    /// The channel itself, or the one that a thread hangs on.
    pub channel: u64,
    pub thread: Option<u64>,
    pub direct: bool,
    /// Not everybody of the server sees it, or it is for adults.
    pub private: bool,
    /// The thread was opened by the bot.
    pub ours: bool,
    /// A question becomes a post here, perhaps with a tag that it has to have.
    pub forum: bool,
    pub tag: Option<String>,
    pub name: String,
    /// May a thread be opened on a message here?
    pub opens_threads: bool,
    /// What the bot may do here.
    pub bits: u64,
}

#[derive(Clone)]
pub struct Places {
    api: Api,
    channels: Arc<DashMap<u64, (Instant, Known)>>,
    servers: Arc<DashMap<u64, (Instant, Arc<Server>)>>,
}

/// A server's roles, and the bot's own.
struct Server {
    roles: Value,
    owner: u64,
    mine: Vec<String>,
}

impl Places {
    pub fn new(api: Api) -> Self {
        Self { api, channels: Arc::default(), servers: Arc::default() }
    }

    /// What is known of a channel or thread, looked up where it has to be.
    pub async fn known(&self, channel: u64) -> Result<Known, Fault> {
        if let Some(known) = self.channels.get(&channel).filter(|known| known.0.elapsed() < BELIEVED) {
            return Ok(known.1.clone());
        }
        let found = self.get(format!("/channels/{channel}"), "channel", channel).await?;
        let known = self.read(&found).await?;
        if self.channels.len() > REMEMBERED {
            self.channels.retain(|_, known| known.0.elapsed() < BELIEVED);
        }
        self.channels.insert(channel, (Instant::now(), known.clone()));
        Ok(known)
    }

    /// Is it known to be a channel of a server, and no thread?
    pub fn is_channel(&self, channel: u64) -> bool {
        self.channels.get(&channel).is_some_and(|known| known.1.thread.is_none() && !known.1.direct)
    }

    /// Something has changed there.
    pub fn forget(&self, channel: u64) {
        self.channels.retain(|id, (_, known)| *id != channel && known.channel != channel);
    }

    pub fn forget_server(&self, guild: u64) {
        self.servers.remove(&guild);
        self.channels.retain(|_, (_, known)| known.guild != guild);
    }

    /// Does somebody with these roles govern the server?
    pub async fn governs(&self, guild: u64, user: u64, roles: &[String]) -> bool {
        let Ok(server) = self.server(guild).await else { return false };
        server.owner == user || may::base(&server.roles, guild, roles) & may::GOVERNS != 0
    }

    async fn read(&self, found: &Value) -> Result<Known, Fault> {
        let kind = found["type"].as_u64().unwrap_or_default();
        let id = number(&found["id"]);
        if kind == DIRECT {
            return Ok(Known {
                channel: id,
                direct: true,
                private: true,
                bits: u64::MAX,
                ..Known::default()
            });
        }
        let guild = number(&found["guild_id"]);
        let thread = THREADS.contains(&kind).then_some(id);
        let parent = match thread {
            Some(_) => {
                self.get(
                    format!("/channels/{}", number(&found["parent_id"])),
                    "channel",
                    number(&found["parent_id"]),
                )
                .await?
            }
            None => found.clone(),
        };
        let server = self.server(guild).await?;
        let me = self.api.me();
        let overwrites = &parent["permission_overwrites"];
        let bits = match server.owner == me {
            true => u64::MAX,
            false => may::within(&server.roles, guild, &server.mine, me, overwrites),
        };
        let everyone = may::within(&server.roles, guild, &[], 0, overwrites);
        let adults = parent["nsfw"] == true;
        let opens_threads = thread.is_none()
            && [TEXT, ANNOUNCEMENTS].contains(&kind)
            && bits & may::CREATE_PUBLIC_THREADS != 0
            && bits & may::SEND_MESSAGES_IN_THREADS != 0;
        Ok(Known {
            guild,
            channel: number(&parent["id"]),
            thread,
            direct: false,
            private: everyone & may::VIEW_CHANNEL == 0 || kind == PRIVATE_THREAD || adults,
            ours: thread.is_some() && number(&found["owner_id"]) == me,
            forum: FORUMS.contains(&kind),
            tag: tag_needed(found),
            name: found["name"].as_str().unwrap_or_default().to_owned(),
            opens_threads,
            bits,
        })
    }

    async fn server(&self, guild: u64) -> Result<Arc<Server>, Fault> {
        if let Some(server) = self.servers.get(&guild).filter(|server| server.0.elapsed() < BELIEVED) {
            return Ok(server.1.clone());
        }
        let found = self.get(format!("/guilds/{guild}"), "guild", guild).await?;
        let me = self.get(format!("/guilds/{guild}/members/{}", self.api.me()), "member", guild).await?;
        let mine = me["roles"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let server =
            Arc::new(Server { roles: found["roles"].clone(), owner: number(&found["owner_id"]), mine });
        self.servers.insert(guild, (Instant::now(), server.clone()));
        Ok(server)
    }

    async fn get(&self, path: String, route: &str, place: u64) -> Result<Value, Fault> {
        patiently(|| {
            self.api
                .call(Call::new(Method::GET, path.clone(), route, &place.to_string()).needs("View Channel"))
        })
        .await
    }
}

/// A tag for posts of a forum that wants one: the first that anybody may use.
fn tag_needed(forum: &Value) -> Option<String> {
    if forum["flags"].as_u64().unwrap_or_default() & REQUIRE_TAG == 0 {
        return None;
    }
    let tags = || forum["available_tags"].as_array().into_iter().flatten();
    let free = tags().find(|tag| tag["moderated"] != true).or_else(|| tags().next())?;
    free["id"].as_str().map(str::to_owned)
}
