//! The settings for Discord.

use secrecy::SecretString;
use std::time::Duration;
use url::Url;

/// How Discord sends interactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Over the gateway connection that gorkd opens, like messages.
    #[default]
    Gateway,
    /// As requests to gorkd's public URL. Messages are not sent this way.
    Http,
}

#[derive(Clone, Debug)]
pub struct DiscordSettings {
    pub transport: Transport,
    pub token: SecretString,
    /// The application's id, which is also the bot's.
    pub application_id: u64,
    /// 64 hexadecimal digits.
    pub public_key: String,
    /// Discord's base URL; another one in tests.
    pub api_url: Url,
    /// Registers commands only for this server, where they appear immediately; otherwise for all servers.
    pub guild: Option<u64>,
    /// Requests the text of messages that do not mention the bot.
    pub message_content: bool,
    /// Minimum time between two edits in one place.
    pub between_edits: Duration,
    /// Request timeout.
    pub request: Duration,
    /// How long an interaction's token is used.
    pub token_life: Duration,
    /// How long a nonce prevents a duplicate message.
    pub nonce_life: Duration,
    /// Maximum number of gateway sessions started per day.
    pub identifies: u32,
}

impl DiscordSettings {
    pub fn new(token: SecretString, application_id: u64) -> Self {
        Self {
            transport: Transport::default(),
            token,
            application_id,
            public_key: String::new(),
            api_url: Url::parse("https://discord.com").unwrap_or_else(|_| unreachable!("the URL is valid")),
            guild: None,
            message_content: true,
            between_edits: Duration::from_millis(1_200),
            request: Duration::from_secs(10),
            token_life: Duration::from_secs(14 * 60),
            nonce_life: Duration::from_secs(110),
            identifies: 900,
        }
    }
}
