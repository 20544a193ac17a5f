//! Failures specific to SearXNG; the rest are handled as for any server.

use crate::http::{About, clean, refused};
use gorkd_core::model::{Failure, FailureReason};
use reqwest::header::{CONTENT_TYPE, HeaderMap};

/// Any error status. SearXNG refuses a format that is not enabled with 403 and an HTML page.
pub(super) fn status(about: About, status: u16, headers: &HeaderMap, body: &[u8]) -> Failure {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if status == 403 && kind.to_lowercase().contains("html") {
        let detail =
            "SearXNG does not answer in JSON: add `json` to `search.formats` in its settings.yml (403).";
        return Failure::skip(FailureReason::Denied, detail);
    }
    if status == 401 && !about.keyed {
        let detail = "SearXNG is behind a proxy that asks for a key (401): set search.searxng.key.";
        return Failure::skip(FailureReason::Unauthorized, detail);
    }
    refused(about, status, headers, body)
}

/// No results while engines were silent: not the same as no matches.
pub(super) fn unresponsive(engines: &[(String, String)]) -> Failure {
    let all = |words: &[&str]| {
        engines.iter().all(|(_, why)| words.iter().any(|word| why.to_lowercase().contains(word)))
    };
    let reason = if all(&["captcha"]) {
        FailureReason::Captcha
    } else if all(&["too many", "rate", "suspended", "captcha"]) {
        FailureReason::RateLimited
    } else if all(&["timeout", "timed out"]) {
        FailureReason::TimedOut
    } else {
        FailureReason::Unreachable
    };
    let told = engines
        .iter()
        .take(5)
        .map(|(name, why)| match clean(why, 60) {
            why if why.is_empty() => clean(name, 40),
            why => format!("{} ({why})", clean(name, 40)),
        })
        .collect::<Vec<_>>()
        .join(", ");
    Failure::retry(reason, format!("No search engine behind SearXNG answered: {told}."))
}
