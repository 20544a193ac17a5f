//! Classifies a server's response before its text is read: readable, retryable, or not for us.

use gorkd_core::model::{Failure, FailureReason};
use gorkd_net::http::{Answer, BodyLimit, Head, header};
use std::time::Duration;
use url::Url;

/// Bytes of an error page that suffice to recognize it.
const MAX_ERROR_PAGE: usize = 64 << 10;

/// How much to read of each type.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Limit for pages and other text, in bytes.
    pub text: usize,
    /// Limit for PDF and DOCX files, in bytes.
    pub files: usize,
}

const TEXTS: &[&str] = &[
    "application/xhtml+xml",
    "application/xml",
    "application/json",
    "application/ld+json",
    "application/geo+json",
    "application/jsonl",
    "application/x-ndjson",
    "application/csv",
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
    "application/toml",
    "application/yaml",
];

const FILES: &[&str] = &[
    "application/pdf",
    "application/x-pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
];

/// Text types with nothing to read, or without an end.
const NOT_TEXT: &[&str] =
    &["text/css", "text/javascript", "text/ecmascript", "text/event-stream", "text/calendar", "text/vcard"];

/// How much of a response to download.
pub fn wanted(head: &Head, url: &Url, sizes: Sizes) -> Result<BodyLimit, Failure> {
    match head.status {
        200..=299 => by_type(head, url, sizes),
        // Pages that block access say why in their body.
        401..=403 | 429 | 503 => Ok(BodyLimit::First(MAX_ERROR_PAGE)),
        _ => Ok(BodyLimit::Nothing),
    }
}

fn by_type(head: &Head, url: &Url, sizes: Sizes) -> Result<BodyLimit, Failure> {
    let declared = head.text(header::CONTENT_TYPE).unwrap_or_default();
    let essence = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let name = url.path().rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let is_file = [".pdf", ".docx"].iter().any(|end| name.ends_with(end));
    if FILES.contains(&essence.as_str()) {
        return Ok(BodyLimit::Whole(sizes.files));
    }
    match essence.as_str() {
        // Generic types from servers that do not know better; the bytes tell more.
        "" | "application/octet-stream" | "binary/octet-stream" | "application/force-download" if is_file => {
            Ok(BodyLimit::Whole(sizes.files))
        }
        "" | "application/octet-stream" | "binary/octet-stream" => Ok(BodyLimit::First(sizes.text)),
        known if TEXTS.contains(&known) || known.starts_with("text/") && !NOT_TEXT.contains(&known) => {
            Ok(BodyLimit::First(sizes.text))
        }
        other => {
            let other: String = other.chars().filter(char::is_ascii_graphic).take(80).collect();
            Err(Failure::skip(
                FailureReason::UnsupportedType,
                format!("Content of the type {other} is not read."),
            ))
        }
    }
}

/// Why a response is not a page; `None` if it can be read.
pub fn failure(answer: &Answer) -> Option<Failure> {
    use FailureReason as Reason;
    let Head { status, .. } = answer.head;
    if status >= 400 && is_challenge(answer) {
        return Some(Failure::skip(Reason::Captcha, "The site shows a CAPTCHA."));
    }
    let skip = |reason, detail: &str| Some(Failure::skip(reason, detail));
    let retry = |reason, detail: String| Some(Failure::retry(reason, detail));
    match status {
        204 | 205 => skip(Reason::Empty, "The server says that there is no content."),
        200..=299 => None,
        401 | 407 => skip(Reason::Denied, "The page requires a login."),
        402 => skip(Reason::Paywall, "The page has to be paid for."),
        403 => skip(Reason::Denied, "The site does not let us read the page (status 403)."),
        404 | 410 => skip(Reason::NotFound, "The page is not there (any more)."),
        408 => retry(Reason::TimedOut, "The server lost patience with its own page.".to_owned()),
        429 => skip(Reason::RateLimited, "The site wants fewer requests from us for now."),
        451 => skip(Reason::Denied, "The page may not be shown here for legal reasons."),
        501 | 505 => skip(Reason::ServerError, "The server cannot answer such a request."),
        500..=599 => retry(Reason::ServerError, format!("The server failed (status {status}).")),
        300..=399 => skip(Reason::Malformed, "The server leads on without saying where to."),
        _ => {
            let detail = format!("The server refused the request (status {status}).");
            Some(Failure::skip(Reason::Denied, detail))
        }
    }
}

