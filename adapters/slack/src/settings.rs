//! The settings for Slack.

use secrecy::SecretString;
use std::time::Duration;

/// How Slack sends events, commands, and actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Over connections that gorkd opens, so no public URL is needed.
    #[default]
    Socket,
    /// As requests to gorkd's web server, at a public URL.
    Http,
}

#[derive(Clone, Debug)]
pub struct SlackSettings {
    pub transport: Transport,
    /// The token of the only workspace; `None` if workspaces install gorkd themselves.
    pub bot_token: Option<SecretString>,
    /// For Socket Mode.
    pub app_token: Option<SecretString>,
    /// Verifies requests from Slack.
    pub signing_secret: Option<SecretString>,
    /// For installation by workspaces.
    pub client_id: String,
    pub client_secret: Option<SecretString>,
    /// Encrypts stored tokens.
    pub seal_key: Option<SecretString>,
    /// The Web API, without a trailing slash.
    pub api_url: String,
    /// gorkd's public URL, without a trailing slash.
    pub public_url: Option<String>,
    /// The slash command.
    pub command: String,
    /// Number of Socket Mode connections.
    pub connections: u32,
    /// The minute that the published rate limits refer to; shorter in tests.
    pub minute: Duration,
    /// Whether status messages use native streams.
    pub streams: bool,
    /// How long a stream is used before its message is edited instead.
    pub stream: Duration,
    /// Request timeout. After it, it is unknown whether the request was carried out.
    pub request: Duration,
    /// The shortest and longest pauses before reconnecting.
    pub reconnect: (Duration, Duration),
    /// Minimum time between two edits of a message.
    pub between_edits: Duration,
    /// Whether guests, and people from other organizations in shared channels, may ask.
    pub guests: bool,
    /// Size limit of files attached to a question.
    pub file_bytes: u64,
}

impl Default for SlackSettings {
    fn default() -> Self {
        Self {
            transport: Transport::Socket,
            bot_token: None,
            app_token: None,
            signing_secret: None,
            client_id: String::new(),
            client_secret: None,
            seal_key: None,
            api_url: "https://slack.com/api".to_owned(),
            public_url: None,
            command: "/research".to_owned(),
            connections: 2,
            minute: Duration::from_secs(60),
            streams: true,
            stream: Duration::from_secs(240),
            request: Duration::from_secs(15),
            reconnect: (Duration::from_secs(1), Duration::from_secs(60)),
            between_edits: Duration::from_millis(1_500),
            guests: false,
            file_bytes: 20 << 20,
        }
    }
}
