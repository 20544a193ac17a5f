//! Settings for Discord.

use gorkd_discord::{DiscordSettings, Transport};
use secrecy::SecretString;
use serde::Deserialize;
use std::time::Duration;
use url::Url;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discord {
    transport: How,
    token: Option<SecretString>,
    application_id: Option<String>,
    public_key: Option<String>,
    guild: Option<String>,
    message_content: bool,
    api_url: Option<Url>,
    edit_ms: u64,
    request_seconds: f64,
    token_seconds: f64,
    nonce_seconds: f64,
    identifies_per_day: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Gateway,
    Http,
}

impl Discord {
    /// Whether gorkd is set up in Discord.
    pub fn is_on(&self) -> bool {
        self.token.is_some()
    }

    /// The application ID; `None` if it is not set or not a number.
    pub fn application_id(&self) -> Option<u64> {
        self.application_id.as_deref().and_then(number)
    }

    /// The error is a sentence about what is missing.
    pub fn settings(&self) -> Result<DiscordSettings, String> {
        let portal = "https://discord.com/developers/applications";
        let Some(token) = self.token.clone() else {
            return Err(format!("discord.token is not set: you find it on the Bot page of {portal}."));
        };
        let Some(application_id) = self.application_id() else {
            return Err(format!(
                "discord.application_id must be a number: you find it on the General Information page of {portal}."
            ));
        };
        let public_key = self.public_key.clone().unwrap_or_default();
        let transport = match self.transport {
            How::Gateway => Transport::Gateway,
            How::Http => Transport::Http,
        };
        let hexadecimal = public_key.len() == 64 && public_key.bytes().all(|byte| byte.is_ascii_hexdigit());
        if transport == Transport::Http && !hexadecimal {
            return Err(format!(
                "discord.public_key must be 64 hexadecimal digits: you find it on the General Information page of {portal}."
            ));
        }
        let guild = match self.guild.as_deref() {
            None => None,
            Some(text) => Some(number(text).ok_or("discord.guild must be the ID of a server.")?),
        };
        let defaults = DiscordSettings::new(token, application_id);
        Ok(DiscordSettings {
            transport,
            public_key,
            guild,
            message_content: self.message_content,
            api_url: self.api_url.clone().unwrap_or_else(|| defaults.api_url.clone()),
            between_edits: Duration::from_millis(self.edit_ms),
            request: Duration::from_secs_f64(self.request_seconds),
            token_life: Duration::from_secs_f64(self.token_seconds),
            nonce_life: Duration::from_secs_f64(self.nonce_seconds),
            identifies: self.identifies_per_day,
            ..defaults
        })
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|number| *number > 0)
}
