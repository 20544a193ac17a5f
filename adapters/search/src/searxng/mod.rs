//! Web search through a SearXNG instance, by its JSON interface.
//!
//! SearXNG answers 200 also when every engine behind it failed; no results and silent engines together are a
//! failure here, since "nothing found" would be believed. Interface: <https://docs.searxng.org/dev/search_api.html>.

mod failures;
mod reply;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use gorkd_core::model::{ContentKind, Failure, FailureReason, Filters, Privacy, Recency, SearchHit, host_of};
use gorkd_core::ports::{Failed, Metered, Outcome, Search, SearchRequest};
use std::net::IpAddr;
use std::time::Duration;
use url::{Host, Url};

/// A SearXNG instance.
pub struct Searxng {
    endpoint: Url,
    client: reqwest::Client,
    local: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearxngSettings {
    /// Where the instance answers, for example `http://127.0.0.1:8888`.
    pub base_url: String,
}

/// Being offline must not cost more than this.
const CONNECT: Duration = Duration::from_secs(1);
/// When a request names no time of its own.
const TIMEOUT: Duration = Duration::from_secs(10);
const MOST_BYTES: usize = 2_000_000;

impl Searxng {
    /// Checks the address; asks nothing yet. The failure says what is wrong with the setting.
    pub fn new(settings: &SearxngSettings) -> Result<Self, Failure> {
        let wrong = |why: &str| {
            let detail = format!("search.searxng.base_url is {:?}: {why}.", settings.base_url);
            Failure::skip(FailureReason::NotConfigured, detail)
        };
        let mut endpoint =
            Url::parse(settings.base_url.trim()).map_err(|_| wrong("that is not a complete web address"))?;
        if !matches!(endpoint.scheme(), "http" | "https") {
            return Err(wrong("it has to begin with http:// or https://"));
        }
        if endpoint.query().is_some() || endpoint.fragment().is_some() {
            return Err(wrong("it has to end before any ? or #"));
        }
        match endpoint.path_segments_mut() {
            Ok(mut path) => path.pop_if_empty().push("search"),
            Err(()) => return Err(wrong("that is not a complete web address")),
        };
        // Installing fails only when somebody else did it first, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Redirects are refused: an instance on this machine must not be able to send a query elsewhere.
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| wrong(&format!("no client could be made for it ({error})")))?;
        Ok(Self { local: is_loopback(&endpoint), endpoint, client })
    }

    async fn ask(&self, request: &SearchRequest) -> Result<Vec<SearchHit>, Failure> {
        let timeout = if request.timeout.is_zero() { TIMEOUT } else { request.timeout };
        let sent = self
            .client
            .get(self.endpoint.clone())
            .query(&parameters(request))
            .header(reqwest::header::ACCEPT, "application/json")
            .timeout(timeout)
            .send()
            .await;
        let mut response = sent.map_err(|error| failures::unsent(&error))?;
        if !response.status().is_success() {
            return Err(failures::status(response.status().as_u16(), response.headers()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| failures::broken_off(&error))? {
            if body.len() + chunk.len() > MOST_BYTES {
                return Err(failures::too_large(MOST_BYTES));
            }
            body.extend_from_slice(&chunk);
        }
        let reply = reply::read(&body)?;
        let mut hits = reply.hits;
        hits.retain(|hit| is_wanted(&hit.url, &request.filters));
        hits.truncate(request.results as usize);
        if hits.is_empty() && !reply.unresponsive.is_empty() {
            return Err(failures::unresponsive(&reply.unresponsive));
        }
        for (at, hit) in hits.iter_mut().enumerate() {
            hit.rank = at as u32 + 1;
        }
        Ok(hits)
    }
}

#[async_trait]
impl Search for Searxng {
    fn name(&self) -> &str {
        "searxng"
    }

    fn leaves_machine(&self) -> bool {
        !self.local
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        if request.privacy == Privacy::LocalOnly && self.leaves_machine() {
            let detail = "SearXNG was not asked: this question may not leave the machine.";
            return Err(Failed::from(Failure::skip(FailureReason::NotAllowed, detail)));
        }
        match self.ask(request).await {
            Ok(hits) => Ok(Metered::free(hits)),
            Err(failure) => Err(Failed::from(failure)),
        }
    }
}

fn parameters(request: &SearchRequest) -> Vec<(&'static str, String)> {
    let filters = &request.filters;
    let mut parameters = vec![
        ("q", query(&request.query, filters)),
        ("format", "json".to_owned()),
        ("pageno", "1".to_owned()),
    ];
    if let Some(language) = &filters.language {
        parameters.push(("language", language.clone()));
    }
    if let Some(recency) = filters.recency {
        let range = match recency {
            Recency::Day => "day",
            Recency::Week => "week",
            Recency::Month => "month",
            Recency::Year => "year",
        };
        parameters.push(("time_range", range.to_owned()));
    }
    if let Some(kind) = filters.kind {
        let category = match kind {
            ContentKind::News => "news",
            ContentKind::Academic => "science",
            ContentKind::General => "general",
        };
        parameters.push(("categories", category.to_owned()));
    }
    parameters
}

/// The words with sites as the large engines understand them.
fn query(text: &str, filters: &Filters) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted: Vec<String> = filters.domains_in.iter().map(|site| format!("site:{}", bare(site))).collect();
    let mut parts = vec![text];
    if !wanted.is_empty() {
        parts.push(wanted.join(" OR "));
    }
    parts.extend(filters.domains_out.iter().map(|site| format!("-site:{}", bare(site))));
    parts.join(" ")
}

/// Not every engine knows `site:`, so results are checked again.
fn is_wanted(url: &str, filters: &Filters) -> bool {
    let host = host_of(url).to_lowercase();
    let within = |site: &String| {
        let site = bare(site);
        host == site || host.strip_suffix(&site).is_some_and(|rest| rest.ends_with('.'))
    };
    (filters.domains_in.is_empty() || filters.domains_in.iter().any(within))
        && !filters.domains_out.iter().any(within)
}

/// A site as people write it, without what does not belong to its name.
fn bare(site: &str) -> String {
    let site = site.trim();
    let site = site.split_once("://").map_or(site, |(_, rest)| rest);
    let site = site.split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or_default();
    site.trim_start_matches("*.").trim_start_matches("www.").to_lowercase()
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => match ip.to_ipv4_mapped() {
            Some(ip) => ip.is_loopback(),
            None => IpAddr::V6(ip).is_loopback(),
        },
        None => false,
    }
}
