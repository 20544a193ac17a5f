//! What can go wrong with a server, as sentences that say what to do about it.

use super::About;
use gorkd_core::model::{Failure, FailureReason};
use gorkd_net::BELIEVED;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use std::time::Duration;

/// Nothing came back.
pub(crate) fn unsent(about: About, error: &reqwest::Error) -> Failure {
    let title = about.title;
    if error.is_connect() {
        return nobody_there(about).turned_away(Duration::ZERO);
    }
    if error.is_timeout() {
        return Failure::retry(FailureReason::TimedOut, format!("{title} did not answer in time."));
    }
    Failure::retry(FailureReason::Unreachable, format!("The connection to {title} broke off."))
}

/// Nothing was sent: others have just found out that nobody can be reached.
pub(crate) fn out_of_reach(about: About) -> Failure {
    nobody_there(about).turned_away(BELIEVED)
}

fn nobody_there(About { name, title, .. }: About) -> Failure {
    let detail =
        format!("{title} cannot be reached; is this machine online, and search.{name}.base_url right?");
    Failure::skip(FailureReason::Unreachable, detail)
}

pub(crate) fn broken_off(about: About, error: &reqwest::Error) -> Failure {
    let title = about.title;
    if error.is_timeout() {
        return Failure::retry(
            FailureReason::TimedOut,
            format!("{title} did not finish its answer in time."),
        );
    }
    Failure::retry(FailureReason::Malformed, format!("The answer of {title} broke off."))
}

pub(crate) fn too_large(about: About, most: usize) -> Failure {
    let detail = format!("The answer of {} is larger than {} MB.", about.title, most / 1_000_000);
    Failure::skip(FailureReason::TooLarge, detail)
}

/// Any status that is not a success. Statuses beside their usual meaning: 432 and 433 are Tavily's for a plan and
/// a spending limit that are used up, 422 is Brave's for a wrong key, 426 is News API's for a plan that is too small.
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
            true => format!("{title} does not accept the key in search.{name}.key ({status})."),
            false => format!(
                "{title} wants to know who asks ({status}), and has no key set: check search.{name}.base_url."
            ),
        };
        Failure::skip(Unauthorized, detail)
    };
    let no_credit = || {
        let detail = match about.keyed {
            true => format!(
                "What the plan of {title} allows is used up ({status}): see the account behind search.{name}.key."
            ),
            false => format!("What {title} allows to those without an account is used up ({status})."),
        };
        Failure::skip(QuotaExhausted, detail)
    };
    match status {
        300..=399 => {
            let to = headers.get(LOCATION).and_then(|to| to.to_str().ok()).map(|to| clean(to, 200));
            let detail = match to {
                Some(to) => format!("{title} sends on to {to}; set search.{name}.base_url to that address."),
                None => format!("{title} sends on without saying where to."),
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
            let detail = format!("The plan of {title} does not allow this search (426).");
            Failure::skip(QuotaExhausted, detail)
        }
        429 => {
            let (wait, said) = wait_of(headers);
            let detail = match said {
                Some(said) => format!(
                    "{title} gets too many requests and wants to be left alone {said} (429); search.{name}.rate can be lowered."
                ),
                None => format!("{title} gets too many requests (429); search.{name}.rate can be lowered."),
            };
            Failure::retry(RateLimited, detail).turned_away(wait)
        }
        503 => {
            let (wait, _) = wait_of(headers);
            Failure::retry(ServerError, format!("{title} is not available right now (503)."))
                .turned_away(wait)
        }
        500..=599 => Failure::retry(ServerError, format!("{title} failed by itself ({status}).")),
        _ => Failure::skip(Malformed, format!("{title} did not take the request ({status}).")),
    }
}

/// An answer that is not what the interface promises.
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
        return Failure::retry(FailureReason::Malformed, format!("The answer of {title} is cut off."));
    }
    let detail = format!("The answer of {title} is not what its interface promises.");
    Failure::skip(FailureReason::Malformed, detail)
}

/// A success that holds an error instead of results.
pub(crate) fn nothing_said(about: About, words: &str) -> Failure {
    let About { name, title, .. } = about;
    let said = words.to_lowercase();
    let any = |list: &[&str]| list.iter().any(|words| said.contains(words));
    if any(&["api key", "api_key", "apikey", "unauthorized"]) {
        let detail = format!("{title} does not accept the key in search.{name}.key.");
        Failure::skip(FailureReason::Unauthorized, detail)
    } else if any(&["run out", "quota", "credits", "plan", "exhausted"]) {
        let detail =
            format!("What the plan of {title} allows is used up: see the account behind search.{name}.key.");
        Failure::skip(FailureReason::QuotaExhausted, detail)
    } else if any(&["rate limit", "too many", "ratelimited", "maxlag", "throttle"]) {
        Failure::retry(FailureReason::RateLimited, format!("{title} gets too many requests."))
            .turned_away(Duration::ZERO)
    } else if any(&["timeout", "timed out", "try again", "unexpected", "internal", "backend"]) {
        Failure::retry(
            FailureReason::ServerError,
            format!("{title} failed by itself, in an answer that began well."),
        )
    } else {
        Failure::skip(FailureReason::Malformed, format!("{title} did not take the request."))
    }
}

/// How long a server wants to be left alone, and the same in words. Brave names seconds until each of its windows
/// ends instead of `Retry-After`; the first is that of a second.
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
        // Others put a moment here; that far away it is one.
        Some(seconds) if seconds <= 86_400 => {
            (Duration::from_secs(seconds), Some(format!("for {seconds} seconds")))
        }
        Some(_) | None => (Duration::ZERO, None),
    }
}

/// The other form of `Retry-After`: a date, as in RFC 9110 section 10.2.3.
fn until(value: &str) -> Option<Duration> {
    let at = jiff::fmt::rfc2822::parse(value).ok()?.timestamp().as_millisecond();
    let wait = at.saturating_sub(jiff::Timestamp::now().as_millisecond());
    Some(Duration::from_millis(u64::try_from(wait).unwrap_or(0)))
}

/// Foreign words fit for a sentence: no control characters, not too long.
pub(crate) fn clean(words: &str, most: usize) -> String {
    words.chars().filter(|c| !c.is_control()).take(most).collect::<String>().trim().to_owned()
}
