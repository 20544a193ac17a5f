//! Everything that can go wrong with a server, as sentences that say what to do about it.

use super::About;
use gorkd_core::model::{Failure, FailureReason};
use gorkd_net::BELIEVED;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use std::time::Duration;

/// No response arrived.
pub(crate) fn unsent(about: About, error: &reqwest::Error) -> Failure {
    let title = about.title;
    if error.is_connect() {
        return unreachable(about).turned_away(Duration::ZERO);
    }
    if error.is_timeout() {
        return Failure::retry(FailureReason::TimedOut, format!("{title} did not answer in time."));
    }
    Failure::retry(FailureReason::Unreachable, format!("The connection to {title} was lost."))
}

/// Nothing was sent: another call has just found the network down.
pub(crate) fn out_of_reach(about: About) -> Failure {
    unreachable(about).turned_away(BELIEVED)
}

fn unreachable(About { name, title, .. }: About) -> Failure {
    let detail =
        format!("{title} cannot be reached. Is this machine online, and is search.{name}.base_url right?");
    Failure::skip(FailureReason::Unreachable, detail)
}

pub(crate) fn broken_off(about: About, error: &reqwest::Error) -> Failure {
    let title = about.title;
    if error.is_timeout() {
        return Failure::retry(
            FailureReason::TimedOut,
            format!("{title} did not finish its response in time."),
        );
    }
    Failure::retry(FailureReason::Malformed, format!("The response from {title} was interrupted."))
}

pub(crate) fn too_large(about: About, most: usize) -> Failure {
    let detail = format!("The response from {} is larger than {} MB.", about.title, most / 1_000_000);
    Failure::skip(FailureReason::TooLarge, detail)
}

/// Any error status. Nonstandard uses: Tavily returns 432 and 433 when the plan or the spending limit is used
/// up, Brave returns 422 for a wrong key, and News API returns 426 when the plan is too small.
pub(crate) fn refused(about: About, status: u16, headers: &HeaderMap, body: &[u8]) -> Failure {
    use FailureReason::{
        Denied, Malformed, NotFound, QuotaExhausted, RateLimited, ServerError, Unauthorized,
    };
    let About { name, title, .. } = about;
    let said = String::from_utf8_lossy(body).to_lowercase();
    let key_is_wrong = ["api key", "api_key", "apikey", "subscription_token", "x-api-key", "user_key"]
        .iter()
        .any(|words| said.contains(words))
        && ["invalid", "missing", "not valid", "unauthorized", "incorrect", "wrong"]
            .iter()
            .any(|words| said.contains(words));
    let used_up = ["quota", "credits", "run out", "usage limit", "monthly", "exceeded your plan", "plan's"]
        .iter()
        .any(|words| said.contains(words));
    let wrong_key = || {
        let detail = match about.keyed {
            true => format!("{title} rejects the key in search.{name}.key ({status})."),
            false => {
                format!("{title} asks for a key ({status}), but none is set: check search.{name}.base_url.")
            }
        };
        Failure::skip(Unauthorized, detail)
    };
    let no_credit = || {
        let detail = match about.keyed {
            true => format!(
                "Your {title} plan is used up ({status}): check the account behind search.{name}.key."
            ),
            false => format!("{title}'s limit for calls without an account is used up ({status})."),
        };
        Failure::skip(QuotaExhausted, detail)
    };
    match status {
        300..=399 => {
            let to = headers.get(LOCATION).and_then(|to| to.to_str().ok()).map(|to| clean(to, 200));
            let detail = match to {
                Some(to) => format!("{title} redirects to {to}; set search.{name}.base_url to that address."),
                None => format!("{title} redirects without naming an address."),
            };
            Failure::skip(Malformed, detail)
        }
        400 | 403 | 422 if key_is_wrong => wrong_key(),
        401 => wrong_key(),
        402 | 432 | 433 => no_credit(),
        403 | 429 if used_up => no_credit(),
        403 => {
            let detail = match about.keyed {
                true => {
                    format!(
                        "{title} refuses the request (403): check search.{name}.key and what its plan allows."
                    )
                }
                false => format!("{title} refuses the request (403): check search.{name}.base_url."),
            };
            Failure::skip(Denied, detail)
        }
        404 => {
            let detail =
                format!("There is nothing at {title}'s address (404): check search.{name}.base_url.");
            Failure::skip(NotFound, detail)
        }
        426 => {
            let detail = format!("Your {title} plan does not include this search (426).");
            Failure::skip(QuotaExhausted, detail)
        }
        429 => {
            let (wait, said) = wait_of(headers);
            let detail = match said {
                Some(said) => format!(
                    "{title} gets too many requests and asks to wait {said} (429); lower search.{name}.rate."
                ),
                None => format!("{title} gets too many requests (429); lower search.{name}.rate."),
            };
            Failure::retry(RateLimited, detail).turned_away(wait)
        }
        503 => {
            let (wait, _) = wait_of(headers);
            Failure::retry(ServerError, format!("{title} is not available right now (503)."))
                .turned_away(wait)
        }
        500..=599 => Failure::retry(ServerError, format!("{title} had an internal error ({status}).")),
        _ => Failure::skip(Malformed, format!("{title} rejected the request ({status}).")),
    }
}

