//! Discord's permissions, and those that gorkd needs.

use crate::payload::{Overwrite, Role};

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

/// People with one of these permissions manage the server.
pub const MANAGES: u64 = ADMINISTRATOR | MANAGE_GUILD;

/// A permission that gorkd requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequiredPermission {
    pub bit: u64,
    /// The name in Discord's settings.
    pub name: &'static str,
    pub why: &'static str,
}

/// All permissions that gorkd requests.
pub const REQUIRED: [RequiredPermission; 8] = [
    RequiredPermission {
        bit: VIEW_CHANNEL,
        name: "View Channels",
        why: "to see the channels in which it is asked",
    },
    RequiredPermission {
        bit: SEND_MESSAGES,
        name: "Send Messages",
        why: "to answer where it cannot open threads",
    },
    RequiredPermission {
        bit: CREATE_PUBLIC_THREADS,
        name: "Create Public Threads",
        why: "to open a thread for each question",
    },
    RequiredPermission {
        bit: SEND_MESSAGES_IN_THREADS,
        name: "Send Messages in Threads",
        why: "to post status and answer there",
    },
    RequiredPermission {
        bit: EMBED_LINKS,
        name: "Embed Links",
        why: "for status and answer, which are embeds",
    },
    RequiredPermission {
        bit: ATTACH_FILES,
        name: "Attach Files",
        why: "for long reports and exports, which are files",
    },
    RequiredPermission {
        bit: READ_MESSAGE_HISTORY,
        name: "Read Message History",
        why: "to read the messages above a mention, and to find its own messages after a crash",
    },
    RequiredPermission {
        bit: ADD_REACTIONS,
        name: "Add Reactions",
        why: "to mark a question as seen, answered or failed",
    },
];

/// All required permissions as one bit set.
pub fn required() -> u64 {
    REQUIRED.iter().fold(0, |sum, one| sum | one.bit)
}

/// A member's permissions in the server, before those of a channel.
pub fn in_guild(roles: &[Role], guild: u64, own: &[String]) -> u64 {
    let everyone = guild.to_string();
    let held = roles.iter().filter(|role| role.id == everyone || own.contains(&role.id));
    held.fold(0, |sum, role| sum | role.permissions)
}

/// A member's permissions in a channel with these overwrites. User 0 stands for everyone.
pub fn in_channel(roles: &[Role], guild: u64, own: &[String], user: u64, overwrites: &[Overwrite]) -> u64 {
    let base = in_guild(roles, guild, own);
    if base & ADMINISTRATOR != 0 {
        return u64::MAX;
    }
    let (everyone, user) = (guild.to_string(), user.to_string());
    let apply = |base: u64, applies: &dyn Fn(&str) -> bool| {
        let all = overwrites.iter().filter(|one| applies(&one.id));
        let (deny, allow) = all.fold((0, 0), |(deny, allow), one| (deny | one.deny, allow | one.allow));
        (base & !deny) | allow
    };
    let base = apply(base, &|id| id == everyone);
    let base = apply(base, &|id| id != everyone && own.iter().any(|role| role == id));
    apply(base, &|id| id == user)
}

/// The names of required permissions that are missing.
pub fn missing(has: u64) -> Vec<&'static str> {
    REQUIRED.iter().filter(|one| has & one.bit == 0).map(|one| one.name).collect()
}
