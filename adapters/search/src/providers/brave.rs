//! Brave: an independent web index, and news. Interface:
//! <https://api-dashboard.search.brave.com/app/documentation>.

use crate::http::{Words, address, list, moment, one_line, site_words, text};
use async_trait::async_trait;
use gorkd_core::model::{ContentKind, Recency, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(Brave, "brave", "Brave");

/// In characters. Brave refuses longer queries, and queries of more than fifty words.
const MAX_QUERY_CHARS: usize = 400;
const MOST_WORDS: usize = 50;
const MOST_RESULTS: u32 = 20;
/// Two-letter codes that Brave's language filter accepts; it refuses others.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "it",
    "ko", "lt", "lv", "nl", "pl", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "te", "th", "tr", "uk", "vi",
];

#[async_trait]
impl Search for Brave {
    as_server!(Keyword);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let place = match request.filters.kind {
            Some(ContentKind::News) => "news",
            Some(ContentKind::Academic | ContentKind::General) | None => "web",
        };
        let url = self.server.at(&["res", "v1", place, "search"]);
        let call = self
            .server
            .ask(Method::GET, url, request)?
            .header("x-subscription-token", self.server.key()?)
            .query(&parameters(request));
        let answer = self.server.json(call).await?;
        self.server.found(request, hits(&answer))
    }
}

fn parameters(request: &SearchRequest) -> Vec<(&'static str, String)> {
    let filters = &request.filters;
    let words: Vec<&str> = request.query.split_whitespace().take(MOST_WORDS).collect();
    let mut parameters = vec![
        ("q", one_line(&site_words(&words.join(" "), filters), MAX_QUERY_CHARS)),
        ("count", request.results.clamp(1, MOST_RESULTS).to_string()),
        ("extra_snippets", "true".to_owned()),
    ];
    if let Some(recency) = filters.recency {
        let freshness = match recency {
            Recency::Day => "pd",
            Recency::Week => "pw",
            Recency::Month => "pm",
            Recency::Year => "py",
        };
        parameters.push(("freshness", freshness.to_owned()));
    }
    if let Some(language) = filters.language.as_ref().filter(|one| LANGUAGES.contains(&one.as_str())) {
        parameters.push(("search_lang", language.clone()));
    }
    parameters
}

/// Web results, and news if requested.
pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    let hit = |result: &Value| {
        let extra = list(result, &["extra_snippets"]).iter().filter_map(Value::as_str);
        let snippet = std::iter::once(text(result, "description")).chain(extra).collect::<Vec<_>>().join(" ");
        Some(SearchHit {
            published_at: moment(text(result, "page_age")),
            ..Words { title: text(result, "title"), snippet: &snippet }.hit(address(text(result, "url"))?)
        })
    };
    let web = list(answer, &["web", "results"]);
    // The news interface has its results at the top level.
    web.iter().chain(list(answer, &["results"])).filter_map(hit).collect()
}
