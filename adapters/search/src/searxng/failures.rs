//! What can go wrong with an instance, as sentences that say what to do about it.

use gorkd_core::model::{Failure, FailureReason};
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};

/// Nothing came back.
pub(super) fn unsent(error: &reqwest::Error) -> Failure {
    if error.is_connect() {
        let detail = "SearXNG cannot be reached; is it running at search.searxng.base_url?";
        return Failure::skip(FailureReason::Unreachable, detail);
    }
    if error.is_timeout() {
        return Failure::retry(FailureReason::TimedOut, "SearXNG did not answer in time.");
    }
    Failure::retry(FailureReason::Unreachable, "The connection to SearXNG broke off.")
}

pub(super) fn broken_off(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        return Failure::retry(FailureReason::TimedOut, "SearXNG did not finish its answer in time.");
    }
    Failure::retry(FailureReason::Malformed, "The answer of SearXNG broke off.")
}

pub(super) fn too_large(most: usize) -> Failure {
    let detail = format!("The answer of SearXNG is larger than {} MB.", most / 1_000_000);
    Failure::skip(FailureReason::TooLarge, detail)
}

/// Any status that is not a success.
pub(super) fn status(status: u16, headers: &HeaderMap) -> Failure {
    use FailureReason::{
        Denied, Malformed, NotFound, QuotaExhausted, RateLimited, ServerError, Unauthorized,
    };
    match status {
        300..=399 => {
            let to = headers.get(LOCATION).and_then(|to| to.to_str().ok()).map(|to| clean(to, 200));
            let detail = match to {
                Some(to) => format!("SearXNG sends on to {to}; set search.searxng.base_url to that address."),
                None => "SearXNG sends on without saying where to.".to_owned(),
            };
            Failure::skip(Malformed, detail)
        }
        401 => Failure::skip(Unauthorized, "SearXNG wants a login (401)."),
        402 => Failure::skip(QuotaExhausted, "What this SearXNG instance allows is used up (402)."),
        // SearXNG refuses formats that are not listed with this status and a page in HTML.
        403 => {
            let html = content_type(headers).contains("html");
            let detail = match html {
                true => {
                    "SearXNG does not answer in JSON: add `json` to `search.formats` in its settings.yml (403)."
                }
                false => "SearXNG refuses the request (403).",
            };
            Failure::skip(Denied, detail)
        }
        404 => Failure::skip(NotFound, "There is no SearXNG at search.searxng.base_url (404)."),
        429 => {
            let wait =
                headers.get(RETRY_AFTER).and_then(|wait| wait.to_str().ok()).map(|wait| clean(wait, 40));
            let detail = match wait {
                Some(wait) if wait.bytes().all(|byte| byte.is_ascii_digit()) => {
                    format!(
                        "SearXNG gets too many requests and wants to be left alone for {wait} seconds (429)."
                    )
                }
                Some(wait) => {
                    format!("SearXNG gets too many requests and wants to be left alone until {wait} (429).")
                }
                None => "SearXNG gets too many requests (429).".to_owned(),
            };
            Failure::retry(RateLimited, detail)
        }
        500..=599 => Failure::retry(ServerError, format!("SearXNG failed by itself ({status}).")),
        _ => Failure::skip(Malformed, format!("SearXNG did not take the request ({status}).")),
    }
}

/// An answer that is not JSON as expected.
pub(super) fn unreadable(body: &[u8], error: &serde_json::Error) -> Failure {
    let start = body.iter().position(|byte| !byte.is_ascii_whitespace()).map_or(&body[..0], |at| &body[at..]);
    if start.first() == Some(&b'<') {
        let detail = "A web page came back instead of JSON: search.searxng.base_url may not be a SearXNG instance, \
                      or something stands in front of it.";
        return Failure::skip(FailureReason::Malformed, detail);
    }
    if error.is_eof() {
        return Failure::retry(FailureReason::Malformed, "The answer of SearXNG is cut off.");
    }
    Failure::skip(FailureReason::Malformed, "The answer of SearXNG is not what its interface promises.")
}

/// Nothing found while engines were silent: not the same as nothing there.
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

fn content_type(headers: &HeaderMap) -> String {
    let value = headers.get(reqwest::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_lowercase()
}

/// Foreign words fit for a sentence: no control characters, not too long.
fn clean(words: &str, most: usize) -> String {
    words.chars().filter(|c| !c.is_control()).take(most).collect::<String>().trim().to_owned()
}
