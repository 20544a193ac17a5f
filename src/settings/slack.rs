//! Settings for Slack.

use gorkd_slack::{SlackSettings, Transport};
use secrecy::SecretString;
use serde::Deserialize;
use std::time::Duration;
use url::Url;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slack {
    transport: How,
    bot_token: Option<SecretString>,
    app_token: Option<SecretString>,
    signing_secret: Option<SecretString>,
    client_id: Option<String>,
    client_secret: Option<SecretString>,
    seal_key: Option<SecretString>,
    command: String,
    guests: bool,
    streams: bool,
    connections: u32,
    max_file_mb: u64,
    edit_ms: u64,
    stream_seconds: f64,
    request_seconds: f64,
    reconnect_ms: u64,
    reconnect_most_ms: u64,
    minute_seconds: f64,
    api_url: Option<Url>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Socket,
    Http,
}

impl Slack {
    /// Whether gorkd is set up in Slack.
    pub fn is_on(&self) -> bool {
        self.bot_token.is_some() || self.client_id.is_some()
    }

    pub fn command(&self) -> &str {
        &self.command
    }

    pub fn settings(&self, public_url: Option<&Url>) -> SlackSettings {
        let bare = |url: &Url| url.as_str().trim_end_matches('/').to_owned();
        SlackSettings {
            transport: match self.transport {
                How::Socket => Transport::Socket,
                How::Http => Transport::Http,
            },
            bot_token: self.bot_token.clone(),
            app_token: self.app_token.clone(),
            signing_secret: self.signing_secret.clone(),
            client_id: self.client_id.clone().unwrap_or_default(),
            client_secret: self.client_secret.clone(),
            seal_key: self.seal_key.clone(),
            api_url: self.api_url.as_ref().map_or_else(|| SlackSettings::default().api_url, bare),
            public_url: public_url.map(bare),
            command: self.command.clone(),
            connections: self.connections,
            minute: Duration::from_secs_f64(self.minute_seconds),
            streams: self.streams,
            stream: Duration::from_secs_f64(self.stream_seconds),
            request: Duration::from_secs_f64(self.request_seconds),
            reconnect: (
                Duration::from_millis(self.reconnect_ms),
                Duration::from_millis(self.reconnect_most_ms.max(self.reconnect_ms)),
            ),
            between_edits: Duration::from_millis(self.edit_ms),
            guests: self.guests,
            file_bytes: self.max_file_mb << 20,
        }
    }
}