/// Phrases on pages that let people in and keep programs out.
const CHALLENGES: &[&str] = &[
    "_cf_chl_opt",
    "cf-challenge",
    "challenge-platform",
    "captcha-delivery.com",
    "px-captcha",
    "g-recaptcha",
    "hcaptcha.com",
    "/_incapsula_resource",
    "awswafcaptcha",
    "aws-waf-token",
    "verify you are human",
    "are you a robot",
];

fn is_challenge(answer: &Answer) -> bool {
    if answer.head.headers.get("cf-mitigated").is_some_and(|value| value == "challenge") {
        return true;
    }
    let text = String::from_utf8_lossy(&answer.body).to_ascii_lowercase();
    CHALLENGES.iter().any(|mark| text.contains(mark))
}

/// How long an overloaded server asks us to wait, with a default if it does not say.
pub fn wait(head: &Head) -> Option<Duration> {
    const A_WHILE: Duration = Duration::from_secs(2);
    if !matches!(head.status, 429 | 503) {
        return None;
    }
    let Some(value) = head.text(header::RETRY_AFTER) else {
        return (head.status == 429).then_some(A_WHILE);
    };
    match value.trim().parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => until_date(value.trim()),
    }
}

/// The date form of `Retry-After`: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
fn until_date(value: &str) -> Option<Duration> {
    let at = jiff::fmt::rfc2822::parse(value).ok()?.timestamp();
    let left = at.duration_since(jiff::Timestamp::now());
    Some(Duration::try_from(left).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_net::http::HeaderMap;

    fn head(status: u16, headers: &[(&'static str, &str)]) -> Head {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().expect("a header"));
        }
        Head { status, headers: map }
    }

    fn url(path: &str) -> Url {
        Url::parse(&format!("https://a.test{path}")).expect("an address")
    }

    const SIZES: Sizes = Sizes { text: 10, files: 20 };

    #[test]
    fn types_are_read_by_an_allow_list() {
        let of = |kind: &str, path: &str| wanted(&head(200, &[("content-type", kind)]), &url(path), SIZES);
        for text in ["text/html; charset=x", "TEXT/PLAIN", "text/x-rust", "application/atom+xml", ""] {
            assert_eq!(of(text, "/a"), Ok(BodyLimit::First(10)), "{text}");
        }
        assert_eq!(of("application/pdf", "/a"), Ok(BodyLimit::Whole(20)));
        assert_eq!(of("application/octet-stream", "/a.PDF"), Ok(BodyLimit::Whole(20)));
        for other in ["image/png", "video/mp4", "application/zip", "text/css", "text/event-stream", "a"] {
            assert_eq!(
                of(other, "/a").map_err(|failure| failure.reason),
                Err(FailureReason::UnsupportedType)
            );
        }
    }

    #[test]
    fn every_status_is_a_page_or_a_reason() {
        let reason = |status: u16, body: &str| {
            let answer = Answer { head: head(status, &[]), body: body.into(), cut: false };
            failure(&answer).map(|failure| failure.reason)
        };
        assert_eq!(reason(200, ""), None);
        for status in (300..600).chain([204, 205, 999]) {
            assert!(reason(status, "").is_some(), "{status}");
        }
        assert_eq!(
            reason(403, "<title>Just a moment...</title><script>window._cf_chl_opt={}"),
            Some(FailureReason::Captcha)
        );
        assert_eq!(reason(403, "no"), Some(FailureReason::Denied));
        assert_eq!(reason(410, ""), Some(FailureReason::NotFound));
    }

    #[test]
    fn a_server_says_how_long_it_wants_to_be_left_alone() {
        assert_eq!(wait(&head(429, &[("retry-after", "7")])), Some(Duration::from_secs(7)));
        assert_eq!(wait(&head(429, &[])), Some(Duration::from_secs(2)));
        assert_eq!(wait(&head(503, &[])), None, "a failure like others");
        let past = head(503, &[("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")]);
        assert_eq!(wait(&past), Some(Duration::ZERO));
        let later = wait(&head(503, &[("retry-after", "Fri, 06 Nov 2099 08:49:37 GMT")]));
        assert!(later.is_some_and(|wait| wait > Duration::from_secs(1_000)));
    }
}
