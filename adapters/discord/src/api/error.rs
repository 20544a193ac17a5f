//! Why a request failed.

use crate::payload::{ErrorBody, read_body};
use gorkd_chat::PlatformError;
use reqwest::Method;
use std::time::Duration;

/// Retry delay if Discord does not send one.
const RETRY: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    pub status: u16,
    /// Discord's error code; 0 if there is none.
    pub code: u64,
    pub error: PlatformError,
}

impl ApiError {
    pub fn retry_after(wait: Duration) -> Self {
        Self { status: 429, code: 0, error: PlatformError::RetryAfter(wait) }
    }

    pub fn timed_out() -> Self {
        Self { status: 0, code: 0, error: PlatformError::Unconfirmed("no response in time".to_owned()) }
    }

    /// The connection failed. If it was never opened, nothing was sent.
    pub fn of_client(error: &reqwest::Error) -> Self {
        let error = match error.is_connect() {
            true => PlatformError::RetryAfter(RETRY),
            false => PlatformError::Unconfirmed("the connection was lost".to_owned()),
        };
        Self { status: 0, code: 0, error }
    }

    /// `needs` names the required permissions, as in Discord's settings.
    pub fn of_response(status: u16, body: &str, needs: &str, method: &Method) -> Self {
        let ErrorBody { code, message, .. } = read_body(body);
        let error = match (status, code) {
            (401, 50027) | (_, 10015 | 10062 | 50027) => PlatformError::Expired,
            (401, _) => PlatformError::Revoked("Discord refuses the bot's token".to_owned()),
            (_, 10003 | 10004 | 160_005) => PlatformError::PlaceGone(message),
            (_, 10008) => PlatformError::MessageGone,
            (_, 50001) => PlatformError::Forbidden("View Channel".to_owned()),
            (_, 50007) => PlatformError::NotAllowed("direct messages to this person".to_owned()),
            (403, _) if needs.is_empty() => PlatformError::NotAllowed(message),
            (403, _) => PlatformError::Forbidden(needs.to_owned()),
            (503, _) => PlatformError::RetryAfter(RETRY),
            (500.., _) if *method == Method::POST => PlatformError::Unconfirmed(format!("status {status}")),
            (500.., _) => PlatformError::RetryAfter(RETRY),
            (404, _) => PlatformError::PlaceGone(message),
            _ => PlatformError::Invalid(format!("{status}, code {code}")),
        };
        Self { status, code, error }
    }
}

impl From<ApiError> for PlatformError {
    fn from(error: ApiError) -> Self {
        error.error
    }
}
