//! Messages sent while nothing is connected: a new session reports only what comes after it starts.
//!
//! A new session sends each server with the id of the last message in each channel. Channels with recent
//! messages are read. A message that was already received is stored under its id, so it counts once.

use crate::api::{Api, Call};
use crate::permissions::{READ_MESSAGE_HISTORY, VIEW_CHANNEL};
use crate::platform::first_id_at;
use gorkd_core::model::Millis;
use serde_json::Value;
use serenity::all::{ChannelType, Guild, GuildChannel, Permissions};
use std::cmp::Reverse;

/// Longer than a restart or an upgrade takes. A person who has waited longer has asked again, or asked someone
/// else.
const LOOK_BACK_MS: i64 = 10 * 60 * 1000;
/// Maximum number of channels read per server, those with the latest messages first.
const MAX_CHANNELS: usize = 100;
/// Maximum messages per request, and the maximum number of requests per channel.
const PAGE: usize = 100;
const MAX_PAGES: usize = 5;

/// A channel or thread that may contain missed messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    guild: u64,
    channel: u64,
    /// Only messages with a greater id.
    after: u64,
}

/// Channels of a server with recent messages that the bot may read.
pub fn unread(guild: &Guild, me: u64, now: Millis) -> Vec<Unread> {
    let joined_ms = guild.joined_at.unix_timestamp().saturating_mul(1000);
    let after = first_id_at(Millis(now.0.saturating_sub(LOOK_BACK_MS).max(joined_ms)));
    let Some(own) = guild.members.values().find(|member| member.user.id.get() == me) else {
        return Vec::new();
    };
    let may_read = |channel: &GuildChannel| {
        // A thread has the permissions of its channel.
        let ruling = match is_thread(channel.kind) {
            true => channel.parent_id.and_then(|parent| guild.channels.get(&parent)),
            false => Some(channel),
        };
        // Reading the chat of a voice channel requires permission to join it.
        let joins = match channel.kind {
            ChannelType::Voice | ChannelType::Stage => Permissions::CONNECT.bits(),
            _ => 0,
        };
        let needed = VIEW_CHANNEL | READ_MESSAGE_HISTORY | joins;
        ruling.is_some_and(|ruling| guild.user_permissions_in(ruling, own).bits() & needed == needed)
    };
    let mut found: Vec<(u64, Unread)> = guild
        .channels
        .values()
        .chain(&guild.threads)
        .filter(|channel| holds_messages(channel.kind))
        .filter_map(|channel| {
            let last = channel.last_message_id?.get();
            let unread = Unread { guild: guild.id.get(), channel: channel.id.get(), after };
            (last > after && may_read(channel)).then_some((last, unread))
        })
        .collect();
    found.sort_unstable_by_key(|(last, _)| Reverse(*last));
    found.into_iter().take(MAX_CHANNELS).map(|(_, unread)| unread).collect()
}

/// Whether a channel contains messages. The last message of a forum is a post, which is a separate thread.
fn holds_messages(kind: ChannelType) -> bool {
    let is_channel =
        matches!(kind, ChannelType::Text | ChannelType::News | ChannelType::Voice | ChannelType::Stage);
    is_channel || is_thread(kind)
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread)
}

/// Whether a message mentions `me` or replies to their message. Without the message-content intent, the gateway
/// sends the text only of such messages.
fn is_for(message: &Value, me: u64) -> bool {
    let is_me = |user: &Value| user["id"].as_str().and_then(|id| id.parse().ok()) == Some(me);
    let mentions = message["mentions"].as_array();
    mentions.is_some_and(|mentions| mentions.iter().any(is_me))
        || is_me(&message["referenced_message"]["author"])
}

impl Unread {
    /// The messages sent there, oldest first, in the gateway's format but without the authors' roles. Without
    /// `content`, only those for the bot.
    pub async fn messages(self, api: &Api, content: bool) -> Vec<Value> {
        let (mut after, mut found) = (self.after, Vec::new());
        for _ in 0..MAX_PAGES {
            let path = format!("/channels/{}/messages?after={after}&limit={PAGE}", self.channel);
            let call = Call::get(path, "messages", self.channel).needs("Read Message History");
            let mut page: Vec<Value> = match api.retry(&call).await {
                Ok(page) => page,
                Err(error) => {
                    let channel = self.channel;
                    tracing::warn!(channel, reason = %error.error, "failed to read missed messages");
                    break;
                }
            };
            // Discord returns the newest message first.
            page.reverse();
            let newest = page.last().and_then(|message| message["id"].as_str()?.parse().ok());
            let is_full = page.len() >= PAGE;
            let told = page.into_iter().filter(|message| content || is_for(message, api.me()));
            found.extend(told.map(|message| self.as_event(message)));
            match newest {
                Some(newest) if is_full => after = newest,
                Some(_) | None => break,
            }
        }
        found
    }

