//! Errors for programs and people, as RFC 9457 problem documents.
//!
//! `code` is for programs and never changes; `detail` is a sentence for people that says what to do.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::job::month_end;
use gorkd_core::model::{Refusal, RefusalCode};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// An error response, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub detail: String,
    /// Seconds.
    pub retry_after: Option<u64>,
    /// The ID of the request, once it is known.
    pub request_id: Option<Arc<str>>,
    /// The field of the body that caused it, for contracts that name it.
    pub param: Option<&'static str>,
}

/// Default seconds to wait before retrying: after a temporary overload, and after too many requests.
pub const MOMENT: u64 = 5;
const LATER: u64 = 60;

/// A problem document, `application/problem+json` (RFC 9457).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemDocument {
    /// `urn:gorkd:problem:` followed by the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The code in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong and what to do, in a sentence.
    pub detail: String,
    /// A code for programs, whose meaning never changes.
    pub code: String,
    /// Seconds to wait before you retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after: Option<u64>,
    /// The ID of the request, for finding it in the log. Same as `X-Request-Id`.
    pub request_id: String,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), retry_after: None, request_id: None, param: None }
    }

    pub fn with_id(self, id: &str) -> Self {
        Self { request_id: Some(id.into()), ..self }
    }

    pub fn no_method() -> Self {
        let detail = "This address doesn't support this method. The header `Allow` lists the methods that it supports.";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
    }

    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "The body must be JSON: send it with the header `Content-Type: application/json`.",
        )
    }

    pub fn timed_out() -> Self {
        let detail = "This took too long. Please try again.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "timed_out", detail)
    }

    pub fn odd_key() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "invalid_idempotency_key",
            "`Idempotency-Key` must be 1 to 255 plain characters without spaces, given once. Use a UUID, for example.",
        )
    }

    pub fn key_reused() -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "idempotency_key_reused",
            "This `Idempotency-Key` was already used for a different request. Use a new key for this one.",
        )
    }

    pub fn under_way(seconds: u64) -> Self {
        Self {
            retry_after: Some(seconds.clamp(1, MOMENT)),
            ..Self::new(
                StatusCode::CONFLICT,
                "request_in_progress",
                "The first request with this `Idempotency-Key` is still in progress. Please send it again in a moment.",
            )
        }
    }

    pub fn no_key() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "key_missing",
            "This requires an API key: send it as `Authorization: Bearer KEY`. Create one with `gorkd key create NAME`.",
        )
    }

    pub fn wrong_key() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "key_not_accepted",
            "This API key is not accepted. Check it, or create a new one with `gorkd key create NAME`.",
        )
    }

    /// `at`: ISO 8601.
    pub fn expired_key(at: &str) -> Self {
        let detail = format!("This API key expired at {at}. Create a new one with `gorkd key create NAME`.");
        Self::new(StatusCode::UNAUTHORIZED, "key_expired", detail)
    }

    pub fn reads_only() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "key_reads_only",
            "This API key can only read. Ask the operator for a key with the role user: \
             `gorkd key create NAME --role user`.",
        )
    }

    pub fn not_admin() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "key_not_admin",
            "This requires an API key with the role admin: `gorkd key create NAME --role admin`.",
        )
    }

    pub fn csrf() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "csrf",
            "Changes with the session cookie need the header `X-CSRF-Token`. Its value is `csrf` of `GET \
             /api/session`.",
        )
    }

    pub fn not_here() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "only_here",
            "Keys of search providers can only be set from the machine that gorkd runs on, without a proxy in between. From \
             elsewhere, put them into the environment or the settings file.",
        )
    }

    pub fn not_counted(what: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "not_counted",
            format!(
                "{what} wouldn't count against this key's budget. Use a key without a budget, or ask the question \
                 again with this key."
            ),
        )
    }

    pub fn no_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "token_missing",
            "This article is a draft. Send a token signed by its site: `Authorization: Bearer TOKEN`.",
        )
    }

    pub fn wrong_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "token_not_accepted",
            "This token is not accepted: it has expired, or is not signed with a key in articles.token_secrets. Sign in to the site again.",
        )
    }

    pub fn too_many_readers() -> Self {
        Self {
            retry_after: Some(5),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too_many_readers",
                "Too many streams are open. Please try again in a moment.",
            )
        }
    }

    pub fn foreign_host() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "foreign_host",
            "This server doesn't accept the host name in the request. Use the address that gorkd printed when it \
             started, or list the name in web.hosts.",
        )
    }

    pub fn foreign_origin() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "foreign_origin",
            "This request comes from a page of another site. To allow that page, list its origin in web.origins; if it is \
             gorkd's own page under another name, list that name in web.hosts.",
        )
    }

    pub fn too_often(seconds: u64) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_requests",
                format!("Too many requests. Please wait {seconds} seconds and try again."),
            )
        }
    }

    pub fn no_thread(id: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("There is no thread {}.", short(id)))
    }

    pub fn no_job(id: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("There is no job {}.", short(id)))
    }

    pub fn no_route() -> Self {
        let detail = "There is nothing at this address. /openapi.json lists every route.";
        Self::new(StatusCode::NOT_FOUND, "not_found", detail)
    }

    pub fn unavailable() -> Self {
        Self {
            retry_after: Some(5),
            ..Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "gorkd's store is not responding. Please try again.",
            )
        }
    }

    /// For supervisors: names every part that can't work.
    pub fn not_ready(missing: &[String]) -> Self {
        Self { detail: format!("gorkd isn't ready: {}.", missing.join("; ")), ..Self::unavailable() }
    }

    pub fn starting() -> Self {
        let detail = "gorkd is starting: it opens its store and builds the index of the library if there is none yet. \
            Please try again in a moment.";
        Self { detail: detail.to_owned(), ..Self::unavailable() }
    }

    pub fn internal() -> Self {
        let detail = "Something went wrong inside gorkd. The log has the details.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_request", detail)
    }

    pub fn conflict(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", detail)
    }
}

