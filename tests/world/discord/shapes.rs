//! Things of Discord in the shapes in which it tells them.

use crate::world::chat::people::Person;
use crate::world::chat::unix;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// Discord's first second, in milliseconds of ours.
const EPOCH: u64 = 1_420_070_400_000;

pub const THREAD_KINDS: [u64; 3] = [10, 11, 12];
pub const FORUM: u64 = 15;
pub const TEXT: u64 = 0;
pub const DIRECT: u64 = 1;

/// A new id, later than those before it.
pub fn snowflake() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = (u64::try_from(unix().as_millis()).unwrap_or_default() - EPOCH) << 22;
    let next = |last: u64| Some(now.max(last + 1));
    LAST.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).map_or(now, |last| now.max(last + 1))
}

/// Now, as Discord writes times.
pub fn now() -> String {
    let time = jiff::Timestamp::now();
    format!("{}+00:00", time.strftime("%Y-%m-%dT%H:%M:%S.%6f"))
}

pub fn user(id: u64, person: &Person) -> Value {
    let name = &person.name;
    json!({"id": id.to_string(), "username": name, "discriminator": "0", "global_name": name, "avatar": null,
        "bot": person.bot, "public_flags": 0, "flags": 0, "primary_guild": null})
}

pub fn member(user: Option<&Value>, roles: &[String]) -> Value {
    let mut member = json!({"avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
        "joined_at": "2024-01-01T00:00:00.000000+00:00", "nick": null, "pending": false, "premium_since": null,
        "roles": roles, "mute": false, "deaf": false});
    if let Some(user) = user {
        member["user"] = user.clone();
    }
    member
}

pub fn role(id: u64, name: &str, permissions: u64) -> Value {
    json!({"id": id.to_string(), "name": name, "permissions": permissions.to_string(), "position": 0, "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
        "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0})
}

/// A server, without what only the gateway tells of it.
pub fn guild(id: u64, name: &str, owner: u64, everyone: u64) -> Value {
    json!({"id": id.to_string(), "name": name, "icon": null, "description": null, "home_header": null, "splash": null,
        "discovery_splash": null, "features": [], "banner": null, "owner_id": owner.to_string(),
        "application_id": null, "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300,
        "system_channel_id": null, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": null,
        "verification_level": 0, "roles": [role(id, "@everyone", everyone)], "default_message_notifications": 0,
        "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null, "max_members": 250_000,
        "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
        "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": null,
        "safety_alerts_channel_id": null, "public_updates_channel_id": null, "premium_progress_bar_enabled": false,
        "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [], "incidents_data": null})
}

pub fn channel(id: u64, guild: u64, kind: u64, name: &str) -> Value {
    json!({"id": id.to_string(), "type": kind, "guild_id": guild.to_string(), "name": name, "position": 0, "flags": 0,
        "permission_overwrites": [], "nsfw": false, "parent_id": null, "topic": null, "last_message_id": null,
        "rate_limit_per_user": 0})
}

pub fn thread(id: u64, parent: &Value, kind: u64, name: &str, owner: u64) -> Value {
    json!({"id": id.to_string(), "type": kind, "guild_id": parent["guild_id"], "name": name,
        "parent_id": parent["id"], "owner_id": owner.to_string(), "flags": 0, "last_message_id": null,
        "message_count": 0, "member_count": 1, "total_message_sent": 0, "rate_limit_per_user": 0,
        "thread_metadata": {"archived": false, "archive_timestamp": now(), "auto_archive_duration": 1440,
        "locked": false, "create_timestamp": now()}})
}

pub fn is_thread(channel: &Value) -> bool {
    channel["type"].as_u64().is_some_and(|kind| THREAD_KINDS.contains(&kind))
}

/// A message; what its author gave it is put over it.
pub fn message(id: u64, channel: &Value, author: &Value) -> Value {
    let mut message = json!({"id": id.to_string(), "type": 0, "channel_id": channel["id"], "author": author,
        "content": "", "timestamp": now(), "edited_timestamp": null, "tts": false, "mention_everyone": false,
        "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "components": [], "pinned": false,
        "flags": 0});
    if author["bot"] == true {
        message["application_id"] = author["id"].clone();
    }
    message
}

/// The number in a field that holds an id.
pub fn id(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()).unwrap_or_default()
}

/// An error as Discord tells it: status, its code, its words.
pub fn error(code: u64) -> (u16, Value) {
    let (status, words) = match code {
        10003 => (404, "Unknown Channel"),
        10004 => (404, "Unknown Guild"),
        10007 => (404, "Unknown Member"),
        10008 => (404, "Unknown Message"),
        10013 => (404, "Unknown User"),
        10015 => (404, "Unknown Webhook"),
        10062 => (404, "Unknown interaction"),
        10063 => (404, "Unknown application command"),
        40067 => (400, "A tag is required to create a forum post in this channel"),
        40060 => (400, "Interaction has already been acknowledged."),
        50001 => (403, "Missing Access"),
        50005 => (403, "Cannot edit a message authored by another user"),
        50006 => (400, "Cannot send an empty message"),
        50008 => (400, "Cannot send messages in a non-text channel"),
        50013 => (403, "Missing Permissions"),
        50024 => (400, "Cannot execute action on this channel type"),
        50027 => (401, "Invalid Webhook Token"),
        50035 => (400, "Invalid Form Body"),
        50083 => (400, "Thread is archived"),
        160_004 => (400, "A thread has already been created for this message"),
        160_005 => (400, "Thread is locked"),
        _ => (401, "401: Unauthorized"),
    };
    (status, json!({"message": words, "code": code}))
}