    fn as_event(self, mut message: Value) -> Value {
        if let Some(fields) = message.as_object_mut() {
            fields.insert("guild_id".to_owned(), self.guild.to_string().into());
        }
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use serenity::all::{
        ChannelId, GuildId, Member, MessageId, PermissionOverwrite, PermissionOverwriteType, Role, RoleId,
        Timestamp, UserId,
    };

    const ME: u64 = 7;
    const NOW: Millis = Millis(1_800_000_000_000);

    /// A channel, and how many minutes ago its last message was sent.
    fn channel(id: u64, kind: ChannelType, last: Option<i64>) -> GuildChannel {
        let mut channel = GuildChannel::default();
        channel.id = ChannelId::new(id);
        channel.kind = kind;
        channel.last_message_id =
            last.map(|minutes| MessageId::new(first_id_at(Millis(NOW.0 - minutes * 60_000))));
        channel
    }

    fn thread(id: u64, parent: u64, last: i64) -> GuildChannel {
        let mut thread = channel(id, ChannelType::PublicThread, Some(last));
        thread.parent_id = Some(ChannelId::new(parent));
        thread
    }

    /// Everyone may see its channels and read their history, unless a channel says otherwise.
    fn guild(channels: Vec<GuildChannel>, threads: Vec<GuildChannel>) -> Guild {
        let mut everyone = Role::default();
        everyone.permissions =
            Permissions::VIEW_CHANNEL | Permissions::READ_MESSAGE_HISTORY | Permissions::CONNECT;
        let mut own = Member::default();
        own.user.id = UserId::new(ME);
        let mut guild = Guild::default();
        guild.id = GuildId::new(1);
        guild.owner_id = UserId::new(2);
        guild.joined_at = Timestamp::from_unix_timestamp(1_700_000_000).expect("a time");
        guild.roles.insert(RoleId::new(1), everyone);
        guild.members.insert(UserId::new(ME), own);
        guild.channels = channels.into_iter().map(|channel| (channel.id, channel)).collect();
        guild.threads = threads;
        guild
    }

    fn found(guild: &Guild) -> Vec<u64> {
        unread(guild, ME, NOW).iter().map(|one| one.channel).collect()
    }

    #[test]
    fn channels_with_recent_messages_are_read_latest_first() {
        let channels = vec![
            channel(10, ChannelType::Text, Some(5)),
            channel(11, ChannelType::News, Some(11)),
            channel(12, ChannelType::Text, None),
            channel(13, ChannelType::Forum, Some(1)),
            channel(14, ChannelType::Voice, Some(4)),
            channel(15, ChannelType::Stage, Some(6)),
            channel(16, ChannelType::Category, Some(1)),
        ];
        let mut guild = guild(channels, vec![thread(20, 10, 2), thread(21, 13, 3), thread(22, 10, 60)]);
        assert_eq!(found(&guild), [20, 21, 14, 10, 15]);
        guild.joined_at = Timestamp::from_unix_timestamp(NOW.0 / 1000 - 150).expect("a time");
        assert_eq!(found(&guild), [20], "messages from before the bot joined are skipped");
    }

    #[test]
    fn channels_that_the_bot_may_not_read_are_skipped() {
        let without = |deny: Permissions, mut channel: GuildChannel| {
            channel.permission_overwrites = vec![PermissionOverwrite {
                allow: Permissions::empty(),
                deny,
                kind: PermissionOverwriteType::Role(RoleId::new(1)),
            }];
            channel
        };
        let channels = vec![
            without(Permissions::VIEW_CHANNEL, channel(10, ChannelType::Text, Some(1))),
            channel(11, ChannelType::Text, Some(1)),
            without(Permissions::CONNECT, channel(12, ChannelType::Voice, Some(1))),
        ];
        let guild = guild(channels, vec![thread(20, 10, 2), thread(21, 99, 3)]);
        assert_eq!(found(&guild), [11], "nor is a thread in it, or in a channel that is not told");
    }

    #[test]
    fn without_message_content_only_messages_for_the_bot_are_kept() {
        let mention = json!({"mentions": [{"id": "8"}, {"id": ME.to_string()}]});
        let reply =
            |to: u64| json!({"mentions": [], "referenced_message": {"author": {"id": to.to_string()}}});
        assert!(is_for(&mention, ME) && is_for(&reply(ME), ME));
        assert!(!is_for(&mention, 9) && !is_for(&reply(8), ME) && !is_for(&json!({"content": "x"}), ME));
        let gone = json!({"mentions": [], "referenced_message": null});
        assert!(!is_for(&gone, ME), "it replies to a message that was deleted");
    }
}
