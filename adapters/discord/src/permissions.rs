//! What Discord lets somebody do, and what gorkd needs to be allowed.

use serde_json::Value;

pub const ADMINISTRATOR: u64 = 1 << 3;
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const ADD_REACTIONS: u64 = 1 << 6;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// Whoever may do this governs the server.
pub const GOVERNS: u64 = ADMINISTRATOR | MANAGE_GUILD;

/// A permission that gorkd asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    pub bit: u64,
    /// As Discord's settings call it.
    pub name: &'static str,
    pub why: &'static str,
}

/// All that gorkd asks for, and nothing else.
pub const NEEDED: [Needed; 8] = [
    Needed { bit: VIEW_CHANNEL, name: "View Channels", why: "sees the channels in which it is asked" },
    Needed { bit: SEND_MESSAGES, name: "Send Messages", why: "answers where threads may not be opened" },
    Needed {
        bit: CREATE_PUBLIC_THREADS,
        name: "Create Public Threads",
        why: "opens a thread for each question",
    },
    Needed {
        bit: SEND_MESSAGES_IN_THREADS,
        name: "Send Messages in Threads",
        why: "writes status and answer there",
    },
    Needed { bit: EMBED_LINKS, name: "Embed Links", why: "status and answer are embeds" },
    Needed { bit: ATTACH_FILES, name: "Attach Files", why: "long reports and exports are files" },
    Needed {
        bit: READ_MESSAGE_HISTORY,
        name: "Read Message History",
        why: "reads what was said above a mention, and finds its own messages after a crash",
    },
    Needed { bit: ADD_REACTIONS, name: "Add Reactions", why: "marks a question as seen, answered or failed" },
];

/// All needed ones together.
pub fn needed() -> u64 {
    NEEDED.iter().fold(0, |sum, one| sum | one.bit)
}

/// Permissions in the server, before those of a channel.
pub fn base(roles: &Value, guild: u64, own: &[String]) -> u64 {
    let everyone = guild.to_string();
    let roles = roles.as_array().into_iter().flatten();
    let mine = roles.filter(|role| {
        role["id"].as_str().is_some_and(|id| id == everyone || own.iter().any(|one| one == id))
    });
    mine.fold(0, |sum, role| sum | bits(&role["permissions"]))
}

/// Permissions in a channel with these overwrites; user 0 is nobody in particular.
pub fn within(roles: &Value, guild: u64, own: &[String], user: u64, overwrites: &Value) -> u64 {
    let base = base(roles, guild, own);
    if base & ADMINISTRATOR != 0 {
        return u64::MAX;
    }
    let (everyone, user) = (guild.to_string(), user.to_string());
    let apply = |base: u64, matches: &dyn Fn(&str) -> bool| {
        let all = overwrites.as_array().into_iter().flatten();
        let those = all.filter(|one| one["id"].as_str().is_some_and(matches));
        let (deny, allow) =
            those.fold((0, 0), |(deny, allow), one| (deny | bits(&one["deny"]), allow | bits(&one["allow"])));
        (base & !deny) | allow
    };
    let base = apply(base, &|id| id == everyone);
    let base = apply(base, &|id| id != everyone && own.iter().any(|role| role == id));
    apply(base, &|id| id == user)
}

pub fn bits(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()).unwrap_or_default()
}

/// The names of those of the needed ones that are missing.
pub fn missing(has: u64) -> Vec<&'static str> {
    NEEDED.iter().filter(|one| has & one.bit == 0).map(|one| one.name).collect()
}
