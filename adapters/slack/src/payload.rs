//! The parts of Slack's payloads that gorkd reads: events, commands, interactions, and Web API responses.
//!
//! Absent fields are read as empty.

pub use gorkd_chat::read_payload as read;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What Slack sent, as stored until it is handled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Payload {
    pub kind: PayloadKind,
    pub body: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayloadKind {
    Event,
    Command,
    Interaction,
}

impl Payload {
    /// Slack's id for it, the same when Slack sends it again; `None` if it has no id.
    pub fn key(&self) -> Option<&str> {
        let name = match self.kind {
            PayloadKind::Event => "event_id",
            PayloadKind::Command | PayloadKind::Interaction => "trigger_id",
        };
        self.body.get(name)?.as_str().filter(|key| !key.is_empty())
    }

    pub fn origin(&self) -> Origin {
        read(&self.body).unwrap_or_default()
    }

    pub fn event(&self) -> Option<EventEnvelope> {
        read(&self.body)
    }

    pub fn command(&self) -> Option<Command> {
        read(&self.body)
    }

    pub fn interaction(&self) -> Option<Interaction> {
        read(&self.body)
    }
}

/// Where a payload comes from.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Origin {
    context_team_id: String,
    team_id: String,
    team: Id,
    user: UserOrId,
    enterprise: Id,
}

impl Origin {
    /// The workspace. An installation for an entire enterprise may have only the enterprise.
    pub fn team(&self) -> String {
        let user_team = match &self.user {
            UserOrId::User(user) => user.team_id.as_str(),
            UserOrId::Id(_) => "",
        };
        let all = [&self.context_team_id, &self.team_id, &self.team.id, user_team, &self.enterprise.id];
        all.into_iter().find(|id| !id.is_empty()).unwrap_or_default().to_owned()
    }
}

/// Interactions contain a user object, events only the id.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum UserOrId {
    User(UserRef),
    Id(IgnoredAny),
}

impl Default for UserOrId {
    fn default() -> Self {
        UserOrId::Id(IgnoredAny)
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Id {
    pub id: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct UserRef {
    pub id: String,
    pub team_id: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct EventEnvelope {
    pub authorizations: Vec<Authorization>,
    pub event: Event,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Authorization {
    pub user_id: String,
    pub is_bot: Option<bool>,
}

impl EventEnvelope {
    /// The bot's user id.
    pub fn bot(&self) -> &str {
        self.authorized(true)
    }

    /// A user id of the installation: the bot's, or a person's if `bot` is false.
    pub fn authorized(&self, bot: bool) -> &str {
        let found = self.authorizations.iter().find(|one| one.is_bot == Some(bot));
        found.map_or("", |one| one.user_id.as_str())
    }
}

/// An event, or the message inside one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Event {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: String,
    pub user: String,
    /// An id, or for a renamed channel an object that contains one.
    #[serde(deserialize_with = "channel_id")]
    pub channel: String,
    pub channel_type: String,
    pub ts: String,
    pub thread_ts: String,
    pub text: String,
    pub bot_id: String,
    pub app_id: String,
    pub files: Vec<File>,
    pub message: Option<Box<Event>>,
    pub previous_message: Option<Box<Event>>,
    pub tab: String,
    pub inviter: String,
    pub context: Option<Context>,
    pub app_context: Option<Context>,
    pub assistant_thread: AssistantThread,
    pub tokens: RevokedTokens,
}

impl Event {
    /// The thread that the message belongs to or starts.
    pub fn thread(&self) -> &str {
        if self.thread_ts.is_empty() { &self.ts } else { &self.thread_ts }
    }

    pub fn is_from_bot(&self) -> bool {
        !self.bot_id.is_empty() || !self.app_id.is_empty()
    }
}

fn channel_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Channel {
        Id(String),
        Object(Id),
    }
    Ok(match Channel::deserialize(deserializer)? {
        Channel::Id(id) | Channel::Object(Id { id }) => id,
    })
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct File {
    pub name: String,
    pub size: u64,
    pub mimetype: String,
    pub url_private: String,
    pub url_private_download: String,
}

/// What a person is viewing, with the most relevant entity first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Context {
    pub entities: Vec<Entity>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Entity {
    #[serde(rename = "type")]
    pub kind: String,
    pub value: EntityValue,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum EntityValue {
    Id(String),
    Message { channel_id: String },
    Other(IgnoredAny),
}

impl Default for EntityValue {
    fn default() -> Self {
        EntityValue::Other(IgnoredAny)
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct AssistantThread {
    pub user_id: String,
    pub channel_id: String,
    pub thread_ts: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct RevokedTokens {
    pub bot: Vec<String>,
}

/// A slash command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Command {
    pub channel_id: String,
    pub user_id: String,
    pub text: String,
    pub trigger_id: String,
}

/// A button, a menu, a submitted form, or the message shortcut.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Interaction {
    #[serde(rename = "type")]
    pub kind: String,
    pub callback_id: String,
    pub trigger_id: String,
    pub user: UserRef,
    pub channel: Id,
    pub container: Container,
    pub message: Event,
    pub actions: Vec<Element>,
    pub view: View,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Container {
    pub channel_id: String,
    pub message_ts: String,
    pub thread_ts: String,
}

/// The element that was used.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Element {
    #[serde(rename = "type")]
    pub kind: String,
    pub block_id: String,
    pub value: String,
    pub selected_option: SelectedOption,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SelectedOption {
    pub value: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct View {
    pub callback_id: String,
    pub private_metadata: String,
    pub state: ViewState,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewState {
    /// Keyed by block and action.
    pub values: BTreeMap<String, BTreeMap<String, SelectedOption>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_renamed_channel_is_an_object_and_null_is_absent() {
        let renamed = json!({"event": {"type": "group_rename", "channel": {"id": "C1", "name": "harbour"}}});
        assert_eq!(read::<EventEnvelope>(&renamed).expect("read").event.channel, "C1");
        let plain =
            json!({"event": {"type": "channel_archive", "channel": "C2", "user": null, "files": null}});
        let read: EventEnvelope = read(&plain).expect("read");
        assert_eq!((read.event.channel.as_str(), read.event.user.as_str()), ("C2", ""));
    }

    #[test]
    fn the_workspace_is_found_in_each_kind_of_payload() {
        for payload in [
            json!({"context_team_id": "T1", "team_id": "T2"}),
            json!({"team_id": "T1", "user": "U1"}),
            json!({"team": {"id": "T1"}, "user": {"id": "U1", "team_id": "T2"}}),
            json!({"team": null, "user": {"id": "U1", "team_id": "T1"}}),
            json!({"enterprise": {"id": "T1"}, "user": {"id": "U1"}}),
        ] {
            assert_eq!(read::<Origin>(&payload).expect("read").team(), "T1", "{payload}");
        }
    }
}
