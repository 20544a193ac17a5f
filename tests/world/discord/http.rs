//! Signed requests to the bot's endpoint.

use super::Shared;
use crate::world::chat::http::hex;
use crate::world::chat::{http, unix};
use ed25519_dalek::Signer as _;

/// How a request to the endpoint is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    Well,
    /// With another's key.
    Badly,
    Not,
}

/// Posts to the bot's endpoint; none when nobody answers there.
pub async fn post(shared: &Shared, endpoint: &str, body: &str, signed: Signed) -> Option<(u16, String)> {
    let timestamp = unix().as_secs().to_string();
    let key = match signed {
        Signed::Well | Signed::Not => shared.lock().bot.key.clone(),
        Signed::Badly => ed25519_dalek::SigningKey::from_bytes(&[9; 32]),
    };
    let signature = hex(&key.sign(format!("{timestamp}{body}").as_bytes()).to_bytes());
    let headers = [
        ("Content-Type", "application/json"),
        ("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)"),
        ("X-Signature-Ed25519", signature.as_str()),
        ("X-Signature-Timestamp", timestamp.as_str()),
    ];
    let sent = if signed == Signed::Not { &headers[..2] } else { &headers[..] };
    http::post(endpoint, sent, body).await.ok().filter(|(status, _)| *status != 0)
}
