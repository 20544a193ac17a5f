//! How to reach a place in Discord, and how places are named in the store.

use crate::render::label;
use gorkd_chat::Handle;
use gorkd_core::model::{Millis, Place};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// The platform's name and the first part of its places.
pub const NAME: &str = "discord";
/// Replaces the server in the places of direct messages.
pub const DIRECT: &str = "@me";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DiscordHandle {
    /// Where messages go: a channel, a thread, or direct messages.
    pub channel: u64,
    /// Messages go to a thread on this message in the channel. It is opened when needed and has the message's
    /// id.
    pub anchor: Option<u64>,
    /// The name of that thread.
    pub name: String,
    /// The message to reply to if there is no thread.
    #[serde(rename = "answers")]
    pub replies_to: Option<u64>,
    /// The channel and id of the message that gets reactions.
    #[serde(rename = "marks")]
    pub reacts_to: Option<(u64, u64)>,
    /// An interaction's token, which reaches only the person, and its expiry.
    pub token: Option<String>,
    pub until: Millis,
    /// Why the answer is here rather than where the question was asked.
    #[serde(rename = "because")]
    pub note: String,
}

impl Handle for DiscordHandle {
    fn is_complete(&self) -> bool {
        self.channel != 0
    }
}

/// A thread, or a conversation made of replies, in a server channel.
pub fn place(guild: u64, channel: u64, thread: u64) -> Place {
    Place(format!("{}:{thread}", channel_name(guild, channel)))
}

pub fn channel_name(guild: u64, channel: u64) -> String {
    format!("{}:{channel}", server_name(guild))
}

pub fn server_name(guild: u64) -> String {
    format!("{NAME}:{guild}")
}

/// Direct messages with a person.
pub fn direct_place(channel: u64) -> Place {
    Place(format!("{NAME}:{DIRECT}:{channel}"))
}

pub fn is_direct(place: &Place) -> bool {
    place.as_str().strip_prefix(NAME).is_some_and(|rest| rest.starts_with(&format!(":{DIRECT}:")))
}

/// The place of an answer that only the asker sees. `number` must differ from the ids of threads in the
/// channel.
pub fn private_place(guild: u64, channel: u64, number: u64) -> Place {
    Place(format!("{}:~{number}", channel_name(guild, channel)))
}

pub fn is_private(place: &Place) -> bool {
    place.as_str().contains(":~")
}

/// The name of a thread: the question on one line.
pub fn thread_name(question: &str) -> String {
    let name = label(question, 100);
    if name.is_empty() { Locale::default().say(Msg::DiscordThread) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_chat::PlatformError;

    #[test]
    fn a_handle_that_names_no_channel_is_broken() {
        let handle = DiscordHandle { channel: 7, anchor: Some(8), ..Default::default() };
        assert_eq!(DiscordHandle::decode(&handle.encode()), Ok(handle));
        assert!(DiscordHandle::decode(r#"{"channel":7}"#).is_ok(), "older versions stored less");
        for broken in ["", "{", "{}", r#"{"channel":0}"#, r#"{"channel":"7"}"#, "[]"] {
            let decoded = DiscordHandle::decode(broken);
            assert!(matches!(decoded, Err(PlatformError::PlaceGone(_))), "{broken}");
        }
    }
}
