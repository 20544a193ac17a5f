//! A moderation server that speaks OpenAI's `POST /v1/moderations`, as others do too.
//!
//! Source: <https://platform.openai.com/docs/api-reference/moderations>

use crate::failures::Trouble;
use crate::providers::{NotAServer, provider};
use crate::retry;
use crate::server::host;
use async_trait::async_trait;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use gorkd_core::ports::Moderate;
use gorkd_net::Services;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Timeout per text, including all calls it needs.
const TIME: Duration = Duration::from_secs(10);
/// Maximum characters per call: classifiers read only a little at once.
const PIECE: usize = 4_000;
/// Maximum size of a reply, in bytes; a longer one is invalid.
const LONGEST_REPLY: usize = 1 << 20;
/// Maximum characters of a category name, and maximum number of categories per text.
const LONGEST_CATEGORY: usize = 40;
const MOST_CATEGORIES: usize = 20;
/// The category of a text that is flagged without one.
const UNNAMED: &str = "flagged";

/// A server that judges texts.
pub struct ServerModerator {
    address: Url,
    key: Option<SecretString>,
    /// The server's name for the model; `None` for its default.
    model: Option<String>,
    near: bool,
    services: Services,
}

#[derive(Deserialize)]
struct ModerationResponse {
    results: Vec<Judged>,
}

#[derive(Deserialize)]
struct Judged {
    flagged: bool,
    #[serde(default)]
    categories: BTreeMap<String, Value>,
}

impl ServerModerator {
    /// `url` is the server's address, including `/v1` or whatever takes its place.
    pub fn new(
        url: &Url,
        key: Option<SecretString>,
        model: Option<String>,
        services: Services,
    ) -> Result<Self, NotAServer> {
        let mut named = url.clone();
        let path = named.path().trim_end_matches('/').to_owned();
        if let Some(base) = path.strip_suffix("/moderations") {
            named.set_path(base);
        }
        let base = provider("openai_compatible")?.address(Some(&named))?;
        let address = base.join("moderations").map_err(|_| NotAServer::NoClient)?;
        let near = services.is_near(&address);
        Ok(Self { address, key, model, near, services })
    }

    async fn send(&self, pieces: &[String], reach: Reach) -> Result<Vec<String>, Trouble> {
        let mut body = json!({"input": pieces});
        if let Some(model) = &self.model {
            body["model"] = json!(model);
        }
        let mut request = self.services.client(reach).post(self.address.clone()).json(&body);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let mut response = request.send().await.map_err(|error| Trouble::of_transport(&error))?;
        let status = response.status();
        let headers = response.headers().clone();
        let mut bytes: Vec<u8> = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| Trouble::of_transport(&error))? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > LONGEST_REPLY {
                return Err(Trouble::NotAModelServer);
            }
        }
        if !status.is_success() {
            let said = String::from_utf8_lossy(&bytes);
            return Err(Trouble::of_status(status.as_u16(), Some(&headers), &said));
        }
        let reply: ModerationResponse =
            serde_json::from_slice(&bytes).map_err(|_| Trouble::NotAModelServer)?;
        // A piece without a result has not been checked.
        if reply.results.len() < pieces.len() {
            return Err(Trouble::NotAModelServer);
        }
        Ok(categories(&reply.results))
    }

    /// Worded for the operator; askers do not see it.
    fn failure(&self, trouble: &Trouble) -> Failure {
        let host = host(&self.address);
        let (reason, detail) = match trouble {
            Trouble::Unreachable => {
                let detail =
                    format!("The moderation server at {host} cannot be reached. Is moderation.url right?");
                (FailureReason::Unreachable, detail)
            }
            Trouble::TimedOut => {
                let seconds = TIME.as_secs();
                let detail =
                    format!("The moderation server at {host} did not answer within {seconds} seconds.");
                (FailureReason::TimedOut, detail)
            }
            Trouble::Status { quota: true, .. } => {
                (FailureReason::QuotaExhausted, format!("The credit at {host} is used up."))
            }
            Trouble::Status { code: code @ (401 | 403), .. } => {
                let detail = format!("{host} rejects moderation.key ({code}).");
                (FailureReason::Unauthorized, detail)
            }
            Trouble::Status { code: 404, .. } => {
                let detail = format!(
                    "{host} has no moderation at this address, or not this model (404). Check moderation.url and moderation.model."
                );
                (FailureReason::NotFound, detail)
            }
            Trouble::Status { code: 429, .. } => {
                (FailureReason::RateLimited, format!("{host} accepts no more texts right now (429)."))
            }
            Trouble::Status { code, .. } => {
                (FailureReason::ServerError, format!("The moderation server at {host} failed ({code})."))
            }
            Trouble::Cut | Trouble::NotAModelServer | Trouble::BadCalls | Trouble::Event { .. } => {
                let detail =
                    format!("The reply from {host} is not a moderation result. Is moderation.url right?");
                (FailureReason::Malformed, detail)
            }
            Trouble::NotSendable => {
                let detail = "moderation.key contains characters that cannot be sent.".to_owned();
                (FailureReason::NotConfigured, detail)
            }
        };
        Failure::skip(reason, detail)
    }
}

#[async_trait]
impl Moderate for ServerModerator {
    fn destination(&self) -> Destination {
        Destination::near(self.near)
    }

    async fn look(&self, text: &str, reach: Reach) -> Result<Vec<String>, Failure> {
        if !reach.allows(self.destination()) {
            let detail = format!("{} is not on this machine, and this text stays here.", host(&self.address));
            return Err(Failure::skip(FailureReason::NotAllowed, detail));
        }
        let pieces = pieces(text);
        let until = Instant::now() + TIME;
        let mut tries = 0;
        loop {
            tries += 1;
            let sent = tokio::time::timeout_at(until, self.send(&pieces, reach)).await;
            let trouble = match sent.unwrap_or(Err(Trouble::TimedOut)) {
                Ok(categories) => return Ok(categories),
                Err(trouble) => trouble,
            };
            match retry::wait(&trouble, tries, until.saturating_duration_since(Instant::now())) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return Err(self.failure(&trouble)),
            }
        }
    }
}

/// Splits a text into pieces, between words if possible.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut length = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        for part in word.chars().collect::<Vec<_>>().chunks(PIECE) {
            if length + part.len() > PIECE {
                pieces.push(String::new());
                length = 0;
            }
            length += part.len();
            if let Some(last) = pieces.last_mut() {
                last.extend(part);
            }
        }
    }
    pieces
}

/// The categories of everything flagged. They end up in a log and a note, so they are reduced to names.
fn categories(results: &[Judged]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for judged in results.iter().filter(|judged| judged.flagged) {
        let named = judged.categories.iter().filter(|(_, value)| **value == Value::Bool(true));
        let names = named.map(|(name, _)| {
            let kept = name.chars().filter(|c| c.is_alphanumeric() || " -_/".contains(*c));
            kept.take(LONGEST_CATEGORY).collect::<String>()
        });
        let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        if names.is_empty() {
            names.push(UNNAMED.to_owned());
        }
        for name in names {
            if !found.contains(&name) && found.len() < MOST_CATEGORIES {
                found.push(name);
            }
        }
    }
    found
}

#[cfg(test)]
#[path = "moderate_tests.rs"]
mod tests;
