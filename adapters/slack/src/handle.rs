//! How a place is reached: kept with each telling, as JSON.

use gorkd_core::model::Place;
use gorkd_core::ports::Telling;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Handle {
    pub team: String,
    pub channel: String,
    /// The thread; none for messages under no other.
    pub thread: Option<String>,
    /// The message that asked.
    pub asked: Option<String>,
    /// Its channel, where that is another one than messages go to.
    pub asked_in: Option<String>,
    /// Who asked, and the workspace that the person belongs to.
    pub user: String,
    pub user_team: String,
    /// A direct message with the bot.
    pub direct: bool,
    /// Where a private question was asked, and where its answer goes when the asker shares it.
    pub origin: Option<Box<Handle>>,
    /// Why it is told here and not where it was asked.
    pub note: Option<String>,
}

impl Handle {
    pub fn of(telling: &Telling) -> Self {
        serde_json::from_str(&telling.handle).unwrap_or_default()
    }

    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The thread that a message for one person alone goes to: Slack shows none in a thread without replies, so what is
    /// said to a question outside any thread stands below it in the channel.
    pub fn whispered_in(&self) -> Option<&String> {
        self.thread.as_ref().filter(|thread| self.asked.as_ref() != Some(*thread))
    }

    /// The message that asked, which may stand in another channel than the answer.
    pub fn where_asked(&self) -> Handle {
        let handle = self.clone();
        match handle.asked_in.clone() {
            Some(channel) => Handle { channel, thread: handle.asked.clone(), ..handle },
            None => handle,
        }
    }

    /// The place of the thread.
    pub fn place(&self) -> Place {
        place(&self.team, &self.channel, self.thread.as_deref().unwrap_or(""))
    }
}

/// `slack:T1:C1:1700000000.000100`.
pub fn place(team: &str, channel: &str, thread: &str) -> Place {
    Place::from(format!("slack:{team}:{channel}:{thread}").as_str())
}

/// What `place` has made: workspace, channel, thread.
pub fn parts(place: &str) -> Option<(&str, &str, &str)> {
    let mut parts = place.strip_prefix("slack:")?.splitn(3, ':');
    Some((parts.next()?, parts.next()?, parts.next()?))
}

/// How a message is called in the store: unique in all of Slack.
pub fn message_id(channel: &str, ts: &str) -> String {
    format!("{channel}:{ts}")
}

/// The channel and the time of a message.
pub fn of_message_id(id: &str) -> Option<(&str, &str)> {
    id.split_once(':')
}
