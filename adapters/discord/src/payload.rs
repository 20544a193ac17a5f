//! The parts of Discord's payloads that gorkd reads: events, interactions, and responses.
//!
//! Absent fields are read as empty. Ids and bit sets are numbers; 0 means absent.

pub use gorkd_chat::read_payload as read;

use gorkd_core::model::Millis;
use gorkd_words::Locale;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What Discord sent, as stored until it is handled.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Payload {
    Interaction {
        at: Millis,
        d: Value,
    },
    #[serde(rename = "said")]
    Message {
        d: Value,
    },
    Edited {
        d: Value,
    },
    Deleted {
        channel_id: u64,
        id: u64,
        guild_id: u64,
    },
    Joined {
        guild_id: u64,
    },
    Left {
        guild_id: u64,
    },
}

/// Interaction types.
pub const PING: u64 = 1;
pub const COMMAND: u64 = 2;
pub const COMPONENT: u64 = 3;
pub const AUTOCOMPLETE: u64 = 4;
pub const FORM: u64 = 5;

/// A menu, as a component type.
const SELECT: u64 = 3;

/// Message flags: only one person sees the message; "gorkd is thinking…".
pub const EPHEMERAL: u64 = 1 << 6;
pub const LOADING: u64 = 1 << 7;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Interaction {
    #[serde(deserialize_with = "number")]
    pub id: u64,
    #[serde(rename = "type")]
    pub kind: u64,
    pub token: String,
    #[serde(deserialize_with = "number")]
    pub guild_id: u64,
    #[serde(deserialize_with = "number")]
    pub channel_id: u64,
    pub member: Member,
    pub user: User,
    pub locale: String,
    pub message: Message,
    pub data: Data,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Data {
    pub name: String,
    pub options: Vec<CommandOption>,
    pub custom_id: String,
    pub component_type: u64,
    pub values: Vec<String>,
    pub components: Vec<Component>,
    pub resolved: Resolved,
    #[serde(deserialize_with = "number")]
    pub target_id: u64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct CommandOption {
    pub name: String,
    pub value: OptionValue,
    pub focused: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    Text(String),
    Flag(bool),
    #[default]
    None,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Resolved {
    pub attachments: BTreeMap<String, Attachment>,
    pub messages: BTreeMap<String, Message>,
}

/// A component of a message or a submitted form.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Component {
    pub custom_id: Option<String>,
    pub value: Option<String>,
    pub components: Vec<Component>,
    pub component: Option<Box<Component>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Member {
    pub user: User,
    pub roles: Vec<String>,
    #[serde(deserialize_with = "number")]
    pub permissions: u64,
    pub nick: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct User {
    #[serde(deserialize_with = "number")]
    pub id: u64,
    pub username: String,
    pub global_name: String,
    pub bot: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Attachment {
    pub filename: String,
    pub size: u64,
    pub url: String,
    pub content_type: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Message {
    #[serde(deserialize_with = "number")]
    pub id: u64,
    #[serde(deserialize_with = "number")]
    pub channel_id: u64,
    #[serde(deserialize_with = "number")]
    pub guild_id: u64,
    #[serde(rename = "type")]
    pub kind: u64,
    pub author: User,
    /// In a server. Messages that were read later come without it.
    pub member: Option<Member>,
    pub content: String,
    pub mentions: Vec<User>,
    pub attachments: Vec<Attachment>,
    pub message_reference: Reference,
    #[serde(deserialize_with = "number")]
    pub webhook_id: u64,
    pub flags: u64,
    pub embeds: Vec<Embed>,
    pub components: Vec<Component>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reference {
    #[serde(deserialize_with = "number")]
    pub message_id: u64,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Embed {
    pub title: String,
    pub description: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Channel {
    #[serde(deserialize_with = "number")]
    pub id: u64,
    #[serde(rename = "type")]
    pub kind: u64,
    #[serde(deserialize_with = "number")]
    pub guild_id: u64,
    /// For a thread, the channel that it belongs to.
    #[serde(deserialize_with = "number")]
    pub parent_id: u64,
    /// For a thread, the person who opened it.
    #[serde(deserialize_with = "number")]
    pub owner_id: u64,
    pub name: String,
    pub nsfw: bool,
    pub flags: u64,
    pub position: i64,
    pub permission_overwrites: Vec<Overwrite>,
    pub available_tags: Vec<Tag>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Overwrite {
    pub id: String,
    #[serde(deserialize_with = "number")]
    pub allow: u64,
    #[serde(deserialize_with = "number")]
    pub deny: u64,
}

/// A forum tag.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tag {
    pub id: String,
    pub moderated: bool,
}

/// A server.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Guild {
    #[serde(deserialize_with = "number")]
    pub id: u64,
    pub name: String,
    #[serde(deserialize_with = "number")]
    pub owner_id: u64,
    #[serde(deserialize_with = "number")]
    pub system_channel_id: u64,
    pub roles: Vec<Role>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Role {
    pub id: String,
    #[serde(deserialize_with = "number")]
    pub permissions: u64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ActiveThreads {
    pub threads: Vec<Channel>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Application {
    pub id: String,
    pub flags: u64,
    pub verify_key: String,
    pub interactions_endpoint_url: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct GatewayInfo {
    pub shards: u32,
    pub session_start_limit: SessionStartLimit,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SessionStartLimit {
    pub total: u64,
    pub remaining: Option<u64>,
    /// In milliseconds.
    pub reset_after: Option<u64>,
}

/// The body of an error response.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ErrorBody {
    pub code: u64,
    pub message: String,
    /// In seconds.
    pub retry_after: Option<f64>,
    pub global: bool,
}

/// The response of a request whose result does not matter.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Empty {}

impl Interaction {
    pub fn read(payload: &Value) -> Option<Self> {
        read(payload).filter(|one: &Self| one.id != 0)
    }

    /// The language of the person's Discord client.
    pub fn locale(&self) -> Locale {
        Locale::first([self.locale.as_str()])
    }

    /// The server member, or in a direct message the user.
    pub fn person(&self) -> &User {
        if self.member.user.id == 0 { &self.user } else { &self.member.user }
    }

    fn option(&self, name: &str) -> Option<&OptionValue> {
        self.data.options.iter().find(|option| option.name == name).map(|option| &option.value)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.option(name).and_then(OptionValue::text)
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.option(name), Some(OptionValue::Flag(true)))
    }

    /// The code of the button, of the chosen option, or of the form.
    pub fn code(&self) -> &str {
        match self.data.values.first() {
            Some(chosen) if self.data.component_type == SELECT => chosen,
            Some(_) | None => &self.data.custom_id,
        }
    }

    /// The text of a submitted form.
    pub fn input(&self) -> Option<String> {
        (self.kind == FORM).then(|| first_value(&self.data.components).unwrap_or_default())
    }
}

impl OptionValue {
    pub fn text(&self) -> Option<&str> {
        match self {
            OptionValue::Text(text) => Some(text),
            OptionValue::Flag(_) | OptionValue::None => None,
        }
    }
}

impl Message {
    pub fn read(payload: &Value) -> Option<Self> {
        read(payload).filter(|one: &Self| one.id != 0)
    }

    /// A message or reply written by a person, not a notice such as "somebody joined".
    pub fn is_by_person(&self) -> bool {
        const PLAIN: u64 = 0;
        const REPLY: u64 = 19;
        !self.author.bot && self.webhook_id == 0 && [PLAIN, REPLY].contains(&self.kind)
    }

    pub fn mentions(&self, user: u64) -> bool {
        self.mentions.iter().any(|one| one.id == user)
    }
}

/// Parses the body of a response. One of an unknown shape is read as empty.
pub fn read_body<T: DeserializeOwned + Default>(body: &str) -> T {
    serde_json::from_str(body).ok().and_then(|body| read(&body)).unwrap_or_default()
}

fn first_value(components: &[Component]) -> Option<String> {
    components.iter().find_map(|one| {
        let inner = || one.component.as_deref().and_then(|inner| first_value(std::slice::from_ref(inner)));
        one.value.clone().or_else(|| first_value(&one.components)).or_else(inner)
    })
}

/// Parses an id or bit set, which Discord sends as a string or a number.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Text(String),
        Whole(u64),
        Other(serde::de::IgnoredAny),
    }
    Ok(match Sent::deserialize(deserializer)? {
        Sent::Text(text) => text.parse().unwrap_or_default(),
        Sent::Whole(number) => number,
        Sent::Other(_) => 0,
    })
}
