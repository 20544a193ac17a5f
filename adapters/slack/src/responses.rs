//! The parts of Slack's Web API responses that gorkd reads. Absent fields are read as empty.

use crate::payload::Id;
use serde::Deserialize;

/// The response of a method whose result does not matter.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub struct Empty {}

#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct Posted {
    pub channel: String,
    pub ts: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Opened {
    pub channel: Id,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct AuthTest {
    pub user_id: String,
    pub team_id: String,
    pub user: String,
    pub team: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct UserInfo {
    pub user: User,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct User {
    pub team_id: String,
    pub name: String,
    pub real_name: String,
    pub profile: Profile,
    pub tz: String,
    pub locale: String,
    pub is_admin: bool,
    pub is_owner: bool,
    pub is_bot: bool,
    pub is_restricted: bool,
    pub is_ultra_restricted: bool,
    pub is_stranger: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Profile {
    pub display_name: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChannelInfo {
    pub channel: Channel,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Channel {
    pub name: String,
    pub is_private: bool,
    pub is_im: bool,
    pub is_mpim: bool,
    pub is_group: bool,
    pub is_archived: bool,
    pub is_member: bool,
}

impl Channel {
    /// Some members of the workspace cannot read it.
    pub fn is_closed(&self) -> bool {
        self.is_private || self.is_im || self.is_mpim || self.is_group
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct History {
    pub messages: Vec<HistoryMessage>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct HistoryMessage {
    pub ts: String,
    pub user: String,
    pub text: String,
    pub bot_id: String,
    pub metadata: Metadata,
    pub blocks: Vec<Block>,
    pub reactions: Vec<ReactionCount>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Metadata {
    pub event_payload: Marker,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Marker {
    pub nonce: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Block {
    pub block_id: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ReactionCount {
    pub name: String,
    pub users: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct UploadTarget {
    pub upload_url: String,
    pub file_id: String,
}

/// What Slack returns for a code or a refresh token.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Grant {
    pub access_token: String,
    pub refresh_token: Option<String>,
    /// In seconds.
    pub expires_in: Option<i64>,
    pub team: Id,
}
