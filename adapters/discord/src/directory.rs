//! What Discord knows about channels, cached for a limited time: their type, who sees them, and what the bot
//! may do there.

use crate::api::{Api, ApiError, Call};
use crate::payload::{self, Channel, Guild, Role, Tag};
use crate::permissions::{
    CREATE_PUBLIC_THREADS, MANAGES, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL, in_channel, in_guild, missing,
};
use moka::sync::Cache;
use std::sync::Arc;
use std::time::Duration;

const TIME_TO_LIVE: Duration = Duration::from_secs(120);
const CAPACITY: u64 = 5_000;

pub const TEXT: u64 = 0;
const DIRECT: u64 = 1;
const ANNOUNCEMENTS: u64 = 5;
const THREADS: [u64; 3] = [10, 11, 12];
const PRIVATE_THREAD: u64 = 12;
const FORUMS: [u64; 2] = [15, 16];
/// Forum posts require a tag.
const REQUIRE_TAG: u64 = 1 << 4;

/// A channel, a thread, or direct messages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChannelInfo {
    pub guild: u64,
    /// The channel itself, or for a thread its channel.
    pub channel: u64,
    pub thread: Option<u64>,
    pub direct: bool,
    /// Some members of the server cannot see it, or it is age-restricted.
    pub private: bool,
    /// A thread that the bot opened.
    pub bot_thread: bool,
    /// Questions here become posts, with this tag if the forum requires one.
    pub forum: bool,
    pub tag: Option<String>,
    pub name: String,
    /// The bot may open threads on messages here.
    pub opens_threads: bool,
    /// The bot's permissions.
    pub permissions: u64,
}

#[derive(Clone)]
pub struct Directory {
    api: Api,
    channels: Cache<u64, ChannelInfo>,
    servers: Cache<u64, Arc<Server>>,
    /// Roles, keyed by server and user.
    members: Cache<(u64, u64), Vec<String>>,
}

struct Server {
    roles: Vec<Role>,
    owner: u64,
    /// The bot's roles.
    own: Vec<String>,
}

impl ChannelInfo {
    pub fn direct(channel: u64) -> Self {
        Self { channel, direct: true, private: true, permissions: u64::MAX, ..Self::default() }
    }

    /// Where messages go: the thread if there is one, otherwise the channel.
    pub fn id(&self) -> u64 {
        self.thread.unwrap_or(self.channel)
    }

    /// The names of missing permissions without which the bot cannot answer; `None` if it can.
    pub fn lacking(&self) -> Option<String> {
        let is_optional = |name: &&str| match *name {
            "Add Reactions" | "Attach Files" | "Read Message History" => true,
            "Create Public Threads" => self.thread.is_some() || !self.opens_threads,
            "Send Messages in Threads" => self.thread.is_none() && !self.opens_threads && !self.forum,
            "Send Messages" => self.thread.is_some() || self.opens_threads,
            _ => false,
        };
        let needed: Vec<&str> =
            missing(self.permissions).into_iter().filter(|name| !is_optional(name)).collect();
        (!needed.is_empty()).then(|| needed.join(", "))
    }
}

impl Directory {
    pub fn new(api: Api) -> Self {
        let channels = Cache::builder()
            .max_capacity(CAPACITY)
            .time_to_live(TIME_TO_LIVE)
            .support_invalidation_closures()
            .build();
        let servers = Cache::builder().max_capacity(CAPACITY).time_to_live(TIME_TO_LIVE).build();
        let members = Cache::builder().max_capacity(CAPACITY).time_to_live(TIME_TO_LIVE).build();
        Self { api, channels, servers, members }
    }

    /// A channel or thread, from the cache or from Discord.
    pub async fn channel(&self, id: u64) -> Result<ChannelInfo, ApiError> {
        if let Some(info) = self.channels.get(&id) {
            return Ok(info);
        }
        let found = self.get_channel(id).await?;
        let info = self.describe(found).await?;
        self.channels.insert(id, info.clone());
        Ok(info)
    }

    /// Whether it is cached as a channel of a server rather than a thread.
    pub fn is_channel(&self, id: u64) -> bool {
        self.channels.get(&id).is_some_and(|info| info.thread.is_none() && !info.direct)
    }

