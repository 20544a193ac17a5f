//! Why a request to Slack came to nothing, for whoever sets gorkd up: the network, Slack's patience, or a refusal with
//! what to do about it.
//!
//! `client::Failed` asks only whether to try again. Here the cause counts: a network that is down says nothing about a
//! token.

use slack_morphism::errors::SlackClientError;
use std::error::Error;
use std::time::Duration;

/// Where Slack asks to wait and does not say for how long.
const MINUTE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Slack was not reached, or something else has answered; why.
    Unreached(String),
    /// Slack asks to wait; for how long, where it says so.
    Wait(Option<Duration>),
    /// Slack's name for it.
    Refused(String),
}

impl Fault {
    /// The request took longer than it may.
    pub fn late() -> Self {
        Fault::Unreached("no answer in time".to_owned())
    }

    /// A page to log in at, or a proxy, has answered in Slack's place.
    pub fn not_slack() -> Self {
        Fault::Unreached("what answers is not Slack".to_owned())
    }

    /// Slack's name for a refusal. An error is the sentence for all else, which says nothing about what was asked.
    pub fn code(self) -> Result<String, String> {
        Err(match self {
            Fault::Refused(code) if is_slacks_own(&code) => {
                format!("Slack has a fault of its own ({code}): try again in a few minutes.")
            }
            Fault::Refused(code) => return Ok(code),
            Fault::Unreached(why) => format!("Slack cannot be reached ({why}): check the network or proxy."),
            Fault::Wait(wait) => {
                let seconds = wait.unwrap_or(MINUTE).as_secs().max(1);
                format!("Slack asks to wait: try again in {seconds} s.")
            }
        })
    }
}

impl From<SlackClientError> for Fault {
    fn from(error: SlackClientError) -> Self {
        match error {
            SlackClientError::ApiError(error) => refused(error.code),
            SlackClientError::RateLimitError(error) => Fault::Wait(error.retry_after),
            SlackClientError::HttpError(error) => {
                Fault::Unreached(format!("status {}", error.status_code.as_u16()))
            }
            SlackClientError::HttpProtocolError(error) => {
                let why = error.cause.map_or_else(|| "the connection broke".to_owned(), |why| root(&*why));
                Fault::Unreached(why)
            }
            SlackClientError::EndOfStream(_) => Fault::Unreached("the connection ended".to_owned()),
            SlackClientError::SystemError(_) => Fault::Unreached("the system failed".to_owned()),
            SlackClientError::ProtocolError(_) | SlackClientError::SocketModeProtocolError(_) => {
                Fault::not_slack()
            }
        }
    }
}

fn refused(code: String) -> Fault {
    match code.as_str() {
        "ratelimited" | "rate_limited" => Fault::Wait(None),
        _ => Fault::Refused(code),
    }
}

fn is_slacks_own(code: &str) -> bool {
    ["fatal_error", "internal_error", "request_timeout", "service_unavailable"].contains(&code)
}

/// The innermost cause: "connection refused" says more than "client error".
fn root(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let text = cause.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "the connection broke".to_owned(),
    }
}

/// What to do about a token that Slack refuses; `token` says where to copy it from.
pub fn of_token(code: &str, page: &str) -> String {
    match code {
        "invalid_auth" => format!("Slack does not know it (invalid_auth). Copy it again from {page}"),
        "not_authed" => format!("nothing of it reaches Slack (not_authed). Copy it again from {page}"),
        "token_revoked" => {
            format!("it was revoked (token_revoked). Install the app again and copy the new one from {page}")
        }
        "account_inactive" => format!(
            "the app was removed or its workspace is closed (account_inactive). Install the app again and copy the \
             token from {page}"
        ),
        "token_expired" => format!(
            "it has expired (token_expired), as tokens of apps with token rotation do. Install by /slack/install, which \
             renews them, or copy a fresh one from {page}"
        ),
        "not_allowed_token_type" => {
            format!("it is a token of another kind (not_allowed_token_type). Copy the right one from {page}")
        }
        "missing_scope" => {
            format!("it lacks a permission (missing_scope). Make a new one under {page}")
        }
        other => format!("Slack says {other}"),
    }
}

/// What to do about a channel that Slack does not show.
pub fn of_channel(code: &str) -> String {
    match code {
        "channel_not_found" => "there is none of this id, or it is private and gorkd is not in it \
                                (channel_not_found). Take the id from the channel's details, and /invite @gorkd there"
            .to_owned(),
        "missing_scope" => "a permission is missing (missing_scope): channels:read or groups:read. Add it under \
                            OAuth & Permissions and install the app again"
            .to_owned(),
        other => format!("Slack says {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slack_morphism::errors::{SlackClientApiError, SlackClientHttpProtocolError, SlackRateLimitError};
    use std::io;

    #[test]
    fn the_way_to_slack_is_told_from_what_slack_says() {
        let of = |error: SlackClientError| Fault::from(error).code();
        let api = |code: &str| of(SlackClientError::ApiError(SlackClientApiError::new(code.to_owned())));
        assert_eq!(api("invalid_auth"), Ok("invalid_auth".to_owned()));
        assert_eq!(api("ratelimited"), Err("Slack asks to wait: try again in 60 s.".to_owned()));
        assert!(
            api("internal_error").is_err_and(|said| said.contains("a fault of its own (internal_error)"))
        );
        let refused = io::Error::new(io::ErrorKind::ConnectionRefused, "Connection refused (os error 111)");
        let broken = SlackClientHttpProtocolError::new().with_cause(Box::new(refused));
        let said = "Slack cannot be reached (connection refused): check the network or proxy.";
        assert_eq!(of(SlackClientError::HttpProtocolError(broken)), Err(said.to_owned()));
        let waits = SlackRateLimitError::new().with_retry_after(Duration::from_secs(30));
        let said = "Slack asks to wait: try again in 30 s.";
        assert_eq!(of(SlackClientError::RateLimitError(waits)), Err(said.to_owned()));
    }

    #[test]
    fn each_refusal_that_is_known_says_what_to_do() {
        let known = ["invalid_auth", "not_authed", "token_revoked", "account_inactive", "token_expired"];
        for code in known.into_iter().chain(["missing_scope", "not_allowed_token_type"]) {
            let said = of_token(code, "OAuth & Permissions");
            assert!(said.contains(&format!("({code})")) && said.contains("OAuth & Permissions"), "{said}");
        }
        assert!(of_channel("channel_not_found").contains("/invite @gorkd"));
        assert!(of_channel("missing_scope").contains("install the app again"));
    }
}
