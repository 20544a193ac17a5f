//! Where a question is asked and answered, in the form that the chat service expects.

use crate::directory::ChannelInfo;
use crate::handle::{DIRECT, DiscordHandle, NAME, direct_place, place, private_place, thread_name};
use gorkd_chat::{Handle, Location};
use gorkd_core::model::Place;

/// The location of a question in a message: its thread, a thread that will be opened on it, a conversation made
/// of replies, or direct messages.
pub fn of_message(info: &ChannelInfo, message: u64, question: &str) -> Location {
    let handle =
        DiscordHandle { channel: info.id(), reacts_to: Some((info.id(), message)), ..Default::default() };
    if info.direct {
        let location = at(info, direct_place(info.channel), &handle);
        return Location { direct: true, private: true, bot_thread: true, ..location };
    }
    let handle = match (info.thread, info.opens_threads) {
        (Some(_), _) => handle,
        (None, true) => DiscordHandle { anchor: Some(message), name: thread_name(question), ..handle },
        (None, false) => DiscordHandle { replies_to: Some(message), ..handle },
    };
    let place = place(info.guild, info.channel, info.thread.unwrap_or(message));
    Location { bot_thread: info.bot_thread || info.thread.is_none(), ..at(info, place, &handle) }
}

/// The location of an answer that only the asker sees. `number` must differ from the ids of threads.
pub fn private(info: &ChannelInfo, number: u64, handle: &DiscordHandle) -> Location {
    let place = match info.direct {
        true => direct_place(info.channel),
        false => private_place(info.guild, info.channel, number),
    };
    Location { private: true, direct: info.direct, ..at(info, place, handle) }
}

/// A place within a channel.
pub fn at(info: &ChannelInfo, place: Place, handle: &DiscordHandle) -> Location {
    let workspace = if info.direct { DIRECT.to_owned() } else { info.guild.to_string() };
    Location {
        place,
        private: info.private,
        handle: handle.encode(),
        ..Location::in_channel(NAME, &workspace, &info.channel.to_string())
    }
}