/// A response that does not follow the documented interface.
pub(crate) fn unreadable(about: About, body: &[u8], cut_off: bool) -> Failure {
    let About { name, title, .. } = about;
    let start = body.iter().position(|byte| !byte.is_ascii_whitespace()).map_or(&body[..0], |at| &body[at..]);
    let head = String::from_utf8_lossy(&start[..start.len().min(200)]).to_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        let detail = format!(
            "A web page came back instead of {title}'s data: search.{name}.base_url may be wrong, or something \
             stands in front of it."
        );
        return Failure::skip(FailureReason::Malformed, detail);
    }
    if cut_off {
        return Failure::retry(FailureReason::Malformed, format!("The response from {title} is cut off."));
    }
    let detail = format!("The response from {title} is not in the documented format.");
    Failure::skip(FailureReason::Malformed, detail)
}

/// A success status whose body holds an error instead of results.
pub(crate) fn nothing_said(about: About, words: &str) -> Failure {
    let About { name, title, .. } = about;
    let said = words.to_lowercase();
    let any = |list: &[&str]| list.iter().any(|words| said.contains(words));
    if any(&["api key", "api_key", "apikey", "unauthorized"]) {
        let detail = format!("{title} rejects the key in search.{name}.key.");
        Failure::skip(FailureReason::Unauthorized, detail)
    } else if any(&["run out", "quota", "credits", "plan", "exhausted"]) {
        let detail = format!("Your {title} plan is used up: check the account behind search.{name}.key.");
        Failure::skip(FailureReason::QuotaExhausted, detail)
    } else if any(&["rate limit", "too many", "ratelimited", "maxlag", "throttle"]) {
        Failure::retry(FailureReason::RateLimited, format!("{title} gets too many requests."))
            .turned_away(Duration::ZERO)
    } else if any(&["timeout", "timed out", "try again", "unexpected", "internal", "backend"]) {
        Failure::retry(
            FailureReason::ServerError,
            format!("{title} reported an internal error in its response."),
        )
    } else {
        Failure::skip(FailureReason::Malformed, format!("{title} rejected the request."))
    }
}

/// How long the server asks us to wait, and the same in words. Instead of `Retry-After`, Brave sends the
/// seconds until each of its rate windows resets; the first is the per-second window.
fn wait_of(headers: &HeaderMap) -> (Duration, Option<String>) {
    let named = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(value) = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()) {
        let value = clean(value, 40);
        if let Ok(seconds) = value.parse::<u64>() {
            return (Duration::from_secs(seconds), Some(format!("for {seconds} seconds")));
        }
        if let Some(wait) = until(&value) {
            return (wait, Some(format!("until {value}")));
        }
    }
    let first =
        named("x-ratelimit-reset").and_then(|value| value.split(',').next()?.trim().parse::<u64>().ok());
    match first {
        // Some servers send a Unix timestamp here; a larger value must be one.
        Some(seconds) if seconds <= 86_400 => {
            (Duration::from_secs(seconds), Some(format!("for {seconds} seconds")))
        }
        Some(_) | None => (Duration::ZERO, None),
    }
}

/// The date form of `Retry-After` (RFC 9110, section 10.2.3).
fn until(value: &str) -> Option<Duration> {
    let at = jiff::fmt::rfc2822::parse(value).ok()?.timestamp().as_millisecond();
    let wait = at.saturating_sub(jiff::Timestamp::now().as_millisecond());
    Some(Duration::from_millis(u64::try_from(wait).unwrap_or(0)))
}

/// Makes foreign text safe to quote in a sentence: no control characters, at most `most` characters.
pub(crate) fn clean(words: &str, most: usize) -> String {
    words.chars().filter(|c| !c.is_control()).take(most).collect::<String>().trim().to_owned()
}
