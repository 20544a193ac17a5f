//! Wikipedia, in the question's language and in English. Interface:
//! <https://www.mediawiki.org/wiki/API:Search> with the beginnings of the articles found.
//!
//! Results of two languages are laid into one another, the question's own first: an article that exists in one
//! language only must not stand behind ten others.

use crate::http::{
    About, Server, ServerSettings, Words, address, below, list, moment, nothing_said, one_line, text,
};
use async_trait::async_trait;
use gorkd_core::model::{SearchHit, SearchStyle};
use gorkd_core::ports::{Failed, Metered, Outcome, Search, SearchRequest};
use gorkd_net::Services;
use reqwest::Method;
use serde_json::Value;
use url::{Host, Url};

pub struct Wikipedia {
    server: Server,
}

const ABOUT: About = About::of("wikipedia", "Wikipedia");
const LONGEST: usize = 300;
/// Beginnings of articles that one call gives at most.
const MOST_RESULTS: u32 = 20;
const ENGLISH: &str = "en";

impl Wikipedia {
    /// Calls of its server that one search takes at most: one a language.
    pub const CALLS: u32 = 2;

    pub fn new(settings: ServerSettings, services: &Services) -> Self {
        Self { server: Server::new(ABOUT, settings, services) }
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
            ("gsrlimit", &request.results.clamp(1, MOST_RESULTS).to_string()),
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
        Ok(hits(&answer, &site))
    }
}

#[async_trait]
impl Search for Wikipedia {
    fn name(&self) -> &str {
        ABOUT.name
    }

    fn leaves_machine(&self) -> bool {
        self.server.leaves_machine()
    }

    fn style(&self) -> SearchStyle {
        SearchStyle::Reference
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let own = request.filters.language.as_deref().or(request.language.as_deref());
        let own = own.filter(|language| is_language(language)).unwrap_or(ENGLISH);
        if own == ENGLISH {
            return self.server.found(request, self.ask(ENGLISH, request).await?);
        }
        let (first, second) = futures::join!(self.ask(own, request), self.ask(ENGLISH, request));
        let (first, second) = match (first, second) {
            (Ok(first), Ok(second)) => (first, second),
            // A language without a Wikipedia is no reason to find nothing.
            (Ok(found), Err(_)) | (Err(_), Ok(found)) => (found, Vec::new()),
            (Err(failed), Err(_)) => return Err(failed),
        };
        let found = self.server.found(request, woven(first, second))?;
        Ok(Metered { tries: Self::CALLS, ..found })
    }
}

fn is_language(language: &str) -> bool {
    (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The site of a language: a name before the host, as Wikipedia has it; where the host is a number or this machine,
/// the first part of the path.
fn site(base: &Url, language: &str) -> Url {
    match base.host() {
        Some(Host::Domain(host)) if host != "localhost" => {
            let mut url = base.clone();
            // A host that cannot be set stays, and its server says what is wrong.
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

/// Articles in the order of the search, which stands in `index`. Wikis without beginnings give a plain list.
pub(super) fn hits(answer: &Value, site: &Url) -> Vec<SearchHit> {
    let none = Value::Null;
    let pages = answer.get("query").and_then(|query| query.get("pages")).unwrap_or(&none);
    let mut pages: Vec<&Value> = match pages {
        Value::Array(pages) => pages.iter().collect(),
        // The older form of the answer.
        Value::Object(pages) => pages.values().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    pages.sort_by_key(|page| page.get("index").and_then(Value::as_i64).unwrap_or(i64::MAX));
    let plain = list(answer, &["query", "search"]).iter();
    pages.into_iter().chain(plain).filter_map(|page| hit(page, site)).collect()
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
