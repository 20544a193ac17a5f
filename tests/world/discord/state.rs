//! What the simulated Discord knows: servers, channels, people, messages, interactions, and what was asked of it.

use super::connection::Session;
use super::interactions::Interaction;
use super::permissions::{self, VIEW_CHANNEL};
use super::rates::Rates;
use super::shapes::{self, id, is_thread};
use crate::world::chat::faults::Faults;
use crate::world::chat::files::File;
use crate::world::chat::people::Person;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long things last. A test shortens what it would otherwise wait for.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Until an interaction that nobody answered is dead.
    pub answer: Duration,
    /// Until the token of an answered interaction is dead.
    pub token: Duration,
    /// How long a nonce is remembered.
    pub nonce: Duration,
    /// Between two heartbeats.
    pub heartbeat: Duration,
    /// The window of a bucket.
    pub bucket: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(3),
            token: Duration::from_secs(900),
            nonce: Duration::from_secs(180),
            heartbeat: Duration::from_secs(5),
            bucket: Duration::from_secs(1),
        }
    }
}

/// The bot as Discord knows it.
pub struct Bot {
    pub id: u64,
    pub token: String,
    /// Privileged intents that were granted on the developers' page.
    pub content_granted: bool,
    /// The gateway refuses the message-content intent, whatever the application's page says.
    pub content_refused: bool,
    /// Where interactions are sent; none for over the gateway.
    pub endpoint: Option<String>,
    pub key: ed25519_dalek::SigningKey,
}

pub struct Guild {
    pub value: Value,
    /// Roles by member.
    pub members: BTreeMap<u64, Vec<String>>,
}

/// An error as Discord gives it: status and code; 0 where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Error(pub u16, pub u64);

/// A request that came in.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `POST /channels/{channel_id}/messages`.
    pub operation: String,
    pub path: String,
    pub status: u16,
    pub at: Instant,
}

pub struct State {
    pub address: SocketAddr,
    pub times: Times,
    pub bot: Bot,
    pub users: BTreeMap<u64, Person>,
    pub guilds: BTreeMap<u64, Guild>,
    /// Channels of servers, threads and direct messages.
    pub channels: BTreeMap<u64, Value>,
    pub messages: BTreeMap<u64, Value>,
    /// Who alone sees a message.
    pub ephemeral: BTreeMap<u64, u64>,
    /// Channel, nonce, message, when.
    pub nonces: Vec<(u64, String, u64, Instant)>,
    pub files: BTreeMap<u64, File>,
    /// By server; 0 for everywhere.
    pub commands: BTreeMap<u64, Vec<Value>>,
    /// By token.
    pub interactions: BTreeMap<String, Interaction>,
    pub sessions: BTreeMap<String, Session>,
    pub rates: Rates,
    pub faults: Faults<Error>,
    pub asked: Vec<Asked>,
    pub identifies: Vec<Instant>,
    pub resumes: u32,
    /// Of 1,000 a day.
    pub identifies_left: u64,
    pub shards: u64,
    pub violations: Vec<String>,
    /// Another's client: it need not say whom it mentions.
    pub lenient: bool,
}

impl State {
    pub fn violate(&mut self, what: impl Into<String>) {
        self.violations.push(what.into());
    }

    /// Somebody, as Discord tells of him; null for who is not there.
    pub fn user(&self, user: u64) -> Value {
        self.users.get(&user).map_or(Value::Null, |person| shapes::user(user, person))
    }

    pub fn bot_user(&self) -> Value {
        self.user(self.bot.id)
    }

    pub fn channel(&self, channel: u64) -> Result<&Value, u64> {
        self.channels.get(&channel).ok_or(10003)
    }

    /// The channel that a thread hangs on, or the channel itself.
    pub fn parent<'a>(&'a self, channel: &'a Value) -> &'a Value {
        let parent = is_thread(channel).then(|| self.channels.get(&id(&channel["parent_id"]))).flatten();
        parent.unwrap_or(channel)
    }

    /// What somebody may do in a channel; everything in a direct message of his own.
    pub fn permissions(&self, user: u64, channel: &Value) -> u64 {
        let Some(guild) = self.guilds.get(&id(&channel["guild_id"])) else {
            let recipients = channel["recipients"].as_array().into_iter().flatten();
            let mine = user == self.bot.id || recipients.into_iter().any(|one| id(&one["id"]) == user);
            return if mine { !permissions::ADMINISTRATOR } else { 0 };
        };
        let Some(roles) = guild.members.get(&user) else { return 0 };
        let overwrites = self.parent(channel).get("permission_overwrites");
        permissions::of(&guild.value, roles, &user.to_string(), overwrites)
    }

    /// Refuses what the bot may not do there, as Discord does.
    pub fn need(&self, channel: &Value, wanted: u64) -> Result<(), u64> {
        let has = self.permissions(self.bot.id, channel);
        if has & VIEW_CHANNEL == 0 {
            return Err(50001);
        }
        if has & wanted == wanted { Ok(()) } else { Err(50013) }
    }

    pub fn message(&self, channel: u64, message: u64) -> Result<&Value, u64> {
        let found = self.messages.get(&message).filter(|found| id(&found["channel_id"]) == channel);
        found.filter(|_| !self.ephemeral.contains_key(&message)).ok_or(10008)
    }

    /// Messages of a channel that all in it see, oldest first.
    pub fn messages_of(&self, channel: u64) -> impl Iterator<Item = &Value> {
        let those = self.messages.values().filter(move |message| id(&message["channel_id"]) == channel);
        those.filter(|message| !self.ephemeral.contains_key(&id(&message["id"])))
    }

    /// The direct messages between somebody and the bot.
    pub fn direct(&mut self, user: u64) -> u64 {
        let with = |channel: &&Value| {
            channel["type"] == shapes::DIRECT && id(&channel["recipients"][0]["id"]) == user
        };
        if let Some(channel) = self.channels.values().find(with) {
            return id(&channel["id"]);
        }
        let new = shapes::snowflake();
        let channel = serde_json::json!({"id": new.to_string(), "type": 1, "flags": 0, "last_message_id": null,
            "recipients": [self.user(user)]});
        self.channels.insert(new, channel);
        new
    }
}
