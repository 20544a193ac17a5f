//! How to reach a place in Slack, and how places and messages are named in the store.

use gorkd_chat::Handle;
use gorkd_core::model::Place;
use serde::{Deserialize, Serialize};

/// The platform's name and the first part of its places.
pub const NAME: &str = "slack";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SlackHandle {
    pub team: String,
    pub channel: String,
    /// `None` for messages outside of threads.
    pub thread: Option<String>,
    /// The message that asked.
    pub asked: Option<String>,
    /// The channel of the message that asked, if the answer goes to a different one.
    pub asked_in: Option<String>,
    /// Who asked, and the workspace that they belong to.
    pub user: String,
    pub user_team: String,
    /// A direct message with the bot.
    pub direct: bool,
    /// Where a private question was asked, which is where its answer goes when shared.
    pub origin: Option<Box<SlackHandle>>,
    /// Why the answer is here rather than where the question was asked.
    pub note: Option<String>,
}

impl Handle for SlackHandle {
    fn is_complete(&self) -> bool {
        !self.team.is_empty() && !self.channel.is_empty()
    }
}

impl SlackHandle {
    /// The thread for an ephemeral message. Slack does not show one in a thread without replies, so the reply
    /// to a question outside of threads is posted below it in the channel.
    pub fn ephemeral_thread(&self) -> Option<&String> {
        self.thread.as_ref().filter(|thread| self.asked.as_ref() != Some(*thread))
    }

    /// The place of the message that asked, which may be in a different channel than the answer.
    pub fn where_asked(&self) -> SlackHandle {
        let handle = self.clone();
        match handle.asked_in.clone() {
            Some(channel) => SlackHandle { channel, thread: handle.asked.clone(), ..handle },
            None => handle,
        }
    }

    pub fn place(&self) -> Place {
        place(&self.team, &self.channel, self.thread.as_deref().unwrap_or(""))
    }
}

/// For example `slack:T1:C1:1700000000.000100`.
pub fn place(team: &str, channel: &str, thread: &str) -> Place {
    Place(format!("{NAME}:{team}:{channel}:{thread}"))
}

/// Splits a place into workspace, channel and thread.
pub fn parts(place: &str) -> Option<(&str, &str, &str)> {
    let mut parts = place.strip_prefix(NAME)?.strip_prefix(':')?.splitn(3, ':');
    Some((parts.next()?, parts.next()?, parts.next()?))
}

/// The id of a message in the store, unique across Slack.
pub fn message_id(channel: &str, ts: &str) -> String {
    format!("{channel}:{ts}")
}

/// The channel and timestamp of a message.
pub fn parse_message_id(id: &str) -> Option<(&str, &str)> {
    id.split_once(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_chat::PlatformError;

    #[test]
    fn a_handle_without_a_workspace_or_channel_is_broken() {
        let handle = SlackHandle { team: "T1".to_owned(), channel: "C1".to_owned(), ..Default::default() };
        assert_eq!(SlackHandle::decode(&handle.encode()), Ok(handle));
        for broken in ["", "{", "{}", r#"{"team":"T1"}"#, r#"{"channel":"C1"}"#, "[]"] {
            let decoded = SlackHandle::decode(broken);
            assert!(matches!(decoded, Err(PlatformError::PlaceGone(_))), "{broken}");
        }
    }
}