/// Shortens a name for a sentence. The sender of a long name already knows it.
fn short(id: &str) -> String {
    let kept: String = id.chars().filter(|c| !c.is_control()).take(80).collect();
    if kept.len() < id.len() { kept + "…" } else { kept }
}

/// Seconds until the monthly budgets reset.
fn left_of_month() -> u64 {
    let now = SystemClock.now();
    month_end(now).since(now).div_ceil(1000).max(1)
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = match refusal.code {
            RefusalCode::InvalidQuestion => (StatusCode::UNPROCESSABLE_ENTITY, "invalid_question"),
            RefusalCode::Rejected => (StatusCode::UNPROCESSABLE_ENTITY, "rejected"),
            RefusalCode::Moderated => (StatusCode::UNPROCESSABLE_ENTITY, "moderated"),
            RefusalCode::RateLimited => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
            RefusalCode::OverBudget => (StatusCode::TOO_MANY_REQUESTS, "over_budget"),
            RefusalCode::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            RefusalCode::NotAllowed => (StatusCode::FORBIDDEN, "not_allowed"),
            RefusalCode::Conflict => (StatusCode::CONFLICT, "conflict"),
            RefusalCode::Overloaded => (StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
            RefusalCode::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            RefusalCode::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        };
        let retry_after = match refusal.code {
            RefusalCode::OverBudget => Some(refusal.retry_after.unwrap_or_else(left_of_month)),
            _ => refusal.retry_after,
        };
        Self { retry_after, ..Self::new(status, code, refusal.to_operator()) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry_after = self.retry_after.or(match self.status {
            StatusCode::TOO_MANY_REQUESTS => Some(LATER),
            StatusCode::SERVICE_UNAVAILABLE => Some(MOMENT),
            _ => None,
        });
        let document = ProblemDocument {
            kind: format!("urn:gorkd:problem:{}", self.code),
            title: self.code.replace('_', " "),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            code: self.code.to_owned(),
            retry_after,
            request_id: self.request_id.as_deref().unwrap_or_default().to_owned(),
        };
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"gorkd\""));
        }
        // Rewritten later, once the id of the request is known.
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exhausted_budget_allows_a_retry_next_month() {
        let refusal = Refusal::new(RefusalCode::OverBudget, "The budget for this period is used up.");
        let before = SystemClock.now();
        let problem = Problem::from(refusal.clone());
        let after = SystemClock.now();
        let wait = problem.retry_after.expect("seconds") * 1000;
        assert!(after.plus(wait) >= month_end(before), "{wait}");
        assert!(before.plus(wait) <= month_end(after).plus(1000), "whole seconds: {wait}");
        let told = Refusal { retry_after: Some(7), ..refusal };
        assert_eq!(Problem::from(told).retry_after, Some(7), "a more precise time takes precedence");
    }
}
