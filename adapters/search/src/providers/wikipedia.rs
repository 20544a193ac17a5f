//! Wikipedia, in the question's language and in English. Interface:
//! <https://www.mediawiki.org/wiki/API:Search>, with the first paragraphs of each article.
//!
//! Results of the two languages are interleaved, starting with the question's own: an article that exists in
//! only one language must not end up behind ten others.
//!
//! Articles are read as pages, including their tables, unless [`Wikipedia::handing`] is used: then the full
//! texts of the first ones are fetched too. Interface:
//! <https://www.mediawiki.org/wiki/Extension:TextExtracts>.

use crate::handed::Handed;
use crate::http::{
    About, Server, ServerSettings, Words, address, below, list, moment, nothing_said, one_line, text,
};
use async_trait::async_trait;
use gorkd_core::model::SearchHit;
use gorkd_core::ports::{Failed, Metered, Outcome, Search, SearchRequest};
use gorkd_net::Services;
use reqwest::Method;
use serde_json::Value;
use url::{Host, Url};

pub struct Wikipedia {
    server: Server,
    /// How many articles per language to fetch in full, and where to put them.
    handed: Option<(u32, Handed)>,
}

const ABOUT: About = About::of("wikipedia", "Wikipedia");
const LONGEST: usize = 300;
/// Maximum number of extracts that the interface returns per call.
const MAX_RESULTS: u32 = 20;
const ENGLISH: &str = "en";

impl Wikipedia {
    /// Maximum number of server calls per search: one per language, plus one for each full article.
    pub const fn calls(extracts: u32) -> u32 {
        2 * (1 + extracts)
    }

    pub fn new(settings: ServerSettings, services: &Services) -> Self {
        Self { server: Server::new(ABOUT, settings, services), handed: None }
    }

    /// Also fetches the full texts of the first articles in each language.
    pub fn handing(self, extracts: u32, handed: Handed) -> Self {
        Self { handed: Some((extracts, handed)), ..self }
    }

    async fn ask(&self, language: &str, request: &SearchRequest) -> Result<Vec<SearchHit>, Failed> {
        let site = site(&self.server.settings.base_url, language);
        let call = self.server.ask(Method::GET, below(&site, &["w", "api.php"]), request)?.query(&[
            ("action", "query"),
            ("format", "json"),
            ("formatversion", "2"),
            ("redirects", "1"),
            ("generator", "search"),
            ("gsrsearch", &one_line(&request.query, LONGEST)),
            ("gsrlimit", &request.results.clamp(1, MAX_RESULTS).to_string()),
            ("gsrnamespace", "0"),
            ("prop", "extracts|info"),
            ("inprop", "url"),
            ("exintro", "1"),
            ("explaintext", "1"),
            ("exlimit", "max"),
        ]);
        let answer = self.server.json(call).await?;
        if let Some(error) = answer.get("error") {
            let said = format!("{} {}", text(error, "code"), text(error, "info"));
            return Err(self.server.paid(nothing_said(ABOUT, &said)));
        }
        let found = hits(&answer, &site);
        if let Some((extracts, handed)) = &self.handed {
            let first = found.iter().take(*extracts as usize);
            futures::future::join_all(first.map(|hit| self.hand_over(&site, hit, request, handed))).await;
        }
        Ok(found)
    }

    /// Fetches the full text of an article. If that fails, the article is read as a page.
    async fn hand_over(&self, site: &Url, hit: &SearchHit, request: &SearchRequest, handed: &Handed) {
        let call = self.server.ask(Method::GET, below(site, &["w", "api.php"]), request);
        let Ok(call) = call else { return };
        let call = call.query(&[
            ("action", "query"),
            ("format", "json"),
            ("formatversion", "2"),
            ("redirects", "1"),
            ("prop", "extracts"),
            ("explaintext", "1"),
            ("exsectionformat", "wiki"),
            ("titles", hit.title.as_str()),
        ]);
        if let Ok(answer) = self.server.json(call).await
            && let Some(page) = pages(&answer).first()
        {
            handed.put(&hit.url, &markdown(&hit.title, text(page, "extract"))).await;
        }
    }
}

