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

/// All permissions that gorkd requests: the bit, the name in Discord's settings, and why gorkd needs it.
pub const REQUIRED: [(u64, &str, &str); 8] = [
    (VIEW_CHANNEL, "View Channels", "to see the channels in which it is asked"),
    (SEND_MESSAGES, "Send Messages", "to answer where it cannot open threads"),
    (CREATE_PUBLIC_THREADS, "Create Public Threads", "to open a thread for each question"),
    (SEND_MESSAGES_IN_THREADS, "Send Messages in Threads", "to post status and answer there"),
    (EMBED_LINKS, "Embed Links", "for status and answer, which are embeds"),
    (ATTACH_FILES, "Attach Files", "for long reports and exports, which are files"),
    (
        READ_MESSAGE_HISTORY,
        "Read Message History",
        "to read the messages above a mention, and to find its own messages after a crash",
    ),
    (ADD_REACTIONS, "Add Reactions", "to mark a question as seen, answered or failed"),
];

/// All required permissions as one bit set.
pub fn required() -> u64 {
    REQUIRED.iter().fold(0, |sum, (bit, ..)| sum | bit)
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
    REQUIRED.iter().filter(|(bit, ..)| has & bit == 0).map(|(_, name, _)| *name).collect()
}
