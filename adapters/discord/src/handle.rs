//! What is needed to reach a place, as it is kept with each job that is told there.

use gorkd_core::model::{Millis, Place};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};

/// The platform's name, and the first part of its places.
pub const NAME: &str = "discord";
/// Stands for the server in places of direct messages.
pub const DIRECT: &str = "@me";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Handle {
    /// Where messages go: a channel, a thread, or direct messages.
    pub channel: u64,
    /// A thread is opened on this message of the channel, and messages go there; its id is the message's.
    pub anchor: Option<u64>,
    /// The name that the thread gets.
    pub name: String,
    /// What messages answer, where there is no thread.
    pub answers: Option<u64>,
    /// The message that gets the mark, and its channel.
    pub marks: Option<(u64, u64)>,
    /// By which a person is reached alone, and until when.
    pub token: Option<String>,
    pub until: Millis,
    /// A sentence in front of the answer: why it comes here.
    pub because: String,
}

impl Handle {
    pub fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A thread, or a conversation by replies, in a channel of a server.
pub fn in_server(guild: u64, channel: u64, thread: u64) -> Place {
    Place(format!("{NAME}:{guild}:{channel}:{thread}"))
}

pub fn channel_of(guild: u64, channel: u64) -> String {
    format!("{NAME}:{guild}:{channel}")
}

pub fn server(guild: u64) -> String {
    format!("{NAME}:{guild}")
}

/// Direct messages with somebody.
pub fn direct(channel: u64) -> Place {
    Place(format!("{NAME}:{DIRECT}:{channel}"))
}

/// The name of a thread: the question, on one line.
pub fn thread_name(question: &str) -> String {
    let name = crate::render::label(question, 100);
    if name.is_empty() { Locale::default().say(Msg::DiscordThread) } else { name }
}
