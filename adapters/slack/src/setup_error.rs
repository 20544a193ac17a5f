//! Why a request to Slack failed, for people who set up gorkd: the network, rate limits, or a refusal and how
//! to fix it.
//!
//! `client::ApiError` only says whether to retry. Here the cause matters: a network outage says nothing about a
//! token.

use slack_morphism::errors::SlackClientError;
use std::error::Error;
use std::time::Duration;

/// Wait if Slack rate limits without saying for how long.
const MINUTE: Duration = Duration::from_secs(60);
/// A login page or a proxy answered instead of Slack.
pub const NOT_SLACK: &str = "what answers is not Slack";

/// Slack's error code for a refusal. Fails with a sentence for all other causes, which say nothing about the
/// request.
pub fn refusal(error: SlackClientError) -> Result<String, String> {
    match error {
        SlackClientError::ApiError(error) => match error.code.as_str() {
            "ratelimited" | "rate_limited" => Err(asks_to_wait(None)),
            code if is_internal(code) => {
                Err(format!("Slack has an internal error ({code}): try again in a few minutes."))
            }
            _ => Ok(error.code),
        },
        SlackClientError::RateLimitError(error) => Err(asks_to_wait(error.retry_after)),
        SlackClientError::HttpError(error) => {
            Err(unreachable(&format!("status {}", error.status_code.as_u16())))
        }
        SlackClientError::HttpProtocolError(error) => Err(match error.cause {
            Some(cause) => unreachable(&root_cause(&*cause)),
            None => unreachable("the connection was lost"),
        }),
        SlackClientError::EndOfStream(_) => Err(unreachable("the connection ended")),
        SlackClientError::SystemError(_) => Err(unreachable("a system error")),
        SlackClientError::ProtocolError(_) | SlackClientError::SocketModeProtocolError(_) => {
            Err(unreachable(NOT_SLACK))
        }
    }
}

/// Slack was not reached, or something else answered.
pub fn unreachable(why: &str) -> String {
    format!("Slack cannot be reached ({why}): check the network or proxy.")
}

/// `wait` is how long Slack asks to wait, if it says so.
fn asks_to_wait(wait: Option<Duration>) -> String {
    format!("Slack asks to wait: try again in {} s.", wait.unwrap_or(MINUTE).as_secs().max(1))
}

fn is_internal(code: &str) -> bool {
    ["fatal_error", "internal_error", "request_timeout", "service_unavailable"].contains(&code)
}

/// The innermost cause: "connection refused" says more than "client error".
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let text = cause.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "the connection was lost".to_owned(),
    }
}

/// How to fix a token that Slack refuses. `page` says where to copy it from.
pub fn of_token(code: &str, page: &str) -> String {
    match code {
        "invalid_auth" => format!("Slack doesn't know it (invalid_auth). Copy it again from {page}"),
        "not_authed" => format!("Slack didn't receive it (not_authed). Copy it again from {page}"),
        "token_revoked" => {
            format!("it was revoked (token_revoked). Install the app again and copy the new one from {page}")
        }
        "account_inactive" => format!(
            "the app was removed or its workspace is closed (account_inactive). Install the app again and copy the \
             token from {page}"
        ),
        "token_expired" => format!(
            "it has expired (token_expired): the app uses token rotation. Install it through /slack/install, which \
             refreshes tokens, or copy a new one from {page}"
        ),
        "not_allowed_token_type" => {
            format!("it is the wrong kind of token (not_allowed_token_type). Copy the right one from {page}")
        }
        "missing_scope" => {
            format!("it lacks a permission (missing_scope). Create a new one under {page}")
        }
        other => format!("Slack says {other}"),
    }
}

/// How to fix a channel that Slack does not show.
pub fn of_channel(code: &str) -> String {
    match code {
        "channel_not_found" => "there is no channel with this id, or it is private and gorkd is not a member \
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
    fn network_problems_are_distinguished_from_refusals() {
        let of = refusal;
        let api = |code: &str| of(SlackClientError::ApiError(SlackClientApiError::new(code.to_owned())));
        assert_eq!(api("invalid_auth"), Ok("invalid_auth".to_owned()));
        assert_eq!(api("ratelimited"), Err("Slack asks to wait: try again in 60 s.".to_owned()));
        assert!(api("internal_error").is_err_and(|said| said.contains("an internal error (internal_error)")));
        let refused = io::Error::new(io::ErrorKind::ConnectionRefused, "Connection refused (os error 111)");
        let broken = SlackClientHttpProtocolError::new().with_cause(Box::new(refused));
        let said = "Slack cannot be reached (connection refused): check the network or proxy.";
        assert_eq!(of(SlackClientError::HttpProtocolError(broken)), Err(said.to_owned()));
        let waits = SlackRateLimitError::new().with_retry_after(Duration::from_secs(30));
        let said = "Slack asks to wait: try again in 30 s.";
        assert_eq!(of(SlackClientError::RateLimitError(waits)), Err(said.to_owned()));
    }

    #[test]
    fn each_known_refusal_says_how_to_fix_it() {
        let directory = ["invalid_auth", "not_authed", "token_revoked", "account_inactive", "token_expired"];
        for code in directory.into_iter().chain(["missing_scope", "not_allowed_token_type"]) {
            let said = of_token(code, "OAuth & Permissions");
            assert!(said.contains(&format!("({code})")) && said.contains("OAuth & Permissions"), "{said}");
        }
        assert!(of_channel("channel_not_found").contains("/invite @gorkd"));
        assert!(of_channel("missing_scope").contains("install the app again"));
    }
}
