//! Exa: semantic or keyword web search. Interface: <https://docs.exa.ai/reference/search>.
//!
//! The response reports the actual cost of the search, which overrides the price in settings.

use crate::http::{Words, address, bare, list, moment, one_line, since, text};
use async_trait::async_trait;
use gorkd_core::model::{ContentKind, MicroUsd, SearchHit, Spend};
use gorkd_core::ports::{Metered, Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::{Value, json};

provider!(Exa, "exa", "Exa");

const LONGEST: usize = 1_000;

#[async_trait]
impl Search for Exa {
    as_server!(Semantic);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let call = self
            .server
            .ask(Method::POST, self.server.at(&["search"]), request)?
            .header("x-api-key", self.server.key()?)
            .json(&body(request));
        let answer = self.server.json(call).await?;
        let found = self.server.found(request, hits(&answer))?;
        let told = answer.get("costDollars").and_then(|cost| cost.get("total")).and_then(Value::as_f64);
        let usd = told.map_or(found.cost.usd, |usd| MicroUsd((usd.clamp(0.0, 10.0) * 1e6).round() as u64));
        Ok(Metered { cost: Spend { usd, ..found.cost }, ..found })
    }
}

/// A quoted phrase is searched by keyword; for anything else Exa chooses the method.
fn body(request: &SearchRequest) -> Value {
    let filters = &request.filters;
    let mut body = json!({
        "query": one_line(&request.query, LONGEST),
        "type": if request.query.contains('"') { "keyword" } else { "auto" },
        "numResults": request.results.clamp(1, 25),
        "contents": { "highlights": { "numSentences": 3, "highlightsPerUrl": 1 } },
    });
    match filters.kind {
        Some(ContentKind::News) => body["category"] = "news".into(),
        Some(ContentKind::Academic) => body["category"] = "research paper".into(),
        Some(ContentKind::General) | None => {}
    }
    if let Some(recency) = filters.recency {
        body["startPublishedDate"] = format!("{}T00:00:00.000Z", since(recency)).into();
    }
    for (key, sites) in [("includeDomains", &filters.domains_in), ("excludeDomains", &filters.domains_out)] {
        if !sites.is_empty() {
            body[key] = sites.iter().map(|site| bare(site)).collect::<Vec<_>>().into();
        }
    }
    body
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    let hit = |result: &Value| {
        let highlight = list(result, &["highlights"]).first().and_then(Value::as_str);
        let snippet = [highlight, Some(text(result, "summary")), Some(text(result, "text"))];
        let snippet = snippet.into_iter().flatten().find(|words| !words.is_empty()).unwrap_or_default();
        Some(SearchHit {
            score: result.get("score").and_then(Value::as_f64).unwrap_or(0.0),
            published_at: moment(text(result, "publishedDate")),
            ..Words { title: text(result, "title"), snippet }.hit(address(text(result, "url"))?)
        })
    };
    list(answer, &["results"]).iter().filter_map(hit).collect()
}
