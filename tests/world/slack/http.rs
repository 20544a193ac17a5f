//! What people did, as signed requests to the addresses that a manifest names.

use super::SIGNING_SECRET;
use super::delivery::IN_TIME;
use super::mail::{Mail, MailKind};
use crate::world::chat::http::{self, hex};
use crate::world::chat::unix;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A request as Slack makes it.
pub struct Request {
    pub path: &'static str,
    pub kind: &'static str,
    pub body: String,
    pub retry: u32,
}

/// Was it taken in time, with status 200?
pub async fn deliver(base: &str, mail: &Mail) -> bool {
    let request = of(mail);
    let now = unix().as_secs();
    let signature = sign(SIGNING_SECRET, now, &request.body);
    let sent = send(base, &request, now, &signature);
    matches!(tokio::time::timeout(IN_TIME, sent).await, Ok(Ok((200, _))))
}

fn of(mail: &Mail) -> Request {
    const FORM: &str = "application/x-www-form-urlencoded";
    let retry = mail.retry;
    let payload = &mail.payload;
    match mail.kind {
        MailKind::Event => {
            Request { path: "/slack/events", kind: "application/json", body: payload.to_string(), retry }
        }
        MailKind::Command => {
            let fields = payload.as_object().into_iter().flatten();
            let pairs = fields
                .map(|(name, value)| (name, value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
            let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
            Request { path: "/slack/commands", kind: FORM, body, retry }
        }
        MailKind::Interaction => {
            let mut body = url::form_urlencoded::Serializer::new(String::new());
            let body = body.append_pair("payload", &payload.to_string()).finish();
            Request { path: "/slack/interactions", kind: FORM, body, retry }
        }
    }
}

/// Sends a request on a connection of its own; gives status and body.
pub async fn send(
    base: &str,
    request: &Request,
    time: u64,
    signature: &str,
) -> std::io::Result<(u16, Value)> {
    let (time, retry) = (time.to_string(), request.retry.to_string());
    let headers = [
        ("Content-Type", request.kind),
        ("X-Slack-Request-Timestamp", time.as_str()),
        ("X-Slack-Signature", signature),
        ("X-Slack-Retry-Num", retry.as_str()),
        ("X-Slack-Retry-Reason", "http_timeout"),
    ];
    let sent = if request.retry > 0 { &headers[..] } else { &headers[..3] };
    let url = format!("{}{}", base.trim_end_matches('/'), request.path);
    let (status, body) = http::post(&url, sent, &request.body).await?;
    Ok((status, serde_json::from_str(&body).unwrap_or_default()))
}

/// The signature of a body at a time: HMAC-SHA256, written out so that it owes nothing to what it checks.
pub fn sign(secret: &str, time: u64, body: &str) -> String {
    let mut key = [0u8; 64];
    let secret = secret.as_bytes();
    if secret.len() > key.len() {
        key[..32].copy_from_slice(&Sha256::digest(secret));
    } else {
        key[..secret.len()].copy_from_slice(secret);
    }
    let padded = |pad: u8| key.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(format!("v0:{time}:{body}")).finalize();
    let outer = Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize();
    format!("v0={}", hex(&outer[..]))
}

#[test]
fn signatures_are_as_published() {
    // The example of Slack's own page on verifying requests.
    let body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&\
                channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&\
                response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&\
                trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    let signed = sign("8f742231b10e8888abcd99yyyzzz85a5", 1_531_420_618, body);
    assert_eq!(signed, "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503");
}