    /// Call this when the channel has changed.
    pub fn forget_channel(&self, id: u64) {
        self.channels.invalidate(&id);
        self.forget_where(move |info| info.channel == id);
    }

    pub fn forget_server(&self, guild: u64) {
        self.servers.invalidate(&guild);
        self.forget_where(move |info| info.guild == guild);
    }

    fn forget_where(&self, applies: impl Fn(&ChannelInfo) -> bool + Send + Sync + 'static) {
        // This fails only if the cache does not support closures, which it does.
        _ = self.channels.invalidate_entries_if(move |_, info| applies(info));
    }

    /// The roles of a server member; empty if Discord does not answer.
    pub async fn roles(&self, guild: u64, user: u64) -> Vec<String> {
        if let Some(roles) = self.members.get(&(guild, user)) {
            return roles;
        }
        let call = Call::get(format!("/guilds/{guild}/members/{user}"), "member", guild);
        let found: Result<payload::Member, ApiError> = self.api.retry(&call).await;
        let Ok(member) = found else { return Vec::new() };
        self.members.insert((guild, user), member.roles.clone());
        member.roles
    }

    /// Whether a person with these roles manages the server.
    pub async fn manages(&self, guild: u64, user: u64, roles: &[String]) -> bool {
        let Ok(server) = self.server(guild).await else { return false };
        server.owner == user || in_guild(&server.roles, guild, roles) & MANAGES != 0
    }

    async fn describe(&self, found: Channel) -> Result<ChannelInfo, ApiError> {
        if found.kind == DIRECT {
            return Ok(ChannelInfo::direct(found.id));
        }
        let (guild, me) = (found.guild_id, self.api.me());
        let thread = THREADS.contains(&found.kind).then_some(found.id);
        let parent = match thread {
            Some(_) => self.get_channel(found.parent_id).await?,
            None => found.clone(),
        };
        let server = self.server(guild).await?;
        let overwrites = &parent.permission_overwrites;
        let permissions = match server.owner == me {
            true => u64::MAX,
            false => in_channel(&server.roles, guild, &server.own, me, overwrites),
        };
        let everyone = in_channel(&server.roles, guild, &[], 0, overwrites);
        let may = |permission: u64| permissions & permission != 0;
        let opens_threads = [TEXT, ANNOUNCEMENTS].contains(&found.kind)
            && may(CREATE_PUBLIC_THREADS)
            && may(SEND_MESSAGES_IN_THREADS);
        Ok(ChannelInfo {
            guild,
            channel: parent.id,
            thread,
            direct: false,
            private: everyone & VIEW_CHANNEL == 0 || found.kind == PRIVATE_THREAD || parent.nsfw,
            bot_thread: thread.is_some() && found.owner_id == me,
            forum: FORUMS.contains(&found.kind),
            tag: required_tag(&found),
            name: found.name,
            opens_threads,
            permissions,
        })
    }

    async fn server(&self, guild: u64) -> Result<Arc<Server>, ApiError> {
        if let Some(server) = self.servers.get(&guild) {
            return Ok(server);
        }
        let call = |path: String, route: &str| Call::get(path, route, guild).needs("View Channel");
        let found: Guild = self.api.retry(&call(format!("/guilds/{guild}"), "guild")).await?;
        let path = format!("/guilds/{guild}/members/{}", self.api.me());
        let member: payload::Member = self.api.retry(&call(path, "member")).await?;
        let server = Arc::new(Server { roles: found.roles, owner: found.owner_id, own: member.roles });
        self.servers.insert(guild, server.clone());
        Ok(server)
    }

    async fn get_channel(&self, id: u64) -> Result<Channel, ApiError> {
        let call = Call::get(format!("/channels/{id}"), "channel", id).needs("View Channel");
        self.api.retry(&call).await
    }
}

/// The first tag that everyone may use, if the forum requires one.
fn required_tag(forum: &Channel) -> Option<String> {
    if forum.flags & REQUIRE_TAG == 0 {
        return None;
    }
    let usable = |tag: &&Tag| !tag.moderated;
    let tag = forum.available_tags.iter().find(usable).or_else(|| forum.available_tags.first())?;
    Some(tag.id.clone())
}
