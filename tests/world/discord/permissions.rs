//! What somebody may do in a channel, as Discord works it out of roles and overwrites.

use serde_json::Value;

pub const ADD_REACTIONS: u64 = 1 << 6;
pub const ADMINISTRATOR: u64 = 1 << 3;
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// What everybody may do in a server unless it says otherwise.
pub const EVERYONE: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// Permissions of a member with these roles in a channel of the server; a thread's are those of its channel.
pub fn of(guild: &Value, roles: &[String], user: &str, overwrites: Option<&Value>) -> u64 {
    if guild["owner_id"] == user {
        return u64::MAX;
    }
    let everyone = guild["id"].as_str().unwrap_or_default();
    let has = |role: &Value| {
        let id = role["id"].as_str().unwrap_or_default();
        id == everyone || roles.iter().any(|one| one == id)
    };
    let all = guild["roles"].as_array().into_iter().flatten();
    let base = all.filter(|role| has(role)).fold(0, |sum, role| sum | bits(&role["permissions"]));
    if base & ADMINISTRATOR != 0 {
        return u64::MAX;
    }
    let overwrites = overwrites.and_then(Value::as_array).into_iter().flatten();
    let overwrites: Vec<&Value> = overwrites.collect();
    let apply = |base: u64, matches: &dyn Fn(&str) -> bool| {
        let those = overwrites.iter().filter(|one| one["id"].as_str().is_some_and(matches));
        let (deny, allow) =
            those.fold((0, 0), |(deny, allow), one| (deny | bits(&one["deny"]), allow | bits(&one["allow"])));
        base & !deny | allow
    };
    let base = apply(base, &|id| id == everyone);
    let base = apply(base, &|id| id != everyone && roles.iter().any(|role| role == id));
    apply(base, &|id| id == user)
}

pub fn bits(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()).unwrap_or_default()
}