/// Converts an extract, whose headings use wiki syntax (`== History ==`), to Markdown. An empty extract stays
/// empty.
fn markdown(title: &str, extract: &str) -> String {
    if extract.trim().is_empty() {
        return String::new();
    }
    let mut out = format!("# {title}\n\n");
    for line in extract.lines() {
        let inner = line.trim_matches('=');
        let depth = line.len().saturating_sub(line.trim_start_matches('=').len());
        if depth >= 2 && line.ends_with('=') {
            out.push_str(&format!("\n{} {}\n\n", "#".repeat(depth.min(6)), inner.trim()));
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[async_trait]
impl Search for Wikipedia {
    as_server!(Reference);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let own = request.filters.language.as_deref().or(request.language.as_deref());
        let own = own.filter(|language| is_language(language)).unwrap_or(ENGLISH);
        if own == ENGLISH {
            return self.server.found(request, self.ask(ENGLISH, request).await?);
        }
        let (first, second) = futures::join!(self.ask(own, request), self.ask(ENGLISH, request));
        let (first, second) = match (first, second) {
            (Ok(first), Ok(second)) => (first, second),
            // A language without a Wikipedia must not make the whole search fail.
            (Ok(found), Err(_)) | (Err(_), Ok(found)) => (found, Vec::new()),
            (Err(failed), Err(_)) => return Err(failed),
        };
        let found = self.server.found(request, woven(first, second))?;
        Ok(Metered { tries: Self::calls(0), ..found })
    }
}

fn is_language(language: &str) -> bool {
    (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The site of a language: a subdomain, as on Wikipedia, or the first path segment if the host is an IP
/// address or this machine.
fn site(base: &Url, language: &str) -> Url {
    match base.host() {
        Some(Host::Domain(host)) if host != "localhost" => {
            let mut url = base.clone();
            // If the host cannot be changed, the request goes to the original host, whose error explains the
            // problem.
            let _ = url.set_host(Some(&format!("{language}.{host}")));
            url
        }
        Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_)) | None => below(base, &[language]),
    }
}

fn woven(first: Vec<SearchHit>, second: Vec<SearchHit>) -> Vec<SearchHit> {
    let mut second = second.into_iter();
    let mut woven = Vec::new();
    for hit in first {
        woven.push(hit);
        woven.extend(second.next());
    }
    woven.extend(second);
    woven
}

/// Articles in search order, given by `index`. Wikis without the extracts extension return a plain list.
pub(super) fn hits(answer: &Value, site: &Url) -> Vec<SearchHit> {
    let mut pages = pages(answer);
    pages.sort_by_key(|page| page.get("index").and_then(Value::as_i64).unwrap_or(i64::MAX));
    let plain = list(answer, &["query", "search"]).iter();
    pages.into_iter().chain(plain).filter_map(|page| hit(page, site)).collect()
}

fn pages(answer: &Value) -> Vec<&Value> {
    match answer.get("query").and_then(|query| query.get("pages")) {
        Some(Value::Array(pages)) => pages.iter().collect(),
        // The older response format.
        Some(Value::Object(pages)) => pages.values().collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => Vec::new(),
    }
}

fn hit(page: &Value, site: &Url) -> Option<SearchHit> {
    let title = text(page, "title");
    if title.is_empty() || page.get("missing").is_some() {
        return None;
    }
    let named = below(site, &["wiki", &title.replace(' ', "_")]);
    let url = address(text(page, "fullurl")).unwrap_or_else(|| named.into());
    let snippet = [text(page, "extract"), text(page, "snippet")].into_iter().find(|words| !words.is_empty());
    Some(SearchHit {
        published_at: moment(text(page, "touched")).or_else(|| moment(text(page, "timestamp"))),
        ..Words { title, snippet: snippet.unwrap_or_default() }.hit(url)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_its_own_site() {
        for (base, expected) in [
            ("https://wikipedia.org", "https://de.wikipedia.org/"),
            ("http://127.0.0.1:9/", "http://127.0.0.1:9/de"),
            ("http://localhost:9/wiki", "http://localhost:9/wiki/de"),
        ] {
            assert_eq!(site(&Url::parse(base).expect(base), "de").as_str(), expected);
        }
    }
}
