//! News API: newspapers and agencies. Interface: <https://newsapi.org/docs/endpoints/everything>.

use crate::http::{Words, address, bare, list, moment, nothing_said, one_line, since, text};
use async_trait::async_trait;
use gorkd_core::model::SearchHit;
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(NewsApi, "news_api", "News API");

/// In characters; News API refuses longer queries.
const MAX_QUERY_CHARS: usize = 500;
/// Languages that its filter accepts.
const LANGUAGES: &[&str] =
    &["ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh"];

#[async_trait]
impl Search for NewsApi {
    as_server!(News);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let call = self
            .server
            .ask(Method::GET, self.server.at(&["v2", "everything"]), request)?
            .header("x-api-key", self.server.key()?)
            .query(&parameters(request));
        let answer = self.server.json(call).await?;
        if text(&answer, "status") == "error" {
            let said = format!("{} {}", text(&answer, "code"), text(&answer, "message"));
            return Err(self.server.paid(nothing_said(ABOUT, &said)));
        }
        self.server.found(request, hits(&answer))
    }
}

fn parameters(request: &SearchRequest) -> Vec<(&'static str, String)> {
    let filters = &request.filters;
    let mut parameters = vec![
        ("q", one_line(&request.query, MAX_QUERY_CHARS)),
        ("pageSize", request.results.clamp(1, 100).to_string()),
        ("sortBy", "relevancy".to_owned()),
    ];
    if let Some(language) = filters.language.as_ref().filter(|own| LANGUAGES.contains(&own.as_str())) {
        parameters.push(("language", language.clone()));
    }
    if let Some(recency) = filters.recency {
        parameters.push(("from", since(recency).to_string()));
    }
    for (key, sites) in [("domains", &filters.domains_in), ("excludeDomains", &filters.domains_out)] {
        if !sites.is_empty() {
            parameters.push((key, sites.iter().map(|site| bare(site)).collect::<Vec<_>>().join(",")));
        }
    }
    parameters
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    let hit = |article: &Value| {
        let snippet = [text(article, "description"), text(article, "content")].join(" ");
        Some(SearchHit {
            published_at: moment(text(article, "publishedAt")),
            ..Words { title: text(article, "title"), snippet: &snippet }.hit(address(text(article, "url"))?)
        })
    };
    // Withdrawn articles stay in the results under this title.
    list(answer, &["articles"]).iter().filter_map(hit).filter(|hit| hit.title != "[Removed]").collect()
}
