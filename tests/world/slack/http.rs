//! What people did, as signed requests to the addresses that a manifest names.

use super::SIGNING_SECRET;
use super::mail::{Mail, MailKind};
use super::open::IN_TIME;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
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
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).await?;
    let Request { path, kind, body, retry } = request;
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         X-Slack-Request-Timestamp: {time}\r\nX-Slack-Signature: {signature}\r\n",
        body.len()
    );
    if *retry > 0 {
        head.push_str(&format!("X-Slack-Retry-Num: {retry}\r\nX-Slack-Retry-Reason: http_timeout\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, serde_json::from_str(body).unwrap_or_default()))
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
    let hex: String = outer.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("v0={hex}")
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
