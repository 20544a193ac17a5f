//! Unpaywall: where a paper can be read legally and for free. Interface:
//! <https://unpaywall.org/products/api>.
//!
//! Not a search: it looks up one DOI, taken from the address of a page that could not be read.

use crate::guard::Rate;
use crate::http::{About, Server, ServerSettings, address, list, text};
use async_trait::async_trait;
use gorkd_core::model::{Destination, Failure, FailureReason, Reach};
use gorkd_core::ports::{OpenCopy, Resolver};
use gorkd_net::Services;
use reqwest::Method;
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

pub struct Unpaywall {
    server: Server,
    rate: Rate,
}

const ABOUT: About = About::of("unpaywall", "Unpaywall");

impl Unpaywall {
    /// Calls are limited to `rate`.
    pub fn new(settings: ServerSettings, rate: Rate, services: &Services) -> Self {
        Self { server: Server::new(ABOUT, settings, services), rate }
    }
}

#[async_trait]
impl Resolver for Unpaywall {
    /// A local proxy forwards requests to the internet, so a question that stays on this machine never calls
    /// it.
    fn destination(&self) -> Destination {
        Destination::Far
    }

    async fn open_copy(&self, page: &str, reach: Reach, timeout: Duration) -> Result<OpenCopy, Failure> {
        let Some(doi) = doi_of(page) else { return Ok(OpenCopy::NoWork) };
        if self.server.settings.email.is_empty() {
            let detail = "Unpaywall needs an email address: set search.unpaywall.email.";
            return Err(Failure::skip(FailureReason::NotConfigured, detail));
        }
        if self.rate.turn(Instant::now() + timeout).await.is_err() {
            let detail = "Unpaywall's rate limit leaves no time for this call (search.unpaywall.rate).";
            return Err(Failure::skip(FailureReason::RateLimited, detail));
        }
        let call = self
            .server
            .call(Method::GET, self.server.at(&["v2", &doi]), reach, timeout)
            .map_err(|failed| failed.failure)?
            .query(&[("email", &self.server.settings.email)]);
        match self.server.json(call).await {
            Ok(answer) => Ok(open_copy(&answer, page).map_or(OpenCopy::Unknown, OpenCopy::At)),
            // Unpaywall does not know this work.
            Err(failed) if failed.failure.reason == FailureReason::NotFound => Ok(OpenCopy::Unknown),
            Err(failed) => Err(failed.failure),
        }
    }
}

/// The best open copy other than the page itself. Pages are preferred to files.
pub(super) fn open_copy(answer: &Value, page: &str) -> Option<String> {
    let best = answer.get("best_oa_location").into_iter();
    let places = best.chain(list(answer, &["oa_locations"]));
    let doi = text(answer, "doi").to_lowercase();
    let another = |url: &String| {
        let lower = url.to_lowercase();
        let itself = lower.contains("doi.org/") && lower.ends_with(&doi);
        !itself && !lower.eq_ignore_ascii_case(page)
    };
    places
        .flat_map(|place| {
            [text(place, "url_for_pdf"), text(place, "url"), text(place, "url_for_landing_page")]
        })
        .filter_map(address)
        .find(another)
}

/// The DOI in an address such as `https://doi.org/10.1000/182` or `…/doi/full/10.1000/182?x`.
pub(crate) fn doi_of(page: &str) -> Option<String> {
    let url = url::Url::parse(page).ok()?;
    let path = url.path().replace("%2F", "/").replace("%2f", "/");
    let start = path.match_indices("10.").map(|(at, _)| at).find(|at| {
        let rest = &path[at + 3..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let begins = *at == 0 || path[..*at].ends_with('/');
        begins && (4..=9).contains(&digits) && rest[digits..].starts_with('/') && rest.len() > digits + 1
    })?;
    let mut doi = path[start..].trim_end_matches('/').to_owned();
    for end in ["/full", "/pdf", "/abstract", "/epdf", "/html", "/meta", ".pdf"] {
        if let Some(rest) = doi.strip_suffix(end) {
            doi = rest.to_owned();
        }
    }
    Some(doi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_is_found_in_an_address() {
        for (page, doi) in [
            ("https://doi.org/10.1103/PhysRevE.88.012814", Some("10.1103/PhysRevE.88.012814")),
            ("https://www.tandfonline.com/doi/full/10.1080/1234.5678?x=1", Some("10.1080/1234.5678")),
            (
                "https://journals.plos.org/10.1371/journal.pone.0000217/pdf",
                Some("10.1371/journal.pone.0000217"),
            ),
            ("https://example.org/version-10.2/notes", None),
            ("https://example.org/10.5/x", None),
            ("not an address", None),
        ] {
            assert_eq!(doi_of(page).as_deref(), doi, "{page}");
        }
    }
}
