//! How a request can fail, in the words of the deliverer.

use gorkd_chat::Trouble;
use reqwest::Method;
use serde_json::Value;
use std::time::Duration;

/// After an answer that says nothing of when to come again.
const AGAIN: Duration = Duration::from_secs(2);

/// A request that did not do what it was to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub status: u16,
    /// Discord's own code; 0 when it gave none.
    pub code: u64,
    pub trouble: Trouble,
}

impl Fault {
    pub fn later(wait: Duration) -> Self {
        Self { status: 429, code: 0, trouble: Trouble::Later(wait) }
    }

    pub fn no_answer() -> Self {
        Self { status: 0, code: 0, trouble: Trouble::Unclear("no answer in time".to_owned()) }
    }

    /// The connection failed: before the request was sent nothing was done.
    pub fn of_client(error: &reqwest::Error) -> Self {
        let trouble = match error.is_connect() {
            true => Trouble::Later(AGAIN),
            false => Trouble::Unclear("the connection ended".to_owned()),
        };
        Self { status: 0, code: 0, trouble }
    }

    /// How long to wait before the same request is sent again, where that is of use and does no harm.
    pub fn again(&self) -> Option<Duration> {
        match self.trouble {
            Trouble::Later(wait) => Some(wait),
            _ => None,
        }
    }

    pub fn of_answer(status: u16, body: &str, needs: &str, method: &Method) -> Self {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        let code = answer["code"].as_u64().unwrap_or_default();
        let words = answer["message"].as_str().unwrap_or_default();
        let trouble = match (status, code) {
            (401, 50027) | (_, 10015 | 10062 | 50027) => Trouble::Expired,
            (401, _) => Trouble::Revoked("Discord does not take the bot's token".to_owned()),
            (_, 10003 | 10004 | 160_005) => Trouble::PlaceGone(words.to_owned()),
            (_, 10008) => Trouble::MessageGone,
            (_, 50001) => Trouble::NotAllowed("View Channel".to_owned()),
            (_, 50007) => Trouble::NotAllowed("direct messages to this person".to_owned()),
            (403, _) => Trouble::NotAllowed(if needs.is_empty() { words } else { needs }.to_owned()),
            (503, _) => Trouble::Later(AGAIN),
            (500.., _) if *method == Method::POST => Trouble::Unclear(format!("answered with {status}")),
            (500.., _) => Trouble::Later(AGAIN),
            (404, _) => Trouble::PlaceGone(words.to_owned()),
            _ => Trouble::Invalid(format!("{status}, code {code}")),
        };
        Self { status, code, trouble }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        fault.trouble
    }
}
