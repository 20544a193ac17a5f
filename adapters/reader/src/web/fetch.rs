//! Sends one request through the guard and follows where the response leads.

use super::trace::Trace;
use gorkd_core::model::{Failure, FailureReason, Reach};
use gorkd_net::http::{ACCEPTED_CODINGS, Answer, BodyLimit, Head, HeaderMap, header};
use gorkd_net::{Checked, Guard, Http, Refused, parse_url};
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Maximum number of redirects from one address.
pub const MOST_REDIRECTS: usize = 5;
/// A page that redirects after a longer time is meant to be read first.
const MAX_REFRESH_DELAY: Duration = Duration::from_secs(10);
/// Accepted types, preferred ones first.
const ACCEPT: &str =
    "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.9,application/json;q=0.8,*/*;q=0.5";

/// Cheap to clone.
#[derive(Clone)]
pub struct Fetch {
    guard: Guard,
    http: Http,
    headers: HeaderMap,
}

impl Fetch {
    pub fn new(guard: Guard, http: Http, user_agent: &str) -> Self {
        let mut headers = HeaderMap::new();
        let agent = header::HeaderValue::from_str(user_agent);
        headers.insert(header::USER_AGENT, agent.unwrap_or(header::HeaderValue::from_static("gorkd")));
        headers.insert(header::ACCEPT, header::HeaderValue::from_static(ACCEPT));
        headers.insert(header::ACCEPT_ENCODING, header::HeaderValue::from_static(ACCEPTED_CODINGS));
        Self { guard, http, headers }
    }

    /// Checks an address with the guard and records the decision.
    pub async fn check(&self, url: &Url, reach: Reach, trace: &Trace) -> Result<Checked, Refused> {
        let checked = self.guard.check(url, reach).await;
        trace.checked(url, &checked);
        checked
    }

    pub async fn get(
        &self,
        to: &Checked,
        more: HeaderMap,
        until: Instant,
        wanted: impl Fn(&Head) -> Result<BodyLimit, Failure>,
    ) -> Result<Answer, Failure> {
        let mut headers = self.headers.clone();
        headers.extend(more);
        self.http.get(to, headers, until, wanted).await
    }
}

/// Where a response redirects, by status or `Refresh` header. `None` if it does not.
pub fn led_on(head: &Head, from: &Url) -> Option<Result<Url, Refused>> {
    match head.status {
        301 | 302 | 303 | 307 | 308 => {
            let target = head.text(header::LOCATION)?;
            Some(joined(from, target))
        }
        200..=299 => refresh(head.text(header::REFRESH)?).map(|target| joined(from, target)),
        _ => None,
    }
}

/// The address in `5; url=…` from a header or `meta`, if it comes soon and leads elsewhere.
pub fn refresh(value: &str) -> Option<&str> {
    let (wait, rest) = value.split_once([';', ',']).unwrap_or((value, ""));
    let wait: f64 = wait.trim().parse().ok()?;
    let rest = rest.trim_start();
    let target = match rest.get(..3) {
        Some(key) if key.eq_ignore_ascii_case("url") => rest[3..].trim_start().strip_prefix('=')?.trim(),
        Some(_) | None => rest.trim(),
    };
    let target = target.trim_matches(['"', '\'']).trim();
    (wait <= MAX_REFRESH_DELAY.as_secs_f64() && !target.is_empty()).then_some(target)
}

/// Resolves a redirect target. It is parsed and checked as strictly as the first address.
pub fn joined(from: &Url, target: &str) -> Result<Url, Refused> {
    match from.join(target.trim_matches(' ')) {
        // `join` silently drops control characters, which the guard must see.
        Ok(_) if target.chars().any(char::is_control) => parse_url("\u{7f}"),
        Ok(url) => parse_url(url.as_str()),
        Err(_) => parse_url(target),
    }
}

pub fn circle() -> Failure {
    Failure::skip(FailureReason::Malformed, "The page redirects in a loop.")
}

pub fn too_many() -> Failure {
    let detail = format!("The page redirects more than {MOST_REDIRECTS} times.");
    Failure::skip(FailureReason::Malformed, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refreshes_that_lead_elsewhere_soon_are_followed() {
        for (value, target) in [
            ("0; url=https://a.test/", Some("https://a.test/")),
            ("0;URL='next.html'", Some("next.html")),
            ("5, /b", Some("/b")),
            ("600; url=/news", None),
            ("30", None),
            ("soon", None),
            ("0; url=", None),
        ] {
            assert_eq!(refresh(value), target, "{value}");
        }
    }

    #[test]
    fn targets_are_read_as_strictly_as_first_addresses() {
        let from = Url::parse("https://a.test/b/c?d").expect("an address");
        let to = |target: &str| joined(&from, target).map(|url| url.to_string()).ok();
        assert_eq!(to("../e").as_deref(), Some("https://a.test/e"));
        assert_eq!(to("//b.test/").as_deref(), Some("https://b.test/"));
        for wrong in
            ["gopher://0:25/_x", "http://u:p@b.test/", "http://exa mple/", "http://b\n.test/", "javascript:1"]
        {
            assert_eq!(to(wrong), None, "{wrong}");
        }
    }
}
