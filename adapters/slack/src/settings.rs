//! The settings for Slack.

use secrecy::SecretString;
use std::time::Duration;

/// How Slack sends deliveries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Over connections that gorkd opens: no public address is needed.
    #[default]
    Socket,
    /// As requests to gorkd's web server, at a public address.
    Http,
}

#[derive(Clone, Debug)]
pub struct SlackSettings {
    pub transport: Transport,
    /// Of the only workspace; none if workspaces install gorkd themselves.
    pub bot_token: Option<SecretString>,
    /// For Socket Mode.
    pub app_token: Option<SecretString>,
    /// Verifies requests from Slack.
    pub signing_secret: Option<SecretString>,
    /// For installations by workspaces.
    pub client_id: String,
    pub client_secret: Option<SecretString>,
    /// Encrypts their stored tokens.
    pub seal_key: Option<SecretString>,
    /// The Web API, without a slash at the end.
    pub api_url: String,
    /// gorkd's public address, without a slash at the end.
    pub public_url: Option<String>,
    /// The slash command.
    pub command: String,
    /// Connections of Socket Mode.
    pub connections: u32,
    /// The minute of the published rate limits; shorter in tests.
    pub minute: Duration,
    /// Native streams for status messages?
    pub streams: bool,
    /// How long a stream is used before its message is edited instead.
    pub stream: Duration,
    /// Time limit of a request; after it, it is unknown whether the request was carried out.
    pub request: Duration,
    /// The shortest and longest pause before reconnecting.
    pub reconnect: (Duration, Duration),
    /// Between two edits of one message.
    pub between_edits: Duration,
    /// May guests, and people of other organizations in shared channels, ask?
    pub guests: bool,
    /// Size limit of files that come with a question.
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
