//! What the operator decides about Discord.

use secrecy::SecretString;
use std::time::Duration;
use url::Url;

/// How interactions come in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// A websocket that we open: commands, buttons and messages.
    #[default]
    Gateway,
    /// Discord posts commands and buttons to our own address; messages do not come this way.
    Http,
}

#[derive(Clone, Debug)]
pub struct DiscordSettings {
    pub transport: Transport,
    pub token: SecretString,
    /// The application's id, which is the bot's.
    pub application_id: u64,
    /// 64 hexadecimal digits.
    pub public_key: String,
    /// Where Discord is; another one in tests.
    pub api_url: Url,
    /// Commands for this server alone, which are there at once; else for all.
    pub guild: Option<u64>,
    /// Ask for the text of messages that do not mention the bot.
    pub message_content: bool,
    /// Between two edits in one place.
    pub between_edits: Duration,
    /// How long a request may take.
    pub request: Duration,
    /// How long an interaction's token is used.
    pub token_life: Duration,
    /// Within this time a nonce makes a second message impossible.
    pub nonce_life: Duration,
    /// Gateway sessions that may be begun within a day.
    pub identifies: u32,
}

impl DiscordSettings {
    pub fn new(token: SecretString, application_id: u64) -> Self {
        Self {
            transport: Transport::default(),
            token,
            application_id,
            public_key: String::new(),
            api_url: Url::parse("https://discord.com").unwrap_or_else(|_| unreachable!("it is an address")),
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
