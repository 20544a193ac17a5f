//! As much of Discord's payloads as matters here.

use gorkd_core::model::Millis;
use gorkd_words::Locale;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Something that came in, as it is kept until it is worked off.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Received {
    Interaction { at: Millis, d: Value },
    Said { d: Value },
    Edited { d: Value },
    Deleted { channel_id: u64, id: u64, guild_id: u64 },
    Joined { guild_id: u64 },
    Left { guild_id: u64 },
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Interaction {
    #[serde(deserialize_with = "id")]
    pub id: u64,
    #[serde(rename = "type")]
    pub kind: u64,
    pub token: String,
    #[serde(deserialize_with = "id")]
    pub guild_id: u64,
    #[serde(deserialize_with = "id")]
    pub channel_id: u64,
    pub channel: Option<Value>,
    pub member: Option<Member>,
    pub user: Option<User>,
    pub locale: Option<String>,
    pub app_permissions: Option<Value>,
    pub message: Option<Message>,
    pub data: Data,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Data {
    pub name: String,
    /// 1 a command, 2 on a person, 3 on a message.
    #[serde(rename = "type")]
    pub kind: Option<u64>,
    pub options: Vec<Choice>,
    pub custom_id: String,
    pub component_type: u64,
    pub values: Option<Vec<String>>,
    pub components: Value,
    pub resolved: Resolved,
    #[serde(deserialize_with = "id")]
    pub target_id: u64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Choice {
    pub name: String,
    pub value: Value,
    pub focused: Option<bool>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Resolved {
    pub attachments: std::collections::BTreeMap<String, Attachment>,
    pub messages: std::collections::BTreeMap<String, Message>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Member {
    pub user: Option<User>,
    pub roles: Vec<String>,
    pub permissions: Option<Value>,
    pub nick: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct User {
    #[serde(deserialize_with = "id")]
    pub id: u64,
    pub username: String,
    pub global_name: Option<String>,
    pub bot: Option<bool>,
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
    #[serde(deserialize_with = "id")]
    pub id: u64,
    #[serde(deserialize_with = "id")]
    pub channel_id: u64,
    #[serde(deserialize_with = "id")]
    pub guild_id: u64,
    #[serde(rename = "type")]
    pub kind: u64,
    pub author: User,
    pub member: Option<Member>,
    pub content: String,
    pub mentions: Vec<User>,
    pub attachments: Vec<Attachment>,
    pub message_reference: Option<Reference>,
    pub edited_timestamp: Option<Value>,
    pub webhook_id: Option<Value>,
    pub embeds: Vec<Value>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reference {
    #[serde(deserialize_with = "id")]
    pub message_id: u64,
}

impl Interaction {
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok().filter(|one: &Self| one.id != 0)
    }

    /// The language of Discord's own words for the person.
    pub fn locale(&self) -> Locale {
        Locale::first([self.locale.as_deref().unwrap_or_default()])
    }

    pub fn person(&self) -> User {
        let member = self.member.as_ref().and_then(|member| member.user.clone());
        member.or_else(|| self.user.clone()).unwrap_or_default()
    }

    pub fn option(&self, name: &str) -> Option<&Value> {
        self.data.options.iter().find(|option| option.name == name).map(|option| &option.value)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.option(name).and_then(Value::as_str)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.option(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// The code of what was pressed or chosen, or of the form.
    pub fn code(&self) -> &str {
        match self.data.values.as_deref() {
            Some([first, ..]) if self.data.component_type == 3 => first,
            Some(_) | None => &self.data.custom_id,
        }
    }

    /// What was filled in.
    pub fn words(&self) -> Option<String> {
        (self.kind == 5).then(|| first_value(&self.data.components).unwrap_or_default())
    }
}

impl Message {
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok().filter(|one: &Self| one.id != 0)
    }

    pub fn is_of_a_person(&self) -> bool {
        // A message or an answer; not "somebody joined" and the like.
        !self.author.bot.unwrap_or(false)
            && self.webhook_id.as_ref().is_none_or(Value::is_null)
            && [0, 19].contains(&self.kind)
    }

    pub fn mentions(&self, user: u64) -> bool {
        self.mentions.iter().any(|one| one.id == user)
    }
}

/// The first text of a form.
fn first_value(components: &Value) -> Option<String> {
    match components {
        Value::Array(items) => items.iter().find_map(first_value),
        Value::Object(fields) => match fields.get("value").and_then(Value::as_str) {
            Some(text) => Some(text.to_owned()),
            None => ["components", "component"].iter().find_map(|name| first_value(fields.get(*name)?)),
        },
        _ => None,
    }
}

/// An id, as text or number; 0 for none.
fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(number(&value))
}

pub fn number(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()).unwrap_or_default()
}
