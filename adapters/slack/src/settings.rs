//! How gorkd is set up for Slack.

use secrecy::SecretString;
use std::time::Duration;

/// How Slack tells gorkd of what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Over connections that gorkd opens: no public address is needed.
    #[default]
    Socket,
    /// As requests to gorkd's own web server, under a public address.
    Http,
}

#[derive(Clone, Debug)]
pub struct SlackSettings {
    pub transport: Transport,
    /// Of the one workspace; none where workspaces install gorkd by themselves.
    pub bot_token: Option<SecretString>,
    /// For Socket Mode.
    pub app_token: Option<SecretString>,
    /// For requests from Slack.
    pub signing_secret: Option<SecretString>,
    /// For installs by workspaces.
    pub client_id: String,
    pub client_secret: Option<SecretString>,
    /// By which their tokens are sealed where they are kept.
    pub seal_key: Option<SecretString>,
    /// The Web API, without a slash at its end.
    pub api_url: String,
    /// gorkd's own address for others, without a slash at its end.
    pub public_url: Option<String>,
    /// The slash command.
    pub command: String,
    /// Connections of Socket Mode.
    pub connections: u32,
    /// What the published limits call a minute.
    pub minute: Duration,
    /// Native streams for status messages?
    pub streams: bool,
    /// How long a stream is used before the message is edited instead.
    pub stream: Duration,
    /// A request that took longer may or may not have been carried out.
    pub request: Duration,
    /// Before the first and before the last try to connect again.
    pub reconnect: (Duration, Duration),
    /// Between two changes of one message.
    pub between_edits: Duration,
    /// May guests, and people of other organisations in shared channels, ask?
    pub guests: bool,
    /// Bytes of a file that comes with a question.
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
